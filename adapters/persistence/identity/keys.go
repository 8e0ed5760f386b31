package identity

import (
	"context"
	"strconv"
	"time"

	"sellingassistant/adapters/persistence/db"
	"sellingassistant/adapters/persistence/record"
	"sellingassistant/domain/identity"
	"sellingassistant/domain/kernel/id"
	"sellingassistant/domain/kernel/page"
	ports "sellingassistant/ports/identity"
)

// Keys stores the keys of all teams.
type Keys struct {
	store *db.Store
	keys  *record.Records[keyRow, identity.KeySnapshot]
	// access reads a key in one statement with everything that a call needs.
	access *record.Records[accessRow, accessRow]
}

func NewKeys(s *db.Store) *Keys {
	access := record.Plain[accessRow]()
	access.Counted = map[string]string{
		"role": "SELECT m.role FROM memberships AS m WHERE m.team_id = api_keys.team_id AND m.user_id = api_keys.user_id",
		"home": "SELECT t.default_marketplace_id FROM teams AS t WHERE t.id = api_keys.team_id",
	}
	return &Keys{
		store:  s,
		keys:   record.New(record.On(s), record.Table[keyRow, identity.KeySnapshot]{Row: keyRowOf, Snapshot: (*keyRow).snapshot}),
		access: record.New(record.On(s), access),
	}
}

func (r *Keys) Access(ctx context.Context, digests []identity.Digest) (*identity.Access, error) {
	if len(digests) == 0 {
		return nil, nil
	}
	wanted := []record.Condition{record.InBytes("digest", bytesOf(digests))}
	found, ok, err := r.access.First(ctx, record.Query{Where: wanted})
	if err != nil || !ok {
		return nil, err
	}
	return found.access()
}

func (r *Keys) Add(ctx context.Context, k identity.Key) (id.Key, error) {
	ids, err := r.keys.Insert(ctx, k.Snapshot())
	if err != nil {
		return 0, err
	}
	return id.Key(ids[0]), nil
}

func (r *Keys) Find(ctx context.Context, team id.Team, key id.Key) (identity.Key, error) {
	return record.Restored(identity.RestoreKey)(r.keys.Find(ctx, team, int64(key)))
}

func (r *Keys) FindLocked(ctx context.Context, team id.Team, key id.Key) (identity.Key, error) {
	return record.Restored(identity.RestoreKey)(r.keys.FindLocked(ctx, team, int64(key)))
}

func (r *Keys) List(ctx context.Context, team id.Team, limit int64) ([]identity.Key, error) {
	newest := []page.By{{Field: "id", Desc: true}}
	return record.RestoredAll(identity.RestoreKey)(r.keys.Select(ctx, record.Query{Team: team, Order: newest, Limit: int(limit)}))
}

// revokedKeys names the channel on which processes announce the ids of revoked keys.
const revokedKeys = "revoked_keys"

func (r *Keys) OfUser(ctx context.Context, team id.Team, user id.User) ([]identity.Key, error) {
	return record.RestoredAll(identity.RestoreKey)(r.keys.Select(ctx, record.Query{
		Team: team, Where: []record.Condition{record.Is("user_id", &user)}, Order: []page.By{{Field: "id"}}, Lock: true,
	}))
}

func (r *Keys) SaveExpiry(ctx context.Context, k identity.Key) error {
	return r.saveEnd(ctx, k, "expires_at")
}

func (r *Keys) SaveRevoked(ctx context.Context, k identity.Key) error {
	return r.saveEnd(ctx, k, "revoked_at")
}

func (r *Keys) saveEnd(ctx context.Context, k identity.Key, column string) error {
	s := k.Snapshot()
	if err := r.keys.Update(ctx, r.keys.Info().Named(column), s); err != nil {
		return db.Absent(err)
	}
	return AnnounceRevoked(ctx, r.store, int64(s.ID))
}

// KeysOf lists the ids of all keys of a team.
func KeysOf(ctx context.Context, s *db.Store, team id.Team) (keys []int64, err error) {
	var key int64
	err = db.Each(s.Hot(ctx).Query(ctx, "SELECT id FROM api_keys WHERE team_id = $1", int64(team)))(
		func() { keys = append(keys, key) }, &key)
	return keys, err
}

// AnnounceRevoked lets every process read keys anew at their next use.
func AnnounceRevoked(ctx context.Context, s *db.Store, keys ...int64) error {
	for _, key := range keys {
		if err := s.Notify(ctx, revokedKeys, strconv.FormatInt(key, 10)); err != nil {
			return err
		}
	}
	return nil
}

func (r *Keys) Revoked(ctx context.Context, heard func(id.Key)) error {
	return r.store.Listen(ctx, revokedKeys, func(payload string) {
		if key, err := strconv.ParseInt(payload, 10, 64); err == nil {
			heard(id.Key(key))
		}
	})
}

func (r *Keys) Used(ctx context.Context, u ports.Use) (bool, error) {
	hot := r.store.Hot(ctx)
	at := db.Micros(u.At)
	first, err := hot.Exec(ctx, `UPDATE api_keys SET last_used_at = $1, digest = $2
		WHERE team_id = $3 AND id = $4 AND last_used_at IS NULL`, at, u.Digest[:], int64(u.Team), int64(u.Key))
	if err != nil || first > 0 {
		return err == nil, db.Fault(err)
	}
	_, err = hot.Exec(ctx, `UPDATE api_keys SET last_used_at = $1, digest = $2
		WHERE team_id = $3 AND id = $4 AND last_used_at <= $5`,
		at, u.Digest[:], int64(u.Team), int64(u.Key), at-time.Minute.Microseconds())
	return false, db.Fault(err)
}
