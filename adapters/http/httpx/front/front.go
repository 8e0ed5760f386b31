package front

import (
	_ "embed"
	"slices"
	"strings"

	"sellingassistant/domain/kernel/fill"
)

var (
	//go:embed icon.svg
	icon []byte
	//go:embed style.css
	style string
	//go:embed front.html
	frontText string

	// Text has the page with placeholders for Values.
	Text = styled(frontText)
	// Page takes Values.
	Page = fill.Must(fill.Page("front", Text))
)

// styled puts the style that all pages share into a page.
func styled(page string) string { return strings.Replace(page, "/*style*/\n", style, 1) }

// Link names a page on the first page.
type Link struct{ Path, Title, Text string }

// Values fill Page.
type Values struct {
	Version string
	// State says why the service is not ready, "" if it is.
	State     string
	Starting  bool
	Simulated bool
	// Pages lists the pages for people, and Machines those for programs.
	Pages, Machines []Link
}

// Pages adds the pages for people that every service has, after the pages of contexts.
func Pages(contexts []Link) []Link {
	return append(slices.Clone(contexts),
		Link{"/docs", "Reference", "Every operation, with forms to try it."},
		Link{"/guides", "Guides", "How each part works, with tutorials."})
}

// Machines lists the pages for programs.
func Machines() []Link {
	return []Link{
		{"/openapi.json", "OpenAPI 3.1", "The description, for generators of clients."},
		{"/openapi-3.0.json", "OpenAPI 3.0", "The same for older generators."},
		{"/llms.txt", "llms.txt", "An overview for language models."},
		{"/healthz", "Health", "Is the process alive?"}, {"/readyz", "Readiness", "Can it take calls?"},
	}
}
