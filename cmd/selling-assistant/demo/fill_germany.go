package demo

import (
	"bytes"
	"context"
	"errors"
	"fmt"

	"sellingassistant/adapters/simulator"
	"sellingassistant/app/exchange"
	inventoryapp "sellingassistant/app/inventory"
	"sellingassistant/cmd/selling-assistant/compose"
	domain "sellingassistant/domain/exchange"
	"sellingassistant/domain/inventory"
	"sellingassistant/domain/kernel/date"
	"sellingassistant/domain/kernel/marketplace"
	"sellingassistant/domain/kernel/money"
	"sellingassistant/domain/kernel/optional"
	"sellingassistant/domain/kernel/page"
	"sellingassistant/domain/kernel/secret"
	"sellingassistant/domain/kernel/vat"
	"sellingassistant/domain/repricer"
	"sellingassistant/domain/repricer/decision"
)

// germany has the marketplace of the demo's second account.
const germany marketplace.ID = "A1PA6795UKMFR9"

const (
	// demoShared indexes the row of the product that is also sold in Germany, from the same cost.
	demoShared = 2
	// germanProduct indexes a product of the catalogue that is sold in Germany only.
	germanProduct = 208
	// germanUnits has the stock of each offer in Germany.
	germanUnits = 120
	// germanCost, germanLeast and germanMost are percentages of a first price in Germany: the cost of
	// the product that is sold there only, the lowest price and the highest one.
	germanCost, germanLeast, germanMost = 27, 72, 125
)

// enlist lists the German offers at the marketplace, which is new at every start.
func (d *Demo) enlist() {
	shared := d.world.ForSale(d.seller, marketplace.US, demoShared+1)[demoShared]
	d.german = []simulator.Sale{
		d.world.Enlist(d.branch, germany, "DE-0001", shared.ASIN, germanUnits, true),
		d.world.Enlist(d.branch, germany, "DE-0002", simulator.ASIN(germanProduct), germanUnits, true),
	}
}

// fillGermany connects the German account, and adds its SKUs, costs and repricer rows. The demo of
// an earlier version sells in the US alone.
func (d *Demo) fillGermany(ctx context.Context, op *compose.Operator, st *state) error {
	if !d.inThePast {
		return nil
	}
	token := secret.New(d.branch.RefreshToken)
	connected, err := op.Probes.Connect(ctx, st.caller(), d.branch.Region, d.branch.ID, token, false)
	if err != nil {
		return err
	}
	var seen []inventory.Observation
	for _, sale := range d.german {
		seen = append(seen, inventory.Observation{
			Seller: d.branch.ID, Connection: connected.Connection.ID(), Marketplace: germany, SKU: sale.SKU, ASIN: sale.ASIN,
			Title: &sale.Title, Condition: inventory.ConditionNew, Channel: inventory.FBA, Status: inventory.SKUActive,
			Price: &sale.Price, Currency: "EUR", Buyable: true,
		})
	}
	if _, err := op.SKUIntake.Observe(ctx, st.Team, 0, d.began, seen); err != nil {
		return err
	}
	if err := d.fillEuros(ctx, op, st); err != nil {
		return err
	}
	alone := d.german[1]
	if _, err := op.Inventory.Create(ctx, st.caller(), inventoryapp.CreateProduct{Patch: inventory.ProductPatch{
		Title:    optional.Some(alone.Title),
		ASINs:    optional.Some([]inventory.ProductASIN{{ASIN: alone.ASIN, Marketplace: germany}}),
		UnitCost: optional.Put(percentOf(alone.Price, germanCost)), Currency: optional.Put(money.Currency("EUR")),
		OutboundShipping: optional.Put(money.MustParse("4.9")), VATClass: optional.Put(vat.ClassStandard),
	}}); err != nil {
		return err
	}
	rows := make([]repricer.NewProduct, len(d.german))
	for i, sale := range d.german {
		rows[i] = repricer.NewProduct{
			Key: repricer.Key{MarketplaceID: germany, SKU: sale.SKU}, ASIN: sale.ASIN,
			Patch: repricer.ProductPatch{
				Mode: optional.Some(decision.ModeAuto), Priority: optional.Some(repricer.PriorityFast),
				Limits: optional.Put(repricer.LimitsPatch{
					MinPrice: optional.Put(percentOf(sale.Price, germanLeast)),
					MaxPrice: optional.Put(percentOf(sale.Price, germanMost)),
				}),
			},
		}
	}
	results, err := op.Products.Create(ctx, st.caller(), rows)
	for _, r := range results {
		if r.Err != nil {
			err = errors.Join(err, r.Err)
		}
	}
	return err
}

// percentOf returns a percentage of a price in whole cents, rounded down.
func percentOf(price money.Amount, percent int64) money.Amount {
	return money.FromUnits(price.Units() / 100 * percent / 100 * 100)
}

// euros lists the dollars of a euro, on every fifth day.
var euros = []string{"1.1612", "1.1587", "1.1634", "1.1570", "1.1621"}

const fifthDay = 5

// fillEuros enters the exchange rates of the past: without the rate of a day, costs in dollars
// decide no price in euros.
func (d *Demo) fillEuros(ctx context.Context, op *compose.Operator, st *state) error {
	first, last := date.Of(d.began.Add(-past).UTC()), date.Of(d.began.UTC())
	var entries []domain.Entry
	for i := 0; i == 0 || !entries[i-1].Day.Maybe().Or(first).Before(first); i++ {
		entries = append(entries, euro(last.Add(-fifthDay*i), euros[i%len(euros)]))
	}
	_, err := op.Rates.Put(ctx, st.caller(), entries)
	return err
}

func euro(day date.Date, rate string) domain.Entry {
	return domain.Entry{
		Base: optional.Put(money.Currency("EUR")), Quote: optional.Put(money.Currency("USD")),
		Day: optional.Put(day), Rate: optional.Put(money.MustParseRate(rate)),
	}
}

// renewEuro enters today's rate if a later start finds an older one, unless a user removed them
// all.
func renewEuro(ctx context.Context, op *compose.Operator, st *state) error {
	today := date.Of(op.Clock.Now().UTC())
	known, err := op.Rates.List(ctx, st.caller(), exchange.Filter{
		Bases: []money.Currency{"EUR"}, Quotes: []money.Currency{"USD"},
	}, page.Request{Limit: 1, Order: []page.By{{Field: "date", Desc: true}}})
	if err != nil || len(known.Items) == 0 || !known.Items[0].Values.Day.Before(today.Add(1-fifthDay)) {
		return err
	}
	_, err = op.Rates.Put(ctx, st.caller(), []domain.Entry{euro(today, euros[0])})
	return err
}

// fillGermanPapers uploads a German invoice of the first supplier about the products that are sold
// in Germany, and the supplier's German price list.
func (d *Demo) fillGermanPapers(ctx context.Context, op *compose.Operator, st *state) error {
	if !d.inThePast {
		return nil
	}
	today := date.Of(op.Clock.Now().UTC())
	if err := upload(ctx, op, st, "rechnung-2026-1107.csv", d.germanInvoice(today.Add(-6))); err != nil {
		return err
	}
	return upload(ctx, op, st, "preisliste-herbst.csv", d.germanList())
}

// germanInvoice writes an invoice with a decimal comma and VAT.
func (d *Demo) germanInvoice(day date.Date) []byte {
	var b bytes.Buffer
	b.WriteString("Harbour Trading GmbH;;;;;;\nAm Hafen 12;;;;;;\n28195 Bremen;;;;;;\n" +
		"USt-IdNr.;DE136695976;;;;;\n;;;;;;\n")
	fmt.Fprintf(&b, "Rechnung Nr.;RE-2026-1107;;;;;\nRechnungsdatum;%s;;;;;\n;;;;;;\n", day.Start().Format("02.01.2006"))
	b.WriteString("Pos.;Artikelnr.;ASIN;Bezeichnung;Menge;Einzelpreis;Gesamtpreis\n")
	net := int64(0) // in cents, like all sums here
	for i, sale := range d.german {
		cost, units := percentOf(sale.Price, germanCost).Units()/100, int64(60-24*i)
		net += cost * units
		fmt.Fprintf(&b, "%d;HT-41%02d;%s;%s;%d;%s;%s\n",
			i+1, i+1, sale.ASIN, sale.Title, units, germanAmount(cost), germanAmount(cost*units))
	}
	tax := (net*19 + 50) / 100
	fmt.Fprintf(&b, ";;;;;Nettobetrag;%s\n;;;;;zzgl. 19 %% MwSt.;%s\n;;;;;Rechnungsbetrag;%s\n",
		germanAmount(net), germanAmount(tax), germanAmount(net+tax))
	return b.Bytes()
}

// germanList writes a price list of products that others sell in Germany.
func (d *Demo) germanList() []byte {
	var b bytes.Buffer
	b.WriteString("Preisliste Herbst 2026;;;;;\nHarbour Trading GmbH;;;;;\n;;;;;\n")
	b.WriteString("Artikelnr.;ASIN;Bezeichnung;VE;EK netto;UVP\n")
	for i, o := range offered[:germanOffered] {
		sale := d.world.Usual(germany, simulator.ASIN(o.product))
		fmt.Fprintf(&b, "HT-5%02d;%s;%s;12;%s;%s\n", i+1, sale.ASIN, sale.Title,
			germanAmount(percentOf(sale.Price, germanCost).Units()/100),
			germanAmount(percentOf(sale.Price, germanMost).Units()/100))
	}
	return b.Bytes()
}

// germanOffered counts the rows of the German price list.
const germanOffered = 12

// germanAmount writes cents as German documents do: 1.234,50 €.
func germanAmount(cents int64) string {
	text := fmt.Sprint(cents / 100)
	for at := len(text) - 3; at > 0; at -= 3 {
		text = text[:at] + "." + text[at:]
	}
	return fmt.Sprintf("%s,%02d €", text, cents%100)
}
