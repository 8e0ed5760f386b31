package repricer

import (
	"context"
	"database/sql"
	"errors"

	"sellingassistant/adapters/persistence/db"
	ports "sellingassistant/ports/repricer"
)

// LoadSwitch implements the port. It is one for all teams.
func (o *Outbox) LoadSwitch(ctx context.Context) (ports.SwitchState, error) {
	var s ports.SwitchState
	err := o.store.Hot(ctx).QueryRow(ctx, "SELECT stopped, reason, changed_at FROM repricer_switch WHERE id = 1").
		Scan(&s.Stopped, &s.Reason, db.Moment(&s.ChangedAt))
	if errors.Is(err, sql.ErrNoRows) {
		return ports.SwitchState{}, nil
	}
	return s, db.Fault(err)
}

// SaveSwitch implements the port.
func (o *Outbox) SaveSwitch(ctx context.Context, s ports.SwitchState) error {
	n, err := o.store.Hot(ctx).Exec(ctx, `INSERT INTO repricer_switch (id, stopped, reason, changed_at) VALUES (1, $1, $2, $3)
		ON CONFLICT (id) DO UPDATE SET stopped = excluded.stopped, reason = excluded.reason, changed_at = excluded.changed_at`,
		s.Stopped, s.Reason, db.Micros(s.ChangedAt))
	return db.Written(n, 1, err)
}
