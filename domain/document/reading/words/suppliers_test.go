package words_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"sellingassistant/domain/document/reading/words"
)

// A missing quantity does not turn the sizes of all packs into quantities.
func TestPacksAreNoQuantitiesOfCards(t *testing.T) {
	_, lines := read("Code     Description        Pack          Qty     Price     VAT      Value\n"+
		"134067   Mango Lassi        8 x 275ml       1      7.92      S         7.92\n"+
		"980448   Sparkling Water    12 x 750ml     12      9.24      S       110.88\n"+
		"304304   Apple Juice        12 x 250ml             7.92      Z        31.68\n"+
		"Goods Total                                                         150.48\n", words.Hints{})
	require.Equal(t, []string{
		"134067|Mango Lassi S|1|7.92|7.92|columns", "980448|Sparkling Water S|12|9.24|110.88|columns",
		"304304|Apple Juice 250ml Z||7.92|31.68|placed",
	}, lines)
}
