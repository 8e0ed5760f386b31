package identity

import (
	"context"

	"sellingassistant/adapters/persistence/db"
	"sellingassistant/adapters/persistence/record"
	"sellingassistant/domain/identity"
	"sellingassistant/domain/kernel/caller"
	"sellingassistant/domain/kernel/id"
	"sellingassistant/domain/kernel/marketplace"
)

// Logins stores the logins of all teams.
type Logins struct {
	keys   *Keys
	logins *record.Records[loginRow, loginRow]
}

func NewLogins(s *db.Store) *Logins {
	return &Logins{keys: NewKeys(s), logins: record.New(record.On(s), record.Plain[loginRow]())}
}

func (r *Logins) Access(
	ctx context.Context, team id.Team, digests []identity.Digest,
) (*identity.Login, *identity.Access, error) {
	row, ok, err := r.logins.First(ctx, record.Query{
		Team: team, Where: []record.Condition{record.InBytes("digest", bytesOf(digests))},
	})
	if err != nil || !ok {
		return nil, nil, err
	}
	login := identity.Login{
		Team: team, Key: id.Key(row.KeyID), CreatedAt: db.FromMicros(row.CreatedAt), ExpiresAt: db.FromMicros(row.ExpiresAt),
	}
	copy(login.Digest[:], row.Digest)
	found, err := r.keys.access.Find(ctx, team, row.KeyID)
	if err != nil {
		return nil, nil, err
	}
	access, err := found.access()
	return &login, access, err
}

func (r *Logins) Add(ctx context.Context, l identity.Login) error {
	_, err := r.keys.store.Hot(ctx).Exec(ctx, `DELETE FROM console_logins WHERE team_id = $1 AND expires_at <= $2`,
		int64(l.Team), db.Micros(l.CreatedAt))
	if err != nil {
		return db.Fault(err)
	}
	row := loginRow{
		TeamID: int64(l.Team), Digest: l.Digest[:], KeyID: int64(l.Key),
		CreatedAt: db.Micros(l.CreatedAt), ExpiresAt: db.Micros(l.ExpiresAt),
	}
	_, err = r.keys.store.Write(ctx).NewInsert().Model(&row).Exec(ctx)
	return db.Fault(err)
}

func (r *Logins) Remove(ctx context.Context, l identity.Login, all bool) error {
	hot := r.keys.store.Hot(ctx)
	_, err := hot.Exec(ctx, `DELETE FROM console_logins WHERE team_id = $1 AND key_id = $2 AND (digest = $3 OR $4)`,
		int64(l.Team), int64(l.Key), l.Digest[:], all)
	if err != nil {
		return db.Fault(err)
	}
	return AnnounceRevoked(ctx, r.keys.store, int64(l.Key))
}

// access returns nil for a user who left the team.
func (r *accessRow) access() (*identity.Access, error) {
	if r.Role == nil {
		return nil, nil
	}
	k, err := record.Restored(identity.RestoreKey)(r.snapshot())
	return &identity.Access{Key: k, Role: caller.Role(*r.Role), Home: marketplace.ID(r.Home)}, err
}

func bytesOf(digests []identity.Digest) [][]byte {
	out := make([][]byte, len(digests))
	for i, d := range digests {
		out[i] = d[:]
	}
	return out
}
