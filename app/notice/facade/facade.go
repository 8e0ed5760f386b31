// Package facade answers questions of other contexts about notices.
package facade

import (
	"context"

	"sellingassistant/domain/kernel/event"
	"sellingassistant/domain/kernel/id"
	ports "sellingassistant/ports/notice"
)

// Facade answers questions of other contexts.
type Facade struct{ rules ports.Rules }

// New returns the facade.
func New(rules ports.Rules) *Facade { return &Facade{rules} }

// Types lists the types of events that people of a team hear of at once.
func (f *Facade) Types(ctx context.Context, team id.Team) ([]event.Type, error) {
	all, err := f.rules.OfTeam(ctx, team)
	var out []event.Type
	for _, r := range all {
		out = append(out, r.Values.Types()...)
	}
	return out, err
}
