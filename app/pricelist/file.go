package pricelist

import (
	"context"

	"sellingassistant/domain/kernel/caller"
	"sellingassistant/domain/kernel/fault"
	"sellingassistant/domain/kernel/optional"
	"sellingassistant/domain/pricelist"
	"sellingassistant/ports/tablefile"
)

// File has a file as a client sends it.
type File = tablefile.File

// Received has a file that may be stored.
type Received = tablefile.Received

// FileDraft describes an analysis of a file. Without a file, Document names a stored document of
// the team.
type FileDraft struct {
	Draft
	Wanted   pricelist.Wanted
	File     Received
	Document optional.Maybe[int64]
}

// Prepared has the analysis of a file with known columns.
type Prepared struct {
	on   *Analyses
	who  caller.Caller
	file Received
	plan
}

// Receive takes the file of a list. It returns the faults of Files.Receive.
func (a *Analyses) Receive(ctx context.Context, who caller.Caller, f File) (Received, error) {
	return a.Files.Receive(ctx, who, tablefile.PriceList, f)
}

// Prepare finds the table in a file and the meaning of its columns, and keeps the file. It stores
// nothing of a refused file. Faults: those from Start, mapping_required, and Rule for an unreadable
// file, an unknown document or a missing table.
func (a *Analyses) Prepare(ctx context.Context, who caller.Caller, d FileDraft) (*Prepared, error) {
	p, err := a.plan(ctx, who, d.Draft)
	if err != nil {
		return nil, err
	}
	content, err := a.content(ctx, who, d)
	if err != nil {
		return nil, err
	}
	table, err := a.Tables.Survey(ctx, content, d.Wanted)
	if err != nil {
		return nil, err
	}
	switch {
	case table.Rows == 0:
		return nil, fault.New(fault.Rule, fault.CodeNotSupported, "The file has no rows.")
	case table.Rows > pricelist.MaxRows:
		return nil, fault.New(fault.Rule, fault.CodeNotSupported, "The file has more than 250000 rows.")
	}
	var last *pricelist.Mapping
	p.Fingerprint = table.Fingerprint()
	if supplier, ok := p.Supplier.Get(); ok && p.Fingerprint != "" {
		m, known, err := a.Store.LastMapping(ctx, who.Team, supplier, p.Fingerprint)
		if err != nil {
			return nil, err
		}
		if known {
			last = &m
		}
	}
	mapping, err := table.Map(d.Wanted, last)
	if err != nil {
		return nil, err
	}
	if len(mapping.Of(pricelist.FieldCost))+len(mapping.Of(pricelist.FieldCaseCost)) == 0 {
		p.Warnings = append(p.Warnings, "no_cost_column")
	}
	if err := a.affordFile(ctx, who, p, content, mapping, table.Rows); err != nil {
		return nil, err
	}
	p.Mapping, p.Rows, p.Results, p.Document = optional.Some(mapping), table.Rows, table.Rows, d.Document
	if d.File != nil {
		if err := d.File.Keep(ctx); err != nil {
			return nil, err
		}
	}
	return &Prepared{a, who, d.File, p}, nil
}

func (a *Analyses) content(ctx context.Context, who caller.Caller, d FileDraft) ([]byte, error) {
	if document, ok := d.Document.Get(); ok {
		content, err := a.Files.Content(ctx, who.Team, document)
		return content, under("/document_id", err)
	}
	return d.File.Bytes()
}

// affordFile counts the products of a list only if the plan could not pay for each of its rows.
func (a *Analyses) affordFile(ctx context.Context, who caller.Caller, p plan, content []byte, m pricelist.Mapping, rows int64) error {
	left, err := a.Teams.TokensLeft(ctx, who.Team)
	if err != nil {
		return err
	}
	var asked []pricelist.Identity
	seen := map[string]bool{}
	if rows > left {
		err := a.Tables.Rows(ctx, content, m, p.Currency, func(in pricelist.Input) error {
			if named, _, err := in.Identity(); err == nil && !seen[named.Key()] {
				seen[named.Key()] = true
				asked = append(asked, named)
			}
			return nil
		})
		if err != nil {
			return err
		}
	}
	return a.afford(ctx, who.Team, p.market, asked)
}

// Start stores the document and the analysis in the transaction of ctx. The rows are read by the
// job.
func (p *Prepared) Start(ctx context.Context) (Shown, error) {
	if p.file != nil {
		document, err := p.file.Store(ctx)
		if err != nil {
			return Shown{}, err
		}
		p.Document = optional.Some(document)
	}
	made, err := p.on.insert(ctx, p.who, p.plan)
	if err != nil {
		return Shown{}, err
	}
	return p.on.show(ctx, made)
}

// readFile reads the rows of a file after the stored rows, a chunk in a transaction, and ends the
// stage.
func (a *Analyses) readFile(ctx context.Context, of pricelist.Analysis) error {
	document, mapping := of.Values.Document.Or(0), of.Values.Mapping.Or(pricelist.Mapping{})
	content, err := a.Files.Content(ctx, of.Team, document)
	if err != nil {
		return err
	}
	r := fileRows{on: a, of: of, stored: of.Values.Worked, known: map[string]bool{}}
	add := func(in pricelist.Input) error { return r.add(ctx, in) }
	if err := a.Tables.Rows(ctx, content, mapping, of.Values.Currency, add); err != nil {
		if ctx.Err() == nil && r.of.Values.Worked > of.Values.Worked {
			return nil // the time of the reading is over: the next begins after the stored rows
		}
		return ignoreMoved(err)
	}
	if err := r.flush(ctx); err != nil {
		return ignoreMoved(err)
	}
	now := a.Clock.Now()
	return ignoreMoved(a.change(ctx, of.Team, of.ID, &r.of.Values, func(_ context.Context, v *pricelist.Values) error {
		// Lines between and below the rows were counted before.
		v.Rows, v.Results = r.number, r.number
		return v.Move(pricelist.Parsed, now)
	}))
}

// fileRows stores the rows of a file. It reads stored rows again, only for their identifiers.
type fileRows struct {
	on             *Analyses
	of             pricelist.Analysis
	stored, number int64
	items          []pricelist.Item
	known          map[string]bool
}

func (r *fileRows) add(ctx context.Context, in pricelist.Input) error {
	if r.number++; r.number <= r.stored {
		if named, _, err := in.Identity(); err == nil {
			r.known[named.Key()] = true
		}
		return nil
	}
	r.items = append(r.items, r.on.item(r.of, r.number, in))
	if len(r.items) < pricelist.Chunk {
		return nil
	}
	return r.flush(ctx)
}

func (r *fileRows) flush(ctx context.Context) error {
	if len(r.items) == 0 {
		return nil
	}
	read := r.on.identify(r.of, r.items)
	rates, err := r.on.rates(ctx, r.of, read.foreign)
	if err != nil {
		return err
	}
	repeated(r.items, r.known)
	return r.on.change(ctx, r.of.Team, r.of.ID, &r.of.Values, func(ctx context.Context, v *pricelist.Values) error {
		read.count(v)
		v.Take(rates)
		if err := r.on.Items.Insert(ctx, r.items...); err != nil {
			return err
		}
		v.Advance(len(r.items), pricelist.ItemID(r.number), r.on.Clock.Now())
		r.of.Values, r.items = *v, r.items[:0]
		return nil
	})
}
