package form

// Language selects the words on a form. Figures and dates are the same in all languages.
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
	lexicon
)

var words = map[Language][lexicon]string{
	English: {
		"Purchase order", "Draft", "Cancelled", "Buyer", "Supplier", "Deliver to", "Order date", "Expected", "Your reference", "Account number",
		"Payment terms", "Currency", "No.", "Our SKU", "Your SKU", "Code", "Description", "Cases", "Units", "Unit price", "Discount", "Amount", "Subtotal",
		"Net", "Tax", "Tax included", "Shipping", "Total", "Page",
	},
	German: {
		"Bestellung", "Entwurf", "Storniert", "Käufer", "Lieferant", "Lieferadresse", "Bestelldatum", "Erwartet", "Ihr Zeichen", "Kundennummer",
		"Zahlungsbedingungen", "Währung", "Nr.", "Unsere Artikelnr.", "Ihre Artikelnr.", "Code", "Bezeichnung", "Kartons", "Stück", "Stückpreis", "Rabatt",
		"Betrag", "Zwischensumme", "Netto", "Steuer", "Enthaltene Steuer", "Versand", "Gesamtbetrag", "Seite",
	},
	Spanish: {
		"Pedido de compra", "Borrador", "Cancelado", "Comprador", "Proveedor", "Entregar en", "Fecha del pedido", "Prevista", "Su referencia",
		"Número de cliente", "Condiciones de pago", "Moneda", "N.º", "Nuestro SKU", "Su SKU", "Código", "Descripción", "Cajas", "Unidades", "Precio unitario",
		"Descuento", "Importe", "Subtotal", "Neto", "Impuestos", "Impuestos incluidos", "Envío", "Total", "Página",
	},
	French: {
		"Bon de commande", "Brouillon", "Annulée", "Acheteur", "Fournisseur", "Livrer à", "Date de commande", "Prévue", "Votre référence", "Numéro de client",
		"Conditions de paiement", "Devise", "N°", "Notre référence", "Votre article", "Code", "Désignation", "Cartons", "Unités", "Prix unitaire", "Remise",
		"Montant", "Sous-total", "Net", "Taxe", "Taxe incluse", "Livraison", "Total", "Page",
	},
	Italian: {
		"Ordine d'acquisto", "Bozza", "Annullato", "Acquirente", "Fornitore", "Consegnare a", "Data dell'ordine", "Previsto", "Vostro riferimento",
		"Codice cliente", "Condizioni di pagamento", "Valuta", "N.", "Nostro SKU", "Vostro SKU", "Codice", "Descrizione", "Cartoni", "Unità",
		"Prezzo unitario", "Sconto", "Importo", "Subtotale", "Netto", "Imposta", "Imposta inclusa", "Spedizione", "Totale", "Pagina",
	},
	Dutch: {
		"Inkooporder", "Concept", "Geannuleerd", "Koper", "Leverancier", "Afleveradres", "Orderdatum", "Verwacht", "Uw referentie", "Klantnummer",
		"Betalingsvoorwaarden", "Valuta", "Nr.", "Onze SKU", "Uw SKU", "Code", "Omschrijving", "Dozen", "Stuks", "Stukprijs", "Korting", "Bedrag",
		"Subtotaal", "Netto", "Belasting", "Inclusief belasting", "Verzending", "Totaal", "Pagina",
	},
}
