package grid

import (
	"regexp"
	"slices"
	"strings"
)

// labelledAmount matches a label that touches its amount: Total:44.00.
var labelledAmount = regexp.MustCompile(`^\pL[\pL.)]*:-?\d{1,3}(?:[.,]?\d{3})*[.,]\d{2}$`)

// partAmounts parts labels from amounts that touch them.
func (r *Row) partAmounts() {
	for i := 0; i < len(r.Words); i++ {
		w := r.Words[i]
		at := strings.IndexByte(w.Text, ':') + 1
		if at == 0 || at == len(w.Text) || !labelledAmount.MatchString(w.Text) {
			continue
		}
		first, last := *w, *w
		first.Text, last.Text = w.Text[:at], w.Text[at:]
		first.Right -= (w.Right - w.Left) * float64(len(last.Text)) / float64(len([]rune(w.Text)))
		last.Left = first.Right
		r.Words = slices.Concat(r.Words[:i], []*Word{&first, &last}, r.Words[i+1:])
	}
}
