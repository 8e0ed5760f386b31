package decision_test

import (
	"encoding/hex"
	"math/rand/v2"
	"sync"
	"testing"

	"github.com/stretchr/testify/require"

	"sellingassistant/domain/kernel/money"
	"sellingassistant/domain/kernel/optional"
	"sellingassistant/domain/repricer/decision"
	"sellingassistant/domain/repricer/decision/canon"
)

// The encoding of stored inputs must not change. A changed digest means that stored inputs can no
// longer be decided again.
func TestDigestOfACaseStays(t *testing.T) {
	t.Parallel()
	first := workedCases(t, "testdata/cases.txt")[0]
	digest := canon.DigestOf(first.in)
	require.Equal(t, "d2b0a6d52355ed292bb7cce09278bdb48ef6e3b84c75447c10f270de388f316e", hex.EncodeToString(digest[:]))
}

// An input without a later rule is written as before the rule. An input with the rule is decided
// again with it.
func TestALaterRuleIsWrittenWhereItCounts(t *testing.T) {
	t.Parallel()
	input := workedCases(t, "testdata/cases.txt")[0].in
	plain := canon.DigestOf(input)
	input.Strategy.OnRestock = decision.RestockMax
	require.Equal(t, plain, canon.DigestOf(input))
	input.Row.WasSoldOut = true
	require.NotEqual(t, plain, canon.DigestOf(input))
	back, err := canon.Decode(canon.Encode(input))
	require.NoError(t, err)
	require.True(t, back.Row.WasSoldOut)
	require.Equal(t, decision.ReasonRestockMax, decision.Decide(back).Reason)
	input.Row.WasSoldOut = false
	require.Equal(t, plain, canon.DigestOf(input))
}

// A stored input is decided with its own least change and its own wait for the buy box. An input
// without both is stored as the same bytes as before.
func TestTheLeastChangeIsWritten(t *testing.T) {
	t.Parallel()
	input := workedCases(t, "testdata/cases.txt")[0].in
	plain := canon.DigestOf(input)
	input.Strategy.MinChangePercent = money.MustParsePercent("10")
	back, err := canon.Decode(canon.Encode(input))
	require.NoError(t, err)
	require.Equal(t, decision.ReasonBelowMinChange, decision.Decide(back).Reason)
	input.Strategy.SmallChangeIntervalMinutes = optional.Some(0)
	back, err = canon.Decode(canon.Encode(input))
	require.NoError(t, err)
	require.Equal(t, decision.ReasonBeatTarget, decision.Decide(back).Reason)
	input.Strategy.MinChangePercent, input.Strategy.SmallChangeIntervalMinutes = money.Percent{}, optional.None[int]()
	require.Equal(t, plain, canon.DigestOf(input))
}

func TestDecodeInputRefusesOtherBytes(t *testing.T) {
	t.Parallel()
	input := workedCases(t, "testdata/cases.txt")[4].in
	input.Offers = append(input.Offers, readOffer([]string{"B", "17", "fba"}))
	good := canon.Encode(input)
	_, err := canon.Decode(good)
	require.NoError(t, err)
	for i := range good {
		_, err := canon.Decode(good[:i])
		require.ErrorIs(t, err, canon.ErrInput, "%d bytes", i)
	}
	version := append([]byte{}, good...)
	version[0]++
	// Offers in another order, and a number with a byte too many, are other forms.
	a, b := input, input
	a.Offers, b.Offers = input.Offers[:1], input.Offers[1:]
	for name, bytes := range map[string][]byte{
		"a byte more":     append(append([]byte{}, good...), 0),
		"another version": version,
		"a long number":   append([]byte{0x82, 0x00}, good[1:]...),
		"too many":        make([]byte, 1<<20+1),
	} {
		_, err := canon.Decode(bytes)
		require.ErrorIs(t, err, canon.ErrInput, name)
	}
	require.NotEqual(t, canon.DigestOf(a), canon.DigestOf(b))
}

// An input may be decided and encoded in several places at once.
func TestInputIsOnlyRead(t *testing.T) {
	t.Parallel()
	for seed := range uint64(50) {
		input := made{rolled{rand.New(rand.NewPCG(seed, 3))}, false}.input()
		want, digest := decision.Decide(input), canon.DigestOf(input)
		var group sync.WaitGroup
		for range 4 {
			group.Go(func() {
				if !same(want, decision.Decide(input)) || digest != canon.DigestOf(input) {
					t.Error("another answer")
				}
			})
		}
		group.Wait()
	}
}

// FuzzDecide feeds a generator from bytes, and the decoder with them.
func FuzzDecide(f *testing.F) {
	for seed := range uint64(20) {
		r := rand.New(rand.NewPCG(seed, 4))
		b := make([]byte, 400)
		for i := range b {
			b[i] = byte(r.Uint32())
		}
		f.Add(b)
		f.Add(canon.Encode(made{rolled{r}, false}.input()))
	}
	f.Fuzz(func(t *testing.T, b []byte) {
		if input, err := canon.Decode(b); err == nil {
			d := decision.Explain(input)
			if floor, ok := d.Floor.Get(); d.Verdict == decision.VerdictChange && (!ok || d.Price.Cmp(floor) < 0 || !d.Price.Positive()) {
				t.Fatalf("%s: %s under the floor %s", d.Reason, d.Price, floor)
			}
		}
		i, d := promises(t, made{taken{&b}, false})
		back, err := canon.Decode(canon.Encode(i))
		require.NoError(t, err)
		if e := decision.Decide(back); !same(d, e) {
			require.Equal(t, d, e)
		}
	})
}

// The rate that converted a cost is stored with the input. It decides nothing by itself, and an
// input without it is stored as the same bytes as before.
func TestTheRateOfACostIsWritten(t *testing.T) {
	t.Parallel()
	input := workedCases(t, "testdata/cases.txt")[0].in
	plain, decided := canon.DigestOf(input), decision.Decide(input)
	input.Row.FX = optional.Some(decision.FX{From: "CNY", Rate: money.MustParseRate("0.1389")})
	require.NotEqual(t, plain, canon.DigestOf(input))
	back, err := canon.Decode(canon.Encode(input))
	require.NoError(t, err)
	require.Equal(t, input.Row.FX, back.Row.FX)
	require.Equal(t, decided.Price, decision.Decide(back).Price)
	require.Equal(t, decided.Reason, decision.Decide(back).Reason)
	input.Row.FX = optional.None[decision.FX]()
	require.Equal(t, plain, canon.DigestOf(input))
}
