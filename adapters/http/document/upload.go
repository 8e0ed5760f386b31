package document

import (
	"bufio"
	"context"
	"io"
	"net/http"
	"slices"

	"github.com/danielgtaylor/huma/v2"
	"golang.org/x/text/unicode/norm"

	"sellingassistant/adapters/http/httpx"
	"sellingassistant/adapters/http/httpx/body"
	"sellingassistant/adapters/http/httpx/form"
	"sellingassistant/adapters/http/httpx/records"
	app "sellingassistant/app/document"
	"sellingassistant/domain/document"
	"sellingassistant/domain/kernel/caller"
	"sellingassistant/domain/kernel/fault"
)

type uploadInput struct{ httpx.Upload }

// Bounds of text parts in characters: words, the JSON of 20 targets, and of a mapping.
const (
	maxWord    = 40
	maxTargets = 4000
	maxMapping = 20_000
)

func (h handlers) upload(ctx context.Context, who caller.Caller, in *uploadInput) (*records.Created[Document], error) {
	got := parts{docs: h.docs, who: who, seen: map[string]bool{}}
	defer func() { got.in.File.Discard() }()
	err := in.Stream(ctx, document.MaxFileSize, func(name, filename, declared string, r io.Reader) error {
		return got.part(ctx, name, filename, declared, r)
	})
	if err != nil {
		return nil, err
	}
	if got.in.File == nil {
		return nil, httpx.BadParameter("file", fault.CodeRequired, "is required")
	}
	if err := h.docs.Keep(ctx, who, got.in); err != nil {
		return nil, err
	}
	return httpx.Finish(ctx, func(ctx context.Context) (*records.Created[Document], error) {
		up, err := h.docs.Upload(ctx, who, got.in)
		if err != nil {
			return nil, err
		}
		d := up.Document
		out := records.CreatedOf(bodyOf(d), d.Version(), pathOf(d.ID()))
		if up.Existing {
			out.Status = http.StatusOK
		}
		return out, nil
	})
}

// parts collects the parts of an upload, which may come in any order.
type parts struct {
	docs *app.Documents
	who  caller.Caller
	seen map[string]bool
	in   app.Upload
}

func (f *parts) part(ctx context.Context, name, filename, declared string, r io.Reader) (err error) {
	known := []string{"file", "type", "reference_number", "notes", "targets", "on_duplicate", "mapping"}
	if !slices.Contains(known, name) {
		return form.Unknown(shown(name), known)
	}
	if f.seen[name] {
		return httpx.BadParameter(name, fault.CodeDuplicateMember, "is given twice")
	}
	f.seen[name] = true
	switch name {
	case "file":
		f.in.File, err = f.docs.Receive(ctx, f.who, app.File{Name: norm.NFC.String(filename), Declared: declared, Content: r})
	case "type":
		var kind string
		if kind, err = word(name, r, document.Types()); err == nil {
			t := document.Type(kind)
			f.in.Type = &t
		}
	case "on_duplicate":
		var choice string
		choice, err = word(name, r, []app.Duplicates{app.Reject, app.ReturnExisting, app.Allow})
		f.in.OnDuplicate = app.Duplicates(choice)
	case "reference_number":
		f.in.ReferenceNumber, err = text(name, r, document.MaxReference)
	case "notes":
		f.in.Notes, err = text(name, r, document.MaxNotes)
	case "mapping":
		var value string
		if value, err = httpx.Text(name, r, maxMapping); err == nil {
			f.in.Mapping, err = parseMapping(value)
		}
	case "targets":
		var value string
		if value, err = httpx.Text(name, r, maxTargets); err == nil {
			f.in.Targets, err = parseTargets(value)
		}
	}
	return err
}

func text(name string, r io.Reader, max int) (*string, error) {
	// Browsers send the lines of a text field with carriage returns.
	s, err := httpx.Text(name, unixLines{bufio.NewReader(r)}, max)
	if err != nil || s == "" {
		return nil, err
	}
	return &s, nil
}

func word[T ~string](name string, r io.Reader, allowed []T) (string, error) {
	s, err := httpx.Text(name, r, maxWord)
	if err != nil {
		return "", err
	}
	list := ""
	for i, w := range allowed {
		if string(w) == s {
			return s, nil
		}
		if i > 0 {
			list += ", "
		}
		list += string(w)
	}
	return "", httpx.BadParameter(name, fault.CodeNotAllowed, "must be one of: "+list)
}

// shown bounds the length of a part name invented by the client.
func shown(name string) string { return document.CleanName(name[:min(len(name), 100)]) }

// unixLines changes CR LF to LF while reading.
type unixLines struct{ r *bufio.Reader }

func (u unixLines) Read(b []byte) (int, error) {
	for n := range b {
		c, err := u.r.ReadByte()
		if c == '\r' && err == nil {
			if next, _ := u.r.Peek(1); len(next) == 1 && next[0] == '\n' {
				c, err = u.r.ReadByte()
			}
		}
		if err != nil {
			return n, err
		}
		b[n] = c
	}
	return len(b), nil
}

// uploadBody documents the form.
func uploadBody() *huma.RequestBody {
	maxReference, maxNotes, maxJSON, maxColumns := document.MaxReference, document.MaxNotes, maxTargets, maxMapping
	return &huma.RequestBody{
		Required: true, Description: "A form with one file. Parts may come in any order; unknown parts are refused.",
		Content: map[string]*huma.MediaType{"multipart/form-data": {
			Schema: &huma.Schema{
				Type: huma.TypeObject, Required: []string{"file"}, AdditionalProperties: false,
				Properties: map[string]*huma.Schema{
					"file":             {Type: huma.TypeString, Format: "binary", Description: "The file, at most 25 MiB."},
					"type":             {Type: huma.TypeString, Enum: body.Enum(document.Types()).Enum, Description: "Left out, the program decides."},
					"reference_number": {Type: huma.TypeString, MaxLength: &maxReference, Description: "Left out, it is filled from the document."},
					"notes":            {Type: huma.TypeString, MaxLength: &maxNotes, Description: "Free text."},
					"targets": {Type: huma.TypeString, MaxLength: &maxJSON,
						Description: `JSON text: a list of at most 20 objects {"type","id"}; deleted is accepted as it is in answers, and ignored.`},
					"mapping": {Type: huma.TypeString, MaxLength: &maxColumns,
						Description: "JSON text with the meanings of columns of a CSV, TSV or XLSX file. A column is named by its " +
							"header text, its letter, or its number from 1.\n\n" +
							`{"sheet","header_row","columns":{"supplier_sku","buyer_sku","gtin","asin","mpn","description","quantity",` +
							`"cases","unit","units_per_case","unit_price","case_price","price_base_quantity","retail_price",` +
							`"discount","tax_rate","line_total","currency"},"ignore":[…],"decimal":"auto|.|,"}`},
					"on_duplicate": {Type: huma.TypeString, Enum: []any{"reject", "return_existing", "allow"}, Default: "reject",
						Description: "Action if the team already has these bytes: refuse with 409, answer 200 with the " +
							"document that is there, or store another document."},
				},
			},
		}},
	}
}
