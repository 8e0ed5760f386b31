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
		"case_qty": label.Pack, "item_name": label.Text,
		"Preis/VE": label.CasePrice, "Price per box": label.CasePrice, "Prix/colis": label.CasePrice, "Precio caja": label.CasePrice,
		"Case price £": label.CasePrice, "Cost per carton USD": label.CasePrice, "Prijs per doos": label.CasePrice,
		"Units/Case": label.Pack, "Pcs/ctn": label.Pack, "Qty/ctn": label.Pack, "Qty per case": label.Pack, "Stk je Karton": label.Pack, "VE": label.Pack,
		"Pièces par colis": label.Pack, "Uds/caja": label.Pack, "Pz per cartone": label.Pack, "Bottles per case": label.Pack, "Gebinde": label.Pack,
		"Cases": label.Cases, "No. of cartons": label.Cases, "Quantity of boxes": label.Cases, "Anzahl Kartons": label.Cases, "Qty (cases)": label.Cases, "Menge (Karton)": label.Cases, "Cases shipped": label.Cases,
		"Nb colis": label.Cases, "Colli": label.Cases, "Anzahl Kisten": label.Cases, "Aantal kratten": label.Cases, "Nombre de caisses": label.Cases,
		"Quantità scatole": label.Cases, "No. of crates": label.Cases, "Flaschen je Kiste": label.Pack,
	} {
		kind, _, ok := label.ColumnOf(text)
		require.True(t, ok, text)
		require.Equal(t, want, kind, text)
	}
	for _, text := range []string{
		"alcohol_percentage", "Weight", "Net weight", "Price incl. VAT", "Northgate Branch Price", "Case UPC", "Ref id", "Pack Description", "Cost centre", "Buy box",
		"Buy box price", "Shipping cost", "P1", "Freight cost per unit", "Wholesale customer", "Retail park",
	} {
		kind, _, ok := label.ColumnOf(text)
		require.False(t, ok, "%s is %s", text, kind)
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
