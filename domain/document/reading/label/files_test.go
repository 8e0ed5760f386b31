package label_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"sellingassistant/domain/document/reading/label"
)

func TestLabelsOfFiles(t *testing.T) {
	for text, want := range map[string]label.Column{
		"SupplierPartNo": label.SKU, "PartNo": label.SKU, "StockLevel": label.Stock, "ProductName": label.Text, "UnitPrice": label.Price,
		"codigo_sku": label.SKU, "COD_ARTIC": label.SKU, "N° Référence": label.SKU, "Nom": label.Text, "Productos": label.Text,
		"indeks_katalogowy": label.SKU, "nazwa_produktu": label.Text, "But./ Opak.": label.Pack, "Cena hurtowa": label.Cost,
		"Kurztext": label.Text, "Price (tax excl.)": label.Price, "costo_unidad_neto": label.Cost, "COSTO COMPRA": label.Cost,
		"prezzo_pubblico": label.Retail, "Precio al público": label.Retail, "EXISTENCIAS": label.Stock, "unidades_por_pack": label.Pack,
		"Наименование товара": label.Text, "Назва_позиції": label.Text, "Код_товару": label.SKU, "Цена, руб": label.Price,
		"Стоимость опт, руб": label.Cost, "Мелкий опт": label.Cost, "Розничная цена": label.Retail, "Остаток": label.Stock,
		"Ціна": label.Price, "Toptan fiyat": label.Cost, "Termék név": label.Text, "Cikkszám": label.SKU,
		"PA HT": label.Cost, "Coût": label.Cost, "Trade": label.Cost, "WSP": label.Cost, "Inkoop": label.Cost, "List": label.Retail,
		"description_en": label.Text, "Name (DE)": label.Text, "bezeichnung-de": label.Text, "Désignation FR": label.Text,
	} {
		kind, base, ok := label.Filed(text)
		require.True(t, ok, text)
		require.Equal(t, want, kind, text)
		require.EqualValues(t, 1, base, text)
	}
	for _, text := range []string{
		"", "Margen RMG ($)", "costo flete", "Nom du client", "SupplierCity", "Нетто вес", "eladási ár", "áfa", "iPhone", "EUR", "Customer Price",
		"price_es", "sku_en", "_en", "en",
	} {
		_, _, ok := label.Filed(text)
		require.False(t, ok, text)
	}
}

func TestADollarBelowSpanishLabelsCanBePesos(t *testing.T) {
	require.True(t, label.Pesos([]string{"SKU", "Precio"}))
	require.True(t, label.Pesos([]string{"código", "descrição"}))
	require.False(t, label.Pesos([]string{"SKU", "Price", "Description"}))
	require.False(t, label.Pesos([]string{"Codice", "Descrizione", "Costo"}))
}
