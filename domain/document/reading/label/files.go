package label

import (
	"regexp"

	headers "sellingassistant/domain/kernel/columns"
)

// Filed reads a label of a table in a file: a label of ColumnOf, a label that is too short or too
// common for printed pages, a label of printed tables, or words that are parted by capitals alone.
func Filed(text string) (kind Column, base int64, ok bool) {
	for _, form := range []string{text, headers.Parted(text)} {
		if form == "" {
			break
		}
		if kind, base, ok = ColumnOf(form); ok {
			return kind, base, true
		}
		if kind, ok = filed.Whole(form); ok {
			return kind, 1, true
		}
		if kind, ok = printed.Whole(form); ok && neighbours[kind] {
			return kind, 1, true
		}
	}
	if plain := inLanguage.ReplaceAllString(text, ""); plain != text {
		kind, base, ok = Filed(plain)
		return kind, base, ok && kind == Text
	}
	return "", 0, false
}

// inLanguage matches the code of a language after the label of a text: description_en, Name (DE).
var inLanguage = regexp.MustCompile(`(?i)(?:[_\- .]|\s*[(\[])(?:en|de|fr|es|it|nl|pl|pt|sv|da|cs|tr|ru|uk)[)\]]?\s*$`)

// neighbours lists the kinds of labels of printed tables that count in files.
var neighbours = map[Column]bool{SKU: true, GTIN: true, Text: true}

// Either reports a label that names goods in some lists and their codes in others.
func Either(text string) bool { return either[Fold(text)] }

var either = setOf(`артикул article artikel articolo articulo item product produkt producto produit prodotto`)

// Nombre reports the Spanish word for a name, the French word for a number.
func Nombre(text string) bool { return Fold(text) == "nombre" }

// filed has labels that count in files alone. Prices of consumers are retail prices, prices for
// shops are costs.
var filed = lexicon[Column](`
sku: sku code, item sku, product sku, codigo sku, código sku, variant code, stock item, cod artic, cod articulo
sku: cód articulo, n référence, numéro référence, indeks katalogowy, numer katalogowy, num kat, nr kat, kod katalogowy
sku: артикул товара, код товара, код товару, артикул товару, код номенклатуры, код позиції, kod artikla
gtin: штрихкод, штрих код, kod paskowy, čárový kód
desc: nom, nom du produit, nom produit, nom de l article, nom article, productos, products, produkte, produits, prodotti
desc: producten, produtos, artículos, articoli, kurztext, langtext, descrip, nombre producto, nombre del producto
desc: nombre articulo, nombre del artículo, nome, nome prodotto, nome do produto, nazwa produktu, nazwa artykułu
desc: название, название товара, наименование товара, наименование продукции, номенклатура, товар, товары, продукция
desc: termék név, назва, назва товару, назва позиції, найменування, найменування товару, ürün ismi, malzeme adı
brand: бренд, производитель, торговая марка, виробник, producent, výrobce, fabricante, üretici, tillverkare
unit: ед изм, единица измерения, одиниця виміру, од виміру, unidad med, unidad medida, unidad de medida
pack: but opak, szt opak, sztuk w opakowaniu, szt w opakowaniu, ilość w opakowaniu, шт в упаковке, шт в уп
pack: количество в упаковке, кол во в упаковке, кількість в упаковці, шт в упаковці, ks v balení, ks v kartonu
pack: unidades por caja pack, unidades por pack, uds por pack
pack: units per pack, pieces per pack, pcs per pack, koli içi adet, st per kartong
stock: stock level, stock quantity, stock qty, existencias, existencia, inventario, stan, stan magazynowy
stock: остаток, остатки, наличие, в наличии, залишок, наявність, skladem, na skladě, stok, stok miktarı, 库存, 在庫
moq: минимальный заказ, мин заказ, мінімальне замовлення, minimalne zamówienie, pedido mínimo, compra mínima
moq: minimum de commande, minimální odběr, mindestabnahme
currency: валюта, waluta, měna, moeda, para birimi, 通貨, 货币
price: ціна, ціна без пдв, цена без ндс, price tax excl, price tax excluded, prix hors taxe, precio sin impuestos
price: pris exkl moms, pris ekskl moms, cena bez vat, cena netto zł, fiyat kdv hariç, kdv hariç fiyat
cost: опт, цена опт, оптовая цена, мелкий опт, крупный опт, оптова ціна, гурт, закупочная цена, закупівельна ціна
cost: cena hurtowa, cena zakupu, velkoobchodní cena, nákupní cena, toptan fiyat, alış fiyatı
cost: purchase rate, buying rate, beszerzési ár, nettó beszerzési ár
cost: trade, nett, wsp, hek, pa, pa ht, coût, coût unitaire, coût ht, inkoop, pvd, p compra
rrp: list
rrp: розница, розничная цена, ррц, роздріб, роздрібна ціна, cena detaliczna, cena detal, maloobchodní cena
rrp: prezzo pubblico, precio público, precio al público, perakende fiyat, perakende satış fiyatı
`)
