package exact_test

import (
	"math/big"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/assert"

	"sellingassistant/domain/repricer/decision/exact"
)

// one returns a Wide's numerator over 1.
func one(w exact.Wide) *big.Int { return w.Rat(1).Num() }

func TestAWideCountsLikeAnIntegerWithoutBounds(t *testing.T) {
	t.Parallel()
	random := rand.New(rand.NewPCG(1, 2))
	some := func() int64 { return random.Int64() >> random.IntN(63) }
	for range 5_000 {
		a, b, c, d := some(), some(), some(), some()
		left, right := new(big.Int).Mul(big.NewInt(a), big.NewInt(b)), new(big.Int).Mul(big.NewInt(c), big.NewInt(d))
		v, w := exact.Product(a, b), exact.Product(c, d)
		assert.Equal(t, left.String(), one(v).String())
		assert.Equal(t, new(big.Int).Add(left, right).String(), one(v.Plus(w)).String())
		assert.Equal(t, left.Cmp(right) < 0, v.Less(w))
		less := new(big.Int).Sub(left, right)
		if less.Sign() < 0 {
			less.SetInt64(0)
		}
		assert.Equal(t, less.String(), one(v.Minus(w)).String())
	}
}

func TestAWideIsRoundedToTheNearest(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ n, d, want int64 }{{0, 10, 0}, {4, 10, 0}, {5, 10, 1}, {14, 10, 1}, {15, 10, 2}, {7, 3, 2}, {8, 3, 3}} {
		got, ok := exact.Of(c.n).Nearest(uint64(c.d))
		assert.True(t, ok)
		assert.Equal(t, c.want, got, "%d/%d", c.n, c.d)
	}
	most, ok := exact.Product(exact.Most, 2).Nearest(1)
	assert.False(t, ok)
	assert.EqualValues(t, exact.Most, most)
}

func TestAWideEndsAtItsMaximum(t *testing.T) {
	t.Parallel()
	most := one(exact.Product(exact.Most, exact.Most).Times(1 << 63).Times(1 << 63)).String()
	assert.Equal(t, "340282366920938463463374607431768211455", most)
	full := exact.Product(exact.Most, exact.Most).Times(1 << 63)
	assert.Equal(t, most, one(full.Plus(full).Times(1<<63)).String())
}
