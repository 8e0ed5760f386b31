// Package gauges reads figures of the database when metrics are asked: its connections, and the age
// of syncs.
package gauges

import (
	"context"
	"time"

	"github.com/prometheus/client_golang/prometheus"
	"go.uber.org/zap"

	"sellingassistant/adapters/persistence/db"
	"sellingassistant/ports/clock"
)

// Register adds the figures of a database to a registry.
func Register(reg prometheus.Registerer, s *db.Store, clk clock.Clock, log *zap.Logger) error {
	return reg.Register(figures{s, clk, log})
}

type figures struct {
	store *db.Store
	clock clock.Clock
	log   *zap.Logger
}

var (
	connections = prometheus.NewDesc("database_connections",
		"Connections to the database, by handle and state: used or idle.", []string{"handle", "state"}, nil)
	most    = prometheus.NewDesc("database_connections_max", "The most connections of a handle.", []string{"handle"}, nil)
	waits   = prometheus.NewDesc("database_waits_total", "Waits for a free connection.", []string{"handle"}, nil)
	waited  = prometheus.NewDesc("database_wait_seconds_total", "Time of these waits.", []string{"handle"}, nil)
	syncAge = prometheus.NewDesc("sync_oldest_seconds",
		"Time since the last finished sync of the connected seller account that waits longest.", nil, nil)
)

func (figures) Describe(to chan<- *prometheus.Desc) {
	for _, d := range []*prometheus.Desc{connections, most, waits, waited, syncAge} {
		to <- d
	}
}

func (f figures) Collect(to chan<- prometheus.Metric) {
	for _, h := range f.handles() {
		h.send(to)
	}
	age, known, err := f.oldestSync()
	switch {
	case err != nil:
		f.log.Warn("the age of syncs was not read", zap.Error(err))
	case known:
		to <- prometheus.MustNewConstMetric(syncAge, prometheus.GaugeValue, age.Seconds())
	}
}

// handle has the figures of a set of connections.
type handle struct {
	name             string
	used, idle, most int
	waits            int64
	waited           time.Duration
}

func (h handle) send(to chan<- prometheus.Metric) {
	gauge := func(d *prometheus.Desc, v float64, labels ...string) {
		to <- prometheus.MustNewConstMetric(d, prometheus.GaugeValue, v, labels...)
	}
	gauge(connections, float64(h.used), h.name, "used")
	gauge(connections, float64(h.idle), h.name, "idle")
	gauge(most, float64(h.most), h.name)
	to <- prometheus.MustNewConstMetric(waits, prometheus.CounterValue, float64(h.waits), h.name)
	to <- prometheus.MustNewConstMetric(waited, prometheus.CounterValue, h.waited.Seconds(), h.name)
}

// handles returns the pool of Postgres, or the writer and the readers of SQLite.
func (f figures) handles() []handle {
	native := f.store.Native()
	if native.Pool != nil {
		s := native.Pool.Stat()
		return []handle{{
			name: "pool", used: int(s.AcquiredConns()), idle: int(s.IdleConns()), most: int(s.MaxConns()),
			waits: s.EmptyAcquireCount(), waited: s.EmptyAcquireWaitTime(),
		}}
	}
	writer, reader := native.Writer.Stats(), native.Reader.Stats()
	return []handle{
		{"writer", writer.InUse, writer.Idle, writer.MaxOpenConnections, writer.WaitCount, writer.WaitDuration},
		{"reader", reader.InUse, reader.Idle, reader.MaxOpenConnections, reader.WaitCount, reader.WaitDuration},
	}
}

// readWithin bounds the query, so that a scrape does not hang on an unreachable database.
const readWithin = 2 * time.Second

// oldestSync returns the time since the last sync of the account that waits longest, counted from
// its connection before the first one. It is unknown without an active account.
func (f figures) oldestSync() (age time.Duration, known bool, err error) {
	ctx, cancel := context.WithTimeout(context.Background(), readWithin)
	defer cancel()
	var at *int64
	err = f.store.Hot(ctx).QueryRow(ctx, `SELECT min(coalesce((SELECT max(r.ended_at) FROM inventory_sync_runs r
			WHERE r.team_id = c.team_id AND r.connection_id = c.id AND r.state = 'done'), c.connected_at))
		FROM connections c WHERE c.deleted_at IS NULL AND c.status = 'active'`).Scan(&at)
	if err != nil || at == nil {
		return 0, false, db.Fault(err)
	}
	return f.clock.Now().Sub(db.FromMicros(*at)), true, nil
}
