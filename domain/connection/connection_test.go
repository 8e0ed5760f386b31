package connection_test

import (
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"sellingassistant/domain/connection"
	"sellingassistant/domain/kernel/caller"
	"sellingassistant/domain/kernel/fault"
	"sellingassistant/domain/kernel/id"
	"sellingassistant/domain/kernel/marketplace"
	"sellingassistant/domain/kernel/secret"
)

const (
	us = "ATVPDKIKX0DER"
	ca = "A2EUQ1WTGCTBG2"
	de = "A1PA6795UKMFR9"
	jp = "A1VC38T7YXB528"
)

var now = time.Date(2026, 11, 21, 12, 0, 0, 0, time.UTC)

func TestNew(t *testing.T) {
	c, err := connection.New(7, connection.Account{Region: "na", SellerID: " a1seller ", Marketplaces: []marketplace.ID{ca, us}}, now)
	require.NoError(t, err)
	require.Equal(t, connection.Snapshot{
		Team: 7, Region: "na", SellerID: "A1SELLER", Marketplaces: []marketplace.ID{ca, us},
		Status: "active", ConnectedAt: now, Version: 1, UpdatedAt: now,
	}, c.Snapshot())
	require.Equal(t, "LLER", c.SellerIDLast4())

	for _, c := range []struct {
		name    string
		account connection.Account
		pointer string
	}{
		{"no region", connection.Account{SellerID: "A", Marketplaces: []marketplace.ID{us}}, "/region"},
		{"unknown region", connection.Account{Region: "NA", SellerID: "A", Marketplaces: []marketplace.ID{us}}, "/region"},
		{"no seller", connection.Account{Region: "na", SellerID: " ", Marketplaces: []marketplace.ID{us}}, "/seller_id"},
		{"odd seller", connection.Account{Region: "na", SellerID: "A/../B", Marketplaces: []marketplace.ID{us}}, "/seller_id"},
		{"long seller", connection.Account{Region: "na", SellerID: strings.Repeat("A", 65), Marketplaces: []marketplace.ID{us}}, "/seller_id"},
		{"no marketplaces", connection.Account{Region: "na", SellerID: "A"}, "/marketplaces"},
		{"unknown marketplace", connection.Account{Region: "na", SellerID: "A", Marketplaces: []marketplace.ID{"X"}}, "/marketplaces"},
		{"another region's", connection.Account{Region: "na", SellerID: "A", Marketplaces: []marketplace.ID{us, de}}, "/marketplaces"},
		{"a marketplace twice", connection.Account{Region: "na", SellerID: "A", Marketplaces: []marketplace.ID{us, us}}, "/marketplaces"},
		{"far too many", connection.Account{Region: "na", SellerID: "A", Marketplaces: make([]marketplace.ID, 1000)}, "/marketplaces"},
	} {
		t.Run(c.name, func(t *testing.T) {
			_, err := connection.New(7, c.account, now)
			requireInvalid(t, err, c.pointer)
		})
	}
}

func TestStates(t *testing.T) {
	later, last := now.Add(time.Hour), now.Add(2*time.Hour)
	c := made(t, 1, "na", connection.Active, us)

	require.True(t, c.MarkNeedsAttention("invalid_grant", later))
	s := c.Snapshot()
	require.Equal(t, connection.NeedsAttention, s.Status)
	require.Equal(t, "invalid_grant", *s.LastErrorCode)
	require.Equal(t, int64(2), s.Version)
	require.Equal(t, later, s.UpdatedAt)
	require.False(t, c.MarkNeedsAttention("invalid_grant", last), "the same again")
	require.Equal(t, s, c.Snapshot())

	require.True(t, c.Remove(last))
	s = c.Snapshot()
	require.Equal(t, connection.Revoked, s.Status)
	require.Equal(t, last, *s.RemovedAt)
	require.False(t, c.Remove(last.Add(time.Hour)))
	require.False(t, c.MarkNeedsAttention("x", last.Add(time.Hour)), "a revoked one stays revoked")
	require.Equal(t, s, c.Snapshot())
}

func TestRenew(t *testing.T) {
	c := made(t, 1, "na", connection.Active, us)
	c.MarkNeedsAttention("invalid_grant", now)
	later := now.Add(time.Hour)
	granted, err := connection.New(7, connection.Whole("na", "A1"), later)
	require.NoError(t, err)
	require.True(t, granted.Prove(later))
	c.Renew(granted, later)
	s := c.Snapshot()
	require.Equal(t, connection.Active, s.Status)
	require.Nil(t, s.LastErrorCode)
	require.Equal(t, later, s.ConnectedAt)
	require.Equal(t, later, *s.ProvenAt)
	require.Equal(t, []marketplace.ID{us}, s.Marketplaces, "the account did not say where it sells")
	require.Nil(t, s.ProbedAt)
	require.Equal(t, int64(3), s.Version)

	_, err = granted.Probed([]marketplace.ID{ca}, later)
	require.NoError(t, err)
	c.Renew(granted, later)
	s = c.Snapshot()
	require.Equal(t, []marketplace.ID{ca}, s.Marketplaces)
	require.Equal(t, later, *s.ProbedAt)
}

func TestProve(t *testing.T) {
	c, err := connection.New(7, connection.Whole("na", "A1"), now)
	require.NoError(t, err)
	require.False(t, c.Seller().Notified(), "the seller id is only claimed")
	later := now.Add(time.Hour)
	require.True(t, c.Prove(later))
	require.True(t, c.Seller().Notified())
	require.Equal(t, int64(1), c.Snapshot().Version, "it is not stored yet")
	require.False(t, c.Prove(later.Add(time.Hour)))
	require.Equal(t, later, *c.Snapshot().ProvenAt)

	stored := made(t, 1, "na", connection.NeedsAttention, us)
	version := stored.Snapshot().Version
	require.True(t, stored.Prove(later))
	require.Equal(t, version+1, stored.Snapshot().Version)
	require.False(t, stored.Seller().Notified(), "it does not work")
}

func TestProbed(t *testing.T) {
	later := now.Add(time.Hour)
	for name, c := range map[string]struct {
		status  connection.Status
		named   []marketplace.ID
		want    []marketplace.ID
		changed bool
	}{
		"others":                    {connection.Active, []marketplace.ID{ca, us, "PSEUDO", de}, []marketplace.ID{us, ca}, true},
		"the same":                  {connection.Active, []marketplace.ID{us}, []marketplace.ID{us}, false},
		"a marketplace named twice": {connection.Active, []marketplace.ID{us, us}, []marketplace.ID{us}, false},
		"it works again":            {connection.NeedsAttention, []marketplace.ID{us}, []marketplace.ID{us}, true},
	} {
		t.Run(name, func(t *testing.T) {
			p := made(t, 1, "na", c.status, us)
			before := p.Snapshot().Version
			require.False(t, p.Fresh(later))
			changed, err := p.Probed(c.named, later)
			require.NoError(t, err)
			require.Equal(t, c.changed, changed)
			s := p.Snapshot()
			require.Equal(t, c.want, s.Marketplaces)
			require.Equal(t, connection.Active, s.Status)
			require.Equal(t, c.changed, s.Version > before)
			require.True(t, p.Fresh(later.Add(24*time.Hour-1)))
			require.False(t, p.Fresh(later.Add(24*time.Hour)))
		})
	}
	p := made(t, 1, "na", connection.NeedsAttention, us)
	before := p.Snapshot()
	_, err := p.Probed([]marketplace.ID{de, "PSEUDO"}, later)
	require.True(t, fault.Is(err, fault.CodeMarketplaceUnconnected))
	require.Equal(t, before, p.Snapshot())
}

func TestConsent(t *testing.T) {
	who := caller.Caller{Team: 7, User: 3, Key: 2, Role: caller.Owner}
	c, err := connection.NewConsent(who, "eu", "https://sa.example/return", secret.New("state"), secret.New("browser"), now)
	require.NoError(t, err)
	again, err := connection.RestoreConsent(c.Snapshot())
	require.NoError(t, err)
	require.Equal(t, c, again)
	require.Equal(t, caller.Caller{Team: 7, User: 3, Key: 2}, c.Caller())
	require.NoError(t, c.Return(secret.New("browser"), now.Add(10*time.Minute-1)))
	require.True(t, fault.Is(c.Return(secret.New("browser"), now.Add(10*time.Minute)), fault.CodeLinkExpired))
	for _, other := range []string{"", "state", "Browser", "browser "} {
		require.True(t, fault.Is(c.Return(secret.New(other), now), fault.CodeLinkInvalid), other)
	}
	for _, bad := range []struct{ region, redirect string }{{"us", "https://x"}, {"", "https://x"}, {"na", ""}, {"na", strings.Repeat("x", 2049)}} {
		_, err := connection.NewConsent(who, marketplace.Region(bad.region), bad.redirect, secret.New("s"), secret.New("b"), now)
		require.True(t, fault.Is(err, fault.CodeValidationFailed))
	}
	_, err = connection.RestoreConsent(connection.ConsentSnapshot{})
	require.Error(t, err)
}

func TestWhole(t *testing.T) {
	a := connection.Whole("fe", "A1")
	require.Equal(t, connection.Account{Region: "fe", SellerID: "A1", Marketplaces: []marketplace.ID{jp, "A39IBJ37TRP1C6", "A19VAU5U5O7RUS"}}, a)
	_, err := connection.New(7, a, now)
	require.NoError(t, err)
}

func TestErrorWordsFromOutsideAreBounded(t *testing.T) {
	for given, kept := range map[string]string{
		"unauthorized_client": "unauthorized_client", "Unauthorized": "Unauthorized", "": "unknown",
		"<script>": "unknown", "a\nb": "unknown", strings.Repeat("a", 65): "unknown",
	} {
		c := made(t, 1, "na", connection.Active, us)
		c.MarkNeedsAttention(given, now)
		require.Equal(t, kept, *c.Snapshot().LastErrorCode)
	}
}

func TestRoundTrip(t *testing.T) {
	word := "invalid_grant"
	s := connection.Snapshot{
		ID: 3, Team: 7, Region: "eu", SellerID: "A1", Marketplaces: []marketplace.ID{de}, Status: "needs_attention",
		ConnectedAt: now, LastErrorCode: &word, Version: 4, UpdatedAt: now,
	}
	c, err := connection.Restore(s)
	require.NoError(t, err)
	require.Equal(t, s, c.Snapshot())
	c.Snapshot().Marketplaces[0] = "changed"
	require.Equal(t, s, c.Snapshot(), "a snapshot is a copy")
	require.Equal(t, "A1", c.SellerIDLast4())
	for _, spoil := range []func(*connection.Snapshot){
		func(s *connection.Snapshot) { s.ID = 0 },
		func(s *connection.Snapshot) { s.Team = 0 },
		func(s *connection.Snapshot) { s.Version = 0 },
		func(s *connection.Snapshot) { s.Status = "x" },
		func(s *connection.Snapshot) { s.Region = "x" },
	} {
		bad := s
		spoil(&bad)
		_, err := connection.Restore(bad)
		require.Error(t, err)
	}
}

func TestChoose(t *testing.T) {
	removed := made(t, 9, "na", connection.Active, us)
	removed.Remove(now)
	for _, c := range []struct {
		name string
		all  []connection.Connection
		want id.Connection
		kind fault.Kind
		code fault.Code
	}{
		{"none", nil, 0, fault.Forbidden, "integration_required"},
		{"only a removed one", []connection.Connection{removed}, 0, fault.Forbidden, "integration_required"},
		{"another region", []connection.Connection{made(t, 1, "eu", "active", de)}, 0, fault.Rule, "marketplace_not_connected"},
		{"another shop of the region", []connection.Connection{made(t, 1, "na", "active", ca)}, 0, fault.Rule, "marketplace_not_connected"},
		{"removed, and another elsewhere", []connection.Connection{removed, made(t, 1, "na", "active", ca)}, 0, fault.Rule, "marketplace_not_connected"},
		{"needs attention", []connection.Connection{made(t, 1, "na", "needs_attention", us)}, 0, fault.Forbidden, "integration_needs_attention"},
		{"revoked", []connection.Connection{made(t, 1, "na", "revoked", us)}, 0, fault.Forbidden, "integration_needs_attention"},
		{"broken here, active elsewhere", []connection.Connection{made(t, 1, "na", "needs_attention", us), made(t, 2, "eu", "active", de)}, 0, fault.Forbidden, "integration_needs_attention"},
		{"active", []connection.Connection{made(t, 1, "eu", "active", de), made(t, 2, "na", "active", ca, us)}, 2, 0, ""},
		{"active before broken", []connection.Connection{made(t, 1, "na", "needs_attention", us), made(t, 2, "na", "active", us)}, 2, 0, ""},
		{"the oldest of two", []connection.Connection{made(t, 5, "na", "active", us), made(t, 4, "na", "active", us)}, 4, 0, ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			m, _ := marketplace.ByID(us)
			got, err := connection.Choose(c.all, m)
			if c.code == "" {
				require.NoError(t, err)
				require.Equal(t, c.want, got.ID())
				return
			}
			e, ok := fault.As(err)
			require.True(t, ok)
			require.Equal(t, c.kind, e.Kind)
			require.Equal(t, c.code, e.Code)
		})
	}
}

func TestChooseSeller(t *testing.T) {
	m, _ := marketplace.ByID(us)
	build := func(seller string, c connection.Connection) connection.Connection {
		s := c.Snapshot()
		s.SellerID = seller
		c, err := connection.Restore(s)
		require.NoError(t, err)
		return c
	}
	removed := made(t, 3, "na", "active", us)
	removed.Remove(now)
	for _, c := range []struct {
		all  []connection.Connection
		want id.Connection
		code fault.Code
	}{
		{[]connection.Connection{build("A9", made(t, 1, "na", "active", us)), made(t, 2, "na", "active", us)}, 2, ""},
		{[]connection.Connection{made(t, 1, "eu", "active", de), made(t, 2, "na", "active", us)}, 2, ""},
		{nil, 0, "integration_required"},
		{[]connection.Connection{removed}, 0, "integration_required"},
		{[]connection.Connection{build("A9", made(t, 1, "na", "active", us)), removed}, 0, "not_found"},
		{[]connection.Connection{build("a1seller", made(t, 1, "na", "active", us))}, 0, "not_found"},
		{[]connection.Connection{build("A9", made(t, 1, "na", "active", us)), made(t, 2, "na", "active", ca)}, 0, "marketplace_not_connected"},
		{[]connection.Connection{build("A9", made(t, 1, "na", "active", us)), made(t, 2, "na", "revoked", us)}, 0, "integration_needs_attention"},
	} {
		got, err := connection.ChooseSeller(c.all, "A1SELLER", m)
		if c.code != "" {
			require.True(t, fault.Is(err, c.code), "%s: %v", c.code, err)
			continue
		}
		require.NoError(t, err)
		require.Equal(t, c.want, got.ID())
	}
}

func TestChosenConnectionsAlwaysServe(t *testing.T) {
	shops := []marketplace.ID{us, ca, de, jp}
	rapid.Check(t, func(rt *rapid.T) {
		var all []connection.Connection
		for i := range rapid.IntRange(0, 6).Draw(rt, "count") {
			shop, _ := marketplace.ByID(rapid.SampledFrom(shops).Draw(rt, "shop"))
			c := made(t, id.Connection(i+1), shop.Region, rapid.SampledFrom(connection.Statuses()).Draw(rt, "status"), shop.ID)
			if rapid.Bool().Draw(rt, "removed") {
				c.Remove(now)
			}
			all = append(all, c)
		}
		m, _ := marketplace.ByID(rapid.SampledFrom(shops).Draw(rt, "wanted"))
		got, err := connection.Choose(all, m)
		serves := 0
		for _, c := range all {
			s := c.Snapshot()
			if s.RemovedAt == nil && s.Status == connection.Active && s.Marketplaces[0] == m.ID {
				serves++
			}
		}
		require.Equal(rt, serves > 0, err == nil)
		if err == nil {
			s := got.Snapshot()
			require.Equal(rt, connection.Active, s.Status)
			require.Equal(rt, []marketplace.ID{m.ID}, s.Marketplaces)
			require.Nil(rt, s.RemovedAt)
		}
	})
}

func TestCleanToken(t *testing.T) {
	got, err := connection.CleanToken(secret.New(" Atzr|abc\n"))
	require.NoError(t, err)
	require.Equal(t, "Atzr|abc", got.Reveal())
	_, err = connection.CleanToken(secret.New(strings.Repeat("a", 4096)))
	require.NoError(t, err)
	for _, bad := range []string{"", " \n", strings.Repeat("a", 4097), "a b", "a\x00b", "é"} {
		_, err := connection.CleanToken(secret.New(bad))
		requireInvalid(t, err, "/refresh_token")
		require.NotContains(t, err.Error(), "a b")
	}
	require.Equal(t, "7|3|refresh_token", connection.TokenBinding(7, 3))
}

func made(t *testing.T, cid id.Connection, region marketplace.Region, status connection.Status, shops ...marketplace.ID) connection.Connection {
	t.Helper()
	c, err := connection.Restore(connection.Snapshot{
		ID: cid, Team: 7, Region: region, SellerID: "A1SELLER", Marketplaces: shops, Status: status,
		ConnectedAt: now, Version: 1, UpdatedAt: now,
	})
	require.NoError(t, err)
	return c
}

func requireInvalid(t *testing.T, err error, pointer string) {
	t.Helper()
	e, ok := fault.As(err)
	require.True(t, ok, "%v", err)
	require.Equal(t, fault.Invalid, e.Kind)
	require.Equal(t, fault.CodeValidationFailed, e.Code)
	require.Equal(t, pointer, e.Pointer)
}
