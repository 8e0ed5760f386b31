package front

import (
	"bytes"
	_ "embed"
	"text/template"

	"sellingassistant/adapters/http/httpx/openapi"
)

var (
	//go:embed llms.txt
	llmsText string
	llms     = template.Must(template.New("llms").Parse(llmsText))
)

// forLanguageModels writes the overview that language models look for, after llmstxt.org.
func forLanguageModels(base string, groups []openapi.Group) (File, error) {
	l, err := read()
	if err != nil {
		return File{}, err
	}
	var b bytes.Buffer
	err = llms.Execute(&b, struct {
		Base     string
		Sections []Section
		Groups   []openapi.Group
	}{base, l.sections, groups})
	return file(textType, b.Bytes()), err
}
