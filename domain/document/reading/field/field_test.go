package field_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"sellingassistant/domain/document/reading"
	"sellingassistant/domain/document/reading/field"
	"sellingassistant/domain/document/reading/label"
)

func TestDay(t *testing.T) {
	for _, c := range []struct {
		text  string
		order field.Order
		want  string
	}{
		{"2026-03-20", field.Certain, "2026-03-20"},
		{"2026-03-20T10:30:00", field.Certain, "2026-03-20"},
		{"20.03.2026", field.Certain, "2026-03-20"},
		{"04.03.2026", field.Certain, "2026-03-04"},
		{"4/3/2026", field.Certain, ""},
		{"3/3/2026", field.Certain, "2026-03-03"},
		{"3/20/2026", field.Certain, "2026-03-20"},
		{"4/3/2026", field.DayFirst, "2026-03-04"},
		{"4/3/2026", field.MonthFirst, "2026-04-03"},
		{"20 March 2026", field.Certain, "2026-03-20"},
		{"März 20, 26", field.Certain, "2026-03-20"},
		{"31.02.2026", field.DayFirst, ""},
		{"20.03.1789", field.DayFirst, ""},
		{"A 3 2026", field.DayFirst, ""},
		{strings.Repeat("9", 1_000_000), field.DayFirst, ""},
	} {
		day, ok := field.Day(strings.Fields(c.text), c.order)
		require.Equal(t, c.want != "", ok, c.text)
		if ok {
			require.Equal(t, c.want, day.String(), c.text)
		}
	}
}

func TestTakeKeepsTheFirstAndBoundsIt(t *testing.T) {
	var h reading.Header
	require.True(t, field.Take(&h, label.InvoiceNumber, []string{":", "INV-7"}, field.DayFirst))
	require.True(t, field.Take(&h, label.InvoiceNumber, []string{"INV-8"}, field.DayFirst))
	require.Equal(t, "INV-7", h.InvoiceNumber)
	require.False(t, field.Take(&h, label.PONumber, []string{"2026-03-20"}, field.DayFirst), "a date is no number of an order")
	for text, want := range map[string]bool{
		"66.567,78": false, "567,78": false, "1,234.56": false, "66.567": true, "2026.88": true, "88,1": true,
	} {
		require.Equal(t, want, field.Take(&reading.Header{}, label.PONumber, []string{text}, field.DayFirst), text)
		require.Equal(t, want, field.Take(&reading.Header{}, label.InvoiceNumber, []string{text}, field.DayFirst), text)
	}
	require.False(t, field.Take(&h, label.TaxID, []string{"DE1"}, field.DayFirst))
	for text, want := range map[string]string{
		"GB 123 4567 89": "GB123456789", "DE 232 446 240 Steuer": "DE232446240", "984 3226 01": "984322601", "DE123456789 12345 Berlin": "DE123456789",
		"12 34": "", "123456789 10115 Berlin": "123456789", "FR 604 219 388 61": "FR60421938861",
	} {
		var other reading.Header
		require.Equal(t, want != "", field.Take(&other, label.TaxID, strings.Fields(text), field.DayFirst), text)
		require.Equal(t, want, other.Issuer.TaxID, text)
	}
	require.True(t, field.Take(&h, label.PONumber, []string{strings.Repeat("7é", 200)}, field.DayFirst))
	require.Equal(t, strings.Repeat("7é", 33)+"7", h.PONumber)
	require.True(t, field.Take(&h, label.Terms, []string{":", "net", "30", "days"}, field.DayFirst))
	require.Equal(t, "net 30 days", h.PaymentTerms)
	before := h
	require.True(t, field.Take(&h, label.Paid, []string{"240.00"}, field.DayFirst))
	require.Equal(t, before, h, "an amount that was paid is no member of the header")
}
