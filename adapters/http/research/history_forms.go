package research

import (
	"context"
	"encoding/json"
	"slices"
	"strings"
	"time"

	"github.com/danielgtaylor/huma/v2"

	"sellingassistant/adapters/http/httpx"
	"sellingassistant/adapters/http/httpx/body"
	"sellingassistant/adapters/http/research/chart"
	app "sellingassistant/app/research"
	"sellingassistant/domain/research/series"
)

const svgType = "image/svg+xml"

// historyForm names the form of an answered history.
type historyForm string

const (
	formKeepa  historyForm = "keepa"
	formPoints historyForm = "points"
	formSVG    historyForm = "svg"
)

// Words lists the forms, the default first.
func (historyForm) Words() []historyForm { return []historyForm{formKeepa, formPoints, formSVG} }

// historyStep sets the distance between the points of a history.
type historyStep string

const (
	stepRaw historyStep = "raw"
	stepDay historyStep = "day"
)

// Words lists the steps, the default first.
func (historyStep) Words() []historyStep { return []historyStep{stepRaw, stepDay} }

type productInput struct {
	historyInput
	Format body.Opt[body.Word[historyForm]] `query:"format" doc:"keepa, Keepa's own answer, when absent and Accept does not name image/svg+xml; points and svg show one product."`
	Series []body.Word[series.Name]         `query:"series" minItems:"1" maxItems:"14" doc:"Which series are shown. When absent all that the product has; in a chart amazon, new, buyBox, rank and badge. A chart names below it those without data."`
	Range  body.Opt[int]                    `query:"range" minimum:"1" maximum:"3650" doc:"Days that are shown, up to now; 365 when absent."`
	Points body.Opt[int]                    `query:"points" minimum:"20" maximum:"2000" doc:"At most so many points of a series, 500 when absent. Of more, those are kept that a chart of a fifth as many pixels shows."`
	Step   body.Opt[body.Word[historyStep]] `query:"step" doc:"raw, each change, when absent; day: the last value of each day in UTC."`
	Width  body.Opt[int]                    `query:"width" minimum:"300" maximum:"1600" doc:"Pixels of a chart; 800 when absent."`
	Height body.Opt[int]                    `query:"height" minimum:"200" maximum:"900" doc:"Pixels of a chart; 400 when absent."`
	Theme  body.Opt[body.Word[chart.Theme]] `query:"theme" doc:"Colours of a chart; light when absent."`
}

func (in *productInput) form(ctx context.Context) historyForm {
	standard := formKeepa
	if httpx.Accepts(ctx, svgType) {
		standard = formSVG
	}
	return body.Said(in.Format).Maybe().Or(standard)
}

// fits refuses parameters that have no meaning in a form.
func (in *productInput) fits(form historyForm) error {
	for _, p := range []struct {
		name  string
		given bool
		of    []historyForm
	}{
		{"series", in.Series != nil, []historyForm{formPoints, formSVG}}, {"range", in.Range.Set, []historyForm{formPoints, formSVG}},
		{"points", in.Points.Set, []historyForm{formPoints}}, {"step", in.Step.Set, []historyForm{formPoints}},
		{"width", in.Width.Set, []historyForm{formSVG}}, {"height", in.Height.Set, []historyForm{formSVG}}, {"theme", in.Theme.Set, []historyForm{formSVG}},
	} {
		fits := !p.given
		for _, of := range p.of {
			fits = fits || of == form
		}
		if !fits {
			return conflictingQuery(p.name, p.name+" says nothing in format "+string(form)+".")
		}
	}
	if form != formKeepa && (in.Get("code") != "" || strings.Contains(in.Get("asin"), ",")) {
		return conflictingQuery("format", "Name one product by asin for format "+string(form)+".")
	}
	if form != formKeepa && in.Get("history") == "0" {
		return conflictingQuery("history", "Format "+string(form)+" needs the history.")
	}
	return nil
}

// answered calls next unless err is set.
func answered(err error, next func() (*historyOutput, error)) (*historyOutput, error) {
	if err != nil {
		return nil, err
	}
	return next()
}

func (in *productInput) shown(form historyForm, h app.History) (*historyOutput, error) {
	from := h.Now - series.Minute(in.Range.Maybe().Or(365))*series.Day
	if form == formSVG {
		return &historyOutput{svgType, in.chart(h, from)}, nil
	}
	text, err := json.Marshal(in.points(h, from))
	return &historyOutput{"application/json", text}, err
}

// chosen returns the requested series once each, else the standard series.
func (in *productInput) chosen(standard []series.Name) (names []series.Name) {
	wanted := body.Words[series.Name](in.Series)
	if len(wanted) == 0 {
		wanted = standard
	}
	for _, name := range wanted {
		if !slices.Contains(names, name) {
			names = append(names, name)
		}
	}
	return names
}

func (in *productInput) chart(h app.History, from series.Minute) []byte {
	c := chart.Chart{
		Title: strings.TrimSpace(h.Title + " (" + h.ASIN + ", " + h.Marketplace.Domain + ")"), Currency: h.Marketplace.Currency, Width: in.Width.Maybe().Or(800),
		Height: in.Height.Maybe().Or(400), Theme: body.Said(in.Theme).Maybe().Or(chart.Light), From: from, To: h.Now,
	}
	for _, name := range in.chosen([]series.Name{series.Amazon, series.New, series.BuyBox, series.Rank, series.Badge}) {
		c.Lines = append(c.Lines, chart.Line{Name: name, Series: h.Series[name].Landed()})
	}
	return chart.SVG(c)
}

// HistoryPoints has the history of a product in exact numbers.
type HistoryPoints struct {
	ASIN     string                        `json:"asin"`
	Domain   string                        `json:"domain"`
	Currency string                        `json:"currency"`
	From     body.Time                     `json:"from"`
	To       body.Time                     `json:"to"`
	Series   map[series.Name]HistorySeries `json:"series"`
	Sellers  [][2]any                      `json:"buyBoxSellers"`
	Meta     HistoryMeta                   `json:"meta"`
}

// HistorySeries has points of a time and a value, and of shipping if it is charged separately.
type HistorySeries struct {
	Unit    series.Unit `json:"unit"`
	Points  [][]any     `json:"points"`
	Thinned bool        `json:"thinned"`
}

// HistoryMeta names the source of the history.
type HistoryMeta struct {
	TrackingSince  *body.Time `json:"trackingSince"`
	LastUpdate     *body.Time `json:"lastUpdate"`
	Source         string     `json:"source"`
	TokensConsumed int64      `json:"tokensConsumed"`
}

// pointsSchema describes HistoryPoints; all its members occur only in format points.
func pointsSchema() map[string]*huma.Schema {
	text := func(doc string) *huma.Schema { return &huma.Schema{Type: huma.TypeString, Description: doc} }
	list := func(doc string, least int) *huma.Schema {
		return &huma.Schema{Type: huma.TypeArray, Description: doc, Items: &huma.Schema{
			Type: huma.TypeArray, Description: "An entry.", MinItems: &least, MaxItems: new(3), Items: &huma.Schema{AnyOf: []*huma.Schema{{Type: huma.TypeString, Nullable: true}, {Type: huma.TypeNumber}}},
		}}
	}
	entry := &huma.Schema{Type: huma.TypeObject, Description: "A series.", AdditionalProperties: false, Properties: map[string]*huma.Schema{
		"unit": text("money, rank, count or stars."),
		"points": list("Time, and the value from then on; null if there was no value. Prices with a shipping charge of their "+
			"own also have the shipping; null if unknown.", 2),
		"thinned": {Type: huma.TypeBoolean, Description: "Whether points were left out."},
	}}
	return map[string]*huma.Schema{
		"asin": text("The product."), "domain": text("The marketplace."), "currency": text("ISO 4217 code of all money."), "from": text("Start of the range shown."),
		"to":     text("Its end."),
		"series": {Type: huma.TypeObject, Description: "Series by name.", AdditionalProperties: entry},
		"buyBoxSellers": list("Sellers that had the buy box, with the time it began, at most the last 2000 changes. Null if no "+
			"seller had it or the seller is unknown.", 2),
		"meta": {Type: huma.TypeObject, Description: "Where the history comes from.", AdditionalProperties: false, Properties: map[string]*huma.Schema{
			"trackingSince": {Type: huma.TypeString, Nullable: true, Description: "Since when Keepa watches the product."},
			"lastUpdate":    {Type: huma.TypeString, Nullable: true, Description: "When Keepa last looked."}, "source": text("keepa."),
			"tokensConsumed": {Type: huma.TypeInteger, Description: "Keepa's tokens that the answer cost; 0 where it was kept."},
		}},
	}
}

// mostHolders bounds the holders of the buy box that are listed.
const mostHolders = 2000

func (in *productInput) points(h app.History, from series.Minute) HistoryPoints {
	out := HistoryPoints{
		ASIN: h.ASIN, Domain: h.Marketplace.Domain, Currency: string(h.Marketplace.Currency), From: body.TimeOf(from.Time()), To: body.TimeOf(h.Now.Time()),
		Series: map[series.Name]HistorySeries{}, Sellers: [][2]any{},
		Meta: HistoryMeta{momentOf(h.TrackingSince), momentOf(h.LastUpdate), "keepa", h.Consumed},
	}
	for _, name := range in.chosen(series.Name("").Words()) {
		s := h.Series[name]
		if len(s.Points) == 0 {
			continue
		}
		if body.Said(in.Step).Maybe().Or(stepRaw) == stepDay {
			s = s.Daily(from, h.Now)
		}
		s, thinned := s.Thin(from, h.Now, in.Points.Maybe().Or(500))
		out.Series[name] = HistorySeries{name.Unit(), body.Each(s.Points, func(p series.Point) []any { return pointOf(p, s.WithShipping) }), thinned}
	}
	holders := h.Holders
	for len(holders) > 1 && (holders[1].At <= from || len(holders) > mostHolders) {
		holders = holders[1:]
	}
	for _, holder := range holders {
		if holder.At > h.Now {
			break
		}
		out.Sellers = append(out.Sellers, [2]any{at(max(holder.At, from)), body.Text(holder.Seller)})
	}
	return out
}

func at(m series.Minute) string { return m.Time().Format(time.RFC3339) }

func pointOf(p series.Point, shipping bool) []any {
	value := func(units int64) any {
		if units < 0 {
			return nil
		}
		return valueOf(units)
	}
	point := []any{at(p.At), value(p.Value)}
	if shipping {
		point = append(point, value(p.Shipping))
	}
	return point
}
