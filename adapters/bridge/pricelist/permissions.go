package pricelist

import (
	"context"

	"golang.org/x/sync/errgroup"

	restrictionapp "sellingassistant/app/restriction"
	"sellingassistant/domain/kernel/asin"
	"sellingassistant/domain/kernel/id"
	"sellingassistant/domain/kernel/marketplace"
	"sellingassistant/domain/pricelist"
	"sellingassistant/domain/restriction"
	"sellingassistant/ports/clock"
	ports "sellingassistant/ports/pricelist"
)

// sideBySide bounds the concurrent questions to the marketplace.
const sideBySide = 8

// Permissions checks which products a team may sell, by the restriction check.
type Permissions struct {
	checks *restrictionapp.Checks
	clock  clock.Clock
}

func NewPermissions(c *restrictionapp.Checks, now clock.Clock) *Permissions {
	return &Permissions{c, now}
}

// Restrictions costs no tokens, since the analysis has paid for its rows.
func (p *Permissions) Restrictions(ctx context.Context, team id.Team, at marketplace.Marketplace, asked []asin.ASIN) ([]ports.Permission, error) {
	out := make([]ports.Permission, len(asked))
	g, ctx := errgroup.WithContext(ctx)
	g.SetLimit(sideBySide)
	for i, product := range asked {
		g.Go(func() error {
			status, err := p.checks.Within(ctx, team, at, product, restriction.ConditionNew)
			switch {
			case err == nil:
				out[i] = ports.Permission{Status: pricelist.Restriction(status), At: p.clock.Now()}
			case single(ctx, err):
				out[i].Err = err
			default:
				return err
			}
			return nil
		})
	}
	return out, g.Wait()
}
