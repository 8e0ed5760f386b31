// Package connection stores the seller accounts of teams.
package connection

import (
	"context"
	"database/sql"
	"errors"

	"github.com/uptrace/bun"

	"sellingassistant/adapters/persistence/db"
	"sellingassistant/domain/connection"
	"sellingassistant/domain/kernel/fault"
	"sellingassistant/domain/kernel/id"
	"sellingassistant/domain/kernel/marketplace"
)

// Connections implements the port of that name.
type Connections struct{ store *db.Store }

// NewConnections makes the store of connections.
func NewConnections(s *db.Store) *Connections { return &Connections{s} }

type row struct {
	bun.BaseModel `bun:"table:connections"`

	ID             int64                     `bun:"id,pk,autoincrement"`
	TeamID         int64                     `bun:"team_id"`
	Region         string                    `bun:"region"`
	SellerID       string                    `bun:"seller_id"`
	MarketplaceIDs db.JSON[[]marketplace.ID] `bun:"marketplace_ids"`
	Status         string                    `bun:"status"`
	ConnectedAt    int64                     `bun:"connected_at"`
	LastErrorCode  *string                   `bun:"last_error_code"`
	Version        int64                     `bun:"version"`
	UpdatedAt      int64                     `bun:"updated_at"`
	ProbedAt       *int64                    `bun:"probed_at"`
	DeletedAt      *int64                    `bun:"deleted_at"`
}

const columns = `id, team_id, region, seller_id, marketplace_ids, status, connected_at,
	last_error_code, version, updated_at, probed_at, deleted_at`

func (r *row) places() []any {
	return []any{
		&r.ID, &r.TeamID, &r.Region, &r.SellerID, &r.MarketplaceIDs, &r.Status, &r.ConnectedAt,
		&r.LastErrorCode, &r.Version, &r.UpdatedAt, &r.ProbedAt, &r.DeletedAt,
	}
}

func rowOf(s connection.Snapshot) row {
	return row{
		ID: int64(s.ID), TeamID: int64(s.Team), Region: string(s.Region), SellerID: s.SellerID,
		MarketplaceIDs: db.JSONOf(s.Marketplaces), Status: string(s.Status), ConnectedAt: db.Micros(s.ConnectedAt),
		LastErrorCode: s.LastErrorCode, Version: s.Version,
		UpdatedAt: db.Micros(s.UpdatedAt), ProbedAt: db.NullMicros(s.ProbedAt), DeletedAt: db.NullMicros(s.RemovedAt),
	}
}

func (r *row) connection() (connection.Connection, error) {
	return connection.Restore(connection.Snapshot{
		ID: id.Connection(r.ID), Team: id.Team(r.TeamID), Region: marketplace.Region(r.Region), SellerID: r.SellerID,
		Marketplaces: r.MarketplaceIDs.V, Status: connection.Status(r.Status), ConnectedAt: db.FromMicros(r.ConnectedAt),
		LastErrorCode: r.LastErrorCode,
		ProbedAt:      db.FromNullMicros(r.ProbedAt), RemovedAt: db.FromNullMicros(r.DeletedAt), Version: r.Version, UpdatedAt: db.FromMicros(r.UpdatedAt),
	})
}

// OfTeam implements the port.
func (c *Connections) OfTeam(ctx context.Context, team id.Team) ([]connection.Connection, error) {
	return c.list(ctx, `SELECT `+columns+` FROM connections WHERE team_id = $1 AND deleted_at IS NULL ORDER BY id`, int64(team))
}

// OfSeller implements the port.
func (c *Connections) OfSeller(ctx context.Context, sellerID string) ([]connection.Connection, error) {
	return c.list(ctx, `SELECT `+columns+` FROM connections WHERE seller_id = $1 AND deleted_at IS NULL ORDER BY id`, sellerID)
}

var sellerBatch = db.Batch{{Name: "seller_id", Kind: db.Texts}}

// OfSellerTeams implements the port.
func (c *Connections) OfSellerTeams(ctx context.Context, sellerIDs []string) ([]connection.Connection, error) {
	if len(sellerIDs) == 0 {
		return nil, nil
	}
	d := c.store.Dialect()
	args, err := sellerBatch.Args(d, len(sellerIDs), func(r, _ int) db.Cell { return db.Cell{Known: true, S: sellerIDs[r]} })
	if err != nil {
		return nil, err
	}
	return c.list(ctx, `SELECT `+columns+` FROM connections WHERE deleted_at IS NULL AND team_id IN (SELECT o.team_id
		FROM `+sellerBatch.From(d, 1)+` CROSS JOIN connections AS o WHERE o.seller_id = u.seller_id AND o.deleted_at IS NULL) ORDER BY id`, args...)
}

// Live implements the port.
func (c *Connections) Live(ctx context.Context) ([]connection.Connection, error) {
	return c.list(ctx, `SELECT `+columns+` FROM connections WHERE deleted_at IS NULL ORDER BY id`)
}

func (c *Connections) list(ctx context.Context, query string, args ...any) ([]connection.Connection, error) {
	rows, err := c.store.Hot(ctx).Query(ctx, query, args...)
	if err != nil {
		return nil, db.Fault(err)
	}
	defer rows.Close()
	var out []connection.Connection
	for rows.Next() {
		var r row
		if err := rows.Scan(r.places()...); err != nil {
			return nil, db.Fault(err)
		}
		one, err := r.connection()
		if err != nil {
			return nil, err
		}
		out = append(out, one)
	}
	return out, db.Fault(rows.Err())
}

// FindLocked implements the port.
func (c *Connections) FindLocked(ctx context.Context, team id.Team, cid id.Connection) (connection.Connection, error) {
	return c.one(ctx, `SELECT `+columns+` FROM connections
		WHERE team_id = $1 AND id = $2 AND deleted_at IS NULL`+c.store.ForUpdate(), int64(team), int64(cid))
}

// AccountLocked implements the port.
func (c *Connections) AccountLocked(ctx context.Context, team id.Team, region marketplace.Region, sellerID string) (connection.Connection, error) {
	return c.one(ctx, `SELECT `+columns+` FROM connections
		WHERE team_id = $1 AND region = $2 AND seller_id = $3 AND deleted_at IS NULL`+c.store.ForUpdate(),
		int64(team), string(region), sellerID)
}

func (c *Connections) one(ctx context.Context, query string, args ...any) (connection.Connection, error) {
	var r row
	err := c.store.Hot(ctx).QueryRow(ctx, query, args...).Scan(r.places()...)
	if err != nil {
		return connection.Connection{}, absent(err)
	}
	return r.connection()
}

// Add implements the port.
func (c *Connections) Add(ctx context.Context, v connection.Connection) (id.Connection, error) {
	s := v.Snapshot()
	r := rowOf(s)
	res, err := c.store.Write(ctx).NewInsert().Model(&r).
		On("CONFLICT (team_id, region, seller_id) WHERE deleted_at IS NULL DO NOTHING").Exec(ctx)
	// bun looks for the new id in an answer that is empty after a conflict.
	if err != nil && !errors.Is(err, sql.ErrNoRows) {
		return 0, db.Fault(err)
	}
	if err == nil {
		if n, err := res.RowsAffected(); err != nil || n > 0 {
			return id.Connection(r.ID), db.Fault(err)
		}
	}
	var existing int64
	err = c.store.Hot(ctx).QueryRow(ctx, `SELECT id FROM connections
		WHERE team_id = $1 AND region = $2 AND seller_id = $3 AND deleted_at IS NULL`,
		int64(s.Team), string(s.Region), s.SellerID).Scan(&existing)
	if err != nil {
		return 0, absent(err)
	}
	return 0, fault.New(fault.Rule, fault.CodeDuplicate, "This seller account is connected already. Remove that connection first.").
		At("/seller_id").With("existing_id", existing)
}

// Save implements the port.
func (c *Connections) Save(ctx context.Context, v connection.Connection) error {
	r := rowOf(v.Snapshot())
	q := c.store.Write(ctx).NewUpdate().Model(&r).
		Column("marketplace_ids", "status", "connected_at", "last_error_code", "version", "updated_at",
			"probed_at", "deleted_at")
	if r.DeletedAt != nil {
		q = q.Set("refresh_token = NULL")
	}
	res, err := q.Where("team_id = ?", r.TeamID).Where("id = ?", r.ID).Exec(ctx)
	return changedOne(res, err)
}

// SaveToken implements the port.
func (c *Connections) SaveToken(ctx context.Context, team id.Team, cid id.Connection, sealed []byte) error {
	res, err := c.store.Write(ctx).NewUpdate().Table("connections").Set("refresh_token = ?", sealed).
		Where("team_id = ?", int64(team)).Where("id = ?", int64(cid)).Where("deleted_at IS NULL").Exec(ctx)
	return changedOne(res, err)
}

// Token implements the port.
func (c *Connections) Token(ctx context.Context, team id.Team, cid id.Connection) ([]byte, error) {
	var sealed []byte
	err := c.store.Hot(ctx).QueryRow(ctx, `SELECT refresh_token FROM connections
		WHERE team_id = $1 AND id = $2 AND deleted_at IS NULL`, int64(team), int64(cid)).Scan(&sealed)
	return sealed, absent(err)
}

// absent makes the fault Missing of a row that is not there.
func absent(err error) error {
	if errors.Is(err, sql.ErrNoRows) {
		return fault.Missing()
	}
	return db.Fault(err)
}

func changedOne(res sql.Result, err error) error {
	if err != nil {
		return db.Fault(err)
	}
	n, err := res.RowsAffected()
	if err != nil {
		return db.Fault(err)
	}
	if n == 0 {
		return fault.Missing()
	}
	return nil
}
