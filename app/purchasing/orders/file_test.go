package orders_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"sellingassistant/adapters/orderfile"
	"sellingassistant/adapters/pdf"
	"sellingassistant/app/purchasing/orders"
	"sellingassistant/domain/kernel/fault"
	"sellingassistant/domain/kernel/money"
	"sellingassistant/domain/kernel/optional"
	"sellingassistant/domain/kernel/vat"
	"sellingassistant/domain/purchasing"
	"sellingassistant/domain/purchasing/form"
	"sellingassistant/domain/purchasing/landed"
	"sellingassistant/domain/purchasing/order"
	documents "sellingassistant/ports/document"
)

// printed returns the text of a PDF.
func printed(t *testing.T, file []byte) string {
	t.Helper()
	reader := pdf.New(pdf.UserFolder(), 1)
	defer func() { require.NoError(t, reader.Close()) }()
	paper, err := reader.Read(t.Context(), file, documents.PDFLimits)
	require.NoError(t, err)
	var all []string
	for _, page := range paper.Pages {
		for _, w := range page {
			all = append(all, w.Text)
		}
	}
	return strings.Join(all, " ")
}

func TestAnOrderAsAFile(t *testing.T) {
	byTier(t, func(t *testing.T, w world) {
		ctx := t.Context()
		files, err := orderfile.New(nil)
		require.NoError(t, err)
		w.Writer = files.Write
		w.buyer.Name = "Acme"
		s := w.shop(t, "Hafen")
		_, err = w.suppliers.Update(ctx, us, purchasing.SupplierID(s), purchasing.SupplierPatch{Address: optional.Put(purchasing.Address{City: optional.Some("Bremen")})}, nil)
		require.NoError(t, err)
		in := from(s, line("Kettle", 2, "3.5"), line("Κανάτα", 3, "1.25"), line("Чайник", 4, "2"))
		for n := range 120 {
			in.Items = append(in.Items, line(fmt.Sprintf("Thing-%03d", n), 1, "1"))
		}
		in.Patch.CostCurrency, in.Patch.ExchangeRate = optional.Put(money.Currency("EUR")), optional.Put(money.One)
		in.Patch.OtherCosts = optional.Put([]landed.OtherCost{{Label: "Forwarder", Amount: usd("77"), Currency: "EUR", Allocation: landed.ByValue}})
		in.Patch.Note = optional.Put("Call before.")
		made := w.placed(t, in)

		file, err := w.Orders.File(ctx, us, made.ID, form.PDF, optional.Some(form.English))
		require.NoError(t, err)
		require.Equal(t, "PO-000001", file.Number)
		text := printed(t, file.Content)
		for _, want := range []string{
			"Purchase order PO-000001", "Acme", "Hafen", "Bremen", "Cellar of Hafen", "Kettle 2 3.50 7.00", "Κανάτα 3 1.25 3.75", "Чайник 4 2.00 8.00",
			"Total USD 138.75", "Call before.", "Page 1 / 3", "Page 3 / 3",
		} {
			require.Contains(t, text, want)
		}
		for n := range 120 {
			require.Equal(t, 1, strings.Count(text, fmt.Sprintf(" Thing-%03d 1 1.00 1.00", n)), n)
		}
		require.NotContains(t, text, "Forwarder", "what is owed to others is not the supplier's")

		list, err := w.Orders.File(ctx, us, made.ID, form.CSV, optional.Some(form.French))
		require.NoError(t, err)
		require.Contains(t, string(list.Content), "\r\n2,Κανάτα,3,\"1,25\",\"3,75\"\r\n3,Чайник,4,\"2,00\",\"8,00\"\r\n")
		w.buyer.Address = "Hafenstr. 1\n28195 Bremen"
		w.buyer.Registrations = optional.Some(vat.Registrations{
			{Country: "FR", Number: optional.Some("FR11222333444"), Scheme: vat.RegisteredStandard},
			{Country: "DE", Number: optional.Some("DE123456788"), Scheme: vat.RegisteredStandard},
		})
		_, err = w.suppliers.Update(ctx, us, purchasing.SupplierID(s), purchasing.SupplierPatch{
			Address: optional.Put(purchasing.Address{City: optional.Some("Bremen"), Country: optional.Some("DE")}),
		}, nil)
		require.NoError(t, err)
		_, err = w.Update(ctx, us, made.ID, orders.Update{Patch: order.Patch{TaxCountry: optional.Put("DE")}}, nil)
		require.NoError(t, err)
		list, err = w.Orders.File(ctx, us, made.ID, form.CSV, optional.None[form.Language]())
		require.NoError(t, err)
		require.Contains(t, string(list.Content), "\r\nKäufer,\"Acme, Hafenstr. 1, 28195 Bremen, USt-IdNr. DE123456788\",", "the language of the supplier's country")
		_, err = w.Orders.File(ctx, them, made.ID, form.PDF, optional.Some(form.English))
		require.True(t, fault.Is(err, fault.CodeNotFound))
	})
}
