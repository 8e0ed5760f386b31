// Package facade answers the questions of other contexts about price lists.
package facade

import (
	"context"
	"time"

	"sellingassistant/domain/kernel/id"
	ports "sellingassistant/ports/pricelist"
)

// Facade answers questions about analyses.
type Facade struct{ analyses ports.Analyses }

func New(a ports.Analyses) *Facade { return &Facade{a} }

// RowsSince counts the rows of the analyses that a team started since a time.
func (f *Facade) RowsSince(ctx context.Context, team id.Team, since time.Time) (int64, error) {
	return f.analyses.RowsSince(ctx, team, since)
}

// CountRows counts the rows of all analyses of a team.
func (f *Facade) CountRows(ctx context.Context, team id.Team) (int64, error) {
	return f.analyses.RowsSince(ctx, team, time.Unix(0, 0))
}
