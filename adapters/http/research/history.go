package research

import (
	"bytes"
	"context"
	"encoding/json"
	"maps"
	"net/http"
	"slices"
	"strconv"
	"strings"

	"github.com/danielgtaylor/huma/v2"

	"sellingassistant/adapters/http/httpx"
	app "sellingassistant/app/research"
	"sellingassistant/domain/kernel/caller"
	"sellingassistant/domain/kernel/fault"
	"sellingassistant/domain/kernel/marketplace"
	"sellingassistant/domain/research/lookup"
)

const (
	histories = "price-history"
	passed    = "\n\n" +
		"The answer is Keepa's own, with its names, times and units, but without the state of the operator's " +
		"token meter. tokensConsumed stays; it is 0 for an answer that the team has paid for within 24 hours.\n\n" +
		"The call costs as many tokens of the plan as Keepa consumes, at least 1. Kept answers, refusals and " +
		"failures cost nothing. 422 not_supported: the installation has no Keepa key, or Keepa does not have the " +
		"marketplace."
)

type historyInput struct {
	httpx.Marketplace
	httpx.Values
}

type finderInput struct {
	historyInput
	Body httpx.Exact
}

// historyOutput has Keepa's unchanged JSON, or another form of it.
type historyOutput struct {
	ContentType string `header:"Content-Type" doc:"The media type."`
	Body        []byte
}

// searchOutput has a page of Keepa's unchanged JSON.
type searchOutput struct {
	Link        string `header:"Link" doc:"The address of the following page with rel=next; absent on the last page."`
	ContentType string `header:"Content-Type" doc:"The media type."`
	Body        []byte
}

const (
	onSearchPage   = 10
	lastSearchPage = 9
)

// afterSearch returns the number of the page after a full page, "" on the last page.
func afterSearch(page string, answer []byte) string {
	var found struct {
		Products []json.RawMessage `json:"products"`
		ASINs    []json.RawMessage `json:"asinList"`
	}
	n, _ := strconv.Atoi(page) // without a page it reads the first
	wrong := json.Unmarshal(answer, &found) != nil
	if wrong || max(len(found.Products), len(found.ASINs)) < onSearchPage || n >= lastSearchPage {
		return ""
	}
	return strconv.Itoa(n + 1)
}

func text(name, pattern, words, doc string, most int) httpx.Param {
	return httpx.Param{Name: name, In: "query", Doc: doc, Schema: &huma.Schema{
		Type: huma.TypeString, MinLength: new(1), MaxLength: &most, Pattern: pattern, PatternDescription: words,
	}}
}

func list(name, pattern, words, doc string) httpx.Param {
	return httpx.Param{Name: name, In: "query", Doc: doc, Schema: &huma.Schema{
		Type: huma.TypeArray, MinItems: new(1), MaxItems: new(100), Items: &huma.Schema{Type: huma.TypeString, Pattern: pattern, PatternDescription: words},
	}}
}

func number(name string, low, high float64, doc string) httpx.Param {
	return httpx.Param{Name: name, In: "query", Doc: doc, Schema: &huma.Schema{Type: huma.TypeInteger, Minimum: &low, Maximum: &high}}
}

func flag(name, doc string) httpx.Param { return number(name, 0, 1, doc+" 1 for yes.") }

// shown adds an example to a parameter.
func shown(p httpx.Param, example any) httpx.Param {
	p.Schema.Examples = []any{example}
	return p
}

// common lists the parameters of products and of searches.
func common() []httpx.Param {
	return []httpx.Param{
		shown(text("stats", `^([0-9]{1,4}|[0-9T:Z-]{1,25},[0-9T:Z-]{1,25})$`, "days, or two times with a comma",
			"Adds statistics: of so many days, or between two times.", 60), "90"),
		number("update", 0, 100_000, "Hours after which Keepa looks again; 0 is always."),
		flag("history", "Whether histories are in the answer."),
		flag("rating", "Whether the history of ratings is in the answer."),
	}
}

func productParams() []httpx.Param {
	return append([]httpx.Param{
		shown(list("asin", "^[0-9A-Za-z]{10}$", "10 letters or digits", "Products by ASIN, at most 20 with offers. Either asin or code."), []string{"B0SIM0000A"}),
		list("code", "^[0-9]{8,14}$", "8 to 14 digits", "Products by UPC, EAN or ISBN-13. Either asin or code."),
		number("days", 1, 10_000, "Days of history."),
		number("offers", 20, 100, "Offers to look for now, which costs 6 tokens for ten of them."),
		flag("only-live-offers", "Leaves out offers that ended."), flag("buybox", "Adds the history of the buy box, for 2 tokens."),
		flag("stock", "Adds the stock of offers, for 2 tokens."), flag("rental", "Adds rental offers."), flag("videos", "Adds videos."),
		flag("aplus", "Adds the maker's description (A+ content)."), flag("historical-variations", "Adds variations that are gone."),
		number("code-limit", 1, 100, "Products for a code."),
	}, common()...)
}

func searchParams() []httpx.Param {
	term := shown(text("term", "", "", "Words to look for.", 200), "bottle")
	term.Required = true
	return append([]httpx.Param{
		term, number("page", 0, lastSearchPage, "Page of ten products, from 0."), flag("asins-only", "Answers ASINs alone."),
	}, common()...)
}

// HistoryRoutes adds the operations that pass Keepa's answers on.
func HistoryRoutes(all *app.Histories) httpx.Routes {
	product := &huma.Schema{Type: huma.TypeObject, AdditionalProperties: true}
	asins := &huma.Schema{Type: huma.TypeString}
	open := func(doc string, found map[string]*huma.Schema) *huma.Schema {
		s := &huma.Schema{Type: huma.TypeObject, Description: doc, AdditionalProperties: true, Properties: map[string]*huma.Schema{
			"tokensConsumed": {Type: huma.TypeInteger, Description: "Keepa's tokens that the answer cost."},
		}}
		for name, items := range found {
			s.Properties[name] = &huma.Schema{Type: huma.TypeArray, Nullable: true, Description: "The records that were found.", Items: items}
		}
		return s
	}
	ask := func(ctx context.Context, who caller.Caller, in *historyInput, q lookup.Question) (*historyOutput, error) {
		q.Query = in.All()
		body, err := all.Ask(ctx, who, marketplace.Choice(in.Marketplace), q)
		return &historyOutput{"application/json", body}, err
	}
	one := open("Keepa's products; with format points the members asin to meta.", map[string]*huma.Schema{"products": product})
	maps.Copy(one.Properties, pointsSchema())
	failures := []int{http.StatusPaymentRequired, http.StatusNotFound, http.StatusUnprocessableEntity}
	return func(r *httpx.Router) {
		httpx.Register(r, httpx.Operation{
			ID: "getPriceHistoryProduct", Method: http.MethodGet, Path: "/keepa/product", Group: histories, Summary: "Get price history",
			Description: "Asks Keepa for products with their histories of prices, ranks and offers. Give either asin or " +
				"code.\n\n" +
				"An extra of this service: format points returns the history of one product as exact numbers with " +
				"times in UTC. format svg, or Accept: image/svg+xml, returns it as a chart. Both use a kept " +
				"answer, including an answer that getProduct paid for, and then cost nothing." + passed,
			Errors: failures, Params: productParams(), AnswerSchema: one, Files: []string{svgType}, Example: json.RawMessage(exampleHistory),
		}, func(ctx context.Context, who caller.Caller, in *productInput) (*historyOutput, error) {
			if (in.Get("asin") == "") == (in.Get("code") == "") {
				return nil, conflictingQuery("asin", "Give either asin or code.")
			}
			if in.Get("offers") != "" && strings.Count(in.Get("asin")+in.Get("code"), ",") >= 20 {
				return nil, conflictingQuery("offers", "With offers, name at most 20 products.")
			}
			q := lookup.Question{Kind: lookup.ByName, Cost: costOf(&in.historyInput)}
			form := in.form(ctx)
			if err := in.fits(form); err != nil || form == formKeepa {
				return answered(err, func() (*historyOutput, error) { return ask(ctx, who, &in.historyInput, q) })
			}
			q.Query = in.All()
			h, err := all.History(ctx, who, marketplace.Choice(in.Marketplace), q)
			return answered(err, func() (*historyOutput, error) { return in.shown(form, h) })
		})
		httpx.Register(r, httpx.Operation{
			ID: "searchPriceHistoryProducts", Method: http.MethodGet, Path: "/keepa/search", Group: histories, Summary: "Search products",
			Description: "Asks Keepa for products by words, ten on a page." + passed, Errors: failures, Params: searchParams(),
			AnswerSchema: open("Keepa's products.", map[string]*huma.Schema{"products": product, "asinList": asins}), Example: json.RawMessage(exampleHistory),
		}, func(ctx context.Context, who caller.Caller, in *historyInput) (*searchOutput, error) {
			out, err := ask(ctx, who, in, lookup.Question{Kind: lookup.ByWords, Cost: 10})
			if err != nil {
				return nil, err
			}
			link := httpx.NextLink(ctx, "page", afterSearch(in.Get("page"), out.Body))
			return &searchOutput{link, out.ContentType, out.Body}, nil
		})
		httpx.Register(r, httpx.Operation{
			ID: "findPriceHistoryProducts", Method: http.MethodPost, Path: "/keepa/product-finder", Group: histories, Summary: "Find products", Reads: true,
			Description: "Asks Keepa for the ASINs of products that fit a selection in Keepa's own words. perPage is at least 50." + passed, Errors: failures,
			Params: []httpx.Param{flag("stats", "Adds statistics of the products found.")}, Outside: true,
			AnswerSchema: open("The ASINs that fit.", map[string]*huma.Schema{"asinList": asins}), Example: json.RawMessage(`{"asinList":["B0SIM0000A"],"totalResults":1,"tokensConsumed":11}`),
			BodySchema: selectionSchema(), RequestExample: json.RawMessage(`{"title":"bottle","perPage":50,"page":0}`),
		}, func(ctx context.Context, who caller.Caller, in *finderInput) (*historyOutput, error) {
			if err := checkSelection(in.Body); err != nil {
				return nil, err
			}
			return ask(ctx, who, &in.historyInput, lookup.Question{Kind: lookup.ByFinder, Cost: 11, Body: in.Body})
		})
	}
}

const exampleHistory = `{"products":[{"asin":"B0SIM0000A","domainId":1,"title":"Steel bottle","csv":[[7554276,2599]],"stats":{"current":[2599]}}],"tokensConsumed":1}`

func conflictingQuery(parameter, message string) error {
	return conflicting("", message).In(parameter)
}

// selectionSchema applies Keepa's bounds; the names of a selection are Keepa's.
func selectionSchema() *huma.Schema {
	whole := func(low, high float64, doc string) *huma.Schema {
		return &huma.Schema{Type: huma.TypeInteger, Minimum: &low, Maximum: &high, Description: doc}
	}
	return &huma.Schema{
		Type: huma.TypeObject, Description: "Keepa's selection.", AdditionalProperties: true, MinProperties: new(1), MaxProperties: new(200),
		Properties: map[string]*huma.Schema{
			"perPage": whole(50, 10_000, "ASINs of a page."), "page": whole(0, 200, "The page, from 0."),
			"title": {Type: huma.TypeString, MinLength: new(1), MaxLength: new(200), Description: "Words of the title."},
		},
	}
}

// checkSelection accepts the values that Keepa's members can have: plain values, lists of at most
// fifty, and lists of lists of plain values.
func checkSelection(text []byte) error {
	var members map[string]any
	d := json.NewDecoder(bytes.NewReader(text))
	d.UseNumber()
	if err := d.Decode(&members); err != nil {
		return err
	}
	for name, value := range members {
		if !fitsSelection(value, 2) {
			e := fault.New(fault.Invalid, fault.CodeValidationFailed, name+" must be a text of at most 500 bytes, a number, true, false, or a list of at most 50 of them")
			e.Errors = []fault.Item{{Code: fault.CodeInvalid, Message: e.Message, Pointer: "/" + name}}
			return e
		}
	}
	return nil
}

func fitsSelection(value any, depth int) bool {
	switch v := value.(type) {
	case map[string]any:
		return false
	case json.Number:
		return len(v) <= 20
	case string:
		return len(v) <= 500
	case []any:
		return depth > 0 && len(v) <= 50 && !slices.ContainsFunc(v, func(one any) bool { return !fitsSelection(one, depth-1) })
	}
	return true
}

// costOf estimates Keepa's tokens for the products of a call.
func costOf(in *historyInput) int64 {
	each := int64(1)
	if offers, err := strconv.ParseInt(in.Get("offers"), 10, 64); err == nil {
		each = 6 * ((offers + 9) / 10)
	}
	for _, more := range []struct {
		name string
		cost int64
	}{{"buybox", 2}, {"stock", 2}, {"rating", 1}} {
		if in.Get(more.name) == "1" {
			each += more.cost
		}
	}
	if in.Get("update") == "0" {
		each++
	}
	return each * int64(1+strings.Count(in.Get("asin")+in.Get("code"), ","))
}
