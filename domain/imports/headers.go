package imports

import (
	"slices"
	"strings"

	"sellingassistant/domain/kernel/columns"
	"sellingassistant/domain/kernel/marketplace"
)

// labels has the headers of a field, as this program and others write them.
var labels = map[Field]string{
	FieldID: "id",
	FieldSKU: "sku, seller sku, merchant sku, msku, item sku, amazon sku, product sku, sku code, sku nummer, " +
		"händler sku, verkäufer sku, sku vendeur",
	FieldMarketplace: "marketplace, marketplace id, marketplace domain, amazon marketplace, market, domain, country, " +
		"country code, selling venue, marktplatz, place de marché, mercado, país",
	FieldSeller: "seller id, merchant id, seller, merchant token, verkäufer id",
	FieldASIN:   "asin, asin1, amazon asin",
	MinPrice: "min, min price, minimum, minimum price, price min, min selling price, minimum selling price, " +
		"minimum seller allowed price, floor, floor price, limits min price, mindestpreis, min preis, " +
		"minimalpreis, preisuntergrenze, mindest vk, min vk, prix min, prix minimum, prix plancher, " +
		"precio mínimo, precio min, prezzo minimo, prezzo min, minimumprijs, min prijs, cena minimalna, " +
		"cena min",
	MaxPrice: "max, max price, maximum, maximum price, price max, max selling price, maximum selling price, " +
		"maximum seller allowed price, ceiling, ceiling price, limits max price, höchstpreis, max preis, " +
		"maximalpreis, preisobergrenze, höchst vk, max vk, prix max, prix maximum, prix plafond, " +
		"precio máximo, precio max, prezzo massimo, prezzo max, maximumprijs, max prijs, cena maksymalna, " +
		"cena max",
	MapPrice: "map, map price, minimum advertised price",
	UnitCost: "cost, cost unit cost, costs, unit cost, cost price, cost per unit, cost unit, product cost, " +
		"item cost, cogs, cogs per unit, buy cost, purchase price, purchase cost, einkaufspreis, " +
		"einkaufspreis netto, netto einkaufspreis, ek, ek preis, ek netto, netto ek, kosten, prix d achat, " +
		"prix d achat ht, coût, coste, precio de compra, costo, prezzo d acquisto, prezzo di acquisto, " +
		"inkoopprijs, cena zakupu, cena zakupu netto, inköpspris",
	Postage: "postage, outbound shipping, cost outbound shipping, fbm shipping cost, fbm shipping, " +
		"merchant shipping cost, porto, frais d envoi",
	Currency: "currency, currency code, cost currency, cogs currency, währung, devise, moneda, valuta",
	Supplier: "supplier, supplier id, supplier name, default supplier, default supplier id, vendor, lieferant, " +
		"fournisseur, proveedor, fornitore, leverancier",
	Strategy: "strategy, strategy id, strategy name, repricing strategy, repricer strategy, pricing strategy, " +
		"repricing rule, strategie, estrategia",
	Mode:            "mode, repricer mode, repricing mode, modus",
	Priority:        "reprice priority, repricing priority, priority, priorität",
	PrepCost:        "prep cost, prep, cost prep cost, preparation cost",
	InboundShipping: "inbound shipping, inbound shipping cost, inbound cost, cost inbound shipping, shipping to amazon",
	OtherCost:       "other cost, other costs, cost other cost, misc cost, additional cost, additional costs",
	VATRate:         "vat rate, vat, vat %, vat percent, cost vat rate, mwst, tva, iva, btw",
	ReorderPoint: "reorder point, reorder level, reorder at, meldebestand, bestellpunkt, point de commande, " +
		"punto de pedido, punto di riordino",
	VATClass: "vat class, vat rate class, tax class, product vat class, product tax class, steuerklasse, " +
		"mwst klasse, classe de tva, tipo de iva, classe iva, btw klasse",
	Condition:        "repricer condition",
	AllowLoss:        "allow loss, allow losses, allow selling at a loss, verlust erlauben",
	MinPriceMode:     "min price mode, minimum price mode, limits min price mode, floor mode, floor rule",
	TargetROI:        "target roi, limits target roi, min roi, minimum roi, ziel roi",
	TargetMargin:     "target margin, limits target margin, min margin, set min margin, minimum margin, zielmarge",
	MinPriceMarkup:   "markup, min price markup, limits min price markup, aufschlag",
	MarkupType:       "markup type, min price markup type, limits min price markup type",
	MaxChange:        "max change, limits max change, maximum change, maximum price change",
	MaxChangePercent: "max change percent, limits max change percent, maximum change percent",
	CostFallback:     "missing cost fallback, limits missing cost fallback, cost fallback, fallback without cost",
}

// ids has the headers that name the record of a kind.
var ids = map[Kind]string{SKU: "sku id", InventoryProduct: "inventory product id", RepricerProduct: "repricer product id"}

// doubtful has headers that can mean a field, or something else.
var doubtful = map[Field]string{
	FieldID: "product id, record id",
	// Freight may be of a unit or of a shipment.
	InboundShipping: "supplier shipping, freight, freight cost, freight in",
	FieldSKU:        "artikelnummer, artikelnr, item number, item no, référence, codice, código",
	Postage: "shipping, shipping cost, shipping costs, shipping fee, actual shipping cost, fulfillment cost, " +
		"versand, versandkosten, frais de port",
	Strategy:     "rule, rule name, business rule name, preset, template",
	ReorderPoint: "min, minimum, min stock, minimum stock, safety stock, mindestbestand",
	MinPrice:     "lowest price",
	MaxPrice:     "highest price, list price",
	Mode:         "repricing, repricer, repricing status, repricing enabled",
	// A markup may be an amount or a percentage.
	MinPriceMarkup: "set min markup",
}

var certain, unsure = lexicon(labels), lexicon(doubtful)

func lexicon(lists map[Field]string) map[string][]Field {
	out := map[string][]Field{}
	for _, f := range Field("").Words() {
		for label := range strings.SplitSeq(lists[f], ", ") {
			if label != "" {
				out[label] = append(out[label], f)
			}
		}
	}
	return out
}

// currencies has the currencies of the marketplaces, in small letters.
var currencies = func() map[string]bool {
	out := map[string]bool{}
	for _, m := range marketplace.All() {
		out[strings.ToLower(string(m.Currency))] = true
	}
	return out
}()

// Heads returns the field of a kind that a header means, or "", and whether the meaning is sure. A
// percent sign beside the name of an amount is a doubt.
func (k Kind) Heads(header string) (Field, bool) {
	f, sure := k.meaning(header)
	if words := columns.Parted(header); !sure && words != "" { // MinSellingPrice
		if field, certain := k.meaning(words); certain || f == "" {
			f, sure = field, certain
		}
	}
	if !strings.Contains(header, "%") || f.Form() != Amount {
		return f, sure
	}
	if share := k.of([]Field{f + "_percent"}); share != "" {
		return share, sure
	}
	return f, false
}

func (k Kind) meaning(header string) (f Field, sure bool) {
	parts := strings.Fields(columns.Fold(header))
	if n := len(parts); n > 1 && currencies[parts[n-1]] {
		parts = parts[:n-1] // Min price (EUR)
	}
	text := strings.Join(parts, " ")
	if text == ids[k] {
		return FieldID, true
	}
	if f := k.of(certain[text]); f != "" {
		return f, true
	}
	if f := k.of(unsure[text]); f != "" {
		return f, false
	}
	if certain[text] != nil {
		return "", false // a member of another kind
	}
	// The longest label inside of the text.
	for n := len(parts) - 1; n > 0; n-- {
		for i := 0; i+n <= len(parts); i++ {
			if f := k.of(certain[strings.Join(parts[i:i+n], " ")]); f != "" && f != FieldID {
				return f, false
			}
		}
	}
	return "", false
}

// of returns the first of the fields that the kind has.
func (k Kind) of(fields []Field) Field {
	for _, f := range fields {
		if slices.Contains(k.fields(), f) {
			return f
		}
	}
	return ""
}
