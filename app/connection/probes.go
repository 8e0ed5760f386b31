package connection

import (
	"context"
	"slices"

	"sellingassistant/domain/connection"
	"sellingassistant/domain/kernel/caller"
	"sellingassistant/domain/kernel/fault"
	"sellingassistant/domain/kernel/id"
	"sellingassistant/ports/audit"
	"sellingassistant/ports/clock"
	ports "sellingassistant/ports/connection"
	"sellingassistant/ports/tx"
)

// Probes ask connected accounts where they sell.
type Probes struct {
	tx             tx.Runner
	connections    ports.Connections
	participations ports.Participations
	followers      ports.Followers
	trail          audit.Log
	clock          clock.Clock
}

func NewProbes(run tx.Runner, connections ports.Connections, participations ports.Participations, followers ports.Followers,
	trail audit.Log, clk clock.Clock,
) *Probes {
	return &Probes{run, connections, participations, followers, trail, clk}
}

// Probe updates the connection's marketplaces. An answer from the last 24 hours is reused, unless
// force is set. An unknown connection is Missing; an account without marketplaces is
// marketplace_not_connected (Rule); a refused grant is Forbidden and leaves the connection in need
// of attention.
func (p *Probes) Probe(ctx context.Context, who caller.Caller, cid id.Connection, anyway bool) (connection.Connection, error) {
	c, err := p.find(ctx, who.Team, cid)
	if err != nil || c.Fresh(p.clock.Now()) && !anyway {
		return c, err
	}
	named, err := p.participations.Of(ctx, c.Seller())
	if err != nil {
		return connection.Connection{}, err
	}
	now := p.clock.Now()
	return tx.Value(ctx, p.tx, func(ctx context.Context) (connection.Connection, error) {
		c, err := p.connections.FindLocked(ctx, who.Team, cid)
		if err != nil {
			return c, err
		}
		before := c.Snapshot()
		changed, err := c.Probed(named, now)
		if err != nil {
			return c, err
		}
		if err := p.connections.Save(ctx, c); err != nil || !changed {
			return c, err
		}
		after := c.Snapshot()
		e := audit.For(who, "connection", int64(cid), "probed", now)
		e.Changes = map[string]audit.Change{
			"status":          {Old: before.Status, New: after.Status},
			"marketplace_ids": {Old: before.Marketplaces, New: after.Marketplaces},
		}
		if err := p.trail.Write(ctx, e); err != nil {
			return c, err
		}
		return c, p.followers.Activated(ctx, c)
	})
}

func (p *Probes) find(ctx context.Context, team id.Team, cid id.Connection) (connection.Connection, error) {
	all, err := p.connections.OfTeam(ctx, team)
	at := slices.IndexFunc(all, func(c connection.Connection) bool { return c.ID() == cid })
	switch {
	case err != nil:
		return connection.Connection{}, err
	case at < 0:
		return connection.Connection{}, fault.Missing()
	}
	return all[at], nil
}
