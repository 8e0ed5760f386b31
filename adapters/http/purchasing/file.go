package purchasing

import (
	"context"
	"net/http"

	"sellingassistant/adapters/http/httpx"
	"sellingassistant/adapters/http/httpx/body"
	"sellingassistant/adapters/http/httpx/records"
	"sellingassistant/domain/kernel/caller"
	"sellingassistant/domain/purchasing/form"
)

type orderFileInput struct {
	ofOrder
	Format body.Opt[body.Word[form.Format]]   `query:"format" doc:"pdf when absent, or csv."`
	Lang   body.Opt[body.Word[form.Language]] `query:"lang" doc:"When absent that of the supplier's country, else en."`
}

type orderFileOutput struct {
	ContentType        string `header:"Content-Type" doc:"The media type of the file."`
	ContentDisposition string `header:"Content-Disposition" doc:"The name of the file, after the number of the order."`
	Body               []byte
}

// mediaTypes maps formats to their media types.
var mediaTypes = map[form.Format]string{form.PDF: "application/pdf", form.CSV: "text/csv; charset=utf-8"}

func (h orderHandlers) file(k records.Kind) {
	httpx.Register(k.Router, httpx.Operation{
		ID: "getPurchaseOrderDocument", Method: http.MethodGet, Path: k.Path + "/{id}/document", Group: k.Group, Beta: true, Noun: k.Noun,
		Summary: "Get a purchase order as a file",
		Description: "Writes the order as a file for its supplier: addresses, your VAT number, dates, the SKUs of both, " +
			"cases, units and prices of all items, sums and the note. It is an extra of this service.\n\n" +
			"Amounts are in the order's currency; costs that others bill are left out, and so are cancelled " +
			"units. A PDF shows letters that its font does not have as question marks. A cell of a CSV that a " +
			"spreadsheet would take for a formula begins with an apostrophe.",
		Errors: []int{http.StatusNotFound}, Files: []string{"application/pdf", "text/csv"},
	}, h.getFile)
}

func (h orderHandlers) getFile(ctx context.Context, who caller.Caller, in *orderFileInput) (*orderFileOutput, error) {
	as := body.Said(in.Format).Maybe().Or(form.PDF)
	file, err := h.app.File(ctx, who, in.order(), as, body.Said(in.Lang).Maybe())
	if err != nil {
		return nil, err
	}
	return &orderFileOutput{
		ContentType: mediaTypes[as], ContentDisposition: "attachment" + body.FileName(file.Number+"."+string(as)), Body: file.Content,
	}, nil
}
