package einvoice

import (
	"context"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	ports "sellingassistant/ports/document"
)

// Reads the number of the buyer beside the number of the supplier.
func TestNumbersOfTheBuyer(t *testing.T) {
	ubl := el("Invoice"+ublSpaces, el("cbc:ID", "U-1"), el("cac:InvoiceLine", el(`cbc:InvoicedQuantity unitCode="C62"`, "1"),
		el("cac:Item", el("cbc:Name", "Mug"), el("cac:BuyersItemIdentification", el("cbc:ID", "OWN-7")),
			el("cac:SellersItemIdentification", el("cbc:ID", "M-1")))))
	mug := ciiItem("M-1", "Mug", el("ram:BuyerAssignedID", "OWN-7"), "5.00", "", "C62", "1", ciiSum("5.00"))
	for _, text := range []string{ubl, cii("380", mug, "")} {
		r, _, err := Reader{}.Read(context.Background(), strings.NewReader(text), ports.XMLFileLimits)
		require.NoError(t, err)
		require.Equal(t, []string{"OWN-7", "M-1"}, []string{r.Lines[0].BuyerSKU, r.Lines[0].SupplierSKU}, text)
	}
}
