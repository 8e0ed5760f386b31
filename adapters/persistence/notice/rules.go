package notice

import (
	"context"
	"maps"
	"slices"
	"strings"
	"time"

	"github.com/uptrace/bun"

	"sellingassistant/adapters/persistence/db"
	"sellingassistant/adapters/persistence/record"
	"sellingassistant/domain/kernel/id"
	"sellingassistant/domain/notice"
	ports "sellingassistant/ports/notice"
)

type ruleRow struct {
	bun.BaseModel `bun:"table:notice_rules"`

	record.Head
	User            int64  `bun:"user_id"`
	Enabled         bool   `bun:"enabled"`
	Morning         bool   `bun:"morning"`
	Hour            int64  `bun:"hour"`
	Timezone        string `bun:"timezone"`
	BestSellerUnits int64  `bun:"best_seller_units"`
	Kinds           string `bun:"kinds"`
	Position        int64  `bun:"position"`
	NextAt          *int64 `bun:"next_at"`
}

func ruleRowOf(r notice.Rule) ruleRow {
	v := r.Values
	var kinds []string
	for _, k := range slices.Sorted(maps.Keys(v.Kinds)) {
		kinds = append(kinds, string(k)+"="+string(v.Kinds[k]))
	}
	return ruleRow{
		Head: record.HeadOf(r), User: int64(v.User), Enabled: v.Enabled, Morning: v.Morning, Hour: int64(v.Hour),
		Timezone: v.Timezone, BestSellerUnits: int64(v.BestSellerUnits), Kinds: strings.Join(kinds, " "),
		Position: v.Position, NextAt: record.Number(v.NextAt, db.Micros),
	}
}

func (r *ruleRow) rule() (notice.Rule, error) {
	kinds := map[notice.Kind]notice.When{}
	for _, text := range strings.Fields(r.Kinds) {
		kind, when, _ := strings.Cut(text, "=")
		kinds[notice.Kind(kind)] = notice.When(when)
	}
	return record.Versioned[notice.RuleID](r.Head, notice.Values{
		User: id.User(r.User), Enabled: r.Enabled, Morning: r.Morning, Hour: int(r.Hour), Timezone: r.Timezone,
		BestSellerUnits: int(r.BestSellerUnits), Kinds: kinds, Position: r.Position,
		NextAt: record.Maybe(r.NextAt, db.FromMicros),
	})
}

// Columns of the state that jobs change.
var stateColumns = []string{"position", "next_at"}

// Rules stores the rules of all users.
type Rules struct {
	all   *record.Records[ruleRow, notice.Rule]
	store *db.Store
}

// NewRules opens the rules of all users.
func NewRules(s *db.Store) *Rules {
	return &Rules{record.New(record.On(s), record.Table[ruleRow, notice.Rule]{
		Row: ruleRowOf, Snapshot: (*ruleRow).rule, Key: []string{"user_id"},
		Fixed: append([]string{"deleted_at"}, stateColumns...),
	}), s}
}

var _ ports.Rules = (*Rules)(nil)

// Of reads the rules of a user.
func (r *Rules) Of(ctx context.Context, team id.Team, user id.User, lock bool) (notice.Rule, bool, error) {
	found, ok, err := r.all.First(ctx, record.Query{
		Team: team, Where: []record.Condition{record.Is("user_id", &user)}, Prepared: true,
	})
	if err != nil || !ok || !lock {
		return found, ok, err
	}
	held, err := r.all.Lock(ctx, team, []int64{int64(found.ID)})
	if err != nil || len(held) == 0 {
		return notice.Rule{}, false, err
	}
	return held[0], true, nil
}

// Find reads rules by their id.
func (r *Rules) Find(ctx context.Context, team id.Team, rule notice.RuleID) (notice.Rule, error) {
	return r.all.Find(ctx, team, int64(rule))
}

// Insert stores the first rules of a user.
func (r *Rules) Insert(ctx context.Context, rule notice.Rule) (notice.RuleID, error) {
	ids, err := r.all.Insert(ctx, rule)
	if err != nil {
		return 0, err
	}
	return notice.RuleID(ids[0]), nil
}

// Save stores changed rules.
func (r *Rules) Save(ctx context.Context, rule notice.Rule) error { return r.all.Save(ctx, rule) }

// Moved stores the position and the next mail.
func (r *Rules) Moved(ctx context.Context, rule notice.Rule) error {
	return r.all.Update(ctx, r.all.Info().Named(stateColumns...), rule)
}

// OfTeam lists the rules that allow mail.
func (r *Rules) OfTeam(ctx context.Context, team id.Team) ([]notice.Rule, error) {
	return r.all.Select(ctx, record.Query{
		Team: team, Where: []record.Condition{record.Is("enabled", new(true))}, Prepared: true,
	})
}

// Teams lists the teams with rules that allow mail.
func (r *Rules) Teams(ctx context.Context) ([]id.Team, error) {
	var out []id.Team
	var team int64
	err := db.Each(r.store.Hot(ctx).Query(ctx, `SELECT DISTINCT team_id FROM notice_rules
		WHERE enabled ORDER BY team_id`))(func() { out = append(out, id.Team(team)) }, &team)
	return out, err
}

// Due lists rules with a mail that is due.
func (r *Rules) Due(ctx context.Context, now time.Time, limit int) ([]notice.Rule, error) {
	var out []notice.Rule
	var team, user int64
	var rule notice.Rule
	err := db.Each(r.store.Hot(ctx).Query(ctx, `SELECT team_id, user_id FROM notice_rules
		WHERE next_at <= $1 ORDER BY next_at LIMIT $2 + 0`, db.Micros(now), int64(limit)))(func() {
		rule.Team, rule.Values.User = id.Team(team), id.User(user)
		out = append(out, rule)
	}, &team, &user)
	return out, err
}
