package label_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"sellingassistant/domain/document/reading/label"
	"sellingassistant/domain/kernel/money"
)

func TestComposedLabels(t *testing.T) {
	for text, want := range map[string]label.Column{
		"purchase_price": label.Cost, "Buy price": label.Cost, "BUY PRICE (GBP)": label.Cost, "Unit Wholesale Price (USD)": label.Cost,
		"Wholesale": label.Cost, "Wholesale cost per unit": label.Cost, "Dealer Price": label.Cost, "Dealer Price 1": label.Cost, "Trade price ex VAT": label.Cost,
		"Buying price": label.Cost, "EK netto": label.Cost, "Einkaufspreis EUR": label.Cost, "Prix d'achat HT": label.Cost,
		"Net price": label.Cost, "Price (excl. tax)": label.Price, "Price excl VAT": label.Price,
		"rrp_inc_vat": label.Retail, "RRP incl. tax": label.Retail, "Unit Retail Price (USD)": label.Retail, "MSRP USD": label.Retail, "SRP": label.Retail,
		"UVP inkl. MwSt.": label.Retail, "List price": label.Retail, "MAP": label.MAP, "MAP price": label.MAP, "Minimum advertised price": label.MAP,
		"product_ean": label.GTIN, "Item UPC": label.GTIN, "unit_barcode": label.GTIN, "EAN code": label.GTIN, "manufacturer_code": label.MPN,
		"case_qty": label.Pack, "item_name": label.Text, "Nákupní cena bez DPH": label.Cost, "Doporučená cena s DPH": label.Retail,
		"Preis/VE": label.CasePrice, "Price per box": label.CasePrice, "Prix/colis": label.CasePrice, "Precio caja": label.CasePrice,
		"Case price £": label.CasePrice, "Cost per carton USD": label.CasePrice, "Prijs per doos": label.CasePrice,
		"Units/Case": label.Pack, "Pcs/ctn": label.Pack, "Qty/ctn": label.Pack, "Qty per case": label.Pack, "Stk je Karton": label.Pack, "VE": label.Pack,
		"Pièces par colis": label.Pack, "Uds/caja": label.Pack, "Pz per cartone": label.Pack, "Bottles per case": label.Pack, "Gebinde": label.Pack,
		"Cases": label.Cases, "No. of cartons": label.Cases, "Quantity of boxes": label.Cases, "Anzahl Kartons": label.Cases, "Qty (cases)": label.Cases, "Menge (Karton)": label.Cases, "Cases shipped": label.Cases,
		"Nb colis": label.Cases, "Colli": label.Cases, "Anzahl Kisten": label.Cases, "Aantal kratten": label.Cases, "Nombre de caisses": label.Cases,
		"Unit £": label.Price, "€/Stk": label.Price, "Stück €": label.Price, "Case $": label.CasePrice, "£/case": label.CasePrice,
		"Goods £": label.Total, "Line GBP": label.Total, "Goods": label.Text, "Qty $": label.Quantity, "Price $": label.Price,
		"Stock #": label.SKU, "Catalog #": label.SKU, "Item #": label.SKU, "Line #": label.Position, "#": label.Position, "Stock": label.Stock,
		"Anz. VPE": label.Cases, "Fl./Kiste": label.Pack, "Pz x cart": label.Pack, "Stk/VE": label.Pack, "Nbre colis": label.Cases,
		"Packs per case": label.Pack, "Our code": label.SKU, "Unsere Nr.": label.SKU, "Supplier part no": label.SKU, "Ns. rif.": label.SKU,
		"Your code": label.Own, "Ihre Artikelnummer": label.Own, "Kunden-Art.-Nr.": label.Own, "Vs. codice": label.Own,
		"Code client": label.Own, "Customer part no": label.Own, "Uw artikelnr": label.Own,
		"DigiKey Part #": label.SKU, "Digi-Key Part Number": label.SKU, "LCSC Part Number": label.SKU, "LCSC#": label.SKU,
		"Example Part No.": label.SKU, "Manufacture Part Number": label.MPN, "Mfr. #": label.MPN, "Mfr Part #": label.MPN,
		"Manufacturer Part #": label.MPN, "Customer Part #": label.Own,
		"Box qty": label.Pack, "Case of": label.Pack, "Outer qty": label.Pack, "Condt.": label.Pack, "Fl./Ki.": label.Pack,
		"Units in case": label.Pack, "Pcs in ctn": label.Pack, "Case pk": label.Pack, "Box count": label.Pack, "Pz/ct": label.Pack,
		"Outer": label.Pack, "Tray size": label.Pack, "Trays": label.Cases, "Tray price": label.CasePrice, "Sold as": label.Pack,
		"Precio Costo": label.Cost, "Final Rate": label.Cost, "Price after Discount": label.Cost, "Cena v EUR": label.Price,
		"Ns. vendita": label.Price, "Prijs_incl_heffingen": label.Price, "Liste fiyatı": label.Retail,
		"Reseller Price": label.Cost, "Händler-EK": label.Cost, "Prix revendeur HT": label.Cost, "Precio distribuidor": label.Cost,
		"Prezzo rivenditore": label.Cost, "Dealerprijs": label.Cost, "Cena dla dealera": label.Cost, "Dealer Net": label.Cost,
		"Trade ex VAT": label.Cost, "Inkoopprijs excl. btw": label.Cost, "Ihr Preis": label.Cost, "Prix de gros": label.Cost,
		"Price before tax": label.Price, "Preis o. MwSt.": label.Price, "Prezzo (IVA escl.)": label.Price,
		"Tarifa neta":        label.Price,
		"Adviesverkoopprijs": label.Retail, "Endkundenpreis": label.Retail, "Prix public conseillé TTC": label.Retail,
		"UMAP": label.MAP, "ISBN-10": label.GTIN, "Codice ASIN": label.ASIN, "Line Description": label.Text, "Titel": label.Text,
		"EAN Stück": label.GTIN, "EAN pezzo": label.GTIN, "EAN UVC": label.GTIN, "Barcode unidad": label.GTIN,
		"Quantità scatole": label.Cases, "No. of crates": label.Cases, "Flaschen je Kiste": label.Pack,
	} {
		kind, _, ok := label.ColumnOf(text)
		require.True(t, ok, text)
		require.Equal(t, want, kind, text)
	}
	for _, text := range []string{
		"alcohol_percentage", "Weight", "Net weight", "Price incl. VAT", "Northgate Branch Price", "Case UPC", "Ref id", "Pack Description", "Cost centre", "Buy box",
		"Your order", "Kunden-Name", "Customer", "Per kg", "Karton", "Your notes",
		"Old Part Number", "Order#", "Lot #", "Serial Part No", "1 Part No",
		"Buy box price", "Shipping cost", "P1", "Purchase tax", "EAN Karton", "EAN colis",
		"Freight cost per unit", "Wholesale customer", "Retail park",
	} {
		kind, _, ok := label.ColumnOf(text)
		require.False(t, ok, "%s is %s", text, kind)
	}
}

// Printed tables may sell by weight.
func TestLabelsOfPaper(t *testing.T) {
	for text, want := range map[string]label.Column{
		"Weight kg": label.Weight, "Net weight": label.Weight, "Gewicht (kg)": label.Weight, "Poids": label.Weight,
		"Per kg": label.Price, "Price per kg": label.Price, "Prix au kg": label.Price, "Preis/kg": label.Price,
		"Karton": label.Pack, "Qty": label.Quantity, "£/kg": label.Price, "Kg": label.Weight,
	} {
		kind, base, ok := label.Printed(text)
		require.True(t, ok, text)
		require.Equal(t, want, kind, text)
		require.Equal(t, int64(1), base, text)
	}
	for _, text := range []string{"", "Colour", "Weight class", "10 kg", "Total per kg", "Best regards"} {
		kind, _, ok := label.Printed(text)
		require.False(t, ok, "%s is %s", text, kind)
	}
	for text, want := range map[string]string{"Weight kg": "kg", "Price per lb": "lb", "Gewicht": "", "": "", "Qty pcs": ""} {
		require.Equal(t, want, label.Measure(text), text)
	}
}

func TestContainers(t *testing.T) {
	for text, want := range map[string]bool{"Karton": true, "Caja": true, "Collo": true, "VE": false, "Gebinde": false, "Case size": false} {
		require.Equal(t, want, label.Container(text), text)
	}
}

func TestCurrencyOfALabel(t *testing.T) {
	for text, want := range map[string]money.Currency{
		"Price (GBP)": "GBP", "price_eur": "EUR", "Preis € / Stk": "EUR", "USD cost": "USD", "Kosten in Euro": "EUR", "Amount": "", "Try": "",
		"ALL prices": "", "Price GBP / EUR": "", "Cost (kr)": "",
	} {
		require.Equal(t, want, label.CurrencyIn(text), text)
	}
}

func TestLabelsOfPrices(t *testing.T) {
	for text, want := range map[string]bool{
		"Our Price": true, "Special price": true, "Aktionspreis": true, "Promo cost": true, "Actieprijs": true,
		"Price incl. VAT": false, "Price per kg": false, "Amazon price": false, "RRP price": false, "Bruttopreis ttc": false, "Weight": false,
	} {
		require.Equal(t, want, label.Priced(text), text)
	}
}

// The first result says that a price is no cost, the second that it is asked for.
func TestLabelsOfPricesThatAreNoCost(t *testing.T) {
	for text, want := range map[string][2]bool{
		"Price": {}, "Einzelpreis": {}, "EK": {}, "Nettopreis": {}, "Stukprijs": {}, "Our selling price": {}, "We sell": {},
		"Prix non inclus TVA": {}, "Preis exkl. MwSt.": {}, "Einkaufspreis netto": {},
		"Preis inkl. MwSt.": {true, true}, "Precio con IVA": {true, true}, "Prezzo IVA inclusa": {true, true},
		"Prix TTC":        {true, true},
		"Prijs incl. btw": {true, true}, "Cena brutto": {true, true}, "Cena z VAT": {true, true}, "Gross price": {true, true},
		"Prix catalogue": {true, true}, "Katalogpreis": {true, true}, "Prezzo listino": {true, true}, "Kilopreis": {true, true},
		"Literprijs": {true, true}, "Prix public": {true, true}, "Mindestpreis": {true, true}, "Frachtpreis": {true, true},
		"Verkaufspreis": {false, true}, "VK": {false, true}, "Verkoopprijs": {false, true}, "Sale Price": {false, true},
		"Prezzo di vendita": {false, true}, "Grundpreis": {false, true}, "Mindestverkaufspreis": {false, true},
		"Aktionspreis": {false, true},
	} {
		require.Equal(t, want, [2]bool{label.NoCost(text), label.Doubtful(text)}, text)
	}
}
