package connection

import (
	"context"
	"slices"

	"sellingassistant/domain/connection"
	"sellingassistant/domain/kernel/caller"
	"sellingassistant/domain/kernel/fault"
	"sellingassistant/domain/kernel/id"
	"sellingassistant/domain/kernel/marketplace"
	"sellingassistant/domain/kernel/secret"
	"sellingassistant/ports/audit"
	ports "sellingassistant/ports/connection"
	"sellingassistant/ports/tx"
)

// Probes asks seller accounts for their marketplaces, and checks whether a grant is theirs.
type Probes struct {
	*Connections
	accounts ports.Accounts
}

func NewProbes(connections *Connections, accounts ports.Accounts) *Probes {
	return &Probes{connections, accounts}
}

// Connected says how an account was connected.
type Connected struct {
	Connection connection.Connection
	// Renewed says that the account was connected before.
	Renewed bool
	// Unprobed says why the marketplaces of the account are unknown; nil when they are known.
	Unprobed error
}

// Connect reads the marketplaces of an account and proves with the grant that the seller id belongs
// to the account; then it stores the connection. With renew, an existing connection to the same
// account gets the grant. Faults: Invalid for a bad region, seller id or token; link_invalid
// (Forbidden) for the grant of another account; duplicate with existing_id (Rule) for an account
// that is connected already; Unavailable or Limited if Amazon does not answer. After a fault
// nothing is connected.
func (p *Probes) Connect(ctx context.Context, who caller.Caller, region marketplace.Region, sellerID string, grant secret.Text, renew bool) (Connected, error) {
	c, err := connection.New(who.Team, connection.Whole(region, sellerID), p.clock.Now())
	if err != nil {
		return Connected{}, err
	}
	if grant, err = connection.CleanToken(grant); err != nil {
		return Connected{}, err
	}
	// An account that does not report its marketplaces can be connected all the same.
	_, unprobed := p.ask(ctx, &c, grant)
	if err := p.prove(ctx, &c, grant); err != nil {
		return Connected{}, err
	}
	kept, renewed, err := p.keep(ctx, who, c, grant, renew)
	return Connected{kept, renewed, unprobed}, err
}

// ask gives a connection the marketplaces that its account reports.
func (p *Probes) ask(ctx context.Context, c *connection.Connection, grant secret.Text) (changed bool, err error) {
	named, err := p.accounts.Marketplaces(ctx, c.Seller(), grant)
	if err != nil {
		return false, err
	}
	return c.Probed(named, p.clock.Now())
}

func (p *Probes) prove(ctx context.Context, c *connection.Connection, grant secret.Text) error {
	err := p.accounts.Prove(ctx, c.Seller(), grant)
	if err == nil {
		c.Prove(p.clock.Now())
	}
	return err
}

// Probe gives the connection the marketplaces of its account, and proves it unless it is proven. An
// answer of the last 24 hours counts, unless anyway asks again. An unknown connection is Missing;
// an account that sells nowhere is marketplace_not_connected (Rule); a grant of another account is
// link_invalid (Forbidden); a refused grant is Forbidden and leaves the connection in need of
// attention.
func (p *Probes) Probe(ctx context.Context, who caller.Caller, cid id.Connection, anyway bool) (connection.Connection, error) {
	c, err := p.find(ctx, who.Team, cid)
	proven := c.Seller().Proven
	if err != nil || proven && c.Fresh(p.clock.Now()) && !anyway {
		return c, err
	}
	if _, err := p.ask(ctx, &c, secret.Text{}); err != nil {
		return connection.Connection{}, err
	}
	if !proven {
		if err := p.prove(ctx, &c, secret.Text{}); err != nil {
			return connection.Connection{}, err
		}
	}
	now, found := p.clock.Now(), c.Seller().Marketplaces
	return tx.Value(ctx, p.tx, func(ctx context.Context) (connection.Connection, error) {
		c, err := p.connections.FindLocked(ctx, who.Team, cid)
		if err != nil {
			return c, err
		}
		before := c.Snapshot()
		changed, err := c.Probed(found, now)
		if err != nil {
			return c, err
		}
		changed = !proven && c.Prove(now) || changed
		if err := p.connections.Save(ctx, c); err != nil || !changed {
			return c, err
		}
		e := audit.For(who, "connection", int64(cid), "probed", now)
		e.Changes = changes(before, c.Snapshot())
		if err := p.trail.Write(ctx, e); err != nil {
			return c, err
		}
		return c, p.follow(ctx, c, before.ProvenAt != nil)
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
