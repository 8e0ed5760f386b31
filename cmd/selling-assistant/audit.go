package main

import (
	"context"
	"encoding/json"
	"fmt"
	"time"

	"github.com/spf13/cobra"

	"sellingassistant/cmd/selling-assistant/compose"
	"sellingassistant/domain/kernel/id"
	"sellingassistant/ports/audit"
)

// auditResult encodes a line of the audit trail as JSON.
type auditResult struct {
	ID       int64                   `json:"id"`
	At       time.Time               `json:"at"`
	UserID   *id.User                `json:"user_id"`
	KeyID    *id.Key                 `json:"key_id"`
	Address  *string                 `json:"address"`
	Source   audit.Source            `json:"source"`
	Record   string                  `json:"record"`
	RecordID int64                   `json:"record_id"`
	Verb     string                  `json:"verb"`
	Changes  map[string]audit.Change `json:"changes"`
	TraceID  *string                 `json:"trace_id"`
}

func auditList(s *session) *cobra.Command {
	c, team := s.ofTeam("list", "List the audit trail of a team, the newest line first.")
	record := c.String("record", "", "Only changes of this kind of record, such as key or sku.")
	recordID := c.Int64("record-id", 0, "Only changes of the record with this id.")
	key := c.Int64("key", 0, "Only changes by the key with this id.")
	since := c.Duration("since", 0, "Only changes of this time until now, such as 24h.")
	before := c.Int64("before", 0, "Only lines before the line with this id.")
	limit := c.Int("limit", 50, "How many, 1 to 1000.")
	c.check = func() error {
		switch {
		case *limit < 1 || *limit > 1000:
			return usageError{"--limit must be between 1 and 1000"}
		case *recordID != 0 && *record == "":
			return usageError{"--record-id needs --record, because each kind of record has ids of its own"}
		case *since < 0:
			return usageError{"--since must not be negative"}
		}
		return nil
	}
	return c.operates(func(ctx context.Context, op *compose.Operator) error {
		f := audit.Filter{Record: *record, RecordID: *recordID, Key: id.Key(*key), Before: *before, Limit: *limit}
		if *since > 0 {
			f.Since = op.Clock.Now().Add(-*since)
		}
		lines, err := op.Trail.List(ctx, id.Team(*team), f)
		if err != nil {
			return err
		}
		return table(c, lines, "ID\tAT\tSOURCE\tUSER\tKEY\tADDRESS\tRECORD\tVERB\tCHANGES", auditResultOf)
	})
}

func auditResultOf(l audit.Line) (r auditResult, line string) {
	r = auditResult{
		ID: l.ID, At: l.At, UserID: orNull(l.User), KeyID: orNull(l.Key), Address: orNull(l.Address), Source: l.Source,
		Record: l.Record, RecordID: l.RecordID, Verb: l.Verb, Changes: l.Changes, TraceID: orNull(l.TraceID),
	}
	changes, err := json.Marshal(l.Changes)
	if err != nil {
		changes = []byte(err.Error())
	}
	return r, fmt.Sprintf("%d\t%s\t%s\t%s\t%s\t%s\t%s %d\t%s\t%s", l.ID, l.At.Format(time.RFC3339), l.Source,
		orDash(int64(l.User)), orDash(int64(l.Key)), orDash(l.Address), l.Record, l.RecordID, l.Verb, changes)
}

// orDash prints a dash for the zero value.
func orDash[T comparable](v T) string {
	var zero T
	if v == zero {
		return "-"
	}
	return fmt.Sprint(v)
}
