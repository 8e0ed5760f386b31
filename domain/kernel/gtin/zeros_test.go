package gtin_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"sellingassistant/domain/kernel/asin"
	"sellingassistant/domain/kernel/gtin"
)

func TestLostZerosComeBack(t *testing.T) {
	for text, want := range map[string]string{
		"36000291452": "036000291452", "306406152": "9780306406157", "123456789": "9780123456786", "80442957X": "9780804429573", "80442957x": "9780804429573",
	} {
		code, repaired, err := gtin.Mend(text)
		require.NoError(t, err, text)
		require.True(t, repaired, text)
		require.Equal(t, want, code.String(), text)
	}
	for _, text := range []string{"306406153", "41000000001", "1", "123456", "ABCDEFGHI"} {
		_, _, err := gtin.Mend(text)
		require.Error(t, err, text)
	}
}

// TestEveryLostZeroComesBack takes the zeros off codes of each kind. It gets the code back, or
// nothing where two kinds fit.
func TestEveryLostZeroComesBack(t *testing.T) {
	back := 0
	for n := range 2_000 {
		body := []byte("00012345678")
		for i, d := 10, n; i > 2; i, d = i-1, d/3+7*n {
			body[i] = byte('0' + d%10)
		}
		sum, weight := 0, 3
		for i := 10; i >= 0; i-- {
			sum, weight = sum+int(body[i]-'0')*weight, 4-weight
		}
		full := string(body) + string(byte('0'+(10-sum%10)%10))
		short := full[3:]
		if short[0] == '0' {
			continue
		}
		code, repaired, err := gtin.Mend(short)
		if err != nil {
			continue
		}
		require.True(t, repaired)
		require.Equal(t, full, code.String())
		back++
	}
	require.Greater(t, back, 1_000)
}

func TestASINsThatNobodyNamed(t *testing.T) {
	for _, text := range []string{"B0SIM00003", "b0sim00003", "0306406152", "080442957X"} {
		_, ok := asin.Recognise(text)
		require.True(t, ok, text)
	}
	for _, text := range []string{"GLIMMERTEK", "2451234567", "0306406153", "B1SIM00003", "B0SIM0000", "", "1234567890"} {
		_, ok := asin.Recognise(text)
		require.False(t, ok, text)
	}
}
