package words_test

import (
	"testing"

	"github.com/stretchr/testify/require"
)

func TestTitlesWithNumberAndDate(t *testing.T) {
	for text, want := range map[string][]string{
		"Handelsrechnung (380) Nr. 5512 vom 07.04.2026\n":              {"5512", "2026-04-07"},
		"Rechnung des Herstellers (575) Nr. 00.17.4-26 vom 7.4.2026\n": {"00.17.4-26", "2026-04-07"},
		"Gutschrift (389) Nr. 5512 vom 07.04.2026\n":                   {"5512", "2026-04-07"},
		"Schlussrechnung Garten (877) Nr. 5512 vom 07.04.2026\n":       {"5512", "2026-04-07"},
		"Mietrechnung Nr. 8/00/M vom 07.04.2026\n":                     {"8/00/M", "2026-04-07"},
		"Facture commerciale N° FC-12 du 27/04/2026\n":                 {"FC-12", "2026-04-27"},
		"Commercial invoice No. C-12 dated 2026-04-07\n":               {"C-12", "2026-04-07"},
		"Teilrechnung Nr. 5512\nvom 07.04.2026\n":                      {"5512", "2026-04-07"},
		"Teilrechnung Nr. 5512 vom\n07.04.2026\n":                      {"5512", "2026-04-07"},
		"Invoice # RE-12 issued at 2026-04-07\n":                       {"RE-12", "2026-04-07"},
		"Rechnung # RE-12 von 07.04.2026\n":                            {"RE-12", "2026-04-07"},
		"Handelsrechnung zur Bestellung Nr. 77 vom 07.04.2026\n":       {"", "-"},
		"Berechnung Nr. 77 vom 07.04.2026\n":                           {"", "-"},
	} {
		h := readText(t, text+"\n"+table).Header
		require.Equal(t, want, []string{h.InvoiceNumber, dayOf(h.IssueDate)}, text)
	}
}

func TestSellersOfForms(t *testing.T) {
	const buyer = "Käufer/Leistungsempfänger\n Nummer:              7\n Name:                Zenfold AG\n Anschrift:           Ring 8\n                      97070 Würzburg\n\n"
	for text, want := range map[string]string{
		"Verkäufer\n Nummer:              12\n Globale Nummer:      400 (GLN)\n Name:                Paperlark GmbH\n Anschrift:           Hafen 1\n" + buyer: "Paperlark GmbH",
		"Verkäufer\n Name:                Paperlark\n Anschrift:           Hafen 1\n" + buyer:                                                                 "Paperlark",
		"Verkäufer:\nNummer        : 12\nGlobale Nummer: 400 (GLN)\nPaperlark GmbH\nHafen 1\n" + buyer:                                                        "Paperlark GmbH",
		"Rechnungsersteller\nPaperlark\nHafen 1\n20457 Hamburg\n" + buyer:                                                                                     "Paperlark",
		"Verkäufer:\nLieferant GmbH\nHafen 1\n" + buyer:                                                                                                       "Lieferant GmbH",
		"Verkäufer\n Name:                Hanna Moser\n Telefon:             0931 44\n" + buyer:                                                               "",
	} {
		require.Equal(t, want, readText(t, text+table).Header.Issuer.Name, text)
	}
}
