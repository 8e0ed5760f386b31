package connection

import (
	"context"
	"errors"
	"time"

	"sellingassistant/adapters/persistence/db"
	"sellingassistant/domain/connection"
	"sellingassistant/domain/kernel/id"
	"sellingassistant/domain/kernel/marketplace"
)

// Consents stores the consents of the port, on both databases.
type Consents struct{ store *db.Store }

func NewConsents(s *db.Store) *Consents { return &Consents{s} }

// keptFor keeps an expired consent this long, so that a late return gets the error for a late
// return.
const keptFor = time.Hour

func (c *Consents) Add(ctx context.Context, v connection.Consent) error {
	s := v.Snapshot()
	hot := c.store.Hot(ctx)
	if _, err := hot.Exec(ctx, `DELETE FROM connection_consents WHERE ends_at < $1`, db.Micros(s.BegunAt.Add(-keptFor))); err != nil {
		return db.Fault(err)
	}
	_, err := hot.Exec(ctx, `INSERT INTO connection_consents
		(state, browser, team_id, user_id, key_id, region, redirect, begun_at, ends_at)
		VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)`,
		s.State[:], s.Browser[:], int64(s.Team), int64(s.User), int64(s.Key), string(s.Region), s.Redirect,
		db.Micros(s.BegunAt), db.Micros(s.EndsAt))
	return db.Fault(err)
}

func (c *Consents) Take(ctx context.Context, state connection.Digest) (connection.Consent, error) {
	var (
		browser         []byte
		team, user, key int64
		region          string
		begun, ends     int64
		s               = connection.ConsentSnapshot{State: state}
	)
	err := c.store.HotWrite(ctx).QueryRow(ctx, `DELETE FROM connection_consents WHERE state = $1
		RETURNING browser, team_id, user_id, key_id, region, redirect, begun_at, ends_at`, state[:]).
		Scan(&browser, &team, &user, &key, &region, &s.Redirect, &begun, &ends)
	if err != nil {
		return connection.Consent{}, db.Absent(err)
	}
	if copy(s.Browser[:], browser) != len(s.Browser) {
		return connection.Consent{}, errors.New("connection: a stored digest is cut off")
	}
	s.Team, s.User, s.Key = id.Team(team), id.User(user), id.Key(key)
	s.Region, s.BegunAt, s.EndsAt = marketplace.Region(region), db.FromMicros(begun), db.FromMicros(ends)
	return connection.RestoreConsent(s)
}
