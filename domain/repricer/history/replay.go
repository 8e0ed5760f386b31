package history

import (
	"encoding/hex"
	"strings"

	"sellingassistant/domain/kernel/money"
	"sellingassistant/domain/kernel/optional"
	"sellingassistant/domain/repricer/decision"
	"sellingassistant/domain/repricer/decision/canon"
)

// Difference names a member of a recorded decision that differs when its input is decided again. A
// missing value is "".
type Difference struct {
	// Member has the name in the history; input_digest means the input itself.
	Member   string
	Recorded string
	Replayed string
}

// Replay decides the input of a record again, with a trace, and lists the differences. The list is
// empty unless the record, its input or the rules have changed since.
func Replay(s ChangeSnapshot, input decision.Input) (decision.Decision, []Difference) {
	d, digest := decision.Explain(input), canon.DigestOf(input)
	var out []Difference
	for _, m := range []Difference{
		{"input_digest", hex.EncodeToString(s.InputDigest[:]), hex.EncodeToString(digest[:])},
		{"action", string(s.Verdict), string(d.Verdict)},
		{"new_price", s.NewPrice.String(), d.Price.String()},
		{"reason", string(s.Reason), string(d.Reason)},
		{"adjustments", joinWords(s.Adjustments), joinWords(d.Adjustments)},
		{"target_seller_id", s.TargetSellerID, d.TargetSellerID},
		{"target_price", amountText(s.TargetPrice), amountText(d.TargetPrice)},
		{"floor", amountText(s.Floor), amountText(d.Floor)},
		{"ceiling", amountText(s.Ceiling), amountText(d.Ceiling)},
	} {
		if m.Recorded != m.Replayed {
			out = append(out, m)
		}
	}
	return d, out
}

func joinWords[T ~string](list []T) string {
	texts := make([]string, len(list))
	for i, w := range list {
		texts[i] = string(w)
	}
	return strings.Join(texts, ",")
}

func amountText(m optional.Maybe[money.Amount]) string {
	if a, ok := m.Get(); ok {
		return a.String()
	}
	return ""
}
