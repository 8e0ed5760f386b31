package imports

import (
	"bytes"
	"context"
	"strconv"
	"strings"

	"sellingassistant/domain/imports"
	"sellingassistant/domain/kernel/caller"
	"sellingassistant/domain/kernel/columns"
	"sellingassistant/ports/tablefile"
)

// AtOnce bounds the rows of a table that are written in the call.
const AtOnce = 100

// Table has rows that all get the same values, in place of a file of the user.
type Table struct {
	// Name becomes the name of the kept document.
	Name string
	Kind imports.Kind
	// Create creates records for keys without a record.
	Create   bool
	Accepted []imports.Warning
	// Keys name the records: all of them by their ids, or all by SKU, marketplace and seller.
	Keys  []imports.Key
	Cells []imports.Cell
}

// Try reports the outcome that the rows would have now, and writes nothing.
func (i *Imports) Try(ctx context.Context, who caller.Caller, t Table) (imports.Trial, error) {
	var out imports.Trial
	v := imports.Values{
		Kind: t.Kind, DryRun: true, Create: t.Create, Accepted: t.Accepted, User: who.User, Key: who.Key,
	}
	content := t.content()
	if err := i.look(ctx, who.Team, content, t.mapping(), &v); err != nil {
		return out, err
	}
	c := newChunk(i, imports.Import{Team: who.Team, Values: v})
	report := func() error {
		rows, err := c.outcome(ctx)
		if err == nil {
			out.Add(rows)
			c.remember(rows)
		}
		return err
	}
	err := i.Tables.Lines(ctx, content, v.Mapping, func(l imports.Line) error {
		if c.lines = append(c.lines, l); len(c.lines) < imports.Chunk {
			return nil
		}
		return report()
	})
	if err == nil && len(c.lines) > 0 {
		err = report()
	}
	return out, err
}

// PrepareTable keeps the rows as a file. Start of the result writes up to AtOnce rows in its
// transaction, and leaves more to the job. Faults: storage_limit, limit_reached.
func (i *Imports) PrepareTable(ctx context.Context, who caller.Caller, t Table) (*Prepared, error) {
	content := t.content()
	file, err := i.Files.Receive(ctx, who, tablefile.Import, File{
		Name: t.Name, Declared: "text/csv", Content: bytes.NewReader(content),
	})
	if err != nil {
		return nil, err
	}
	defer file.Discard()
	p, err := i.Prepare(ctx, who, Draft{
		Kind: t.Kind, Create: t.Create, Accepted: t.Accepted, Wanted: t.mapping(), Name: t.Name, File: file,
	})
	if err == nil && len(t.Keys) <= AtOnce {
		p.content = content
	}
	return p, err
}

// byID reports whether the keys are ids.
func (t Table) byID() bool { return len(t.Keys) > 0 && t.Keys[0].ID.Known() }

func (t Table) fields() []imports.Field {
	fields := []imports.Field{imports.FieldID}
	if !t.byID() {
		fields = []imports.Field{imports.FieldSeller, imports.FieldMarketplace, imports.FieldSKU}
	}
	for _, c := range t.Cells {
		fields = append(fields, c.Field)
	}
	return fields
}

// mapping names each column by its header, so that nothing about the file is a guess.
func (t Table) mapping() imports.Wanted {
	w := imports.Wanted{
		HeaderRow: 1, Columns: map[imports.Field]string{}, Decimal: columns.Dot,
		Create: t.Create || len(t.Cells) == 0,
	}
	for i, f := range t.fields() {
		w.Columns[f] = strconv.Itoa(i + 1)
	}
	return w
}

// content writes the rows as CSV. Each cell is quoted, so that no SKU looks like a delimiter, and
// SKUs have the mark of texts, so that they are read as they are.
func (t Table) content() []byte {
	var b bytes.Buffer
	write := func(cells []string) {
		for i, c := range cells {
			if i > 0 {
				b.WriteByte(',')
			}
			b.WriteString(`"` + strings.ReplaceAll(c, `"`, `""`) + `"`)
		}
		b.WriteByte('\n')
	}
	var head, same []string
	for _, f := range t.fields() {
		head = append(head, string(f))
	}
	write(head)
	for _, c := range t.Cells {
		same = append(same, cellText(c))
	}
	for _, k := range t.Keys {
		key := []string{strconv.FormatInt(k.ID.Or(0), 10)}
		if !t.byID() {
			key = []string{k.Seller, string(k.Marketplace), `="` + strings.ReplaceAll(k.SKU, `"`, `""`) + `"`}
		}
		write(append(key, same...))
	}
	return b.Bytes()
}

// cellText writes a cell as a table has it: a dash clears, and a percentage has its sign.
func cellText(c imports.Cell) string {
	switch {
	case c.Clear:
		return "-"
	case c.Field.Form() == imports.Percentage:
		return c.Text + "%"
	}
	return c.Text
}

// fill writes all rows of a table in the transaction of ctx, and returns the import as it ended.
func (p *Prepared) fill(ctx context.Context, made imports.Import) (imports.Import, error) {
	of, err := p.on.move(ctx, made, imports.Claim)
	if err != nil {
		return of, err
	}
	return p.on.fill(ctx, of, p.content, p.on.Clock.Now().Add(workTime))
}
