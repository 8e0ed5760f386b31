package webhook

import (
	"context"
	"strings"
	"time"

	"github.com/uptrace/bun"

	"sellingassistant/adapters/persistence/db"
	"sellingassistant/adapters/persistence/record"
	"sellingassistant/domain/kernel/id"
	"sellingassistant/domain/kernel/marketplace"
	"sellingassistant/domain/kernel/optional"
	"sellingassistant/domain/webhook"
	ports "sellingassistant/ports/webhook"
)

type endpointRow struct {
	bun.BaseModel `bun:"table:webhook_endpoints"`

	record.Head
	URL            string  `bun:"url"`
	Description    *string `bun:"description"`
	Types          string  `bun:"types"`
	Marketplaces   *string `bun:"marketplaces"`
	Enabled        bool    `bun:"enabled"`
	DisabledReason *string `bun:"disabled_reason"`
	Generation     int64   `bun:"generation"`
	PreviousUntil  *int64  `bun:"previous_until"`
	Position       int64   `bun:"position"`
	FailingSince   *int64  `bun:"failing_since"`
	Failures       int64   `bun:"failures"`
	LastSuccessAt  *int64  `bun:"last_success_at"`
	ManagedBy      *string `bun:"managed_by"`
}

func micros(m optional.Maybe[time.Time]) *int64 { return record.Number(m, db.Micros) }

func moment(n *int64) optional.Maybe[time.Time] { return record.Maybe(n, db.FromMicros) }

func endpointRowOf(e webhook.Endpoint) endpointRow {
	v := e.Values
	types := make([]string, len(v.Types))
	for i, p := range v.Types {
		types[i] = string(p)
	}
	var marketplaces *string
	if len(v.MarketplaceIDs) > 0 {
		list := make([]string, len(v.MarketplaceIDs))
		for i, m := range v.MarketplaceIDs {
			list[i] = string(m)
		}
		marketplaces = new(strings.Join(list, " "))
	}
	return endpointRow{
		Head: record.HeadOf(e), URL: v.URL, Description: v.Description.Ptr(), Types: strings.Join(types, " "),
		Marketplaces: marketplaces, Enabled: v.Enabled,
		DisabledReason: record.Text(v.DisabledReason), Generation: v.Generation,
		PreviousUntil: micros(v.PreviousUntil), Position: int64(v.Position), FailingSince: micros(v.Progress.FailingSince),
		Failures: v.Progress.Failures, LastSuccessAt: micros(v.Progress.LastSuccessAt), ManagedBy: record.Text(v.ManagedBy),
	}
}

func (r *endpointRow) endpoint() (webhook.Endpoint, error) {
	var types []webhook.Pattern
	for _, p := range strings.Fields(r.Types) {
		types = append(types, webhook.Pattern(p))
	}
	var marketplaces []marketplace.ID
	for _, m := range strings.Fields(optional.Of(r.Marketplaces).Or("")) {
		marketplaces = append(marketplaces, marketplace.ID(m))
	}
	return record.Versioned[webhook.EndpointID](r.Head, webhook.EndpointValues{
		URL: r.URL, Description: optional.Of(r.Description), Types: types, MarketplaceIDs: marketplaces, Enabled: r.Enabled,
		DisabledReason: record.MaybeText[webhook.Reason](r.DisabledReason), Generation: r.Generation,
		PreviousUntil: moment(r.PreviousUntil), Position: webhook.Position(r.Position),
		Progress: webhook.Progress{
			FailingSince: moment(r.FailingSince), Failures: r.Failures, LastSuccessAt: moment(r.LastSuccessAt),
		},
		ManagedBy: record.MaybeText[webhook.Manager](r.ManagedBy),
	})
}

// Columns of the state that deliveries change.
var (
	positionColumn  = []string{"position"}
	progressColumns = []string{"failing_since", "failures", "last_success_at"}
)

func endpointConditions(f webhook.EndpointFilter) []record.Condition {
	var fits []record.Condition
	for _, s := range f.Statuses {
		on := record.Is("enabled", new(s != webhook.Disabled))
		if s != webhook.Disabled {
			on = record.All(on, record.Known("failing_since", new(s == webhook.Failing)))
		}
		fits = append(fits, on)
	}
	return []record.Condition{record.Any(fits...)}
}

// Endpoints stores the endpoints of all teams.
type Endpoints struct {
	*record.Kind[webhook.EndpointID, webhook.EndpointValues, webhook.EndpointFilter, endpointRow]
	store *db.Store
}

// NewEndpoints opens the endpoints of all teams.
func NewEndpoints(s *db.Store) *Endpoints {
	return &Endpoints{record.NewKind(record.On(s), record.Table[endpointRow, webhook.Endpoint]{
		Row: endpointRowOf, Snapshot: (*endpointRow).endpoint, Sorts: map[string]string{"created_at": "created_at"},
		Fixed: append(append([]string{}, positionColumn...), progressColumns...),
	}, endpointConditions), s}
}

var _ ports.Endpoints = (*Endpoints)(nil)

// ofUsers chooses the endpoints that follow no other settings.
var ofUsers = record.Known("managed_by", new(false))

// Count counts live endpoints of users.
func (e *Endpoints) Count(ctx context.Context, team id.Team) (int64, error) {
	return e.All.Count(ctx, team, ofUsers)
}

// Managed reads and locks the endpoint that follows other settings.
func (e *Endpoints) Managed(ctx context.Context, team id.Team) (webhook.Endpoint, bool, error) {
	return e.All.First(ctx, record.Query{
		Team: team, Where: []record.Condition{record.Known("managed_by", new(true))}, Lock: true,
	})
}

// Enabled reads the endpoints that get calls.
func (e *Endpoints) Enabled(ctx context.Context, team id.Team) ([]webhook.Endpoint, error) {
	return e.All.Select(ctx, enabled(team))
}

// LockEnabled reads and locks the endpoints that get calls.
func (e *Endpoints) LockEnabled(ctx context.Context, team id.Team) ([]webhook.Endpoint, error) {
	q := enabled(team)
	q.Lock = true
	return e.All.Select(ctx, q)
}

func enabled(team id.Team) record.Query {
	return record.Query{
		Team: team, Where: []record.Condition{record.Is("enabled", new(true)), ofUsers}, Prepared: true,
	}
}

// Moved stores positions.
func (e *Endpoints) Moved(ctx context.Context, all []webhook.Endpoint) error {
	return e.All.Update(ctx, e.All.Info().Named(positionColumn...), all...)
}

// Progressed stores the progress of an endpoint.
func (e *Endpoints) Progressed(ctx context.Context, endpoint webhook.Endpoint) error {
	return e.All.Update(ctx, e.All.Info().Named(progressColumns...), endpoint)
}

// Lagging lists teams with events that wait for an endpoint.
func (e *Endpoints) Lagging(ctx context.Context) ([]id.Team, error) {
	var out []id.Team
	var team int64
	err := db.Each(e.store.Hot(ctx).Query(ctx, `SELECT DISTINCT p.team_id FROM webhook_endpoints AS p
		WHERE p.enabled AND p.deleted_at IS NULL AND p.managed_by IS NULL
		AND EXISTS (SELECT 1 FROM webhook_events AS e WHERE e.team_id = p.team_id AND e.id > p.position)
		ORDER BY p.team_id`))(func() { out = append(out, id.Team(team)) }, &team)
	return out, err
}
