// Package httpx alone turns calls into use cases, and answers and refusals into bytes. Contexts
// describe their operations with an Operation, an input type and an output type, and register them:
//
//	type getInput struct {
//		ID int64 `path:"id" minimum:"1" doc:"The document's id."`
//	}
//
//	func Routes(app *document.Documents) httpx.Routes {
//		return func(r *httpx.Router) {
//			httpx.Register(r, httpx.Operation{
//				ID: "getDocument", Method: "GET", Path: "/documents/{id}", Group: "documents",
//				Summary: "Get a document", Errors: []int{404}, Beta: true,
//				Example: httpx.One[Document]{Data: example},
//			}, func(ctx context.Context, who caller.Caller, in *getInput,
//			) (*records.Versioned[Document], error) {
//				d, err := app.Get(ctx, who, in.ID)
//				if err != nil {
//					return nil, err
//				}
//				return records.VersionedOf(toBody(d), d.Version), nil
//			})
//		}
//	}
//
// The tags of the types are huma's. huma turns them into schemas and the published document; a
// compiled form of the same schemas checks every request, so that both agree. Operations with a
// table of parameters name them in Operation.Params. Texts, bodies and answers pass unchanged.
//
// Contexts use httpx, body, records and form. All subpackages:
//
//	body     types of requests and answers
//	records  describes the usual operations of records
//	schema   checks requests
//	cursor   encodes positions in lists
//	quota    bounds the calls of a team, so that they do not slow down other teams
//	openapi  publishes the operations
//	front    pages for people
//	ready    reports whether the service takes calls
//	form     reads forms with a file
//	sheet    sends lists as tables
//	expand   adds records that belong to the records of an answer
//	wire     reads and writes the parts of HTTP that all operations share
//
// A call passes these steps in order: headers, recovery, request id and access log;
// key; quota of refused calls; scope; query; media type; size and syntax of the body;
// schema of the body; call limit; idempotency; handler with a deadline. Only problem.go
// turns a refusal into a problem document.
package httpx

import (
	"sellingassistant/adapters/http/httpx/quota"
	"sellingassistant/adapters/http/httpx/schema"
	"sellingassistant/adapters/http/httpx/wire"
)

// Re-exported for contexts.
var (
	Counter     = quota.Counter
	FromConsole = wire.FromConsole
	Inline      = wire.Inline
	LoginOf     = wire.Login
	Policy      = wire.Policy
	Text        = schema.TextPart
)
