package words_test

import (
	"testing"

	"github.com/stretchr/testify/require"
)

// The buyer never issued the invoice. Where nothing says who did, nobody did.
func TestBuyersAreNoIssuers(t *testing.T) {
	for name, c := range map[string]struct{ text, want string }{
		"an address beside its label": {
			"       Spett.le / Messrs       TAVERNE DU PHARE\n                               12 PLACE DU MARCHE\n" +
				"                               83310 GRIMPORT\n\n       Indirizzo corrispondenza\n" +
				"       TAVERNE DU PHARE\n       12 PLACE DU MARCHE\n", "",
		},
		"a name again, without a label": {
			"FAKTURA\n                              Zenfold PV s.r.o.\n                              Hill 9\n" +
				"Odběratel:\nZenfold PV s.r.o.\nHill 9\n", "",
		},
		"a part of the name again": {
			"FACTURE\nAdresse de livraison\nZENFOLD NUTRITION LIV\nZENFOLD NUTRITION\n9 rue du Four\n", "",
		},
		"a seller with a form in small letters": {
			"FAKTURA\nDodavatel:\nPaperlark elektro a.s.\nHafen 7\n\nOdběratel:\nZenfold PV s.r.o.\nHill 9\n", "Paperlark elektro a.s.",
		},
		"two addresses of the buyer": {
			"Fiscal                     Entrega\nZENFOLD BAREA S.L          ZENFOLD BAREA S.L\nHill 38                    Hill 38\n", "",
		},
		"a window, and the number of the buyer": {
			"FACTURA\n                                        ZENFOLD BAREA, S.L.L.\n                                        C/ Hill, 2\n" +
				"                                        28005    MADRID\nNúmero      Fecha         Cliente        N.I.F.\n" +
				"7           27/11/2025    04300520       B12345678\n", "",
		},
		"a window, and the seller's contact": {
			"                                   Zenfold Nutrition\nMillstraat 14                      Hillpad 48\n" +
				"9160 Lokeren                       31200 TOULOUSE\nTel: 0495/51.28.08\n", "",
		},
		"a letterhead on the right": {
			"                                   Paperlark House Ltd\n                                   100 Mill St\n" +
				"                                   Tel: 0495 512808\nAccount 4711\n", "Paperlark House Ltd",
		},
		"a letterhead on the right, and a buyer": {
			"Cliente:                                Paperlark, S.L.\nZenfold Barea S.L.L.                    C/ Hill, 2\n" +
				"Mill 38                                 28005 MADRID\n", "Paperlark, S.L.",
		},
		"a letterhead on the right, and a mail below it": {
			"                                   Paperlark House\n                                   100 Mill St\n" +
				"                                   Salem, OR 97000\nAccount 4711\nanna@zenfold.example\n", "Paperlark House",
		},
		"the address of a payee":    {"INVOICE\n" + table + "\nRemit to address: Paperlark House, Inc., PO BOX 84\n", "Paperlark House, Inc."},
		"a street":                  {"SAS D2AD\n5 CHEMIN DU PORT\n31790 SAINT JORY\n", "SAS D2AD"},
		"a district":                {"Polígono Industrial Los Olmos\n28906 Villamar (MADRID)\n", ""},
		"letters with spaces":       {"FACTURA\n" + table + "\nTO TA L DE P AG\n", ""},
		"a weight":                  {"FATTURA\n" + table + "\nWEIGHT KG\n", ""},
		"the place of another firm": {"CHEZ PAPERLARK\n5 CHEMIN DU PORT\n", ""},
	} {
		require.Equal(t, c.want, readText(t, c.text+"\n"+table).Header.Issuer.Name, name)
	}
}

// Spaces cut no numbers, and a number that goes on elsewhere is none.
func TestNumbersAtASpace(t *testing.T) {
	const voucher = "                  PURCHASE ORDER\nInvoice To            Voucher No.        Dated\n"
	for name, c := range map[string]struct{ text, number, po string }{
		"after a hyphen":         {"PURCHASE ORDER\nPO No: ZNF/25-26/PO- 89\n", "", "ZNF/25-26/PO-89"},
		"around a hyphen":        {"INVOICE\nInvoice No: 25 - 11.474\n", "25-11.474", ""},
		"around a hyphen, below": {"       Invoice No          Invoice Date\n       25 - 11.474         28-11-2025\n", "25-11.474", ""},
		"a date after a hyphen":  {"INVOICE\nInvoice No: 4711 - 20.03.2026\n", "4711", ""},
		"nothing after a hyphen": {"PURCHASE ORDER\nPO No: ZNF/26-\n", "", ""},
		"a narrow cell": {
			"PURCHASE ORDER\n\n                                11A_G\n                      PO No.    OPAL/2    PO Date    24.04.2026\n" +
				"                                 6-27\n", "", "11A_GOPAL/26-27",
		},
		"a number in a list": {
			"PURCHASE ORDER\n\n                      Ref       11A_G\n                      PO No.    OPAL/2\n" +
				"                      Job       6-27\n", "", "OPAL/2",
		},
		"a running number":        {voucher + "Zenfold Pvt Ltd       14                 30-Mar-26\n", "", ""},
		"the number of a voucher": {voucher + "Zenfold Pvt Ltd       ZN/613             30-Mar-26\n", "", "ZN/613"},
		"a reference beside a running number": {
			voucher + "Zenfold Pvt Ltd       14                 30-Mar-26\n" +
				"                      Reference No. & Date.    Other References\n                      PO/25-26/ZNF/014\n", "", "PO/25-26/ZNF/014",
		},
	} {
		h := readText(t, c.text+"\n"+table).Header
		require.Equal(t, []string{c.number, c.po}, []string{h.InvoiceNumber, h.PONumber}, name)
	}
}
