package identity

import (
	"context"

	"sellingassistant/adapters/persistence/db"
	"sellingassistant/adapters/persistence/record"
	"sellingassistant/domain/identity"
	"sellingassistant/domain/kernel/caller"
	"sellingassistant/domain/kernel/id"
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
	key, err := r.keys.Find(ctx, team, login.Key)
	if err != nil {
		return nil, nil, err
	}
	access, err := r.keys.access(ctx, key)
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

// access adds the role of its user to a key; nil for a user who left the team.
func (r *Keys) access(ctx context.Context, k identity.Key) (*identity.Access, error) {
	s := k.Snapshot()
	member, ok, err := r.roles.First(ctx, record.Query{
		Team: s.Team, Where: []record.Condition{record.Is("user_id", &s.User)},
	})
	if err != nil || !ok {
		return nil, err
	}
	team, err := r.teams.Find(ctx, s.Team, int64(s.Team))
	return &identity.Access{Key: k, Role: caller.Role(member.Role), Home: team.DefaultMarketplace}, err
}

func bytesOf(digests []identity.Digest) [][]byte {
	out := make([][]byte, len(digests))
	for i, d := range digests {
		out[i] = d[:]
	}
	return out
}
