package document

import (
	"context"
	"fmt"
	"net/http"
	"time"

	"sellingassistant/adapters/http/httpx"
	"sellingassistant/adapters/http/httpx/body"
	"sellingassistant/adapters/http/httpx/records"
	app "sellingassistant/app/document"
	"sellingassistant/domain/document"
	"sellingassistant/domain/kernel/caller"
	"sellingassistant/domain/kernel/page"
)

const group = "documents"

type idInput struct {
	ID int64 `path:"id" minimum:"1" doc:"The document's id."`
}

type downloadInput struct {
	idInput
	TTL         int    `query:"ttl" minimum:"30" maximum:"900" default:"300" doc:"Seconds the link works."`
	Disposition string `query:"disposition" enum:"attachment,inline" default:"attachment" doc:"Whether a browser saves the file or shows it. Only PDF, PNG, JPEG and WEBP are ever shown."`
}

// readTimeout bounds calls for one record by its id. They are quick unless the store is in trouble.
const readTimeout = 5 * time.Second

// Routes registers the operations.
func Routes(docs *app.Documents) httpx.Routes {
	h := handlers{docs}
	shown := records.Shown[*document.Document, Document]{Of: bodyOf, Example: example(), Place: func(d *document.Document) (id, version int64) {
		return int64(d.ID()), d.Version()
	}}
	return func(r *httpx.Router) {
		k := records.Kind{Router: r, Path: "/documents", Group: group, Noun: "document"}
		records.List(k, httpx.Operation{
			ID: "listDocuments", Summary: "List documents",
			Expand:      []body.Expansion{{Word: "lines", Operation: "previewInvoiceImport", Below: true, Part: "lines"}},
			Description: "Lists the team's documents, newest first. Filters narrow the list together; several words in one filter mean any of them.",
		}, sortable, bodyOf, example(),
			func(ctx context.Context, who caller.Caller, in *listInput, req page.Request) (page.Page[*document.Document], error) {
				return docs.List(ctx, who, in.filter(), req)
			})
		httpx.Register(r, httpx.Operation{
			ID: "uploadDocument", Method: http.MethodPost, Path: "/documents", Group: group, Beta: true,
			Summary: "Upload a document",
			Description: "Stores one file of up to 25 MiB: PDF, CSV, TSV, XLSX, XML, P7M, EDI, TXT, PNG, JPEG, TIFF or WEBP. The kind is recognised from the content; " +
				"a name or declared type that contradicts it is refused. The same bytes a second time are refused with 409 unless on_duplicate says otherwise.",
			Status: http.StatusCreated, Also: []int{http.StatusOK},
			Errors: []int{http.StatusConflict, http.StatusRequestEntityTooLarge, http.StatusUnsupportedMediaType, http.StatusUnprocessableEntity},
			// Sets the handler's own deadline. A slow connection needs this long for 25 MiB.
			Outside: true, Upload: uploadBody(), Timeout: 90 * time.Second,
			Example: body.One[Document]{Data: example()},
		}, h.upload)
		records.DeleteMany(k, httpx.Operation{
			ID: "deleteDocuments", Summary: "Delete documents",
			Description: "Deletes up to 100 documents in one transaction and answers for each. An unknown document fails " +
				"with not_found.",
			RequestExample: body.IDs{IDs: []body.ID{2, 99}},
		}, docs.DeleteMany)
		records.Get(k, httpx.Operation{
			ID: "getDocument", Summary: "Get a document",
			Description: "Returns one document of the caller's team.",
			Timeout:     readTimeout,
		}, shown, docs.Get)
		records.Delete(k, httpx.Operation{
			ID: "deleteDocument", Summary: "Delete a document",
			Description: "Deletes one document. If it is being read, the reading ends without effect. Its bytes are removed 30 days later.",
			Errors:      []int{http.StatusUnprocessableEntity},
		}, docs.Delete)
		records.Update(k, httpx.Operation{
			ID: "updateDocument", Summary: "Update a document",
			Description: "Changes the members that are given and keeps the rest. Members are changed first, then the " +
				"status. Another mapping of a CSV, TSV or XLSX file reads the file again, as status uploaded does; " +
				"other files are 422 not_supported.\n\n" +
				"Status ready takes back everything that the import of an applied document wrote. If something " +
				"has changed since, it is 422 invalid_transition with blockers, which name each change by type, " +
				"id and reason.",
			Errors:         []int{http.StatusConflict, http.StatusRequestEntityTooLarge, http.StatusUnsupportedMediaType, http.StatusUnprocessableEntity},
			RequestExample: Patch{Type: body.OptOf("invoice"), Notes: body.FieldOf("Second delivery")},
		}, shown,
			func(ctx context.Context, who caller.Caller, docID document.ID, in *Patch, ifMatch *int64) (*document.Document, error) {
				return docs.Update(ctx, who, app.Update{ID: docID, IfMatch: ifMatch, Changes: in.changes(), Status: wordOf[document.Status](in.Status)})
			})
		httpx.Register(r, httpx.Operation{
			ID: "getDocumentDownload", Method: http.MethodGet, Path: "/documents/{id}/download", Group: group, Beta: true,
			Summary:     "Get a download link",
			Description: "Makes a signed link that serves the file without a key for a short time.",
			Errors:      []int{http.StatusNotFound},
			Example: body.One[Download]{Data: Download{
				URL:       "https://api.example.com/files/1.1774000500.attachment.k1.q3J0cmFuc3BhcmVudGx5LW1hZGUtdXAtc2lnbmF0dXJl",
				ExpiresAt: "2026-03-20T09:55:00.000000Z", OriginalName: "INV-881.pdf", MimeType: "application/pdf", FileSize: 48213,
			}},
		}, h.download)
	}
}

type handlers struct{ docs *app.Documents }

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
		ID: 1, Type: "invoice", Status: "ready", OriginalName: "INV-881.pdf", MimeType: "application/pdf", FileSize: 48213,
		ReferenceNumber: &reference, Targets: []Target{{Type: "supplier", ID: 1}},
		AIClassifiedType: &guess, AIConfidence: &confidence, HasParsedData: true,
		CreatedAt: "2026-03-20T09:41:07.120000Z", UpdatedAt: "2026-03-20T09:41:09.004100Z", Version: 3,
		SHA256:    "9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08",
		PageCount: &pages,
		Classifier: &Classifier{Method: "rules", Version: "1",
			Candidates: []Candidate{{Type: "invoice", Confidence: 0.97}, {Type: "receipt", Confidence: 0.02}}},
		Supplier:      &Supplier{ID: 1, Name: "Example Supply", Confidence: 0.99},
		ParsedSummary: &ParsedResult{Lines: 3, LinesVerified: 3, Currency: &currency, IssueDate: &date},
		LastReading: &LastReading{
			Run: 1, Method: "pdf", ParserVersion: "1", StartedAt: "2026-03-20T09:41:07.500000Z", FinishedAt: "2026-03-20T09:41:09.004100Z",
			PagesRead: 2, Lines: 3, LinesVerified: 3, PreviewVersion: 1, Problems: []Problem{},
		},
	}
}
