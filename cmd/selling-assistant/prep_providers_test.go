package main

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"sellingassistant/domain/kernel/money"
	"sellingassistant/domain/kernel/optional"
	"sellingassistant/domain/purchasing"
)

func TestAFileOfPrepProviders(t *testing.T) {
	got, err := readProviders(strings.NewReader("name,country,region,website,services,sales_tax_free,currency,prep_per_unit,box_fee\n" +
		"Prep North,US,OR,https://prep.example,label | bag,true,USD,0.85,\n\"Süd, GmbH\",DE,,,,,,,\n"))
	require.NoError(t, err)
	require.Equal(t, []purchasing.PrepProvider{
		{
			Name: "Prep North", Country: "US", Region: optional.Some("OR"), Website: optional.Some("https://prep.example"),
			Services: []purchasing.PrepService{"label", "bag"}, SalesTaxFree: optional.Some(true),
			Costs: optional.Some(purchasing.WarehouseCosts{Currency: "USD", PrepPerUnit: money.MustParse("0.85")}),
		},
		{Name: "Süd, GmbH", Country: "DE", Services: []purchasing.PrepService{}},
	}, got)
	for text, want := range map[string]string{
		"":                                   "read the heading",
		"name,colour\nA,red\n":               `line 2: unknown column "colour"`,
		"name,country\nA\n":                  "wrong number of fields",
		"name,box_fee\nA,1\nB,a lot\n":       "line 3: box_fee",
		"name,sales_tax_free\nA,sometimes\n": "line 2: sales_tax_free: must be true or false",
	} {
		_, err := readProviders(strings.NewReader(text))
		require.ErrorContains(t, err, want)
	}
	_, err = readProviders(strings.NewReader("name\n" + strings.Repeat("A\n", maxCatalogue+1)))
	require.ErrorContains(t, err, "more than 10000 providers")
}
