package fill_test

import (
	"errors"
	"testing"

	"github.com/stretchr/testify/require"

	"sellingassistant/domain/kernel/fill"
)

type link struct{ Path, Title string }

type data struct {
	Title  string
	Ready  bool
	Links  []link
	Body   fill.HTML
	Number int
	Join   func(a string, n int) (string, error)
}

func TestTemplates(t *testing.T) {
	t.Parallel()
	d := data{
		Title: `<b> & "c"`, Ready: true, Links: []link{{"a", "A"}, {"b", "B"}}, Body: "<i>as it is</i>", Number: 7,
		Join: func(a string, n int) (string, error) {
			if n == 0 {
				return "", errors.New("no number")
			}
			return a + "#", nil
		},
	}
	for text, want := range map[string]string{
		"plain":                                                                    "plain",
		"{{.Title}}":                                                               "&lt;b&gt; &amp; &#34;c&#34;",
		"{{.Body}} {{.Number}}":                                                    "<i>as it is</i> 7",
		"{{if .Ready}}yes{{else}}no{{end}}":                                        "yes",
		"{{if not .Ready}}yes{{else}}no{{end}}":                                    "no",
		"{{if .Ready}}a{{else if .Title}}b{{end}}":                                 "a",
		"{{with .Title}}[{{.}}]{{end}}":                                            "[&lt;b&gt; &amp; &#34;c&#34;]",
		"{{range .Links}}{{.Path}}{{$.Number}} {{end}}":                            "a7 b7 ",
		"{{range .Links}}{{$p := .Path}}{{$p}}{{end}}":                             "ab",
		"{{range .Links}}{{if eq .Path $.Links}}{{end}}{{end}}":                    "error",
		"{{range .Links}}{{if eq .Path .Path}}={{end}}{{end}}":                     "==",
		"{{define \"x\"}}<{{.Number}}>{{end}}{{template \"x\"}}{{template \"x\"}}": "<7><7>",
		"{{.Join .Title 1}}":                                                       "&lt;b&gt; &amp; &#34;c&#34;#",
		"{{.Join .Title 0}}":                                                       "error",
		"{{.Join .Title}}":                                                         "error",
		"{{.Title 1}}":                                                             "error",
		"{{.Nothing}}":                                                             "error",
		"{{not}}":                                                                  "error",
		"{{.Title | .Join 1}}":                                                     "error",
		"{{template \"gone\"}}":                                                    "error",
		"{{unknown .Title}}":                                                       "error",
		"{{if .Ready}}":                                                            "error",
	} {
		page, err := fill.Page("page", text)
		got := ""
		if err == nil {
			got, err = page.Execute(d)
		}
		if want == "error" {
			require.Error(t, err, text)
			continue
		}
		require.NoError(t, err, text)
		require.Equal(t, want, got, text)
	}
	text, err := fill.Text("text", "{{.Title}}")
	require.NoError(t, err)
	got, err := text.Execute(d)
	require.NoError(t, err)
	require.Equal(t, `<b> & "c"`, got)
}
