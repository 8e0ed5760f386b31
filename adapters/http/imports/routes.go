package imports

import (
	"context"
	"io"
	"net/http"
	"strconv"
	"time"

	"golang.org/x/text/unicode/norm"

	"sellingassistant/adapters/http/httpx"
	"sellingassistant/adapters/http/httpx/body"
	"sellingassistant/adapters/http/httpx/records"
	app "sellingassistant/app/imports"
	"sellingassistant/domain/imports"
	"sellingassistant/domain/kernel/caller"
	"sellingassistant/domain/kernel/fault"
	"sellingassistant/domain/kernel/page"
)

const (
	// maxFile equals the limit for documents, in bytes.
	maxFile = 25 << 20
	// fileTimeout allows a slow connection, and the reading of the largest workbook.
	fileTimeout = 3 * time.Minute
	path        = "/imports"
)

type handlers struct{ app *app.Imports }

type (
	ofImport struct {
		ID int64 `path:"id" minimum:"1"`
	}
	startInput struct {
		httpx.Upload
		DryRun        bool `query:"dry_run" doc:"Report the same and change nothing."`
		CreateMissing bool `query:"create_missing" doc:"Create rows of the repricer for SKUs without a row."`
	}
	listInput struct {
		records.RecordInput
		Kind   []body.Word[imports.Kind]  `query:"kind" maxItems:"3" doc:"Imports of any of these kinds."`
		Status []body.Word[imports.Stage] `query:"status" maxItems:"9" doc:"Any of these statuses."`
		DryRun body.Opt[bool]             `query:"dry_run" doc:"Whether they are dry runs."`
	}
	rowsInput struct {
		ofImport
		records.ListInput
		Status []body.Word[imports.Status] `query:"status" maxItems:"7" doc:"Any of these statuses."`
	}
)

// Routes registers the operations.
func Routes(app *app.Imports) httpx.Routes {
	return func(r *httpx.Router) {
		h := handlers{app}
		k := records.Kind{Router: r, Path: path, Group: "imports", Noun: "import"}
		h.start(k)
		h.look(k)
	}
}

func shown() records.Shown[imports.Import, Import] {
	return records.Shown[imports.Import, Import]{Of: importOf, Example: exampleImport(), Place: imports.Import.Place}
}

// accepted answers an import that waits in the queue.
func accepted(i imports.Import) *records.Created[Import] {
	id, version := i.Place()
	return records.CreatedOf(importOf(i), version, path+"/"+strconv.FormatInt(id, 10))
}

func (h handlers) start(k records.Kind) {
	httpx.Register(k.Router, httpx.Operation{
		ID: "startImport", Method: http.MethodPost, Path: path, Group: k.Group, Beta: true, Noun: k.Noun,
		Summary: "Import a table",
		Description: "Writes the rows of a CSV, TSV or XLSX file of up to 25 MiB and 250,000 rows into existing SKUs, " +
			"inventory products or rows of the repricer. It is an extra of this service.\n\n" +
			"A row names its record by id, or by SKU and marketplace. An empty cell keeps the value of the " +
			"record, a dash (-) clears it. With create_missing a row whose SKU is not in the repricer creates it; " +
			"asin is needed while no listing of the SKU is known.\n\n" +
			"Columns are read by mapping, else as in the last import with the same header, else by their headers. " +
			"If the meaning of a column is not sure, the call is 422 mapping_required with the suggestion, the " +
			"candidates and sample rows, and nothing is stored. A column with an uncertain decimal sign is " +
			"mapping_required too, with its first figure and both readings. A file that takes longer than four " +
			"seconds is accepted, and the import fails by these codes.\n\n" +
			"A row that makes an amount more than five times as large, or less than a fifth, is " +
			"needs_confirmation. It is not written unless accept_warnings names large_change. Rows are written by " +
			"a job, 500 at a time, each by the rules of its kind: a row that breaks a rule fails alone.\n\n" +
			"The key also needs to be allowed to change records of the kind. Five imports of a team run at a " +
			"time; the sixth is 429 too_many_running.",
		Status:  http.StatusAccepted,
		Errors:  []int{http.StatusRequestEntityTooLarge, http.StatusUnsupportedMediaType, http.StatusUnprocessableEntity},
		Outside: true, Upload: formBody(), Timeout: fileTimeout,
		Example: body.One[Import]{Data: exampleImport()},
	}, h.startImport)
}

func (h handlers) startImport(
	ctx context.Context, who caller.Caller, in *startInput,
) (*records.Created[Import], error) {
	d := app.Draft{DryRun: in.DryRun, Create: in.CreateMissing}
	defer func() {
		if d.File != nil {
			d.File.Discard()
		}
	}()
	parts, err := readForm(ctx, &in.Upload, maxFile, func(name, declared string, r io.Reader) (err error) {
		d.Name = norm.NFC.String(name)
		d.File, err = h.app.Receive(ctx, who, app.File{Name: d.Name, Declared: declared, Content: r})
		return err
	})
	switch {
	case err != nil:
		return nil, err
	case d.File == nil:
		return nil, httpx.BadParameter("file", fault.CodeRequired, "is required")
	}
	d.Kind, d.Wanted = imports.Kind(parts.Kind), parts.Mapping.Value.wanted()
	d.Accepted = body.Words[imports.Warning](parts.Accept)
	if err := may(who, d.Kind); err != nil {
		return nil, err
	}
	prepared, err := h.app.Prepare(ctx, who, d)
	if err != nil {
		return nil, err
	}
	return httpx.Finish(ctx, func(ctx context.Context) (*records.Created[Import], error) {
		made, err := prepared.Start(ctx)
		if err != nil {
			return nil, err
		}
		return accepted(made), nil
	})
}

// groups maps kinds of records to the groups of the operations that change them.
var groups = map[imports.Kind]string{imports.SKU: "skus", imports.InventoryProduct: "inventory-products", imports.RepricerProduct: "repricer"}

// may checks that a key may change the records without an import.
func may(who caller.Caller, k imports.Kind) error {
	if who.May(groups[k], true) {
		return nil
	}
	return fault.Newf(fault.Forbidden, fault.CodeInsufficientScope, "The key may not change %s.", groups[k])
}

func (h handlers) look(k records.Kind) {
	records.List(k, httpx.Operation{
		ID: "listImports", Summary: "List imports",
		Description: "Lists the imports of the caller's team, the newest first. Filters narrow the list together; several " +
			"values in one filter mean any of them. It is an extra of this service.",
	}, records.Sortable{Fields: []string{"created_at", "id"}, Default: "-created_at"}, importOf, exampleImport(),
		func(ctx context.Context, who caller.Caller, in *listInput, req page.Request) (page.Page[imports.Import], error) {
			return h.app.List(ctx, who, imports.Filter{
				Kinds: body.Words[imports.Kind](in.Kind), Stages: body.Words[imports.Stage](in.Status), DryRun: in.DryRun.Ptr(),
			}, req)
		})
	records.Get(k, httpx.Operation{
		ID: "getImport", Summary: "Get an import", Description: "Returns the progress of an import of the caller's team, and the outcomes of its rows. It is an extra " +
			"of this service.",
	}, shown(), h.app.Get)
	rows := k
	rows.Path += "/{id}/rows"
	records.List(rows, httpx.Operation{
		ID: "listImportRows", Summary: "List the rows of an import",
		Description: "Lists the outcomes of the rows of an import, as far as it has come, in the order of the file: the " +
			"values that each record had and has, or why the row failed. Reports are kept for 90 days. It is an " +
			"extra of this service.",
		Errors: []int{http.StatusNotFound},
	}, records.Sortable{Fields: []string{"row_number"}, Default: "row_number"}, rowOf, exampleRow(),
		func(ctx context.Context, who caller.Caller, in *rowsInput, req page.Request) (page.Page[imports.Row], error) {
			return h.app.Rows(ctx, who, imports.ID(in.ID), body.Words[imports.Status](in.Status), req)
		})
	httpx.Register(k.Router, httpx.Operation{
		ID: "takeBackImport", Method: http.MethodPost, Path: path + "/{id}/take-back", Group: k.Group, Beta: true, Noun: k.Noun,
		Summary: "Take an import back",
		Description: "Puts the old values back into every record that an import has changed and that still has the values " +
			"it got from it, and deletes the records that it created and nobody has changed since. A job " +
			"writes 500 rows at a time. It is an extra of this service.\n\n" +
			"A row with a record that has changed since, or may not have its old values any more, is " +
			"not_taken_back and says why. An import that failed or was cancelled can be taken back as far as it " +
			"had come. An import that is running, was taken back, was a dry run or has changed nothing is 422 " +
			"invalid_state.",
		Status: http.StatusAccepted, Errors: []int{http.StatusNotFound, http.StatusUnprocessableEntity},
		Example: body.One[Import]{Data: exampleTakingBack()},
	}, func(ctx context.Context, who caller.Caller, in *ofImport) (*records.Created[Import], error) {
		of, err := h.app.Get(ctx, who, imports.ID(in.ID))
		if err == nil {
			err = may(who, of.Values.Kind)
		}
		if err != nil {
			return nil, err
		}
		next, err := h.app.TakeBack(ctx, who, imports.ID(in.ID))
		if err != nil {
			return nil, err
		}
		return accepted(next), nil
	})
}
