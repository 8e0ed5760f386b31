package head_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"sellingassistant/domain/document/reading/grid"
	"sellingassistant/domain/document/reading/head"
)

func TestTheFirstDocumentOfAFile(t *testing.T) {
	const (
		one   = "FACTURE I/2026/00109\nDate : 23/01/2026\nTotal   10,00\n"
		two   = "FACTURE F/2026/0010\nDate : 26/01/2026\nTotal   20,00\n"
		three = "INVOICE\nInvoice No: 77\nTotal   20.00\nPage 1 of 1\n"
	)
	for name, c := range map[string]struct {
		text string
		want int
	}{
		"one page":                                {one, 1},
		"another number":                          {one + "\f" + two, 1},
		"another number after two pages":          {one + "Page 1 / 2\n\f" + one + "Page 2 / 2\n\f" + two, 2},
		"the same number":                         {one + "\f" + one, 2},
		"the same number in a footer":             {one + "Page 1 / 2\n\fInvoice No: I/2026/00109\nPage 2 / 2\n", 2},
		"a copy of an invoice":                    {three + "\f" + three, 1},
		"a copy whose pages are not counted":      {one + "Strona 1\n\f" + one + "Strona 2\n\f" + one + "Strona 1\n\f" + one + "Strona 2\n", 2},
		"pages that are not counted":              {one + "Strona 1\n\f" + one + "Strona 2\n", 2},
		"conditions with pages of their own":      {three + "\fTerms and conditions of sale\nPage 1 of 2\n\fPage 2 of 2\n", 3},
		"another number on the second page of 2":  {one + "Page 1 / 2\n\f" + two + "Page 2 / 2\n", 2},
		"an order that the lines below belong to": {one + "\fBestellung Nr. 8401 vom 03.10.2018\n1 Lamp  10  1,00  10,00\n", 2},
		"a number without a title":                {one + "\fYour invoice number: 4711 is not yet paid\n", 2},
		"a statement":                             {"STATEMENT OF ACCOUNT\nInvoice No: 5\n\fSTATEMENT OF ACCOUNT\nInvoice No: 6\n", 2},
		"nothing named":                           {"Lamps\n\fLamps\n", 2},
	} {
		require.Equal(t, c.want, head.First(grid.FromText(c.text)), name)
	}
	require.Zero(t, head.First(nil))
}
