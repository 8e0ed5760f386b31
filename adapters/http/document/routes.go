// Package document serves documents over HTTP.
package document

import (
	"context"
	"fmt"
	"net/http"
	"time"

	"sellingassistant/adapters/http/httpx"
	"sellingassistant/adapters/http/httpx/body"
	app "sellingassistant/app/document"
	"sellingassistant/app/kernel/edit"
	"sellingassistant/domain/document"
	"sellingassistant/domain/kernel/caller"
)

const group = "documents"

type idInput struct {
	ID int64 `path:"id" minimum:"1" doc:"The document's id."`
}

type updateInput struct {
	idInput
	httpx.IfMatch
	Body Patch
}

type deleteInput struct {
	idInput
	httpx.IfMatch
}

type deleteManyInput struct {
	DryRun bool `query:"dry_run" doc:"Answer the same and delete nothing."`
	Body   body.IDs
}

type downloadInput struct {
	idInput
	TTL         int    `query:"ttl" minimum:"30" maximum:"900" default:"300" doc:"Seconds the link works."`
	Disposition string `query:"disposition" enum:"attachment,inline" default:"attachment" doc:"Whether a browser saves the file or shows it. Only PDF, PNG, JPEG and WEBP are ever shown."`
}

// readTimeout is for one record by its id: it comes at once, or the store is in trouble.
const readTimeout = 5 * time.Second

// Routes registers the operations.
func Routes(docs *app.Documents) httpx.Routes {
	h := handlers{docs}
	return func(r *httpx.Router) {
		httpx.Register(r, httpx.Operation{
			ID: "listDocuments", Method: http.MethodGet, Path: "/documents", Group: group, Beta: true,
			Summary:     "List documents",
			Description: "Lists the team's documents, newest first. Filters narrow the list together; several words in one filter mean any of them.",
			Example: body.List[Document]{Data: []Document{example()},
				Meta: body.ListMeta{Limit: 50}},
		}, h.list)
		httpx.Register(r, httpx.Operation{
			ID: "uploadDocument", Method: http.MethodPost, Path: "/documents", Group: group, Beta: true,
			Summary: "Upload a document",
			Description: "Stores one file of up to 25 MiB: PDF, CSV, TSV, XLSX, XML, TXT, PNG, JPEG or WEBP. The kind is told from the content; " +
				"a name or declared type that contradicts it is refused. The same bytes a second time are refused with 409 unless on_duplicate says otherwise.",
			Status: http.StatusCreated, Also: []int{http.StatusOK},
			Errors: []int{http.StatusConflict, http.StatusRequestEntityTooLarge, http.StatusUnsupportedMediaType, http.StatusUnprocessableEntity},
			// The handler's own deadline; a slow line needs this long for 25 MiB.
			Outside: true, Upload: uploadBody(), Timeout: 90 * time.Second,
			Example: body.One[Document]{Data: example()},
		}, h.upload)
		httpx.Register(r, httpx.Operation{
			ID: "deleteDocuments", Method: http.MethodDelete, Path: "/documents", Group: group, Beta: true,
			Summary:        "Delete documents",
			Description:    "Deletes up to 100 documents in one transaction and answers for each. A document that is being read fails with invalid_state; an unknown one with not_found.",
			RequestExample: body.IDs{IDs: []body.ID{12, 99}},
			Example: body.Bulk[DeletedRow]{
				Data: []DeletedRow{{ID: 12, Status: "deleted"},
					{ID: 99, Status: "failed", Error: &body.RowError{Code: "not_found", Message: "Not found."}}},
				Meta:   body.BulkMeta{Succeeded: 1, Failed: 1},
				Errors: []body.BulkError{{Code: "not_found", Message: "Not found.", ID: new(int64(99)), Index: 1}},
			},
		}, h.deleteMany)
		httpx.Register(r, httpx.Operation{
			ID: "getDocument", Method: http.MethodGet, Path: "/documents/{id}", Group: group, Beta: true,
			Summary: "Get a document", Description: "Returns one document of the caller's team.",
			Timeout: readTimeout,
			Errors:  []int{http.StatusNotFound}, Example: body.One[Document]{Data: example()},
		}, h.get)
		httpx.Register(r, httpx.Operation{
			ID: "deleteDocument", Method: http.MethodDelete, Path: "/documents/{id}", Group: group, Beta: true,
			Summary:     "Delete a document",
			Description: "Deletes one document. While it is being read this is refused with invalid_state. Its bytes are removed 30 days later.",
			Errors:      []int{http.StatusNotFound, http.StatusPreconditionFailed, http.StatusUnprocessableEntity},
		}, h.delete)
		httpx.Register(r, httpx.Operation{
			ID: "updateDocument", Method: http.MethodPatch, Path: "/documents/{id}", Group: group, Beta: true,
			Summary:     "Update a document",
			Description: "Changes what is given and keeps the rest. Members are changed first, then the status.",
			Errors: []int{http.StatusNotFound, http.StatusConflict, http.StatusPreconditionFailed,
				http.StatusRequestEntityTooLarge, http.StatusUnsupportedMediaType, http.StatusUnprocessableEntity},
			RequestExample: Patch{Type: body.OptOf("invoice"), Notes: body.FieldOf("Second delivery")},
			Example:        body.One[Document]{Data: example()},
		}, h.update)
		httpx.Register(r, httpx.Operation{
			ID: "getDocumentDownload", Method: http.MethodGet, Path: "/documents/{id}/download", Group: group, Beta: true,
			Summary:     "Get a download link",
			Description: "Makes a signed link that serves the file without a key for a short time.",
			Errors:      []int{http.StatusNotFound},
			Example: body.One[Download]{Data: Download{
				URL:       "https://api.example.com/files/12.1774000500.attachment.k1.q3J0cmFuc3BhcmVudGx5LW1hZGUtdXAtc2lnbmF0dXJl",
				ExpiresAt: "2026-03-20T09:55:00.000000Z", OriginalName: "INV-881.pdf", MimeType: "application/pdf", FileSize: 48213,
			}},
		}, h.download)
	}
}

type handlers struct{ docs *app.Documents }

func (h handlers) list(ctx context.Context, who caller.Caller, in *listInput) (*httpx.ListOut[Document], error) {
	req, err := in.Page(ctx, sortable)
	if err != nil {
		return nil, err
	}
	p, err := h.docs.List(ctx, who, in.filter(), req)
	if err != nil {
		return nil, err
	}
	return httpx.ListOf(ctx, p, req, bodyOf), nil
}

func (h handlers) get(ctx context.Context, who caller.Caller, in *idInput) (*httpx.Versioned[Document], error) {
	d, err := h.docs.Get(ctx, who, document.ID(in.ID))
	if err != nil {
		return nil, err
	}
	return httpx.VersionedOf(bodyOf(d), d.Version()), nil
}

func (h handlers) update(ctx context.Context, who caller.Caller, in *updateInput) (*httpx.Versioned[Document], error) {
	ifMatch, err := in.Version()
	if err != nil {
		return nil, err
	}
	d, err := h.docs.Update(ctx, who, app.Update{
		ID: document.ID(in.ID), IfMatch: ifMatch, Changes: in.Body.changes(), Status: wordOf[document.Status](in.Body.Status),
	})
	if err != nil {
		return nil, err
	}
	return httpx.VersionedOf(bodyOf(d), d.Version()), nil
}

func (h handlers) delete(ctx context.Context, who caller.Caller, in *deleteInput) (*httpx.None, error) {
	ifMatch, err := in.Version()
	if err != nil {
		return nil, err
	}
	return nil, h.docs.Delete(ctx, who, document.ID(in.ID), ifMatch)
}

func (h handlers) deleteMany(ctx context.Context, who caller.Caller, in *deleteManyInput) (*httpx.BulkOut[DeletedRow], error) {
	rows, err := h.docs.DeleteMany(ctx, who, edit.Many[document.ID]{IDs: body.Numbers[document.ID](in.Body.IDs), DryRun: in.DryRun})
	if err != nil {
		return nil, err
	}
	return &httpx.BulkOut[DeletedRow]{Body: body.BulkOf(rows, rowOf)}, nil
}

func (h handlers) download(ctx context.Context, who caller.Caller, in *downloadInput) (*httpx.OneOut[Download], error) {
	link, err := h.docs.Download(ctx, who, app.Download{
		ID: document.ID(in.ID), Life: time.Duration(in.TTL) * time.Second, Inline: in.Disposition == "inline",
	})
	if err != nil {
		return nil, err
	}
	s := link.Document.Snapshot()
	return httpx.OneOf(Download{
		URL: httpx.BaseURL(ctx) + FilesPath + "/" + link.Token, ExpiresAt: body.TimeOf(link.Expires),
		OriginalName: s.OriginalName, MimeType: string(s.Media), FileSize: s.FileSize,
	}), nil
}

func pathOf(docID document.ID) string { return fmt.Sprintf("/documents/%d", docID) }

func example() Document {
	reference, confidence, guess, currency, date, pages := "INV-881", 0.97, "invoice", "USD", "2026-03-20", 2
	return Document{
		ID: 12, Type: "invoice", Status: "ready", OriginalName: "INV-881.pdf", MimeType: "application/pdf", FileSize: 48213,
		ReferenceNumber: &reference, Targets: []Target{{Type: "supplier", ID: 5}},
		AIClassifiedType: &guess, AIConfidence: &confidence, HasParsedData: true,
		CreatedAt: "2026-03-20T09:41:07.120000Z", UpdatedAt: "2026-03-20T09:41:09.004100Z", Version: 3,
		SHA256:    "9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08",
		PageCount: &pages,
		Classifier: &Classifier{Method: "rules", Version: "1",
			Candidates: []Candidate{{Type: "invoice", Confidence: 0.97}, {Type: "receipt", Confidence: 0.02}}},
		Supplier:      &Supplier{ID: 5, Name: "Example Supply", Confidence: 0.99},
		ParsedSummary: &ParsedResult{Lines: 3, Currency: &currency, IssueDate: &date},
	}
}
