package decision_test

import (
	"encoding/base64"
	"flag"
	"fmt"
	"math/rand/v2"
	"os"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"sellingassistant/domain/kernel/money"
	"sellingassistant/domain/kernel/optional"
	"sellingassistant/domain/kernel/profit"
	"sellingassistant/domain/repricer/decision"
	"sellingassistant/domain/repricer/decision/canon"
)

var recordInputs = flag.Bool("record-inputs", false, "record testdata/stored_inputs.txt anew, after a new version of the encoding")

const storedInputs = "testdata/stored_inputs.txt"

// Inputs that earlier versions stored are decided as those versions did. The file has the encoded
// input and the decision of its time.
func TestStoredInputsOfEarlierVersionsDecideAsBefore(t *testing.T) {
	t.Parallel()
	if *recordInputs {
		recordStored(t)
	}
	b, err := os.ReadFile(storedInputs)
	require.NoError(t, err)
	versions, floors := map[byte]int{}, 0
	for line := range strings.Lines(string(b)) {
		text, recorded, _ := strings.Cut(strings.TrimSpace(line), " ")
		stored, err := base64.StdEncoding.DecodeString(text)
		require.NoError(t, err)
		input, err := canon.Decode(stored)
		require.NoError(t, err)
		versions[stored[0]/2]++
		d := decision.Decide(input)
		require.Equal(t, recorded, inWords(d))
		if d.Grounds.FloorBy == decision.FloorByBreakEven || d.Grounds.FloorBy == decision.FloorSource(input.Row.Limits.MinPriceMode) {
			floors++
		}
	}
	require.Equal(t, map[byte]int{3: 40, 4: 40, 5: 40, 6: 40}, versions)
	require.Greater(t, floors, 60)
}

func inWords(d decision.Decision) string {
	amount := func(m optional.Maybe[money.Amount]) string {
		if a, ok := m.Get(); ok {
			return a.String()
		}
		return "-"
	}
	return fmt.Sprintf("%s %s %s %v %q %s %s %s %q", d.Verdict, d.Price, d.Reason, d.Adjustments, d.TargetSellerID, amount(d.TargetPrice),
		amount(d.Floor), amount(d.Ceiling), d.Grounds.FloorBy)
}

func recordStored(t *testing.T) {
	t.Helper()
	var out strings.Builder
	m := made{source: rolled{rand.New(rand.NewPCG(7, 2026))}}
	for left := (map[byte]int{3: 40, 4: 40, 5: 40, 6: 40}); left[3]+left[4]+left[5]+left[6] > 0; {
		input := m.input()
		input.Row.LossGuard = m.often()
		if m.often() && input.Strategy != nil {
			input.Strategy.MinChangePercent = pct("0.2")
		}
		if m.often() {
			even := money.FromUnits(int64(1200+m.pick(900)) * 100)
			input.Row.Bounds = optional.Some(decision.Bounds{
				BreakEven: profit.Solution{First: optional.Some(even), Safe: optional.Some(even)},
				Floor:     profit.Solution{Safe: optional.Some(money.FromUnits(even.Units() + 10_000))},
			})
			input.Row.FeesBy = of(m, decision.FeesByAnswer, decision.FeesByAnswer, decision.FeesByTables, decision.FeesAwaited)
			if input.Policy != nil {
				input.Policy.MaxRisePercent = optional.Some(pct("30"))
			}
		}
		b := canon.Encode(input)
		d := decision.Decide(input)
		if left[b[0]/2] == 0 || !d.Floor.Known() && m.often() {
			continue
		}
		left[b[0]/2]--
		fmt.Fprintf(&out, "%s %s\n", base64.StdEncoding.EncodeToString(b), inWords(d))
	}
	require.NoError(t, os.WriteFile(storedInputs, []byte(out.String()), 0o600))
}
