package form

import (
	"strings"

	"sellingassistant/domain/kernel/date"
	"sellingassistant/domain/purchasing"
)

// Language selects the words on a form, and how dates and decimals are written.
type Language string

// The languages.
const (
	English Language = "en"
	German  Language = "de"
	Spanish Language = "es"
	French  Language = "fr"
	Italian Language = "it"
	Dutch   Language = "nl"
)

// Words lists them, the default first.
func (Language) Words() []Language {
	return []Language{English, German, Spanish, French, Italian, Dutch}
}

// languages maps countries to the language of their businesses, where there is only one.
var languages = map[string]Language{
	"DE": German, "AT": German, "LI": German, "ES": Spanish, "MX": Spanish, "AR": Spanish, "CL": Spanish, "CO": Spanish,
	"FR": French, "MC": French, "IT": Italian, "SM": Italian, "NL": Dutch,
}

// LanguageOf returns the language of a country, English for other countries.
func LanguageOf(country string) Language {
	if l, ok := languages[country]; ok {
		return l
	}
	return English
}

// LanguageOfSupplier returns the language of a supplier's country, by its address or else its tax
// number.
func LanguageOfSupplier(v purchasing.SupplierValues) Language {
	number := strings.ToUpper(v.TaxID.Or(""))
	return LanguageOf(v.Address.Country.Or(number[:min(2, len(number))]))
}

// number writes a plain number with the decimal sign of the language.
func (l Language) number(text string) string {
	if l == English {
		return text
	}
	return strings.Replace(text, ".", ",", 1)
}

// day writes a date as businesses write it. In English the year comes first, because 03/04 has two
// readings.
func (l Language) day(d date.Date) string {
	iso := d.String()
	year, rest, _ := strings.Cut(iso, "-")
	month, day, _ := strings.Cut(rest, "-")
	switch l {
	case German:
		return day + "." + month + "." + year
	case Spanish, French, Italian:
		return day + "/" + month + "/" + year
	case Dutch:
		return day + "-" + month + "-" + year
	case English:
	}
	return iso
}

// word names a word of forms.
type word int

const (
	wPurchaseOrder word = iota
	wDraft
	wCancelled
	wBuyer
	wSupplier
	wDeliverTo
	wOrderDate
	wExpected
	wReference
	wAccount
	wTerms
	wCurrency
	wPosition
	wOurSKU
	wYourSKU
	wCode
	wDescription
	wCases
	wUnits
	wPrice
	wDiscount
	wAmount
	wSubtotal
	wNet
	wTax
	wTaxIncluded
	wShipping
	wTotal
	wPage
	wVATNumber
	lexicon
)

var words = map[Language][lexicon]string{
	English: {
		"Purchase order", "Draft", "Cancelled", "Buyer", "Supplier", "Deliver to", "Order date", "Expected", "Your reference", "Account number",
		"Payment terms", "Currency", "No.", "Our SKU", "Your SKU", "Code", "Description", "Cases", "Units", "Unit price", "Discount", "Amount", "Subtotal",
		"Net", "Tax", "Tax included", "Shipping", "Total", "Page", "VAT number",
	},
	German: {
		"Bestellung", "Entwurf", "Storniert", "Käufer", "Lieferant", "Lieferadresse", "Bestelldatum", "Erwartet", "Ihr Zeichen", "Kundennummer",
		"Zahlungsbedingungen", "Währung", "Nr.", "Unsere Artikelnr.", "Ihre Artikelnr.", "Code", "Bezeichnung", "Kartons", "Stück", "Stückpreis", "Rabatt",
		"Betrag", "Zwischensumme", "Netto", "Steuer", "Enthaltene Steuer", "Versand", "Gesamtbetrag", "Seite", "USt-IdNr.",
	},
	Spanish: {
		"Pedido de compra", "Borrador", "Cancelado", "Comprador", "Proveedor", "Entregar en", "Fecha del pedido", "Prevista", "Su referencia",
		"Número de cliente", "Condiciones de pago", "Moneda", "N.º", "Nuestro SKU", "Su SKU", "Código", "Descripción", "Cajas", "Unidades", "Precio unitario",
		"Descuento", "Importe", "Subtotal", "Neto", "Impuestos", "Impuestos incluidos", "Envío", "Total", "Página", "NIF-IVA",
	},
	French: {
		"Bon de commande", "Brouillon", "Annulée", "Acheteur", "Fournisseur", "Livrer à", "Date de commande", "Prévue", "Votre référence", "Numéro de client",
		"Conditions de paiement", "Devise", "N°", "Notre référence", "Votre article", "Code", "Désignation", "Cartons", "Unités", "Prix unitaire", "Remise",
		"Montant", "Sous-total", "Net", "Taxe", "Taxe incluse", "Livraison", "Total", "Page", "N° TVA",
	},
	Italian: {
		"Ordine d'acquisto", "Bozza", "Annullato", "Acquirente", "Fornitore", "Consegnare a", "Data dell'ordine", "Previsto", "Vostro riferimento",
		"Codice cliente", "Condizioni di pagamento", "Valuta", "N.", "Nostro SKU", "Vostro SKU", "Codice", "Descrizione", "Cartoni", "Unità",
		"Prezzo unitario", "Sconto", "Importo", "Subtotale", "Netto", "Imposta", "Imposta inclusa", "Spedizione", "Totale",
		"Pagina", "Partita IVA",
	},
	Dutch: {
		"Inkooporder", "Concept", "Geannuleerd", "Koper", "Leverancier", "Afleveradres", "Orderdatum", "Verwacht", "Uw referentie", "Klantnummer",
		"Betalingsvoorwaarden", "Valuta", "Nr.", "Onze SKU", "Uw SKU", "Code", "Omschrijving", "Dozen", "Stuks", "Stukprijs", "Korting", "Bedrag",
		"Subtotaal", "Netto", "Belasting", "Inclusief belasting", "Verzending", "Totaal", "Pagina", "Btw-nummer",
	},
}
