package sending

import (
	"context"
	"database/sql"
	"errors"

	"sellingassistant/adapters/persistence/db"
	sendingports "sellingassistant/ports/repricer/sending"
)

// LoadSwitch reads the switch, which all teams share.
func (o *Outbox) LoadSwitch(ctx context.Context) (sendingports.SwitchState, error) {
	var s sendingports.SwitchState
	var changed int64
	err := o.store.Hot(ctx).QueryRow(ctx, "SELECT stopped, reason, changed_at FROM repricer_switch WHERE id = 1").
		Scan(&s.Stopped, &s.Reason, &changed)
	if errors.Is(err, sql.ErrNoRows) {
		return sendingports.SwitchState{}, nil
	}
	s.ChangedAt = db.FromMicros(changed)
	return s, db.Fault(err)
}

func (o *Outbox) SaveSwitch(ctx context.Context, s sendingports.SwitchState) error {
	n, err := o.store.Hot(ctx).Exec(ctx, `INSERT INTO repricer_switch (id, stopped, reason, changed_at) VALUES (1, $1, $2, $3)
		ON CONFLICT (id) DO UPDATE SET stopped = excluded.stopped, reason = excluded.reason, changed_at = excluded.changed_at`,
		s.Stopped, s.Reason, db.Micros(s.ChangedAt))
	return db.Written(n, 1, err)
}
