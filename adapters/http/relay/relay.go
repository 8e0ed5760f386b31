package relay

import (
	"cmp"
	"context"
	"errors"
	"net/http"
	"strings"
	"time"

	"github.com/danielgtaylor/huma/v2"

	"sellingassistant/adapters/http/httpx"
	"sellingassistant/adapters/http/httpx/body"
	app "sellingassistant/app/relay"
	"sellingassistant/domain/kernel/caller"
	"sellingassistant/domain/kernel/marketplace"
	"sellingassistant/domain/relay"
)

// row describes one operation.
type row struct {
	// id names our operation, upstream Amazon's.
	id, upstream string
	method, path string
	group        string
	summary      string
	description  string
	// own lists the parameters other than marketplaces. capitals capitalises their names for
	// Amazon.
	own      []parameter
	capitals bool
	// several allows more than one marketplace.
	several bool
	// fill names Amazon's parameters for the marketplaces. preset has defaults for parameters that
	// the caller may omit.
	fill   []string
	preset relay.Parameters
	rules  []relay.Rule
	// body describes the request, and sent has an example of it. inside finds the marketplaces that
	// a body names.
	body   *huma.Schema
	sent   any
	inside func(body []byte) []string
	// reads marks a POST that changes nothing, and beside an operation beside the specification.
	reads, beside bool
	// keep removes members of a success that callers do not get; nil passes it on unchanged.
	keep func(body []byte) ([]byte, error)
	// answer describes a success, and example has an example of it.
	answer  *huma.Schema
	example any
}

type readInput struct{ httpx.Values }

type writeInput struct {
	httpx.Values
	Body httpx.Exact
}

type output struct {
	Status      int
	ContentType string `header:"Content-Type"`
	RequestID   string `header:"x-amzn-RequestId" doc:"Amazon's name of the call, for its support."`
	RateLimit   string `header:"x-amzn-RateLimit-Limit" doc:"Calls a second that Amazon allows the seller account."`
	Body        []byte
}

// Routes adds the operations.
func Routes(relays *app.Relays) httpx.Routes {
	return func(r *httpx.Router) {
		for _, row := range rows() {
			op := row.operation()
			if row.body == nil {
				httpx.Register(r, op, func(ctx context.Context, who caller.Caller, in *readInput) (*output, error) {
					return pass(ctx, relays, who, row.call(in.Values, nil), row.keep)
				})
				continue
			}
			httpx.Register(r, op, func(ctx context.Context, who caller.Caller, in *writeInput) (*output, error) {
				return pass(ctx, relays, who, row.call(in.Values, in.Body), row.keep)
			})
		}
	}
}

func pass(
	ctx context.Context, relays *app.Relays, who caller.Caller, c app.Call, keep func([]byte) ([]byte, error),
) (*output, error) {
	c.Region, c.Hosted = place(ctx)
	a, err := relays.Call(ctx, who, c)
	var r *relay.Refused
	if errors.As(err, &r) {
		return nil, &body.Forwarded{
			Status: r.Status, ContentType: r.ContentType, Body: r.Body,
			RequestID: r.RequestID, RateLimit: r.RateLimit, Err: err,
		}
	}
	if err == nil && keep != nil {
		a.Body, err = keep(a.Body)
	}
	if err != nil {
		return nil, err
	}
	return &output{
		Status: a.Status, ContentType: a.ContentType, RequestID: a.RequestID, RateLimit: a.RateLimit, Body: a.Body,
	}, nil
}

// prefix begins every path, before Amazon's own path.
const prefix = "/sp-api"

// operation converts the row for the router and the document.
func (r *row) operation() httpx.Operation {
	more := ""
	if r.beside {
		more = " An operation beside the specification."
	}
	op := httpx.Operation{
		ID: r.id, Method: r.method, Path: prefix + r.path, Group: r.group,
		Summary: r.summary,
		// The descriptions of the groups say the rest.
		Description:  r.description + more + "\n\nPasses on Amazon's " + r.upstream + ".",
		Errors:       []int{http.StatusNotFound, http.StatusUnprocessableEntity},
		AnswerSchema: r.answer, Example: r.example,
		BodySchema: r.body, Reads: r.reads,
		// No rollback can undo a call of Amazon.
		Outside: r.method == http.MethodPost || r.method == http.MethodPatch,
		Names:   r.names(),
	}
	if r.body != nil {
		op.RequestExample = r.sent
	}
	for _, p := range append(r.own, r.choice()...) {
		op.Params = append(op.Params, httpx.Param{Name: p.name, In: p.in(r.path), Required: p.required, Doc: p.doc, Schema: p.schema})
	}
	return op
}

// choice lists the parameters that name the marketplace.
func (r *row) choice() []parameter {
	list := []parameter{
		text("domain", 100, "Marketplace by its domain, with or without www. Wins over marketplaceId; without both the team's default marketplace counts. "+
			"It decides which seller account makes the call.").shown("amazon.com"),
		text("marketplaceId", 100, "Marketplace by Amazon's identifier.").shown("ATVPDKIKX0DER"),
	}
	if r.several {
		var ids []string
		for _, m := range marketplace.All() {
			ids = append(ids, string(m.ID))
		}
		list = append(list, words("marketplaceIds",
			"Several marketplaces of one region by Amazon's identifiers, in place of domain and marketplaceId.", ids...))
	}
	return list
}

// names maps Amazon's own names of parameters, which clients written for Amazon send, to ours.
// Older interfaces begin them with a capital. Where one marketplace is taken, the names for a list
// of marketplaces are accepted too.
func (r *row) names() map[string]string {
	all := map[string]string{"granularityId": "marketplaceId"}
	if !r.several {
		all["marketplaceIds"], all["MarketplaceIds"] = "marketplaceId", "marketplaceId"
	}
	for _, p := range append(r.own, r.choice()...) {
		if p.in(r.path) == "query" && p.name != "domain" {
			all[capital(p.name)] = p.name
		}
	}
	return all
}

// call translates a checked call.
func (r *row) call(in httpx.Values, body []byte) app.Call {
	given := relay.Parameters(in.All())
	c := app.Call{
		Request: relay.Request{Operation: r.upstream, Segments: relay.Parameters{}, Query: relay.Parameters{}, Body: body},
		Choice: relay.Choice{
			Domain: given["domain"], MarketplaceID: given["marketplaceId"], MarketplaceIDs: given["marketplaceIds"],
		},
		Given: given, Rules: r.rules, Fill: r.fill, Reads: r.method == http.MethodGet,
	}
	for name, value := range r.preset {
		c.Query[name] = value
	}
	for i := range r.own {
		p := &r.own[i]
		value := given[p.name]
		switch {
		case value == "":
		case p.in(r.path) == "path":
			c.Segments[r.theirs(p)] = value
		default:
			c.Query[r.theirs(p)] = p.sent(value)
		}
	}
	if r.inside != nil {
		c.Inside = r.inside(body)
	}
	return c
}

// theirs returns Amazon's name of a parameter.
func (r *row) theirs(p *parameter) string {
	if r.capitals {
		return cmp.Or(p.theirs, capital(p.name))
	}
	return p.name
}

func capital(name string) string { return strings.ToUpper(name[:1]) + name[1:] }

// parameter describes one of an operation's own parameters, under our name.
type parameter struct {
	name string
	// theirs has Amazon's name if it is not ours with a capital.
	theirs   string
	doc      string
	required bool
	instant  bool
	schema   *huma.Schema
}

// in returns the location of the parameter: path or query.
func (p parameter) in(path string) string {
	if strings.Contains(path, "{"+p.name+"}") {
		return "path"
	}
	return "query"
}

// sent converts a checked text for Amazon. Times are sent in UTC with a Z, because some readers
// take the plus sign of an offset for a space.
func (p parameter) sent(value string) string {
	if !p.instant {
		return value
	}
	at, err := time.Parse(time.RFC3339Nano, value)
	if err != nil { // the schema allows no other text
		return value
	}
	return at.UTC().Format(time.RFC3339Nano)
}

func (p parameter) must() parameter {
	p.required = true
	return p
}

// shown adds an example to the parameter. All examples of an operation form one call, so parameters
// that exclude each other do not all have an example.
func (p parameter) shown(example any) parameter {
	p.schema.Examples = []any{example}
	return p
}

func text(name string, most int, doc string) parameter {
	least := 1
	return parameter{name: name, doc: doc, schema: &huma.Schema{Type: huma.TypeString, MinLength: &least, MaxLength: &most}}
}

// formed describes a text with a pattern, which words explain.
func formed(name, pattern, words, doc string) parameter {
	return parameter{name: name, doc: doc, schema: &huma.Schema{Type: huma.TypeString, Pattern: pattern, PatternDescription: words}}
}

// token describes the token of a page. Amazon makes it, so the only rule is that it is printable.
func token(name string, most int, doc string) parameter {
	return parameter{name: name, doc: doc + " of the page before, unchanged.", schema: &huma.Schema{
		Type: huma.TypeString, Pattern: "^[!-~]+$", PatternDescription: "printable", MaxLength: &most,
	}}
}

func texts(name string, entries, most int, doc string) parameter {
	least := 1
	return parameter{name: name, doc: doc + " Separated by commas; an entry cannot contain a comma.", schema: &huma.Schema{
		Type: huma.TypeArray, MinItems: &least, MaxItems: &entries,
		Items: &huma.Schema{Type: huma.TypeString, MinLength: &least, MaxLength: &most},
	}}
}

func anyOf(list ...string) []any {
	out := make([]any, len(list))
	for i, w := range list {
		out[i] = w
	}
	return out
}

func word(name, doc string, list ...string) parameter {
	return parameter{name: name, doc: doc, schema: &huma.Schema{Type: huma.TypeString, Enum: anyOf(list...)}}
}

func words(name, doc string, list ...string) parameter {
	least, most := 1, len(list)
	return parameter{name: name, doc: doc + " Separated by commas.", schema: &huma.Schema{
		Type: huma.TypeArray, MinItems: &least, MaxItems: &most, Items: &huma.Schema{Type: huma.TypeString, Enum: anyOf(list...)},
	}}
}

func number(name string, least, most float64, doc string) parameter {
	return parameter{name: name, doc: doc, schema: &huma.Schema{
		Type: huma.TypeInteger, Format: "int32", Minimum: &least, Maximum: &most,
	}}
}

func flag(name, doc string) parameter {
	return parameter{name: name, doc: doc, schema: &huma.Schema{Type: huma.TypeBoolean}}
}

func instant(name, doc string) parameter {
	return parameter{name: name, doc: doc, instant: true, schema: &huma.Schema{
		Type: huma.TypeString, Format: "date-time", Examples: []any{"2026-11-01T00:00:00Z"},
	}}
}

// rows lists all operations.
func rows() []row {
	var all []row
	for _, group := range [][]row{
		sellers(), restrictions(), orders(), shipments(), plans(), planParts(), inventory(), catalog(), listings(), listingWrites(),
		productTypes(), pricing(), offers(), fees(),
	} {
		all = append(all, group...)
	}
	return all
}
