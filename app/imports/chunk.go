package imports

import (
	"cmp"
	"context"
	"errors"
	"slices"

	"sellingassistant/domain/imports"
	"sellingassistant/domain/kernel/fault"
	"sellingassistant/domain/kernel/optional"
)

// chunk has rows of a file on their way into records.
type chunk struct {
	on    *Imports
	of    imports.Import
	lines []imports.Line
	// named maps the records of earlier rows to the number of the row. made does so for keys of
	// records that a dry run would create, which have no id.
	named map[int64]int64
	made  map[imports.Key]int64
}

func newChunk(on *Imports, begun imports.Import) *chunk {
	return &chunk{on: on, of: begun, named: map[int64]int64{}, made: map[imports.Key]int64{}}
}

// errUndo rolls the changes of a dry run back.
var errUndo = errors.New("imports: a dry run")

// write writes the records, the report and the progress of a chunk in a transaction.
func (c *chunk) write(ctx context.Context) error {
	var rows []imports.Row
	next, err := c.on.change(ctx, c.of, func(ctx context.Context, v *imports.Values) (err error) {
		if rows, err = c.outcome(ctx); err != nil {
			return err
		}
		v.Advance(rows, c.lines[len(c.lines)-1].Number)
		return c.on.Reports.Add(ctx, c.of.Team, c.of.ID, rows)
	})
	if err != nil {
		return err
	}
	c.of = next
	c.remember(rows)
	return nil
}

// outcome changes the records of a chunk and returns the outcome of each row. A dry run does
// everything and rolls it back, so that its report is the same.
func (c *chunk) outcome(ctx context.Context) (rows []imports.Row, err error) {
	err = c.on.Tx.InTx(ctx, func(ctx context.Context) (err error) {
		if rows, err = c.rows(ctx); err == nil && c.of.Values.DryRun {
			err = errUndo
		}
		return err
	})
	if errors.Is(err, errUndo) {
		err = nil
	}
	return rows, err
}

// remember ends a chunk, so that a later row about one of its records is refused.
func (c *chunk) remember(rows []imports.Row) {
	for i, r := range rows {
		if r.Record != 0 {
			c.named[r.Record] = r.Number
		}
		if r.Status == imports.Created {
			c.made[c.lines[i].Key] = r.Number
		}
	}
	c.lines = c.lines[:0]
}

// rows changes the records of a chunk, creates the missing ones if the import does so, and reports
// the outcome of each row.
func (c *chunk) rows(ctx context.Context) ([]imports.Row, error) {
	v := c.of.Values
	rows := make([]imports.Row, len(c.lines))
	var keys []imports.Key
	var keyed []int
	for n, l := range c.lines {
		rows[n] = imports.Row{Number: l.Number, SKU: l.Key.SKU, Marketplace: l.Key.Marketplace}
		switch {
		case l.Err != nil:
			rows[n].Refuse(imports.RowFailed, l.Err)
		case !l.Key.ID.Known() && l.Key.SKU == "":
			rows[n].Refuse(imports.RowFailed, imports.Empty())
		default:
			keys, keyed = append(keys, l.Key), append(keyed, n)
		}
	}
	found, err := c.on.Records.Find(ctx, c.of.Team, v.Kind, keys)
	if err != nil {
		return nil, err
	}
	elsewhere, err := c.elsewhere(ctx, keys, found)
	if err != nil {
		return nil, err
	}
	var changes []imports.Change
	var changing []int
	var wanted []imports.New
	var creating []int
	here := map[int64]int64{}
	for i, f := range found {
		row, line := &rows[keyed[i]], c.lines[keyed[i]]
		create := v.Create && line.Key.Creatable(f)
		before, twice := c.earlier(line.Key, f, create, here)
		switch {
		case f.Err != nil && !create:
			row.Refuse(imports.RowFailed, f.Err)
			continue
		case line.Key.Matches(f, elsewhere[i]) != nil:
			row.Refuse(imports.RowFailed, line.Key.Matches(f, elsewhere[i]))
			continue
		case twice:
			row.Refuse(imports.RowFailed, imports.Twice(before))
			continue
		case create:
			f.Marketplace = line.Key.Marketplace
		default:
			here[f.ID], row.Record, row.Status = row.Number, f.ID, imports.Unchanged
			if f.SKU != "" {
				row.SKU, row.Marketplace = f.SKU, f.Marketplace
			}
		}
		cells, broken := line.Settle(f.Marketplace)
		switch {
		case broken != nil:
			row.Refuse(imports.RowFailed, broken)
		case create:
			wanted, creating = append(wanted, imports.New{Key: line.Key, Cells: cells}), append(creating, keyed[i])
		case len(cells) > 0:
			changes, changing = append(changes, imports.Change{Record: f.ID, Cells: cells}), append(changing, keyed[i])
		}
	}
	done, large, err := c.change(ctx, changes)
	if err != nil {
		return rows, err
	}
	for i, d := range done {
		row := &rows[changing[i]]
		row.Values = d.Values
		switch {
		case large[i] != nil:
			row.Refuse(imports.NeedsConfirmation, large[i])
		case d.Err != nil:
			row.Refuse(imports.RowFailed, d.Err)
		case d.Any:
			row.Status = imports.Updated
		}
	}
	made, err := c.on.Records.Create(ctx, who(c.of), v.Kind, wanted)
	for i, m := range made {
		c.created(&rows[creating[i]], m)
	}
	return rows, err
}

// elsewhere reports the keys with an id and exactly the SKU of another record.
func (c *chunk) elsewhere(ctx context.Context, keys []imports.Key, found []imports.Found) (map[int]bool, error) {
	var others []imports.Key
	var at []int
	for i, f := range found {
		if k := keys[i]; k.Other(f) {
			k.ID, k.Marketplace = optional.None[int64](), cmp.Or(f.Marketplace, k.Marketplace)
			others, at = append(others, k), append(at, i)
		}
	}
	named, err := c.on.Records.Find(ctx, c.of.Team, c.of.Values.Kind, others)
	out := make(map[int]bool, len(named))
	for n, f := range named {
		out[at[n]] = f.Err == nil || f.Err.Code != fault.CodeNotFound
	}
	return out, err
}

// earlier returns the number of an earlier row about the same record.
func (c *chunk) earlier(k imports.Key, f imports.Found, create bool, here map[int64]int64) (before int64, twice bool) {
	if create {
		before, twice = c.made[k]
		return before, twice
	}
	if before, twice = c.named[f.ID]; !twice {
		before, twice = here[f.ID]
	}
	return before, twice
}

// created reports a creation. A record of a dry run has no id after it.
func (c *chunk) created(row *imports.Row, m imports.Made) {
	if row.Values = m.Values; m.Err != nil {
		row.Refuse(imports.RowFailed, m.Err)
		return
	}
	row.Status, row.SKU, row.Marketplace = imports.Created, m.SKU, m.Marketplace
	if !c.of.Values.DryRun {
		row.Record = m.ID
	}
}

// change writes changes. If one is large and the caller has not accepted that, it undoes all and
// writes the others again.
func (c *chunk) change(ctx context.Context, changes []imports.Change) ([]imports.Changed, map[int]*fault.Error, error) {
	v, large := c.of.Values, map[int]*fault.Error{}
	if slices.Contains(v.Accepted, imports.LargeChange) || len(changes) == 0 {
		done, err := c.on.Records.Change(ctx, who(c.of), v.Kind, changes)
		return done, large, err
	}
	var done []imports.Changed
	err := c.on.Tx.InTx(ctx, func(ctx context.Context) (err error) {
		done, err = c.on.Records.Change(ctx, who(c.of), v.Kind, changes)
		for i, d := range done {
			if fault := imports.Large(slices.Concat(d.Values, d.Instead)); d.Err == nil && fault != nil {
				large[i] = fault
			}
		}
		if err == nil && len(large) > 0 {
			err = errUndo
		}
		return err
	})
	if !errors.Is(err, errUndo) {
		return done, large, err
	}
	var rest []imports.Change
	var at []int
	for i, change := range changes {
		if large[i] == nil {
			rest, at = append(rest, change), append(at, i)
		}
	}
	again, err := c.on.Records.Change(ctx, who(c.of), v.Kind, rest)
	for n, d := range again {
		done[at[n]] = d
	}
	return done, large, err
}
