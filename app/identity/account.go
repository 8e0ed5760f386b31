package identity

import (
	"context"
	"time"

	"sellingassistant/domain/identity"
	"sellingassistant/domain/kernel/caller"
	"sellingassistant/domain/kernel/date"
	"sellingassistant/domain/kernel/optional"
	"sellingassistant/domain/kernel/vat"
	"sellingassistant/ports/clock"
	ports "sellingassistant/ports/identity"
)

// Account reads the facts that a caller may know about itself.
type Account struct {
	teams       ports.Teams
	users       ports.Users
	keys        ports.Keys
	tokens      ports.Tokens
	usage       ports.Usage
	connections ports.Connections
	clock       clock.Clock
}

func NewAccount(teams ports.Teams, users ports.Users, keys ports.Keys, tokens ports.Tokens,
	usage ports.Usage, connections ports.Connections, clk clock.Clock,
) *Account {
	return &Account{teams, users, keys, tokens, usage, connections, clk}
}

// Connection has a seller account of a team.
type Connection = ports.Connection

// TeamView has a team with its limits, its usage and its seller accounts.
type TeamView struct {
	Team        identity.TeamSnapshot
	Limits      identity.Limits
	Usage       identity.Limits
	Connections []Connection
}

// Team shows the caller's team.
func (s *Account) Team(ctx context.Context, who caller.Caller) (TeamView, error) {
	now := s.clock.Now()
	t, err := s.teams.Find(ctx, who.Team)
	if err != nil {
		return TeamView{}, err
	}
	used, err := s.tokens.Used(ctx, who.Team, identity.PeriodOf(now))
	if err != nil {
		return TeamView{}, err
	}
	members, err := s.users.Members(ctx, who.Team)
	if err != nil {
		return TeamView{}, err
	}
	figures, err := s.usage.Figures(ctx, who.Team, now)
	if err != nil {
		return TeamView{}, err
	}
	connections, err := s.connections(ctx, who.Team)
	if err != nil {
		return TeamView{}, err
	}
	limits := t.Limits()
	shown, _ := identity.Allowance{Limit: limits.TokensMonth, Used: used}.Shown()
	return TeamView{
		Team:   t.Snapshot(),
		Limits: limits,
		Usage: identity.Limits{
			TokensMonth:        shown,
			DocumentBytes:      figures.DocumentBytes,
			PriceListRowsMonth: figures.PriceListRowsMonth,
			RepricerProducts:   figures.RepricerProducts,
			Members:            members,
		},
		Connections: connections,
	}, nil
}

// VATRates has the rates of a day.
type VATRates struct {
	Day   date.Date
	Rates []vat.ClassRate
}

// VATRates lists the rates of VAT on a day, by default today (UTC), in a country or in all. A
// country without rates has an empty list.
func (s *Account) VATRates(country string, day optional.Maybe[date.Date]) VATRates {
	on := day.Or(date.Of(s.clock.Now().UTC()))
	return VATRates{on, vat.RatesOn(country, on)}
}

// UserView has the caller's user, its teams and its key.
type UserView struct {
	User  identity.Member
	Teams []identity.TeamRef
	Key   identity.KeySnapshot
}

// User shows the caller's user.
func (s *Account) User(ctx context.Context, who caller.Caller) (UserView, error) {
	m, err := s.users.Member(ctx, who.Team, who.User)
	if err != nil {
		return UserView{}, err
	}
	teams, err := s.users.TeamsOf(ctx, who.Team, who.User)
	if err != nil {
		return UserView{}, err
	}
	k, err := s.keys.Find(ctx, who.Team, who.Key)
	if err != nil {
		return UserView{}, err
	}
	return UserView{User: m, Teams: teams, Key: k.Snapshot()}, nil
}

// MeView has the caller's user with the team's tokens of this month. Used and left add up to the
// limit.
type MeView struct {
	User        identity.User
	TokensLeft  int64
	TokensUsed  int64
	TokensLimit int64
	RefillAt    time.Time
}

// Me shows the caller's user and tokens.
func (s *Account) Me(ctx context.Context, who caller.Caller) (MeView, error) {
	period := identity.PeriodOf(s.clock.Now())
	m, err := s.users.Member(ctx, who.Team, who.User)
	if err != nil {
		return MeView{}, err
	}
	t, err := s.teams.Find(ctx, who.Team)
	if err != nil {
		return MeView{}, err
	}
	spent, err := s.tokens.Used(ctx, who.Team, period)
	if err != nil {
		return MeView{}, err
	}
	limit := t.Limits().TokensMonth
	used, left := identity.Allowance{Limit: limit, Used: spent}.Shown()
	return MeView{User: m.User, TokensLeft: left, TokensUsed: used, TokensLimit: limit, RefillAt: period.RefillAt()}, nil
}
