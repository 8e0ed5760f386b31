package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strconv"
	"strings"
	"text/tabwriter"
	"time"

	"github.com/spf13/cobra"

	"sellingassistant/adapters/casefile"
	"sellingassistant/app/repricer/history"
	"sellingassistant/cmd/selling-assistant/compose"
	"sellingassistant/domain/kernel/id"
	"sellingassistant/domain/repricer"
	"sellingassistant/domain/repricer/decision"
)

// replayResult encodes a replay as JSON.
type replayResult struct {
	ChangeID    int64                `json:"change_id"`
	TeamID      id.Team              `json:"team_id"`
	ProductID   decision.ProductID   `json:"product_id"`
	CreatedAt   time.Time            `json:"created_at"`
	Result      history.ReplayResult `json:"result"`
	Differences []replayDifference   `json:"differences"`
	Decision    *casefile.Answer     `json:"decision"`
}

// replayDifference encodes a member with another value in the replay.
type replayDifference struct {
	Member   string  `json:"member"`
	Recorded *string `json:"recorded"`
	Replayed *string `json:"replayed"`
}

func repricerReplay(s *session) *cobra.Command {
	c := s.onData("replay", "Make a decision of the history again, from what is stored of it, and say whether it comes out the same.")
	c.command.Long = `What a decision was made from is stored with it. It is decided again with that, nothing is written or sent. The exit
code is 0 when the same decision comes out, and 1 when another does or when it cannot be made again.`
	change := c.Int64("change", 0, "Id of the change, as the history shows it.")
	team := c.Int64("team", 0, "Id of the team the change has to belong to; any team when not given.")
	trace := c.Bool("trace", false, "Also print the steps to the decision and what became of each offer.")
	c.need("change")
	return c.operates(func(ctx context.Context, op *compose.Operator) error {
		got, err := op.History.Replay(ctx, id.Team(*team), repricer.ChangeID(*change))
		if err != nil {
			return err
		}
		return errors.Join(c.replayed(got, *trace), replayError(got))
	})
}

func (v *verb) replayed(got history.Replayed, trace bool) error {
	e, answer := got.Change, replayAnswer(got, trace)
	if !v.json {
		return v.describe(got, answer)
	}
	out := replayResult{
		ChangeID: int64(e.ID), TeamID: e.Team, ProductID: e.ProductID, CreatedAt: e.CreatedAt, Result: got.Result,
		Differences: make([]replayDifference, len(got.Differences)), Decision: answer,
	}
	for i, d := range got.Differences {
		out.Differences[i] = replayDifference{d.Member, orNull(d.Recorded), orNull(d.Replayed)}
	}
	return json.NewEncoder(v.io.out).Encode(out)
}

// replayAnswer returns the decision in the format of decide, or nil.
func replayAnswer(got history.Replayed, trace bool) *casefile.Answer {
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

func (v *verb) describe(got history.Replayed, answer *casefile.Answer) error {
	e := got.Change
	w := tabwriter.NewWriter(v.io.out, 0, 4, 2, ' ', 0)
	fmt.Fprintf(w, "change %d: %s, %s on %s, team %d\n", e.ID, e.CreatedAt.Format(time.RFC3339), e.SKU, e.MarketplaceID, e.Team)
	fmt.Fprintf(w, "recorded: %s, %s to %s %s, %s\n", e.Verdict, e.OldPrice, e.NewPrice, e.Currency, e.Reason)
	if got.Result == history.ReplaySame {
		fmt.Fprintln(w, "decided again: the same")
	}
	if len(got.Differences) > 0 {
		fmt.Fprintln(w, "MEMBER\tRECORDED\tDECIDED AGAIN")
	}
	for _, d := range got.Differences {
		fmt.Fprintf(w, "%s\t%s\t%s\n", d.Member, orDash(d.Recorded), orDash(d.Replayed))
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
		fmt.Fprintf(w, "%d\t%s\t%s\t%s\t%s\n", s.Step, s.Rule, numberOrDash(s.In), numberOrDash(s.Out), orDash(s.Note))
	}
	if len(a.Offers) > 0 {
		fmt.Fprintln(w, "\nOFFER OF\tLANDED\tCANDIDATE\tDROPPED BECAUSE")
	}
	for _, o := range a.Offers {
		why := "-"
		if o.ExcludedReason != nil {
			why = *o.ExcludedReason
		}
		fmt.Fprintf(w, "%s\t%s\t%s\t%s\n", o.SellerID, o.Landed, numberOrDash(o.Candidate), why)
	}
}

func numberOrDash(n *json.Number) string {
	if n == nil {
		return "-"
	}
	return n.String()
}

// replayError returns an error if a decision differs from the recorded one or cannot be repeated.
func replayError(got history.Replayed) error {
	switch got.Result {
	case history.ReplayDifferent:
		names := make([]string, len(got.Differences))
		for i, d := range got.Differences {
			names[i] = d.Member
		}
		return fmt.Errorf("change %d comes out differently: %s", got.Change.ID, strings.Join(names, ", "))
	case history.ReplayOtherRules:
		return fmt.Errorf("change %d was decided by other rules: what it was decided from cannot be read any more", got.Change.ID)
	case history.ReplayNoInput:
		return fmt.Errorf("change %d cannot be decided again: nothing was kept of what it was decided from", got.Change.ID)
	}
	return nil
}
