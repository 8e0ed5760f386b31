package label_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"sellingassistant/domain/document/reading/label"
)

func TestKnown(t *testing.T) {
	for text, want := range map[string]int{
		"INVOICE Date: Quantity Description Price Total total": 6,
		"Rechnung Menge Bezeichnung Einzelpreis Gesamt":        5,
		// A page that was read upside down, and letters that a label has too.
		"SWY3IL/LIN'GSY MMM LISIA NGISNAD INDOWY ALO WLOL TELOL v0 vce and LNNOWY No by VE": 0,
	} {
		require.Equal(t, want, label.Known(strings.Fields(text)), text)
	}
}
