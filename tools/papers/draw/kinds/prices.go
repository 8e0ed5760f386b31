package kinds

import (
	"sellingassistant/domain/document"
	"sellingassistant/tools/papers/draw"
)

// priceLists have a code, a text and a price in each row, in up to three columns of the page.
var priceLists = []draw.Layout{
	{
		Name: "grimsby", Language: "en", Renderer: draw.Helvetica, Type: document.PriceList,
		Title: "Trade price list", Day: "2 January 2006", Currency: "GBP", Facts: "valid=Valid from",
		Figures: pounds, Rows: [2]int{24, 60}, Across: 1, Trade: "parts",
		Columns: "sku|Code|30L;desc|Description|110L;price|Trade price|40R",
	},
	{
		Name: "laramie", Language: "en", Renderer: draw.TrueType, Size: 8, Type: document.PriceList,
		Title: "Wholesale Price List", Day: "01/02/2006", Currency: "USD", Facts: "valid=Effective Date",
		Figures: dollars, Rows: [2]int{30, 80}, Across: 2, Trade: "electronics", Place: draw.Left,
		Columns: "sku|Item #|20L;desc|Description|48L;price|Price|20R",
	},
	{
		Name: "truro", Language: "en", Renderer: draw.Courier, Size: 8, Type: document.PriceList,
		Title: "PRICE LIST {date}", Day: "02/01/2006", Currency: "GBP", Figures: dots, Rows: [2]int{40, 90},
		Across: 1, Trade: "food", Pack: "{n} x {size}", Sizes: []string{"400g", "1kg", "500g"},
		Columns: "sku|CODE|24L;desc|PRODUCT|68L;case|CASE|30L;price|CASE PRICE GBP|36R",
	},
	{
		Name: "minden", Language: "de", Renderer: draw.Helvetica, Type: document.PriceList,
		Title: "Händlerpreisliste", Day: "02.01.2006", Currency: "EUR", Facts: "valid=Gültig ab", Figures: commas,
		Rows: [2]int{24, 70}, Across: 1, Trade: "parts",
		Columns: "sku|Art.-Nr.|30L;desc|Bezeichnung|104L;price|Preis EUR|40R",
	},
	{
		Name: "olten", Language: "de", Renderer: draw.TrueType, Size: 7, Type: document.PriceList,
		Title: "Preisliste", Day: "02.01.2006", Currency: "CHF", Facts: "date=Stand", Figures: swiss,
		Rows: [2]int{45, 120}, Across: 3, Trade: "electronics", Place: draw.Left,
		Columns: "sku|Art.|13L;desc|Bezeichnung|30L;price|CHF|14R",
	},
	{
		Name: "nevers", Language: "fr", Renderer: draw.Helvetica, Size: 8, Type: document.PriceList,
		Title: "Tarif professionnel", Day: "02/01/2006", Currency: "EUR", Facts: "valid=Applicable au",
		Figures: spaced, Rows: [2]int{30, 80}, Across: 2, Trade: "food", Place: draw.Left,
		Columns: "sku|Réf.|18L;desc|Désignation|46L;price|Prix HT|24R",
	},
	{
		Name: "ede", Language: "nl", Renderer: draw.Times, Type: document.PriceList, Title: "Prijslijst",
		Day: "02-01-2006", Currency: "EUR", Facts: "valid=Geldig vanaf", Figures: commas, Rows: [2]int{22, 60},
		Across: 1, Trade: "drinks", Columns: "desc|Omschrijving|100L;sku|Artikelnr.|36L;price|Prijs EUR|40R",
	},
}
