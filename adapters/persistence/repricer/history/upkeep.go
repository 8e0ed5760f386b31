package history

import (
	"context"
	"fmt"
	"time"

	"sellingassistant/adapters/persistence/db"
	"sellingassistant/domain/kernel/date"
)

// partitioned lists the tables with a partition for each month.
var partitioned = []string{"repricer_changes", "repricer_change_inputs"}

// takeUpkeep takes the advisory lock for changing partitions and merging counters. Its number is
// arbitrary.
const takeUpkeep = "SELECT pg_advisory_xact_lock(7265437120)"

// upkeepWait limits the wait for a table lock, because other statements queue after it.
const upkeepWait = "500ms"

// month counts the months from the year 0.
type month int

func monthOf(t time.Time) month {
	t = t.UTC()
	return month(t.Year()*12 + int(t.Month()) - 1)
}

func (m month) start() time.Time {
	return time.Date(int(m)/12, time.Month(int(m)%12+1), 1, 0, 0, 0, 0, time.UTC)
}

func (m month) table(of string) string {
	return fmt.Sprintf("%s_y%04dm%02d", of, int(m)/12, int(m)%12+1)
}

// makeRoom ensures that entries have a partition. It remembers known months until an entry finds no
// partition: a rollback or Forget may have removed it.
func (c *Changes) makeRoom(ctx context.Context, entries []entry) error {
	if c.store.Dialect() != db.Postgres {
		return nil
	}
	seen := map[month]bool{}
	for _, e := range entries {
		m := monthOf(e.CreatedAt)
		if seen[m] {
			continue
		}
		seen[m] = true
		if _, known := c.months.Load(m); known {
			continue
		}
		if err := c.addMonth(ctx, m); err != nil {
			return err
		}
	}
	return nil
}

func (c *Changes) there(ctx context.Context, m month) (bool, error) {
	var there bool
	// Reads the catalogue as a table, because to_regclass may answer from the connection's cache.
	err := c.store.Hot(ctx).QueryRow(ctx, "SELECT EXISTS (SELECT 1 FROM pg_inherits i JOIN pg_class c ON c.oid = i.inhrelid"+
		" WHERE c.relname = $1 AND i.inhparent = 'repricer_changes'::regclass)", m.table(partitioned[0])).Scan(&there)
	return there, db.Fault(err)
}

// addMonth makes the missing partitions of a month in the transaction of ctx. Attaching a table
// does not block reads and writes of the others. A transaction that needs the same month waits.
func (c *Changes) addMonth(ctx context.Context, m month) error {
	there, err := c.there(ctx, m)
	if there {
		c.months.Store(m, true)
	}
	if err != nil || there {
		return err
	}
	if err := c.run(ctx, takeUpkeep); err != nil {
		return err
	}
	if there, err = c.there(ctx, m); err != nil || there {
		return err
	}
	bounds := fmt.Sprintf(" FOR VALUES FROM (%d) TO (%d)", db.Micros(m.start()), db.Micros((m + 1).start()))
	for i, of := range partitioned {
		part, room := m.table(of), ""
		if i == 0 {
			// Entries change until their prices have an outcome, so the pages keep free space.
			room = " WITH (fillfactor = 85)"
		}
		if err := c.run(ctx,
			"CREATE TABLE "+part+" (LIKE "+of+" INCLUDING DEFAULTS)"+room, "ALTER TABLE "+of+" ATTACH PARTITION "+part+bounds,
		); err != nil {
			return err
		}
	}
	return nil
}

// lockUpkeep excludes other upkeep, and limits the wait for table locks.
func (c *Changes) lockUpkeep(ctx context.Context) error {
	if c.store.Dialect() != db.Postgres {
		return nil
	}
	return c.run(ctx, "SET LOCAL lock_timeout = '"+upkeepWait+"'", takeUpkeep)
}

func (c *Changes) run(ctx context.Context, statements ...string) error {
	for _, s := range statements {
		if _, err := c.store.Write(ctx).ExecContext(ctx, s); err != nil {
			return db.Fault(err)
		}
	}
	return nil
}

func (c *Changes) Prepare(ctx context.Context, from, to time.Time) error {
	if c.store.Dialect() != db.Postgres {
		return nil
	}
	for m := monthOf(from); m <= monthOf(to); m++ {
		there, err := c.there(ctx, m)
		if err == nil && !there {
			err = c.store.InTx(ctx, func(ctx context.Context) error {
				if err := c.lockUpkeep(ctx); err != nil {
					return err
				}
				return c.addMonth(ctx, m)
			})
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// Forget deletes entries before a time. On Postgres it drops whole months, each in a separate
// transaction, so the number of entries does not matter.
func (c *Changes) Forget(ctx context.Context, before time.Time, limit int) (bool, error) {
	first := monthOf(before)
	if err := c.forgetDays(ctx, date.Of(first.start())); err != nil {
		return false, err
	}
	if err := c.forgetBox(ctx, date.Of(first.start())); err != nil {
		return false, err
	}
	more, err := c.forgetSales(ctx, db.Micros(first.start()), limit)
	if err != nil {
		return false, err
	}
	if c.store.Dialect() != db.Postgres {
		entries, err := c.forgetEntries(ctx, db.Micros(first.start()), limit)
		return more || entries, err
	}
	var parts []string
	var part string
	err = db.Each(c.store.Hot(ctx).Query(ctx, "SELECT c.relname FROM pg_inherits i JOIN pg_class c ON c.oid = i.inhrelid"+
		" WHERE i.inhparent IN (to_regclass($1), to_regclass($2)) ORDER BY c.relname", partitioned[0], partitioned[1]))(func() {
		parts = append(parts, part)
	}, &part)
	if err != nil {
		return false, err
	}
	for _, of := range partitioned {
		for _, p := range parts {
			// Names of a table's partitions sort by month.
			if len(p) != len(first.table(of)) || p[:len(of)] != of || p >= first.table(of) {
				continue
			}
			err := c.store.InTx(ctx, func(ctx context.Context) error {
				if err := c.lockUpkeep(ctx); err != nil {
					return err
				}
				return c.run(ctx, "DROP TABLE IF EXISTS "+p)
			})
			if err != nil {
				return false, err
			}
		}
	}
	return more, nil
}

func (c *Changes) forgetDays(ctx context.Context, before date.Date) error {
	for _, table := range []string{"repricer_day_counts", "repricer_day_marks", "repricer_day_sales"} {
		if _, err := c.store.Hot(ctx).Exec(ctx, "DELETE FROM "+table+" WHERE day < $1", before.Days()); err != nil {
			return db.Fault(err)
		}
	}
	return nil
}

func (c *Changes) forgetEntries(ctx context.Context, before int64, limit int) (bool, error) {
	more := false
	for _, t := range []struct{ table, id string }{{"repricer_change_inputs", "change_id"}, {"repricer_changes", "id"}} {
		n, err := c.store.Hot(ctx).Exec(ctx, "DELETE FROM "+t.table+" WHERE "+t.id+" IN (SELECT "+t.id+" FROM "+t.table+
			" WHERE created_at < $1 ORDER BY created_at LIMIT $2)", before, int64(limit))
		if err != nil {
			return false, db.Fault(err)
		}
		more = more || n == int64(limit)
	}
	return more, nil
}
