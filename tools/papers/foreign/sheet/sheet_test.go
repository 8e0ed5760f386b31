package sheet_test

import (
	"bytes"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"sellingassistant/tools/papers/foreign/sheet"
)

func drawn(t *testing.T, family string, x float64) []byte {
	t.Helper()
	s := sheet.New("P", "A4", time.Unix(0, 0))
	s.AddPage()
	s.Font(family, "", 9)
	s.Put(x, 10, "L", "Älska № 5")
	var b bytes.Buffer
	require.NoError(t, s.Output(&b))
	return b.Bytes()
}

func TestAFontDrawsTheSameTwice(t *testing.T) {
	for _, family := range []string{"gomono", "go", "caps", "sans", "serif", "mono", "times"} {
		require.True(t, bytes.Equal(drawn(t, family, 10), drawn(t, family, 10)), family)
	}
}

func TestTextOffThePageIsAnError(t *testing.T) {
	s := sheet.New("P", "A4", time.Unix(0, 0))
	s.AddPage()
	s.Font("sans", "", 9)
	s.Put(205, 10, "L", "too far right")
	require.EqualError(t, s.Error(), `"too far right" is off the page at 205, 10`)
}

func TestWrappedPartsLinesBetweenWords(t *testing.T) {
	s := sheet.New("P", "A4", time.Unix(0, 0))
	s.AddPage()
	s.Font("courier", "", 10) // Sets letters that are 2.117 mm wide.
	require.Equal(t, []string{"blue glass", "bottle", "", "12 pcs"}, s.Wrapped("blue  glass bottle\n\n12 pcs", 22))
}
