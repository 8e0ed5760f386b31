package demo

import (
	"bytes"
	"context"
	"errors"
	"fmt"

	"sellingassistant/adapters/simulator"
	inventoryapp "sellingassistant/app/inventory"
	"sellingassistant/cmd/selling-assistant/compose"
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
	// demoShared indexes the row of the product that is also sold in Germany.
	demoShared = 2
	// germanProduct indexes a product of the catalogue that is sold in Germany only.
	germanProduct = 208
	// germanUnits has the stock of each offer in Germany.
	germanUnits = 120
	// germanCost, germanLeast and germanMost are percentages of a first price in Germany: the cost,
	// the lowest price and the highest one.
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
	shared, alone := d.german[0], d.german[1]
	if err := d.costInEuros(ctx, op, st, shared); err != nil {
		return err
	}
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

// costInEuros gives the German SKU of the shared product a cost of its own, from its first day on.
// The cost in dollars of the product would decide no price in euros without an exchange rate.
func (d *Demo) costInEuros(ctx context.Context, op *compose.Operator, st *state, sale simulator.Sale) error {
	found, err := op.SKUs.List(ctx, st.caller(), inventoryapp.SKUFilter{SKUs: []string{sale.SKU}}, page.Request{Limit: 1})
	if err != nil || len(found.Items) == 0 {
		return err
	}
	_, err = op.SKUs.Update(ctx, st.caller(), inventoryapp.UpdateSKU{ID: found.Items[0].ID, Patch: inventory.SKUPatch{
		Costs: optional.Some(inventory.CostPatch{
			Unit: optional.Put(percentOf(sale.Price, germanCost)), Currency: optional.Some(money.Currency("EUR")),
			OutboundShipping: optional.Put(money.MustParse("4.9")), From: optional.Some(date.Of(d.began.UTC())),
		}),
	}})
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
