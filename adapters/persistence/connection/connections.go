// Package connection stores the seller accounts of teams.
package connection

import (
	"context"

	"github.com/uptrace/bun"

	"sellingassistant/adapters/persistence/db"
	"sellingassistant/adapters/persistence/record"
	"sellingassistant/domain/connection"
	"sellingassistant/domain/kernel/fault"
	"sellingassistant/domain/kernel/id"
	"sellingassistant/domain/kernel/marketplace"
)

// Connections stores the connections of all teams.
type Connections struct {
	store       *db.Store
	connections *record.Records[row, connection.Snapshot]
}

func NewConnections(s *db.Store) *Connections {
	return &Connections{s, record.New(record.On(s), record.Table[row, connection.Snapshot]{
		Row: rowOf, Snapshot: (*row).snapshot,
		Key: []string{"region", "seller_id"}, Fixed: []string{"region", "seller_id", "refresh_token"},
	})}
}

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
	ProvenAt       *int64                    `bun:"proven_at"`
	DeletedAt      *int64                    `bun:"deleted_at"`
	// SaveToken and Token write and read the sealed token separately.
	RefreshToken []byte `bun:"refresh_token" record:"derived"`
}

func rowOf(s connection.Snapshot) row {
	return row{
		ID: int64(s.ID), TeamID: int64(s.Team), Region: string(s.Region), SellerID: s.SellerID,
		MarketplaceIDs: db.JSONOf(s.Marketplaces), Status: string(s.Status), ConnectedAt: db.Micros(s.ConnectedAt),
		LastErrorCode: s.LastErrorCode, Version: s.Version,
		UpdatedAt: db.Micros(s.UpdatedAt), ProbedAt: db.NullMicros(s.ProbedAt), ProvenAt: db.NullMicros(s.ProvenAt), DeletedAt: db.NullMicros(s.RemovedAt),
	}
}

func (r *row) snapshot() (connection.Snapshot, error) {
	return connection.Snapshot{
		ID: id.Connection(r.ID), Team: id.Team(r.TeamID), Region: marketplace.Region(r.Region), SellerID: r.SellerID,
		Marketplaces: r.MarketplaceIDs.V, Status: connection.Status(r.Status), ConnectedAt: db.FromMicros(r.ConnectedAt),
		LastErrorCode: r.LastErrorCode,
		ProbedAt:      db.FromNullMicros(r.ProbedAt), ProvenAt: db.FromNullMicros(r.ProvenAt), RemovedAt: db.FromNullMicros(r.DeletedAt),
		Version: r.Version, UpdatedAt: db.FromMicros(r.UpdatedAt),
	}, nil
}

// list returns the live connections of a team by id; team 0 means all teams.
func (c *Connections) list(ctx context.Context, team id.Team, where ...record.Condition) ([]connection.Connection, error) {
	return record.RestoredAll(connection.Restore)(c.connections.Select(ctx, record.Query{Team: team, Where: where}))
}

func (c *Connections) OfTeam(ctx context.Context, team id.Team) ([]connection.Connection, error) {
	return c.list(ctx, team)
}

func (c *Connections) OfSeller(ctx context.Context, sellerID string) ([]connection.Connection, error) {
	return c.list(ctx, 0, record.Is("seller_id", &sellerID))
}

func (c *Connections) LockSeller(ctx context.Context, region marketplace.Region, sellerID string) error {
	return c.store.Lock(ctx, "seller "+string(region)+" "+sellerID)
}

func (c *Connections) OfSellerTeams(ctx context.Context, sellerIDs []string) ([]connection.Connection, error) {
	if len(sellerIDs) == 0 {
		return nil, nil
	}
	return c.list(ctx, 0, record.Condition{
		Text: "team_id IN (SELECT team_id FROM connections WHERE seller_id IN (?) AND deleted_at IS NULL)", Args: []any{bun.List(sellerIDs)},
	})
}

func (c *Connections) Live(ctx context.Context) ([]connection.Connection, error) {
	return c.list(ctx, 0)
}

func (c *Connections) FindLocked(ctx context.Context, team id.Team, cid id.Connection) (connection.Connection, error) {
	return record.Restored(connection.Restore)(c.connections.FindLocked(ctx, team, int64(cid)))
}

func (c *Connections) AccountLocked(ctx context.Context, team id.Team, region marketplace.Region, sellerID string) (connection.Connection, error) {
	found, err := c.account(ctx, connection.Snapshot{Team: team, Region: region, SellerID: sellerID})
	if err != nil {
		return connection.Connection{}, err
	}
	return connection.Restore(found)
}

// account locks the team's connection with the same seller account as like.
func (c *Connections) account(ctx context.Context, like connection.Snapshot) (connection.Snapshot, error) {
	found, err := c.connections.Keyed(ctx, like.Team, []connection.Snapshot{like}, true)
	if err != nil {
		return like, err
	}
	if len(found) == 0 {
		return like, fault.Missing()
	}
	return found[0], nil
}

func (c *Connections) Add(ctx context.Context, v connection.Connection) (id.Connection, error) {
	ids, err := c.connections.Insert(ctx, v.Snapshot())
	if err != nil || ids[0] > 0 {
		return id.Connection(append(ids, 0)[0]), err
	}
	existing, err := c.account(ctx, v.Snapshot())
	if err != nil {
		return 0, err
	}
	return 0, fault.New(fault.Rule, fault.CodeDuplicate, "This seller account is connected already. Remove that connection first.").
		At("/seller_id").With("existing_id", int64(existing.ID))
}

func (c *Connections) Save(ctx context.Context, v connection.Connection) error {
	s := v.Snapshot()
	if s.RemovedAt != nil {
		if err := c.SaveToken(ctx, s.Team, s.ID, nil); err != nil {
			return err
		}
	}
	// Saving the result of a probe must not require a higher version.
	return db.Absent(c.connections.Update(ctx, c.connections.Info().Saved, s))
}

func (c *Connections) SaveToken(ctx context.Context, team id.Team, cid id.Connection, sealed []byte) error {
	n, err := c.store.Hot(ctx).Exec(ctx, `UPDATE connections SET refresh_token = $3 WHERE team_id = $1 AND id = $2 AND deleted_at IS NULL`,
		int64(team), int64(cid), sealed)
	return db.Absent(db.Written(n, 1, err))
}

func (c *Connections) Token(ctx context.Context, team id.Team, cid id.Connection) ([]byte, error) {
	var sealed []byte
	err := c.store.Hot(ctx).QueryRow(ctx, `SELECT refresh_token FROM connections WHERE team_id = $1 AND id = $2 AND deleted_at IS NULL`,
		int64(team), int64(cid)).Scan(&sealed)
	return sealed, db.Absent(err)
}
