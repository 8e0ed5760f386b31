// Package httpx is the one place that knows how a call becomes a use case and
// how an answer or a refusal becomes bytes. Contexts describe their operations
// with an Operation and an input and an output type, and register them:
//
//	type getInput struct {
//		ID int64 `path:"id" minimum:"1" doc:"The document's id."`
//	}
//
//	func Routes(app *document.Documents) httpx.Routes {
//		return func(r *httpx.Router) {
//			httpx.Register(r, httpx.Operation{
//				ID: "getDocument", Method: "GET", Path: "/documents/{id}", Group: "documents",
//				Summary: "Get a document", Errors: []int{404}, Beta: true, Example: httpx.One[Document]{Data: example},
//			}, func(ctx context.Context, who caller.Caller, in *getInput) (*httpx.Versioned[Document], error) {
//				d, err := app.Get(ctx, who, in.ID)
//				if err != nil {
//					return nil, err
//				}
//				return httpx.VersionedOf(toBody(d), d.Version), nil
//			})
//		}
//	}
//
// The tags of the types are huma's. huma turns them into schemas and the
// published document; a compiled form of the same schemas checks every request,
// so the document and the check cannot disagree.
//
// Operations whose parameters come from a table name them in Operation.Params;
// their texts, bodies and answers go through as they are.
//
// Its rooms: body has what operations describe their bodies with, schema checks
// requests, cursor seals places in lists, quota bounds what a team's calls cost the
// others, openapi publishes the operations, front has the pages for people, ready knows whether calls are taken.
// Contexts use httpx and body.
//
// A call passes, in this order: headers, recovery, request id and access log;
// key; quota of refused calls; scope; query; media type; size and syntax of the
// body; its schema; call limit; idempotency; the handler with a deadline. Every refusal becomes a
// problem document in problem.go and nowhere else.
package httpx

import (
	"sellingassistant/adapters/http/httpx/quota"
	"sellingassistant/adapters/http/httpx/schema"
	"sellingassistant/adapters/http/httpx/wire"
)

// What contexts use of the rooms.
var (
	Counter = quota.Counter
	Inline  = wire.Inline
	Policy  = wire.Policy
	Text    = schema.TextPart
)
