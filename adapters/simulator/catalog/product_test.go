package catalog

import (
	"encoding/json"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"sellingassistant/adapters/simulator/world"
	"sellingassistant/domain/kernel/marketplace"
)

// validCode checks the rule of GS1 in another way than checkDigit: the weighted sum of all digits
// from the left ends in 0.
func validCode(s string) bool {
	sum := 0
	for i, c := range s {
		d := int(c - '0')
		if (len(s)-i)%2 == 0 {
			d *= 3
		}
		sum += d
	}
	return sum%10 == 0
}

func TestCheckDigits(t *testing.T) {
	for _, s := range []string{"036000291452", "4006381333931", "96385074", "10036000291459", "9780306406157", "747474801770"} {
		require.Equal(t, s[len(s)-1], checkDigit([]byte(s[:len(s)-1])), s)
	}
	require.Equal(t, "0306406152", oldISBN("9780306406157"))
	require.Equal(t, "097522980X", oldISBN("9780975229804"))
}

func made(seed uint64, products int) *Catalog {
	return New(world.New(seed, world.NewClock(time.Time{}, 0), products, 0))
}

func TestCodesAreValidAndLeadBack(t *testing.T) {
	m := made(0, 1_000_000)
	rapid.Check(t, func(t *rapid.T) {
		p := m.ProductAt(rapid.IntRange(0, 999_999).Draw(t, "index"))
		for _, c := range p.GTINs {
			require.Len(t, c.Value, map[string]int{"UPC": 12, "EAN": 13, "ISBN": 13, "GTIN": 14}[c.Type])
			require.True(t, validCode(c.Value), c.Value)
			var asins []string
			for _, other := range m.ProductsWith(c.Type, c.Value) {
				asins = append(asins, other.ASIN)
			}
			require.Contains(t, asins, p.ASIN)
			if c.Type == "ISBN" {
				require.Len(t, m.ProductsWith("ISBN", oldISBN(c.Value)), len(asins))
			}
			wrong := []byte(c.Value)
			wrong[len(wrong)-1] = '0' + (wrong[len(wrong)-1]-'0'+1)%10
			require.Empty(t, m.ProductsWith(c.Type, string(wrong)))
		}
	})
	for _, nonsense := range []string{"", "x", "123456789012", "12345678901x", "000000000000000"} {
		for _, kind := range []string{"UPC", "EAN", "GTIN", "ISBN", "JAN", "MINSAN"} {
			require.Empty(t, m.ProductsWith(kind, nonsense))
		}
	}
}

func TestShareOfSharedAndMissingCodes(t *testing.T) {
	m := made(0, 100_000)
	carriers, bare := map[string]int{}, 0
	for i := range 100_000 {
		p := m.ProductAt(i)
		if len(p.GTINs) == 0 {
			bare++
			continue
		}
		carriers[p.GTINs[0].Value]++
	}
	counts := map[int]int{}
	for _, n := range carriers {
		counts[n]++
	}
	require.InDelta(t, 0.02, float64(bare)/100_000, 0.002)
	require.InDelta(t, 0.03, float64(counts[2]+counts[3])/float64(len(carriers)), 0.003)
	require.Positive(t, counts[2])
	require.Positive(t, counts[3])
	require.Equal(t, len(carriers), counts[1]+counts[2]+counts[3])
}

func TestProductsFollowFromTheSeed(t *testing.T) {
	a, b, other := made(7, 10_000), made(7, 10_000), made(8, 10_000)
	different := 0
	for i := range 1000 {
		require.Equal(t, a.ProductAt(i), b.ProductAt(i))
		p, q := a.ProductAt(i), other.ProductAt(i)
		if p.Title != q.Title {
			different++
		}
		require.NotEmpty(t, p.Title)
		require.Equal(t, p.IsHead(), p.Rank == 0)
		for _, child := range p.Children {
			member, ok := a.Product(child)
			require.True(t, ok)
			require.Equal(t, p.ASIN, member.Parent)
			require.Equal(t, p.ProductType, member.ProductType)
			require.NotEmpty(t, member.Color)
			require.NotEmpty(t, member.Size)
		}
		if p.Parent != "" {
			head, ok := a.Product(p.Parent)
			require.True(t, ok)
			require.Contains(t, head.Children, p.ASIN)
		}
		require.GreaterOrEqual(t, p.Package.Length, p.Item.Length)
		require.GreaterOrEqual(t, p.Package.Weight, p.Item.Weight)
		require.NotEmpty(t, p.Images)
	}
	require.Greater(t, different, 990)
	_, ok := a.Product(world.ASIN(10_000))
	require.False(t, ok)
}

func TestBasePrices(t *testing.T) {
	m := made(0, 10_000)
	for i := range 1000 {
		p := m.ProductAt(i)
		for _, s := range marketplace.All() {
			require.Positive(t, p.BasePrice(s.ID), s.Country)
		}
		require.True(t, p.SoldIn(marketplace.US))
		require.Zero(t, p.BasePrice("A1B2"))
		require.False(t, p.SoldIn("A1B2"))
	}
	absent := 0
	for i := range 10_000 {
		if !m.ProductAt(i).SoldIn("A1805IZSGTT6HS") {
			absent++
		}
	}
	require.InDelta(t, 625, absent, 100)
	yen, dollar := world.Shops["A1VC38T7YXB528"], world.Shops[marketplace.US]
	require.Equal(t, "1990", yen.Number(1990).String())
	require.Equal(t, "19.90", dollar.Number(1990).String())
	require.Equal(t, "0.05", dollar.Number(5).String())
	require.Equal(t, "-1.05", dollar.Number(-105).String())
	for text, want := range map[string]int64{"19.9": 1990, "0.005": 1, "1e1": 1000, "7": 700} {
		got, ok := dollar.MinorOf(json.Number(text))
		require.True(t, ok)
		require.Equal(t, want, got, text)
	}
	for _, text := range []string{"", "-1", "x", "1e99"} {
		_, ok := dollar.MinorOf(json.Number(text))
		require.False(t, ok, text)
	}
}
