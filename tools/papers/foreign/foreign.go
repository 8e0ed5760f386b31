// Package foreign draws supplier documents of twenty layouts with their truth. It shares no layout
// code with package draw, so that the reader of documents is measured on layouts that nobody made
// it for.
package foreign

import (
	"bytes"
	"encoding/json"
	"fmt"
	"hash/fnv"
	"math/rand/v2"

	"github.com/govalues/decimal"

	"sellingassistant/app/document/evaluate"
	"sellingassistant/domain/document"
	"sellingassistant/domain/document/reading"
	"sellingassistant/tools/papers/draw"
)

// Set names the set of these documents in their truth.
const Set = "foreign"

// Layout draws the documents of one invented supplier.
type Layout struct {
	Name, Language string
	// Type has no value for pro forma invoices.
	Type document.Type
	draw func(*job)
}

// Paper adds full lines to a document and its truth.
type Paper struct {
	draw.Paper
	Lines []Line
}

// Line lists the printed members of a line. A member that is not printed is empty.
type Line struct {
	Kind        reading.Kind `json:"kind"`
	Code        string       `json:"code,omitempty"`
	GTIN        string       `json:"gtin,omitempty"`
	Description string       `json:"description"`
	Quantity    json.Number  `json:"quantity,omitempty"`
	PerCase     json.Number  `json:"units_per_case,omitempty"`
	Price       json.Number  `json:"unit_price,omitempty"`
	Base        json.Number  `json:"price_base_quantity,omitempty"`
	// Discount counts percent of the price.
	Discount json.Number `json:"discount,omitempty"`
	Total    json.Number `json:"line_total,omitempty"`
	// Below marks a line between subtotal and total.
	Below bool `json:"below_subtotal,omitempty"`
}

// Layouts lists all layouts.
func Layouts() []Layout {
	return []Layout{
		{"us-parts", "en", document.Invoice, usParts},
		{"us-beauty-confirmation", "en", document.OrderConfirmation, usBeauty},
		{"us-grocery", "en", document.Invoice, usGrocery},
		{"uk-drinks", "en", document.Invoice, ukDrinks},
		{"uk-stationery-credit", "en", document.CreditNote, ukCredit},
		{"uk-cloth", "en", document.Invoice, ukCloth},
		{"uk-fixings-prices", "en", document.PriceList, ukPrices},
		{"de-tools", "de", document.Invoice, deTools},
		{"de-drinks", "de", document.Invoice, deDrinks},
		{"de-shop", "de", document.Invoice, deShop},
		{"at-farm", "de", document.Invoice, atFarm},
		{"ch-stationery", "de", document.Invoice, chStationery},
		{"fr-wine", "fr", document.Invoice, frWine},
		{"fr-haberdashery-delivery", "fr", document.PackingSlip, frDelivery},
		{"es-food", "es", document.Invoice, esFood},
		{"it-cosmetics", "it", document.Invoice, itCosmetics},
		{"nl-dairy", "nl", document.Invoice, nlDairy},
		{"pl-parts-confirmation", "en", document.OrderConfirmation, plParts},
		{"cn-proforma", "en", "", cnProforma},
		{"in-textiles", "en", document.Invoice, inTextiles},
	}
}

// Papers draws n documents of each layout. The same seed draws the same bytes.
func Papers(seed uint64, n int) ([]Paper, error) {
	var list []Paper
	for _, l := range Layouts() {
		for i := range n {
			p, err := Draw(l, seed, i)
			if err != nil {
				return nil, err
			}
			list = append(list, p)
		}
	}
	return list, nil
}

// Draw draws the n-th document of a layout.
func Draw(l Layout, seed uint64, n int) (Paper, error) {
	name := fmt.Sprintf("%s-%s-%d", Set, l.Name, n)
	sum := fnv.New64a()
	_, _ = sum.Write([]byte(name))
	j := newJob(rand.New(rand.NewPCG(seed, sum.Sum64())))
	l.draw(j)
	p := Paper{Paper: draw.Paper{Name: name, Truth: evaluate.Truth{
		Set: Set, Layout: l.Name, Language: l.Language, Renderer: "fpdf", HeldOut: true, Type: l.Type, Header: j.facts,
	}}}
	for _, i := range j.items {
		line := i.line()
		p.Lines = append(p.Lines, line)
		p.Truth.Lines = append(p.Truth.Lines, evaluate.Line{
			Kind: line.Kind, SKU: line.Code, GTIN: line.GTIN, Quantity: line.Quantity, UnitPrice: line.Price,
			Base: line.Base, Total: line.Total, UnitsPerCase: line.PerCase,
		})
	}
	var out bytes.Buffer
	if err := j.Output(&out); err != nil {
		return Paper{}, fmt.Errorf("%s: %w", name, err)
	}
	p.PDF = out.Bytes()
	return p, nil
}

func (i item) line() Line {
	number := func(d decimal.Decimal) json.Number { return json.Number(d.Trim(0).String()) }
	l := Line{Kind: i.kind, Code: i.code, GTIN: i.gtin, Description: i.name, Below: i.below}
	if !i.without(noQuantity) {
		l.Quantity = number(i.quantity)
	}
	if !i.without(noPrice) {
		l.Price = number(i.price)
		if i.base.Cmp(decimal.One) > 0 {
			l.Base = number(i.base)
		}
		if !i.discount.IsZero() {
			l.Discount = number(i.discount)
		}
	}
	if !i.without(noTotal) {
		l.Total = number(i.total)
	}
	if !i.perCase.IsZero() {
		l.PerCase = number(i.perCase)
	}
	return l
}
