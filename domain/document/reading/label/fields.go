package label

// fields has labels that shops, cash-and-carries and industrial suppliers print.
const fields = `
invoice_number: sammelrechnung, sammelrechnung nr, sammelrechnungsnummer, teilrechnung, teilrechnung nr, schlussrechnung
invoice_number: schlussrechnung nr, verkaufsrechnung, verzamelfactuur, facture récapitulative, fattura differita
invoice_number: fattura immediata, invoice num, inv #, bill number, invoice code, invoice doc no, rechnungsbeleg
po_number: order num, purchase order num
po_number: external doc no, external document no, customer order number, cust order no, cust order, your po no
po_number: purchase order #, order #, customer purchase order, client po, po num, p o num
issue_date: date of invoice issue, számla kelte, kiállítás dátuma, számla dátuma
invoice_number: számlaszám, számla sorszáma, számla száma, document reference, document ref
po_number: pedido de compra, pedido de compra no, pedido de compra n, orden de compra, orden de compra n, your order nr
po_number: your ord no, purch order no, purchase order nr, ordine di acquisto, ordine d acquisto, inkooporder
due_date: fizetési határidő, bitte überweisen sie bis, bitte überweisen sie bis zum, bitte zahlen sie bis zum
due_date: bitte zahlen sie bis, please remit until, please pay until, please pay by, à régler avant le
other_date: placed on, passée le, bestellt am, ordered on, order placed on, commandé le, besteld op
due_date: fälligkeitstag
due_date: payment due on, due and payable by, balance due by, amount due by, total due by, please remit by, net due date
tax_id: ust identnr, ust ident nr, ust id nummer, ust identifikationsnr
payment_terms: terms of payment, payment term, terms code, pay terms, term, credit terms, zahlungskonditionen
payment_terms: zahlbedingungen, zahlungsweise und ziel, modalités de paiement, modalité de règlement
payment_terms: conditions de règlement, délai de paiement, condiciones de pago y vencimiento, plazo de pago
payment_terms: modalità di pagamento, pagamento, betalingsconditie, betalingscondities, betaalconditie
subtotal: entgelt, entgelte, summe der entgelte, goederen, montant brut ht, montant brut, sale amount, amount net
subtotal: value of goods, goods amount, items subtotal, item s subtotal, item subtotal, total before vat
carried: steuerbasisbetrag, steuerbasisbetrag ust, steuerbasisbetrag mwst
carried: rechnungssumme netto, rechnungssumme ohne ust, rechnungssumme ohne mwst, rechnungssumme ohne umsatzsteuer
subtotal: nettosumme gesamt, totaal goederen excl btw, bedrag exclusief btw, importe sin iva, netto ware
carried: offene zahlungen, ausstehende forderung, offene forderung, offene forderungen, outstanding payments
carried: grondslag, bemessungsgrundlage, taxable amount, base imposable, total before freight
shipping: fracht verp vers
shipping: misc freight, freight charges, freight amount, freight and handling, freight handling, delivery fee
shipping: shipping fee, delivery and handling, s h, port ht, versandkosten netto, bezorging, envio y manipulación
shipping: shipping amount, shipping total, total shipping, outbound freight, prepaid freight
tax: value added tax, estimated tax, estimated tax to be collected, estimated sales tax, tax collected, cuota
tax: input cgst, input sgst, input igst, input utgst, output cgst, output sgst, output igst, output utgst
tax: central gst, state gst, integrated gst, total cgst, total sgst, total igst, total utgst
tax: gst hst, hst gst, local tax, city tax, county tax, sales and use tax, btw totaal, vat charged
total: total due now, amount payable now, total invoice amount, total amount of invoice
total: factuur totaal, order grand total, montant net à régler, net à régler, totale fatturato, please pay this amount
total: total for this shipment, invoice total amount, total including taxes, gesamtsumme brutto, totaal bedrag
invoice_number: billing id, n de la facture, numéro de la facture, número de la factura, référence facture
invoice_number: rechnungs id, re nummer, faktuurnummer, notanummer, votre facture n, votre n facture
invoice_number: numer faktury, nr faktury, faktura vat nr, invoice nbr, invoice num ber, fact n, fact no, n fact
invoice_number: facture réf, ref facture, belegnr, rechn nr, rechnung id, your invoice no, invoice ref no
invoice_number: inv ref, vat invoice number, tax invoice ref
issue_date: date de la facture, date facturation, facture du, votre facture du, vat invoice date
issue_date: tax invoice date, fecha de la factura, data wystawienia, rechnungs lieferdatum
issue_date: lieferdatum rechnungsdatum, rechnungs und lieferdatum, rechnungs liefer datum
issue_date: date of supply and invoice, inv date tax point, invoice tax point, billing date and tax point
issue_date: fecha emisión, data fattura documento, datum rechnung, invoice issue date, date émission
other_date: date de la commande, date d achat, besteldatum, order placed date
other_date: purchase date, date of order, date ordered, po date, p o date, purchase order date, po issue date
other_date: bestelldatum vom, auftragsdatum, fecha de pedido, data ordine cliente
other_date: fecha del pedido, ord date
delivery_date: delivery date, date of delivery, deliv date, delv date, dlv date, delivered on, deliver by, delivery by
delivery_date: requested delivery date, estimated delivery, estimated delivery date, expected delivery
delivery_date: expected delivery date, delivery due, promised delivery, required delivery, required delivery date
delivery_date: ship date, ship dt, date shipped, shipped on, date of shipment, dispatch date, despatch date
delivery_date: requested ship date, ship by, pickup date, pick up date, arrival date, date of supply
delivery_date: required date, date required, required by, request date, requested date, date requested, req date
delivery_date: req delivery date, requested by, need date, need by, need by date, needed by, date needed
delivery_date: promise date, promised date, date promised, cancel date, expected date
delivery_date: lieferdatum, liefertermin, liefertag, wunschtermin, wunschliefertermin, wunschlieferdatum
delivery_date: gewünschter liefertermin, gewünschtes lieferdatum, versanddatum, versandtag, leistungsdatum
delivery_date: date de livraison, date livraison, date de livraison souhaitée, date de livraison prévue
delivery_date: livraison prévue le, à livrer le, livré le, date d expédition, date d envoi, expédié le, date d enlèvement
delivery_date: fecha de entrega, fecha de la entrega, fecha entrega, fecha prevista de entrega, fecha envío
delivery_date: fecha de envío, fecha del envío, fecha prevista, fecha requerida, fecha solicitada
delivery_date: data consegna, data di consegna, data di spedizione, data spedizione, data prevista consegna
delivery_date: leverdatum, afleverdatum, gewenste leverdatum, verzenddatum, geleverd op, verzonden op
due_date: date limite de paiement le, niet later dan, termin płatności, zahlungsfällig am, invoice due date
due_date: due dt, pay no later than, to be paid by, bitte zahlen bis, zahlen bis, a pagar antes del
due_date: da saldare entro, uiterlijk betalen
total: facture total, total charged, montant de la facture, montant total à payer, montant à régler, total to be paid
total: wartość faktury, do zapłaty, razem do zapłaty, należność ogółem, gesamtsumme mit ust, endpreis brutto
total: endpreis, bedrag te voldoen, totaal te incasseren, totaalbedrag incl, total invoiced, total gbp incl vat
total: importe total a pagar, total con impuestos, totaal inclusief btw te betalen, invoice total inc vat
total: invoice total incl vat, total of invoice, zahlbetrag brutto, zu zahlender gesamtbetrag, gesamtendbetrag
total: balance now due, net amount payable, total montant ttc, totale ordine
subtotal: montant hors tva, prix total ht, untaxed total, untaxed amount, total untaxed, gesamtsumme ohne ust
subtotal: montant total htva, pre tax total, suma sin iva, exclusief btw, totaalbedrag excl
subtotal: total de la facture ht, warenwert total, totaal goederenbedrag, subtotaal ex btw, total goods ex vat
subtotal: goods total ex vat, net goods total, total net value, total net amount, net amount total
subtotal: summe nettobetrag, gesamt netto betrag, zwischensumme ohne mwst
subtotal: merchandise total before tax, sales amount, sub total before tax, subtotal before tax
subtotal: subtotal excl vat, sub total excl vat, subtotal ex vat
tax: taxe totale, totale btw kosten, total des taxes, tax due, sales tax amount, sales tax total
tax: total sales tax, total gst payable, gst total, vat due, mwst summe, umsatzsteuer betrag
tax: total iva repercutido, total de iva, importe del iva, importe i v a, totaal omzetbelasting, use tax
tax: tax payable
shipping: ship charge, ship charges, shipping charge, freight in, freight out, freight total, freight cost
shipping: delivery charges, carriage cost, carriage and insurance, versandkostenanteil, liefer und versandkosten
shipping: frais d envoi, coste envio, costi di spedizione, bezorgkosten totaal
discount: zu abschlag, zu und abschlag, zu und abschläge
discount: less order discount, coupon discount, gutschein, bon de réduction, cupón, buono sconto, kortingscode
shipping: gesamtbetrag der zuschläge, summe der zuschläge, summe zuschläge, zuschläge, sum of charges
discount: gesamtbetrag der abschläge, summe der abschläge, summe abschläge, abschläge, sum of allowances
discount: trade disc, settlement disc, cash disc, volume disc, quantity disc, order disc
discount: sondernachlass, preisnachlass, discounts, total discounts, less discounts
payment_terms: zahlungsziel und bedingungen, invoice terms, cust terms, customer terms, pmt terms, pymt terms
payment_terms: payment conditions, zahlungskondition, zahlungsmodalitäten
total: total value, total order value, total po value, net po amt, net po amount, po grand total
total: total payable to vendor, total payable to supplier
total: total of this invoice, total for this invoice, sum total, sum due, sum payable, net to pay
total: total outstanding, balance outstanding, amount outstanding, invoice balance, amount owing, total owing
total: total gross, gross value, gross sum, invoice amount due, total invoice due, somme due, total dû
total: montant à verser, total à verser, à payer, à régler, importe a abonar, total a cobrar, da pagare
total: importo dovuto, totale da saldare, zu überweisen, überweisungsbetrag, gesamt inkl mwst, forderungsbetrag
total: rechnungsendsumme, bruttowert, te voldoen bedrag, verschuldigd bedrag, totaal verschuldigd, totaal incl
total: invoice sum, total incl, total payment due, total now due, net total incl vat
subtotal: total of goods, total for goods, sum of lines, lines total, total lines, total merchandise
subtotal: order value, net order value, goods value ex vat, valeur marchandise, valeur marchandises
subtotal: total brut ht, total ht brut, base ht, total net h t, valor neto, importe mercancías, valore merce
subtotal: nettowert, warenwert gesamt, artikelsumme, summe artikel, gesamtwert netto, subtotaal goederen
subtotal: goederen totaal, netto goederenbedrag, som van artikelen, goods subtotal, total goods value, net sum
subtotal: net value of goods, total excl, totaal excl, amount before vat, value before tax, total before taxes
invoice_number: receipt no, receipt number, numero doc, rech nr, rgnr, rechnr
invoice_number: núm documento, num doc, nota n, n nota, bon nr, invoice reference no
invoice_number: document id, invoice doc, n fac
invoice_number: n de doc, notanr, nota nummer
tax_id: gst registration no, gst registration number, vat registration no gb, vat id number, tax reg no
tax_id: federal tax id, fed tax id, fed id, fein, tax id no, tax identification number, ust ident nr
tax_id: ust ident nummer, usteuer id, uid mwst, vat reg nr, vat nr, gstin, gst reg, n tva intracom, tva n
tax_id: numéro tva, número iva, iva n, p iva n, partita iva e codice fiscale, vat code, btw identificatie
`
