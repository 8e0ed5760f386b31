package connection

import (
	"fmt"
	"slices"
	"strings"
	"time"

	"sellingassistant/domain/kernel/account"
	"sellingassistant/domain/kernel/fault"
	"sellingassistant/domain/kernel/id"
	"sellingassistant/domain/kernel/marketplace"
	"sellingassistant/domain/kernel/secret"
)

// Status says whether a connection works.
type Status string

// The states.
const (
	Active         Status = "active"
	NeedsAttention Status = "needs_attention"
	Revoked        Status = "revoked"
)

// Statuses lists them all.
func Statuses() []Status { return []Status{Active, NeedsAttention, Revoked} }

const (
	maxSellerID = 64
	maxToken    = 4096
	maxCode     = 64
)

// Connection models a seller account of a team, without its secret.
type Connection struct{ s Snapshot }

// Snapshot has the whole state of a connection.
type Snapshot struct {
	ID            id.Connection
	Team          id.Team
	Region        marketplace.Region
	SellerID      string
	Marketplaces  []marketplace.ID
	Status        Status
	ConnectedAt   time.Time
	LastErrorCode *string
	// ProbedAt dates the last read of the account's marketplaces; nil if never.
	ProbedAt *time.Time
	// ProvenAt dates the call that named the seller id, was made with the grant of this connection,
	// and was accepted by the account. Nil means that the seller id is only claimed.
	ProvenAt *time.Time
	// RemovedAt has a value on a connection that was removed.
	RemovedAt *time.Time
	Version   int64
	UpdatedAt time.Time
}

// Account names a seller account as it is given.
type Account struct {
	Region       marketplace.Region
	SellerID     string
	Marketplaces []marketplace.ID
}

// New connects a team to a seller account. Faults are Invalid: an unknown region, a malformed
// seller id, a marketplace that is unknown, repeated or of another region.
func New(team id.Team, a Account, now time.Time) (Connection, error) {
	if !slices.Contains(marketplace.Regions(), a.Region) {
		return Connection{}, invalid("/region", "must be na, eu or fe")
	}
	seller, err := CleanSellerID(a.SellerID)
	if err != nil {
		return Connection{}, err
	}
	if len(a.Marketplaces) == 0 || len(a.Marketplaces) > len(marketplace.All()) {
		return Connection{}, invalid("/marketplaces", "must name the account's marketplaces, each once")
	}
	var seen []marketplace.ID
	for _, want := range a.Marketplaces {
		m, ok := marketplace.ByID(want)
		switch {
		case !ok:
			return Connection{}, invalid("/marketplaces", "names an unknown marketplace")
		case m.Region != a.Region:
			return Connection{}, invalid("/marketplaces", fmt.Sprintf("names %s, which is in region %s", m.ID, m.Region))
		case slices.Contains(seen, m.ID):
			return Connection{}, invalid("/marketplaces", fmt.Sprintf("names %s twice", m.ID))
		}
		seen = append(seen, m.ID)
	}
	return Connection{Snapshot{
		Team: team, Region: a.Region, SellerID: seller, Marketplaces: seen,
		Status: Active, ConnectedAt: now, Version: 1, UpdatedAt: now,
	}}, nil
}

// CleanSellerID returns the stored form of a seller id (kind Invalid).
func CleanSellerID(s string) (string, error) {
	seller := strings.ToUpper(strings.TrimSpace(s))
	if seller == "" || len(seller) > maxSellerID || strings.ContainsFunc(seller, func(r rune) bool {
		return (r < 'A' || r > 'Z') && (r < '0' || r > '9')
	}) {
		return "", invalid("/seller_id", fmt.Sprintf("must have 1 to %d letters and digits", maxSellerID))
	}
	return seller, nil
}

// Whole assumes every marketplace of the region for a seller account until its marketplaces are
// read.
func Whole(region marketplace.Region, sellerID string) Account {
	a := Account{Region: region, SellerID: sellerID}
	for _, m := range marketplace.All() {
		if m.Region == region {
			a.Marketplaces = append(a.Marketplaces, m.ID)
		}
	}
	return a
}

// Restore restores a stored connection. It checks shape, not policy.
func Restore(s Snapshot) (Connection, error) {
	if s.ID <= 0 || s.Team <= 0 || s.Version < 1 || !slices.Contains(Statuses(), s.Status) ||
		!slices.Contains(marketplace.Regions(), s.Region) {
		return Connection{}, fmt.Errorf("connection: stored connection %d is damaged", s.ID)
	}
	return Connection{s.clone()}, nil
}

// Snapshot returns the whole state.
func (c Connection) Snapshot() Snapshot { return c.s.clone() }

// ID returns the connection's identifier, 0 before it is stored.
func (c Connection) ID() id.Connection { return c.s.ID }

// Team returns the team it belongs to.
func (c Connection) Team() id.Team { return c.s.Team }

// Seller returns the account as the other contexts know it.
func (c Connection) Seller() account.Seller {
	return account.Seller{
		Team: c.s.Team, Connection: c.s.ID, Region: c.s.Region, ID: c.s.SellerID,
		Marketplaces: slices.Clone(c.s.Marketplaces), Active: c.s.Status == Active,
		Proven: c.s.ProvenAt != nil,
	}
}

// SellerIDLast4 returns the part of the seller id that may be shown.
func (c Connection) SellerIDLast4() string {
	return c.s.SellerID[max(0, len(c.s.SellerID)-4):]
}

// MarkNeedsAttention records that the seller's grant does not work, with the upstream's word for
// it, and reports whether it changed anything. A revoked connection stays as it is.
func (c *Connection) MarkNeedsAttention(code string, now time.Time) bool {
	code = errorWord(code)
	if c.s.Status == Revoked || (c.s.Status == NeedsAttention && c.s.LastErrorCode != nil && *c.s.LastErrorCode == code) {
		return false
	}
	c.s.Status, c.s.LastErrorCode = NeedsAttention, &code
	c.touch(now)
	return true
}

// Renew takes over the state of a new grant of the same account: the connection works again after
// any fault.
func (c *Connection) Renew(with Connection, now time.Time) {
	if with.s.ProbedAt != nil {
		c.s.Marketplaces, c.s.ProbedAt = slices.Clone(with.s.Marketplaces), with.s.ProbedAt
	}
	c.s.Status, c.s.LastErrorCode, c.s.ConnectedAt, c.s.ProvenAt = Active, nil, now, with.s.ProvenAt
	c.touch(now)
}

// Prove notes that the account accepted a call that names its seller id, and reports whether that
// is new.
func (c *Connection) Prove(now time.Time) bool {
	if c.s.ProvenAt != nil {
		return false
	}
	c.s.ProvenAt = &now
	c.touch(now)
	return true
}

// probeLife bounds how long an account's marketplaces are taken as known: Amazon answers the
// question hardly more than once a minute.
const probeLife = 24 * time.Hour

// Fresh reports whether the account's marketplaces were read within the last 24 hours.
func (c Connection) Fresh(now time.Time) bool {
	return c.s.ProbedAt != nil && now.Before(c.s.ProbedAt.Add(probeLife))
}

// Probed stores the marketplaces that the account reported, in the order of the table, and reports
// whether anything changed. Unknown marketplaces, marketplaces of other regions and without a shop
// are skipped; if no marketplace is left, the fault is marketplace_not_connected (Rule). An answer
// proves the grant, so a connection that needed attention becomes active.
func (c *Connection) Probed(named []marketplace.ID, now time.Time) (bool, error) {
	var found []marketplace.ID
	for _, m := range marketplace.All() {
		if m.Region == c.s.Region && slices.Contains(named, m.ID) {
			found = append(found, m.ID)
		}
	}
	if len(found) == 0 {
		return false, fault.New(fault.Rule, fault.CodeMarketplaceUnconnected,
			"The seller account sells on no marketplace of its region.")
	}
	same := len(found) == len(c.s.Marketplaces)
	for _, m := range found {
		same = same && slices.Contains(c.s.Marketplaces, m)
	}
	changed := !same || c.s.Status == NeedsAttention
	c.s.ProbedAt = &now
	if !same {
		c.s.Marketplaces = found
	}
	if c.s.Status == NeedsAttention {
		c.s.Status, c.s.LastErrorCode = Active, nil
	}
	if changed {
		c.touch(now)
	}
	return changed, nil
}

// Remove removes the connection and reports whether it was not removed before.
func (c *Connection) Remove(now time.Time) bool {
	if c.s.RemovedAt != nil {
		return false
	}
	c.s.Status, c.s.RemovedAt = Revoked, &now
	c.touch(now)
	return true
}

// touch counts a version, except for a connection that is not stored yet.
func (c *Connection) touch(now time.Time) {
	if c.s.ID > 0 {
		c.s.Version++
	}
	c.s.UpdatedAt = now
}

// errorWord limits a word from outside to a form that may be stored and shown.
func errorWord(code string) string {
	if code == "" || len(code) > maxCode || strings.ContainsFunc(code, func(r rune) bool {
		return (r < 'a' || r > 'z') && (r < 'A' || r > 'Z') && (r < '0' || r > '9') && r != '_'
	}) {
		return "unknown"
	}
	return code
}

func (s Snapshot) clone() Snapshot {
	s.Marketplaces = append([]marketplace.ID{}, s.Marketplaces...)
	return s
}

// CleanToken trims a seller's refresh token and bounds it (kind Invalid).
func CleanToken(t secret.Text) (secret.Text, error) {
	s := strings.TrimSpace(t.Reveal())
	if len(s) < 1 || len(s) > maxToken {
		return secret.Text{}, invalid("/refresh_token", fmt.Sprintf("must have 1 to %d characters", maxToken))
	}
	if !printable(s, maxToken) {
		return secret.Text{}, invalid("/refresh_token", "must have printable ASCII characters only, without spaces")
	}
	return secret.New(s), nil
}

// printable accepts 1 to most visible ASCII characters.
func printable(s string, most int) bool {
	return s != "" && len(s) <= most && !strings.ContainsFunc(s, func(r rune) bool { return r <= ' ' || r > '~' })
}

// TokenBinding names the place of a refresh token. A sealed token opens only at its place.
func TokenBinding(team id.Team, c id.Connection) string {
	return fmt.Sprintf("%d|%d|refresh_token", team, c)
}

func invalid(pointer, message string) *fault.Error {
	e := fault.New(fault.Invalid, fault.CodeValidationFailed, strings.TrimPrefix(pointer, "/")+" "+message).At(pointer)
	e.Errors = []fault.Item{{Code: fault.CodeInvalid, Message: message, Pointer: pointer}}
	return e
}
