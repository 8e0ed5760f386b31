package front

import (
	_ "embed"

	"sellingassistant/adapters/http/httpx/openapi"
	"sellingassistant/domain/kernel/fill"
)

var (
	//go:embed llms.txt
	llmsText string
	llms     = fill.Must(fill.Text("llms", llmsText))
)

// forLanguageModels writes the overview that language models look for, after llmstxt.org.
func forLanguageModels(base string, groups []openapi.Group) (File, error) {
	l, err := read()
	if err != nil {
		return File{}, err
	}
	text, err := llms.Execute(struct {
		Base     string
		Sections []Section
		Groups   []openapi.Group
	}{base, l.sections, groups})
	return file(textType, []byte(text)), err
}
