package table_test

import (
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"sellingassistant/domain/document/reading"
	"sellingassistant/domain/document/reading/label"
	"sellingassistant/domain/kernel/money"
)

// A price of some goods beside another price of all goods is not the cost alone, also without
// decimals.
func TestPricesThatCanBeTheCost(t *testing.T) {
	for _, c := range []struct {
		rows string
		// price has the column of prices, -1 without a column; asked has the columns in question.
		price int
		asked []int
	}{
		{"Item;Price;Special price\nPen;20;15\nInk;30;22\n", -1, []int{1, 2}},
		{"Артикул;Название;Цена;Цена по акции\n88;Плита серая;2640;2110\n89;Плита белая;3550;2840\n", -1, []int{2, 3}},
		{"Ürün adı;Nakit fiyat;Kart fiyat\nKazan büyük;40500;45500\nKazan küçük;44400;49900\n", -1, []int{1, 2}},
		{"Producto;Precio;Precio oferta\nVela roja;2500;1900\nVela azul;2600;2100\n", -1, []int{1, 2}},
		{"Item;Regular price;Weight\nPen;2250;12\nInk;3100;14\n", -1, []int{1}},
		{"Item;Price;Year\nPen;20;2024\nInk;30;2025\n", 1, nil},
		{"Product name;Unit price;Wholesale\nPen;20.50;\nInk;30.50;\nMap;5.00;4.10\n", -1, []int{1, 2}},
		{"Bezeichnung;Preis;EK\nStift blau;20,50;\nTinte rot;30,50;0\nKarte alt;5,00;4,10\n", -1, []int{1, 2}},
		{"Product name;Unit price;Wholesale\nPen;20.50;15.10\nInk;30.50;22.20\nMap;5.00;\n", 2, nil},
		{"Наименование товара;Стоимость, руб;Стоимость опт, руб\nЛампа малая;6153;4984\nЛампа большая;8181;6626\n", 2, nil},
		{"EAN;Titel;Preis inkl. MwSt.;Preis exkl. MwSt.\n4006381333931;Stift;12,10;10,17\n5000112637922;Tinte;6,05;5,08\n", 3, nil},
		{"Producto;Precio con IVA;Precio sin IVA\nVela roja;12,10;10,00\nVela azul;6,05;5,00\n", 2, nil},
		{"Part No;Description;Dealer Net;UMAP;List\nT-1;Wrench;41.50;69.99;84.95\nT-2;Socket;22.10;39.99;49.95\n", 2, nil},
		{"Artikel;Omschrijving;Dealerprijs;Adviesverkoopprijs\nA-1;Kaars;2,15;4,99\nA-2;Vaas;3,40;7,99\n", 2, nil},
		{"Nombre;Precio;Nombre;Precio\nVela roja;2,50;Vela azul;3,10\nVela gris;2,60;Vela rosa;3,20\n", -1, []int{1, 3}},
	} {
		m := survey(c.rows).Choose()
		require.Equal(t, c.price, m.Column(label.Price), c.rows)
		require.Equal(t, c.asked, m.Candidates[label.Price], c.rows)
	}
}

// The code of a unit names the goods, and not that of its case.
func TestCodesOfCasesAndUnits(t *testing.T) {
	for rows, want := range map[string]struct {
		gtin  int
		asked []int
	}{
		"EAN Karton;EAN Stück;Name;EK\n14006381333938;4006381333931;Stift;2,15\n15000112637929;5000112637922;Saft;3,40\n": {gtin: 1},
		"EAN colis;Gencode UC;Nom;Prix\n14006381333938;4006381333931;Stylo;2,15\n15000112637929;5000112637922;Jus;3,40\n": {gtin: 1},
		"Code A;Code B;Name;Price\n14006381333938;4006381333931;Pen;2.15\n15000112637929;5000112637922;Juice;3.40\n":      {gtin: 1},
		"Code A;Code B;Name;Price\n4006381333931;5000112637922;Pen;2.15\n5000112637922;4006381333931;Juice;3.40\n":        {gtin: -1, asked: []int{0, 1}},
		"Code A;Code B;Name;Price\n4006381333931;4006381333931;Pen;2.15\n5000112637922;;Juice;3.40\n":                     {gtin: 0},
		"Case UPC;Name;Price\n14006381333938;Pen;2.15\n15000112637929;Juice;3.40\n":                                       {gtin: 0},
	} {
		m := survey(rows).Choose()
		require.Equal(t, want.gtin, m.Column(label.GTIN), rows)
		require.Equal(t, want.asked, m.Candidates[label.GTIN], rows)
	}
}

func TestContentsBesideUnitsPerCase(t *testing.T) {
	for rows, want := range map[string]int{
		"Artikel;Inhalt;VE;Kartonpreis\nShampoo;750;6;45,00\nSeife;500;12;54,00\n":         2,
		"Artikel;Inhoud;Per doos;Prijs per doos\nShampoo;750;6;45,00\nZeep;500;12;54,00\n": 2,
		"Artikel;Inhalt;Kartonpreis\nShampoo;6;45,00\nSeife;12;54,00\n":                    1,
	} {
		m := survey(rows).Choose()
		require.Equal(t, want, m.Column(label.Pack), rows)
	}
}

func TestNamesAndCodesByTheirContents(t *testing.T) {
	for rows, want := range map[string][]label.Column{
		"Артикул;Название;Цена\nA-1;Лампа малая;12.50\nA-2;Лампа большая;13.50\n": {label.SKU, label.Text, label.Price},
		"Название;Артикул;Цена\nЛампа малая;A-1;12.50\nЛампа большая;A-2;13.50\n": {label.Text, label.SKU, label.Price},
		"Артикул;Цена;Мярка\nЛампа малая;12.50;бр\nЛампа голяма;13.50;бр\n":       {label.Text, label.Price, label.Unit},
		"Item;Price;Brand\nA-1;12.50;Lux\nA-2;13.50;Lux\n":                        {label.SKU, label.Price, label.Brand},
		"Nombre;Descripción;Precio\nVela roja;grande;12,50\nVela azul;chica;13,50\n": {
			label.Text, label.Text, label.Price,
		},
		"Désignation;Nombre;Prix\nBougie rouge;4;12,50\nBougie bleue;6;13,50\n":           {label.Text, label.Quantity, label.Price},
		"Artikelnummer;Name;Einheit;Preis\n1002;Kerze rot;6;2,25\n1003;Kerze blau;12;3\n": {label.SKU, label.Text, "", label.Price},
		"Item no;Name;Unit;Price\n1002;Red candle;12 pcs;2.25\n1003;Blue candle;ea;3.10\n": {
			label.SKU, label.Text, label.Unit, label.Price,
		},
	} {
		m := survey(rows).Choose()
		require.Equal(t, 1, m.HeaderRow, rows)
		var kinds []label.Column
		for _, c := range m.Columns {
			kinds = append(kinds, c.Kind)
		}
		require.Equal(t, want, kinds, rows)
	}
}

// A row of goods in a list is no sum, no address and no terms, whatever its brand and group are
// called.
func TestRowsOfAListAreGoods(t *testing.T) {
	for _, c := range []struct {
		rows  string
		lines []string
	}{
		{"Producto;Marca;Precio\nYerba suave;IVU;1600.50\nAceite fino;Oliva;2650.50\n", []string{"Yerba suave|-||1600.5|-|", "Aceite fino|-||2650.5|-|"}},
		{"Code;Group;Name;Price\nL-1;Merchandise;Lamp small;6.20\nL-2;Goods;Lamp large;7.20\n", []string{"Lamp small|-||6.2|-|", "Lamp large|-||7.2|-|"}},
		{"Artikelnummer;Bezeichnung;Preis\n1000;Versandkosten;14,90\n1001;Kerze rot;2,25\n", []string{"Versandkosten|-||14.9|-|", "Kerze rot|-||2.25|-|"}},
		{"Code;Name;Price;Model\nO-1;Oil C3 5W;;S2 10WA\nO-2;Oil B4;7.20;S4 12XB\n", []string{"Oil C3 5W|-||-|-|", "Oil B4|-||7.2|-|"}},
	} {
		r := readSheets(t, c.rows)
		var lines []string
		for _, l := range r.Lines {
			lines = append(lines, line(l))
		}
		require.Equal(t, c.lines, lines, c.rows)
		require.Equal(t, reading.Header{}, r.Header, c.rows)
	}
}

// Bills have sums below their lines, and lists may have charges below their goods.
func TestSumsBelowListsAndBills(t *testing.T) {
	bill := readSheets(t, "Code;Name;Qty;Price;Total\nL-1;Lamp;2;6.20;12.40\n;Shipping;;;5.00\n;Total;;;17.40\n")
	require.Len(t, bill.Lines, 1)
	require.Equal(t, "5|17.4", shown(bill.Header.Shipping)+"|"+shown(bill.Header.Total))
	list := readSheets(t, "Code;Name;Brand;Price\nL-1;Lamp;Lux;6.20\n;Shipping;;5.00\n")
	require.Len(t, list.Lines, 1)
	require.Equal(t, "5", shown(list.Header.Shipping))
}

func TestATitleOfAGroupIsNoSureLine(t *testing.T) {
	r := readSheets(t, "Symbol;Nazwa;Natura;But./ Opak.;Cena netto\nAlzacja;DOMAINE;;;\nFR01;RIESLING;wytrawne;6;43.50\nFR02;PINOT;wytrawne;6;\n")
	require.Len(t, r.Lines, 3)
	require.Equal(t, reading.Placed, r.Lines[0].Evidence)
	require.Equal(t, reading.Columns, r.Lines[1].Evidence)
	require.EqualValues(t, 6, r.Lines[1].UnitsPerCase)
	require.Equal(t, reading.Columns, r.Lines[2].Evidence)
}

func TestAPriceOfZeroWithoutGoodsIsUnknown(t *testing.T) {
	r := readSheets(t, "Material;Menge;Preis;Währung\n5534;0;0;EUR\n5535;0;2,29;EUR\n5536;600;5,12;EUR\n5537;10;0;EUR\n")
	var prices []string
	for _, l := range r.Lines {
		prices = append(prices, shown(l.UnitPrice))
	}
	require.Equal(t, []string{"-", "2.29", "5.12", "0"}, prices)
}

func TestADollarSignNamesNoCurrencyInSpanishLists(t *testing.T) {
	for rows, want := range map[string]money.Currency{
		"Producto;Precio\nVela roja;$2500.50\nVela azul;$2600.50\n":             "",
		"Produto;Preço ($)\nVela roxa;2500.50\nVela azul;2600.50\n":             "",
		"Product;Price\nRed candle;$2500.50\nBlue candle;$2600.50\n":            "USD",
		"Producto;Precio USD\nVela roja;2500.50\nVela azul;2600.50\n":           "USD",
		"Producto;Precio\nVela roja;US$ 2500.50\nVela azul;US$ 2600.50\n":       "USD",
		"Producto;Precio\nVela roja;R$ 2500.50\nVela azul;R$ 2600.50\n":         "BRL",
		"Producto;Precio\nVela roja;2500,50 €\nVela azul;2600,50 €\n":           "EUR",
		"Producto;Precio;Moneda\nVela roja;$2500.50;MXN\nVela azul;$2600;MXN\n": "MXN",
	} {
		r := readSheets(t, rows)
		require.Equal(t, want, r.Header.Currency, rows)
		require.Equal(t, want == "", slices.Contains(codesOf(r.Problems), reading.CurrencyUnknown), rows)
	}
}
