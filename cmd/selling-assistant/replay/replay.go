// Package replay prints decisions of the repricer that were made again.
package replay

import (
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strconv"
	"strings"
	"text/tabwriter"
	"time"

	"sellingassistant/adapters/casefile"
	"sellingassistant/app/repricer/history"
	"sellingassistant/domain/kernel/id"
	"sellingassistant/domain/repricer/decision"
)

// result encodes a replay as JSON.
type result struct {
	ChangeID    int64                `json:"change_id"`
	TeamID      id.Team              `json:"team_id"`
	ProductID   decision.ProductID   `json:"product_id"`
	CreatedAt   time.Time            `json:"created_at"`
	Result      history.ReplayResult `json:"result"`
	Differences []difference         `json:"differences"`
	Decision    *casefile.Answer     `json:"decision"`
}

// difference encodes a member with another value in the replay.
type difference struct {
	Member   string  `json:"member"`
	Recorded *string `json:"recorded"`
	Replayed *string `json:"replayed"`
}

// Print writes a replay for people, or as JSON. It returns an error if the decision differs from
// the recorded one or cannot be repeated.
func Print(to io.Writer, got history.Replayed, asJSON, trace bool) error {
	answer := answerOf(got, trace)
	write := describe
	if asJSON {
		write = encode
	}
	return errors.Join(write(to, got, answer), fault(got))
}

func encode(to io.Writer, got history.Replayed, answer *casefile.Answer) error {
	e := got.Change
	out := result{
		ChangeID: int64(e.ID), TeamID: e.Team, ProductID: e.ProductID, CreatedAt: e.CreatedAt, Result: got.Result,
		Differences: make([]difference, len(got.Differences)), Decision: answer,
	}
	for i, d := range got.Differences {
		out.Differences[i] = difference{d.Member, orNull(d.Recorded), orNull(d.Replayed)}
	}
	return json.NewEncoder(to).Encode(out)
}

// answerOf returns the decision in the format of decide, or nil.
func answerOf(got history.Replayed, trace bool) *casefile.Answer {
	d, ok := got.Decision.Get()
	if !ok {
		return nil
	}
	if !trace {
		d.Trace = nil
	}
	a := casefile.AnswerOf(casefile.Case{ID: json.RawMessage(strconv.FormatInt(int64(got.Change.ID), 10))}, d)
	return &a
}

func describe(to io.Writer, got history.Replayed, answer *casefile.Answer) error {
	e := got.Change
	w := tabwriter.NewWriter(to, 0, 4, 2, ' ', 0)
	fmt.Fprintf(w, "change %d: %s, %s on %s, team %d\n",
		e.ID, e.CreatedAt.Format(time.RFC3339), e.SKU, e.MarketplaceID, e.Team)
	fmt.Fprintf(w, "recorded: %s, %s to %s %s, %s\n", e.Verdict, e.OldPrice, e.NewPrice, e.Currency, e.Reason)
	if got.Result == history.ReplaySame {
		fmt.Fprintln(w, "decided again: the same")
	}
	if len(got.Differences) > 0 {
		fmt.Fprintln(w, "MEMBER\tRECORDED\tDECIDED AGAIN")
	}
	for _, d := range got.Differences {
		fmt.Fprintf(w, "%s\t%s\t%s\n", d.Member, cmp.Or(d.Recorded, "-"), cmp.Or(d.Replayed, "-"))
	}
	if answer != nil && len(answer.Trace) > 0 {
		describeTrace(w, answer)
	}
	return w.Flush()
}

// describeTrace writes two tables. The empty line before each also ends the columns of the previous
// one.
func describeTrace(w *tabwriter.Writer, a *casefile.Answer) {
	fmt.Fprintln(w, "\nSTEP\tRULE\tIN\tOUT\tNOTE")
	for _, s := range a.Trace {
		fmt.Fprintf(w, "%d\t%s\t%s\t%s\t%s\n", s.Step, s.Rule, number(s.In), number(s.Out), cmp.Or(s.Note, "-"))
	}
	if len(a.Offers) > 0 {
		fmt.Fprintln(w, "\nOFFER OF\tLANDED\tCANDIDATE\tDROPPED BECAUSE")
	}
	for _, o := range a.Offers {
		why := "-"
		if o.ExcludedReason != nil {
			why = *o.ExcludedReason
		}
		fmt.Fprintf(w, "%s\t%s\t%s\t%s\n", o.SellerID, o.Landed, number(o.Candidate), why)
	}
}

func number(n *json.Number) string {
	if n == nil {
		return "-"
	}
	return n.String()
}

// fault returns an error if a decision differs from the recorded one or cannot be repeated.
func fault(got history.Replayed) error {
	switch got.Result {
	case history.ReplayDifferent:
		names := make([]string, len(got.Differences))
		for i, d := range got.Differences {
			names[i] = d.Member
		}
		return fmt.Errorf("change %d comes out differently: %s", got.Change.ID, strings.Join(names, ", "))
	case history.ReplayOtherRules:
		return fmt.Errorf("change %d was decided by other rules: what it was decided from cannot be read any more",
			got.Change.ID)
	case history.ReplayNoInput:
		return fmt.Errorf("change %d cannot be decided again: nothing was kept of what it was decided from", got.Change.ID)
	}
	return nil
}

// orNull returns nil for an empty text.
func orNull(text string) *string {
	if text == "" {
		return nil
	}
	return &text
}
