package pricelist

import (
	"context"
	"io"
	"net/http"
	"time"

	"github.com/danielgtaylor/huma/v2"
	"golang.org/x/text/unicode/norm"

	"sellingassistant/adapters/http/httpx"
	"sellingassistant/adapters/http/httpx/body"
	"sellingassistant/adapters/http/httpx/form"
	"sellingassistant/adapters/http/httpx/records"
	app "sellingassistant/app/pricelist"
	"sellingassistant/domain/kernel/caller"
	"sellingassistant/domain/kernel/columns"
	"sellingassistant/domain/kernel/fault"
	"sellingassistant/domain/kernel/marketplace"
	"sellingassistant/domain/kernel/optional"
	"sellingassistant/domain/pricelist"
)

const (
	// maxFile equals the limit for documents, in bytes.
	maxFile = 25 << 20
	// maxText and maxJSON bound parts in characters.
	maxText, maxJSON = 200, 20_000
	// fileTimeout allows a slow connection, and two readings of the largest workbook.
	fileTimeout = 3 * time.Minute
)

// WantedColumns name columns by the text of their header, their letter, or their number from 1.
type WantedColumns struct {
	Identifier        []string         `json:"identifier,omitempty" minItems:"1" maxItems:"5" doc:"Columns of codes or ASINs; of each row the first that can be read counts."`
	Cost              body.Opt[string] `json:"cost,omitzero" minLength:"1" maxLength:"200" doc:"Cost of one item."`
	PackSize          body.Opt[string] `json:"pack_size,omitzero" minLength:"1" maxLength:"200" doc:"Items in a case."`
	CaseCost          body.Opt[string] `json:"case_cost,omitzero" minLength:"1" maxLength:"200" doc:"Cost of a case."`
	QuantityAvailable body.Opt[string] `json:"quantity_available,omitzero" minLength:"1" maxLength:"200" doc:"Items that the supplier has."`
	MOQ               body.Opt[string] `json:"moq,omitzero" minLength:"1" maxLength:"200" doc:"The least number of items."`
	Title             body.Opt[string] `json:"title,omitzero" minLength:"1" maxLength:"200" doc:"The supplier's title."`
	Brand             body.Opt[string] `json:"brand,omitzero" minLength:"1" maxLength:"200" doc:"Its brand."`
	SupplierSKU       body.Opt[string] `json:"supplier_sku,omitzero" minLength:"1" maxLength:"200" doc:"The supplier's number of it."`
	MAPPrice          body.Opt[string] `json:"map_price,omitzero" minLength:"1" maxLength:"200" doc:"The lowest price that the maker allows."`
	Currency          body.Opt[string] `json:"currency,omitzero" minLength:"1" maxLength:"200" doc:"Currency of the costs."`
	CostUnit          body.Opt[string] `json:"cost_unit,omitzero" minLength:"1" maxLength:"200" doc:"For how many items the cost is: a number, or a unit such as EA, DZ or CS."`
}

// WantedMapping sets the meanings of the columns of a file.
type WantedMapping struct {
	Sheet          body.Opt[string]                              `json:"sheet,omitzero" minLength:"1" maxLength:"200" doc:"Name of the sheet; the longest when absent."`
	HeaderRow      body.Opt[int64]                               `json:"header_row,omitzero" minimum:"1" maximum:"1000000" doc:"Number of the header row, among the first 500 with content; where it seems to be when absent."`
	Columns        body.Opt[WantedColumns]                       `json:"columns,omitzero" doc:"The columns; those that are not named are found by header and contents."`
	IdentifierType body.Opt[body.Word[pricelist.IdentifierType]] `json:"identifier_type,omitzero" doc:"Type of the identifiers; auto when absent."`
	Decimal        body.Opt[body.Word[columns.Decimal]]          `json:"decimal,omitzero" doc:"The decimal sign; when absent, each column's own figures decide."`
	Passthrough    []string                                      `json:"passthrough,omitempty" maxItems:"30" doc:"Columns that are handed on to results."`
}

func (m WantedMapping) wanted() pricelist.Wanted {
	c := m.Columns.Value
	w := pricelist.Wanted{
		Sheet: m.Sheet.Value, HeaderRow: int(m.HeaderRow.Value), Type: body.Said(m.IdentifierType).Maybe().Or(""), Decimal: body.Said(m.Decimal).Maybe().Or(""),
		Passthrough: m.Passthrough, Columns: map[pricelist.Field][]string{},
	}
	if len(c.Identifier) > 0 {
		w.Columns[pricelist.FieldIdentifier] = c.Identifier
	}
	for f, name := range map[pricelist.Field]body.Opt[string]{
		pricelist.FieldCost: c.Cost, pricelist.FieldPackSize: c.PackSize, pricelist.FieldCaseCost: c.CaseCost, pricelist.FieldQuantity: c.QuantityAvailable,
		pricelist.FieldMinimum: c.MOQ, pricelist.FieldTitle: c.Title, pricelist.FieldBrand: c.Brand, pricelist.FieldSupplierSKU: c.SupplierSKU,
		pricelist.FieldMAP: c.MAPPrice, pricelist.FieldCurrency: c.Currency,
		pricelist.FieldUnit: c.CostUnit,
	} {
		if name.Set {
			w.Columns[f] = []string{name.Value}
		}
	}
	return w
}

// listForm has the parts of a form beside the file.
type listForm struct {
	AnalysisSettings
	Mapping    body.Opt[WantedMapping] `json:"mapping,omitzero"`
	DocumentID body.Opt[body.RecordID] `json:"document_id,omitzero"`
}

// readForm reads plain texts, numbers and JSON texts.
var readForm = form.Of[listForm](form.Parts{
	Texts: []string{"name", "marketplace_id", "domain", "currency", "fulfillment"}, Numbers: []string{"supplier_id", "document_id"},
	JSON: []string{"expenses", "options", "skip", "mapping"},
})

type fileInput struct{ httpx.Upload }

func (h handlers) file(k records.Kind) {
	httpx.Register(k.Router, httpx.Operation{
		ID: "startAnalysisFromFile", Method: http.MethodPost, Path: k.Path + "/file", Group: k.Group, Beta: true, Noun: k.Noun,
		Summary: "Analyze the file of a price list",
		Description: "Starts an analysis of a CSV, TSV or XLSX file of up to 25 MiB and 250,000 rows. The file is kept as " +
			"a document of the type price_list. The call may name such a document of the team instead.\n\n" +
			"Columns are read by mapping, else as in the supplier's last list with the same header, else by " +
			"header and contents. If two columns could have the same meaning, such as two costs, the answer is " +
			"422 mapping_required. It has a suggestion, the candidates and sample rows, and nothing is stored.\n\n" +
			"All other parts, and their refusals, are the same as in startAnalysisFromItems.",
		Status:  http.StatusAccepted,
		Errors:  append([]int{http.StatusRequestEntityTooLarge, http.StatusUnsupportedMediaType}, refusals...),
		Outside: true, Upload: formBody(), Timeout: fileTimeout,
		Example: body.One[Analysis]{Data: exampleAnalysis()},
	}, h.startFile)
}

func (h handlers) startFile(ctx context.Context, who caller.Caller, in *fileInput) (*records.Created[Analysis], error) {
	var file app.Received
	defer func() {
		if file != nil {
			file.Discard()
		}
	}()
	parts, err := readForm(ctx, &in.Upload, maxFile, func(name, declared string, r io.Reader) (err error) {
		file, err = h.app.Receive(ctx, who, app.File{Name: norm.NFC.String(name), Declared: declared, Content: r})
		return err
	})
	if err != nil {
		return nil, err
	}
	draft, err := parts.fileDraft(file)
	if err != nil {
		return nil, err
	}
	prepared, err := h.app.Prepare(ctx, who, draft)
	if err != nil {
		return nil, err
	}
	return httpx.Finish(ctx, func(ctx context.Context) (*records.Created[Analysis], error) {
		made, err := prepared.Start(ctx)
		if err != nil {
			return nil, err
		}
		return started(made), nil
	})
}

func (form listForm) fileDraft(file app.Received) (app.FileDraft, error) {
	switch {
	case file == nil && !form.DocumentID.Set:
		return app.FileDraft{}, httpx.BadParameter("file", fault.CodeRequired, "is required")
	case file != nil && form.DocumentID.Set:
		return app.FileDraft{}, fault.New(fault.Invalid, fault.CodeConflictingParameters, "file and document_id exclude each other.").In("document_id")
	}
	return app.FileDraft{
		Draft: form.draft(), Wanted: form.Mapping.Value.wanted(), File: file,
		Document: optional.Map(form.DocumentID.Field, func(n body.RecordID) int64 { return int64(n) }).Maybe(),
	}, nil
}

// formBody documents the form.
func formBody() *huma.RequestBody {
	json := func(what string) *huma.Schema {
		return &huma.Schema{Type: huma.TypeString, MaxLength: new(maxJSON), Description: "JSON text: " + what}
	}
	text := func(most int, what string) *huma.Schema {
		return &huma.Schema{Type: huma.TypeString, MaxLength: &most, Description: what}
	}
	one := 1.0
	number := func(what string) *huma.Schema {
		return &huma.Schema{Type: huma.TypeInteger, Format: "int64", Minimum: &one, Description: what}
	}
	marketplaces := body.Enum(body.Each(marketplace.All(), func(m marketplace.Marketplace) marketplace.ID { return m.ID })).Enum
	domains := body.Enum(body.Each(marketplace.All(), func(m marketplace.Marketplace) string { return m.Domain })).Enum
	return &huma.RequestBody{
		Required: true, Description: "A form with a file or the id of a document. Parts may come in any order; unknown parts are refused.",
		Content: map[string]*huma.MediaType{"multipart/form-data": {
			Schema: &huma.Schema{
				Type: huma.TypeObject, AdditionalProperties: false,
				Properties: map[string]*huma.Schema{
					"file":           {Type: huma.TypeString, Format: "binary", Description: "A CSV, TSV or XLSX file, at most 25 MiB."},
					"document_id":    number("A document of the team in place of the file."),
					"name":           text(maxText, "Name of the analysis, for people."),
					"marketplace_id": {Type: huma.TypeString, Enum: marketplaces, Description: "Marketplace to sell at, by Amazon's identifier; domain wins over it."},
					"domain":         {Type: huma.TypeString, Enum: domains, Description: "Marketplace to sell at, by domain."},
					"supplier_id":    number("The supplier of the list."),
					"currency":       {Type: huma.TypeString, Pattern: `^[A-Z]{3}$`, Description: "ISO 4217 code of costs in rows without a currency; the marketplace's when absent."},
					"fulfillment":    {Type: huma.TypeString, Enum: []any{"both", "fba", "fbm"}, Description: "Who ships; both when absent."},
					"expenses":       json("the member expenses of startAnalysisFromItems."),
					"options":        json("the member options of startAnalysisFromItems."),
					"skip":           json("the member skip of startAnalysisFromItems."),
					"mapping": json(`{"sheet","header_row","columns":{"identifier":[…],"cost","pack_size","case_cost","quantity_available","moq","title","brand",` +
						`"supplier_sku","map_price","currency","cost_unit"},` +
						`"identifier_type":"auto|upc|ean|asin|isbn|sku","decimal":"auto|.|,","passthrough":[…]}. Columns are ` +
						`named by the text of their header, their letter, or their number from 1.`),
				},
			},
		}},
	}
}
