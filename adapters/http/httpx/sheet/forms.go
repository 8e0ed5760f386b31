package sheet

import (
	"context"
	"strings"

	"github.com/danielgtaylor/huma/v2"

	"sellingassistant/domain/kernel/page"
)

// Form describes one form of a table to the published document.
type Form struct {
	// Ending ends the path of its operation.
	Ending  string
	name    string
	content func(example string) *huma.MediaType
}

// Forms lists the forms of a table.
var Forms = []Form{
	{"csv", "CSV", func(example string) *huma.MediaType {
		return &huma.MediaType{Schema: &huma.Schema{Type: huma.TypeString}, Example: example}
	}},
	{"xlsx", "XLSX", func(string) *huma.MediaType { return Media }},
}

// Without lists the parameters of a list that its tables do not take.
var Without = []string{"limit", "cursor", "count", "format", "include_deleted"}

// Media returns the media type of the form.
func (f Form) Media() string {
	if f.Ending == "csv" {
		return "text/csv"
	}
	return Workbook
}

// Texts returns the id, the summary and the description of the operation of a list in this form.
func (f Form) Texts(list, summary string) (id, title, description string) {
	return "export" + strings.TrimPrefix(list, "list") + "As" + f.name[:1] + strings.ToLower(f.name[1:]),
		"Export " + strings.TrimPrefix(summary, "List ") + " as " + f.name,
		"Returns all rows of " + list + " that pass the filters, as a " + f.name + " [table](/guides/api#read-a-list)."
}

// Content describes the answer in this form. The example is CSV.
func (f Form) Content(example string) map[string]*huma.MediaType {
	return map[string]*huma.MediaType{f.Media(): f.content(example)}
}

// File carries all rows of a list, sent as a file.
type File struct {
	name string
	rows Rows
}

// AsTable returns the name of the file and its rows; nil without a table.
func (f *File) AsTable() (name string, rows Rows) { return f.name, f.rows }

// Whole reads all rows of a list as the file of that name.
func Whole[T, B any](ctx context.Context, name string, req page.Request, show func(T) B,
	list func(context.Context, page.Request) (page.Page[T], error),
) (*File, error) {
	req.Limit, req.Count = ReadAtOnce, false
	p, err := list(ctx, req)
	if err != nil {
		return nil, err
	}
	return &File{name, All(p, req, show, list)}, nil
}
