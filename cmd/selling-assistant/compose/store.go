package compose

import (
	"context"
	"errors"
	"strings"
	"sync/atomic"
	"time"

	"github.com/prometheus/client_golang/prometheus"
	"go.uber.org/fx"
	"go.uber.org/zap"

	"sellingassistant/adapters/persistence/commit"
	"sellingassistant/adapters/persistence/db"
	idempotencystore "sellingassistant/adapters/persistence/idempotency"
	identitystore "sellingassistant/adapters/persistence/identity"
	"sellingassistant/adapters/persistence/presence"
	"sellingassistant/adapters/persistence/record"
	"sellingassistant/adapters/telemetry"
	"sellingassistant/adapters/vault"
	"sellingassistant/cmd/selling-assistant/gauges"
	"sellingassistant/config"
	"sellingassistant/domain/kernel/fault"
	"sellingassistant/migrations"
	"sellingassistant/ports/clock"
	"sellingassistant/ports/idempotency"
	"sellingassistant/ports/tx"
)

// store opens the database and provides the stores that all contexts share.
var store = fx.Module("store",
	fx.Provide(
		newStore, newReadiness, fx.Annotate(newVersions, fx.ResultTags(`group:"working_jobs"`)),
		record.On,
		func(s *db.Store) tx.Runner { return s },
		as[tx.LazyRunner](commit.NewShared),
		func(s *db.Store) idempotency.Store { return idempotencystore.New(s) },
	),
)

// newStore opens the database and applies migrations if requested. It makes sure that the data was
// sealed with the secret key. A process that serves or works reads documents of a newer version,
// and counts the members that it does not know.
func newStore(lc fx.Lifecycle, cfg config.Config, o Options, sec secrets, log *zap.Logger,
	reg prometheus.Registerer, clk clock.Clock,
) (*db.Store, error) {
	ctx := context.Background()
	s, err := db.Open(ctx, db.Config{URL: cfg.DatabaseURL, Log: log, Tracing: cfg.Tracing()})
	if err != nil {
		return nil, err
	}
	lc.Append(fx.StopHook(s.Close))
	if o.Role != 0 {
		unknown, err := telemetry.NewUnknownMembers(reg, log)
		if err != nil {
			return nil, err
		}
		lc.Append(fx.StopHook(record.ReportUnknown(unknown.Found)))
		if err := gauges.Register(reg, s, clk, log); err != nil {
			return nil, err
		}
		role := o.Role
		if role == presence.Serves && cfg.Workers == 0 {
			role = presence.Answers
		}
		leave, err := presence.Attend(ctx, s, log, role)
		if err != nil {
			return nil, err
		}
		lc.Append(fx.StopHook(leave))
	}
	if o.Migrate {
		done, err := migrations.Up(ctx, s)
		if err != nil {
			return nil, err
		}
		if len(done) > 0 {
			log.Info("migrated", zap.Strings("migrations", done))
		}
	}
	missing, err := migrations.Missing(ctx, s)
	if err != nil {
		return nil, err
	}
	if err := tooNew(ctx, s); err != nil {
		return nil, err
	}
	if len(missing) > 0 {
		return s, nil // not ready until the migrations ran; readiness checks the key then
	}
	return s, checkSecret(ctx, s, sec)
}

// tooNew refuses a database that a later version changed so that this one cannot use it.
func tooNew(ctx context.Context, s *db.Store) error {
	newer, err := migrations.Newer(ctx, s)
	if err != nil || len(newer) == 0 {
		return err
	}
	return fault.Newf(fault.Unavailable, fault.CodeServiceUnavailable,
		"The database belongs to a newer version: this one does not know the migrations %s. Start the newer version.",
		strings.Join(newer, ", "))
}

// newVersions records every minute that this version runs.
func newVersions(s *db.Store, o Options, ready readiness, log *zap.Logger) job {
	return func(ctx context.Context) {
		for again := true; again; again = clock.Rest(ctx, time.Minute) {
			if ready(ctx) != nil {
				continue // the table may be missing
			}
			if err := migrations.Seen(ctx, s, o.Version); err != nil && ctx.Err() == nil {
				log.Warn("migrations cannot see that this version runs", zap.Error(err))
			}
		}
	}
}

// checkSecret refuses a secret key that cannot read the data of the database.
func checkSecret(ctx context.Context, s *db.Store, sec secrets) error {
	return vault.Check(ctx, identitystore.NewSecretChecks(s).Keep, sec.master, sec.older...)
}

// newReadiness returns a check that the database answers and has the newest migration, and once
// that the secret key belongs to it.
func newReadiness(s *db.Store, sec secrets) readiness {
	var checked atomic.Bool
	return func(ctx context.Context) error {
		if err := s.Ping(ctx); err != nil {
			return err
		}
		missing, err := migrations.Missing(ctx, s)
		if err != nil {
			return err
		}
		if len(missing) > 0 {
			return fault.Newf(fault.Unavailable, fault.CodeServiceUnavailable,
				"Migrations are missing: %s.", strings.Join(missing, ", "))
		}
		if err := tooNew(ctx, s); err != nil {
			return err
		}
		if checked.Load() {
			return nil
		}
		if err := checkSecret(ctx, s, sec); err != nil {
			if errors.Is(err, vault.ErrWrongSecret) {
				return fault.New(fault.Unavailable, fault.CodeServiceUnavailable,
					"The secret key is not the one this database was made with.").Because(err)
			}
			return err
		}
		checked.Store(true)
		return nil
	}
}
