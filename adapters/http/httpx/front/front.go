// Package front has the first page of the service, and the files that browsers and robots look for
// by name.
package front

import (
	_ "embed"
	"html/template"
	"slices"
)

var (
	// Icon shows the service in tabs and on pages.
	//
	//go:embed icon.svg
	Icon []byte
	// Robots keeps search engines away.
	Robots = []byte("User-agent: *\nDisallow: /\n")

	// Text has the page with places for Values.
	//
	//go:embed front.html
	Text string
	// Page takes Values.
	Page = template.Must(template.New("front").Parse(Text))
)

// Link names a page on the first page.
type Link struct{ Path, Title, Text string }

// Values fill Page.
type Values struct {
	Version string
	// State says why the service is not ready, "" if it is.
	State     string
	Starting  bool
	Simulated bool
	Links     []Link
}

// Pages lists the pages for people; contexts come first.
func (v Values) Pages() []Link {
	return append(slices.Clone(v.Links), Link{"/docs", "Reference", "Every operation, with forms to try it."})
}

// Machines lists the pages for programs.
func (Values) Machines() []Link {
	return []Link{
		{"/openapi.json", "OpenAPI 3.1", "The description, for generators of clients."},
		{"/openapi-3.0.json", "OpenAPI 3.0", "The same for older generators."},
		{"/healthz", "Health", "Is the process alive?"}, {"/readyz", "Readiness", "Can it take calls?"},
	}
}
