package invented_test

import (
	"math/rand/v2"
	"regexp"
	"testing"

	"github.com/stretchr/testify/require"

	"sellingassistant/tools/papers/foreign/invented"
)

func TestCodesFollowTheirPatternAndNeverRepeat(t *testing.T) {
	s := invented.New(rand.New(rand.NewPCG(1, 2)))
	seen := map[string]bool{}
	for range 80 {
		code := s.Code("##")
		require.Regexp(t, regexp.MustCompile(`^[1-9][0-9]$`), code)
		require.False(t, seen[code], code)
		seen[code] = true
	}
	require.Regexp(t, regexp.MustCompile(`^[A-Z]-[0-9]{2}$`), s.Code("@-##"))
}

func TestEANsHaveTheirCheckDigit(t *testing.T) {
	s := invented.New(rand.New(rand.NewPCG(1, 2)))
	for _, pattern := range []string{"40##########", "0##########"} {
		for range 50 {
			ean, sum := s.EAN(pattern), 0
			require.Len(t, ean, len(pattern)+1)
			for n := range ean {
				weight := 1
				if (len(ean)-n)%2 == 0 {
					weight = 3
				}
				sum += weight * int(ean[n]-'0')
			}
			require.Zero(t, sum%10, ean)
		}
	}
}

func TestOtherNamesKeepTheCountry(t *testing.T) {
	l := invented.Austria.Called("Bäckerei Anna", "KG")
	require.Equal(t, "Bäckerei Anna", l.Names)
	require.Equal(t, "KG", l.Forms)
	require.Equal(t, "Österreich", invented.New(rand.New(rand.NewPCG(1, 2))).At(l).Country)
}
