package pricelist

import (
	"context"
	"strconv"

	kernel "sellingassistant/domain/kernel/event"
	"sellingassistant/domain/kernel/optional"
	"sellingassistant/domain/kernel/page"
	"sellingassistant/domain/kernel/words"
	"sellingassistant/domain/pricelist"
	"sellingassistant/ports/event"
)

// report writes the event of an analysis that has ended, with its rows by verdict.
func (a *Analyses) report(ctx context.Context, before, after pricelist.Analysis) error {
	v := after.Values
	if a.Events == nil || v.Stage == before.Values.Stage {
		return nil
	}
	e := event.Event{
		Team: after.Team, Record: optional.Some(int64(after.ID)), Version: optional.Some(after.Version),
		Details: map[string]string{"marketplace_id": string(v.Marketplace)},
	}
	switch v.Stage {
	case pricelist.Failed:
		e.Type, e.Details["reason"] = kernel.PriceListFailed, v.Error
	case pricelist.Completed, pricelist.CompletedWithErrors:
		e.Type, e.Details["rows"] = kernel.PriceListAnalyzed, strconv.FormatInt(v.Rows, 10)
		for _, verdict := range words.Of[pricelist.Verdict]() {
			n, err := a.judged(ctx, after, verdict)
			if err != nil {
				return err
			}
			e.Details[string(verdict)] = strconv.FormatInt(n, 10)
		}
	default:
		return nil
	}
	return a.Events.Write(ctx, e)
}

// judged counts the rows of an analysis with a verdict.
func (a *Analyses) judged(
	ctx context.Context, analysis pricelist.Analysis, verdict pricelist.Verdict,
) (int64, error) {
	found, _, err := a.Items.Lines(ctx, analysis.Team, analysis.ID, analysis.Values.ShownVersion,
		pricelist.Filter{Verdicts: []pricelist.Verdict{verdict}},
		page.Request{Limit: 1, Count: true, Order: []page.By{{Field: "id"}}})
	if err != nil || found.Total == nil {
		return 0, err
	}
	return *found.Total, nil
}
