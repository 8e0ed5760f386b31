package notice

import (
	"context"

	app "sellingassistant/app/webhook"
	"sellingassistant/domain/kernel/id"
	"sellingassistant/domain/notice"
	"sellingassistant/domain/webhook"
	ports "sellingassistant/ports/notice"
)

// Feed reads events from the feed of users' programs.
type Feed struct{ feed *app.Feed }

// NewFeed returns the feed.
func NewFeed(feed *app.Feed) *Feed { return &Feed{feed} }

var _ ports.Feed = (*Feed)(nil)

// After takes gathered events apart.
func (f *Feed) After(
	ctx context.Context, team id.Team, position int64, limit int,
) (out []notice.Happening, last int64, err error) {
	found, err := f.feed.After(ctx, team, webhook.Position(position), limit)
	last = position
	for _, e := range found {
		last = int64(e.Position)
		h := notice.Happening{Position: last, Type: e.Type, Record: e.Data.Record, Details: e.Data.Details, At: e.At}
		if len(e.Data.Changes) == 0 {
			out = append(out, h)
		}
		for _, part := range e.Data.Changes {
			h.Record, h.Details = part.Record, part.Details
			out = append(out, h)
		}
	}
	return out, last, err
}

// Last returns the position of the last event.
func (f *Feed) Last(ctx context.Context, team id.Team) (int64, error) {
	last, err := f.feed.Last(ctx, team)
	return int64(last), err
}
