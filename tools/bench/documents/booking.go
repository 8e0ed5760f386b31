package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"sellingassistant/adapters/persistence/db"
	documentapp "sellingassistant/app/document"
	identityapp "sellingassistant/app/identity"
	"sellingassistant/cmd/selling-assistant/compose"
	"sellingassistant/config"
	"sellingassistant/domain/document"
	"sellingassistant/domain/document/importing"
	"sellingassistant/domain/kernel/caller"
	"sellingassistant/domain/kernel/optional"
	"sellingassistant/domain/kernel/secret"
	"sellingassistant/domain/purchasing"
	"sellingassistant/ports/jobs"
	"sellingassistant/tools/bench/stage"
)

// booking measures previews and imports of a team with this many products.
func booking(ctx context.Context, at stage.Stage, products, calls int) error {
	env := []string{
		"SA_DATABASE_URL=" + at.URL, "SA_DATA_DIR=" + at.Folder, "SA_SECRET_KEY=" + strings.Repeat("0011223344556677", 4), "SA_WORKERS=0", "SA_LOG_LEVEL=error",
	}
	cfg, err := config.Load(env, false)
	if err != nil {
		return err
	}
	return compose.Operate(ctx, cfg, compose.Options{}, func(ctx context.Context, op *compose.Operator) error {
		m, err := opened(ctx, op, at.URL, products)
		if err != nil {
			return err
		}
		if err := m.previews(ctx, at.Kind, calls); err != nil {
			return err
		}
		return m.imports(ctx, at.Kind)
	})
}

// measured has a team with a supplier and products.
type measured struct {
	*compose.Operator
	who caller.Caller
}

func opened(ctx context.Context, op *compose.Operator, url string, products int) (*measured, error) {
	team, err := op.Teams.Create(ctx, identityapp.CreateTeam{Name: "Team", Tokens: 1_000})
	if err != nil {
		return nil, err
	}
	m := &measured{op, caller.Caller{Team: team.ID(), Role: caller.Owner, Scopes: []caller.Scope{caller.Write}}}
	user, err := op.Users.Create(ctx, m.who, identityapp.CreateUser{Email: "user@bench.example", Name: "User"})
	if err != nil {
		return nil, err
	}
	m.who.User = user.ID
	if _, err := op.Suppliers.Create(ctx, m.who, purchasing.SupplierPatch{Name: optional.Put("Example Supply"), TaxID: optional.Put("GB123456789")}); err != nil {
		return nil, err
	}
	if _, err := op.Warehouses.Create(ctx, m.who, purchasing.WarehousePatch{Name: optional.Put("Main")}); err != nil {
		return nil, err
	}
	return m, m.fill(ctx, url, products)
}

// fill stores products with one code each.
func (m *measured) fill(ctx context.Context, url string, products int) (err error) {
	s, err := db.Open(ctx, db.Config{URL: secret.New(url)})
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, s.Close()) }()
	cast := ""
	if s.Dialect() == db.Postgres {
		cast = "::jsonb"
	}
	const part = 1_000
	for from := 1; from <= products; from += part {
		var made, codes []string
		for i := from; i < min(from+part, products+1); i++ {
			made = append(made, fmt.Sprintf(`(%d,'Product %d','product %d','active','no','{"pack_size":1,"gtins":["%s"]}'%s,0,0,0,0,'','product %d',1,%d,%d)`,
				m.who.Team, i, i, ean(i), cast, i, 1774000000000000+i, 1774000000000000+i))
			codes = append(codes, fmt.Sprintf("(%d,'0%s',%d)", m.who.Team, ean(i), i))
		}
		for _, text := range []string{
			`INSERT INTO inventory_products (team_id, title, title_key, status, hazmat, body, on_hand, inbound, reserved, matches_count, marketplaces, search, version,
				created_at, updated_at) VALUES ` + strings.Join(made, ","),
			"INSERT INTO inventory_product_gtins (team_id, gtin, product_id) VALUES " + strings.Join(codes, ","),
		} {
			if _, err := s.Write(ctx).ExecContext(ctx, text); err != nil {
				return err
			}
		}
	}
	if s.Dialect() == db.Postgres {
		_, err = s.Write(ctx).ExecContext(ctx, "ANALYZE")
	}
	return err
}

// invoice returns an invoice with consecutive products of the team.
func invoice(number string, from, lines int) []byte {
	var b bytes.Buffer
	fmt.Fprintf(&b, "Example Supply Ltd\nTax ID,GB123456789\nInvoice number,%s\nDate,2026-10-20\n\nItem no,EAN,Description,Qty,Unit price,Amount\n", number)
	for i := range lines {
		q, p := 1+i%40, 100+i*7%5_000
		fmt.Fprintf(&b, "X-%d,%s,Product %d,%d,$%d.%02d,$%d.%02d\n", from+i, ean(from+i), from+i, q, p/100, p%100, q*p/100, q*p%100)
	}
	return b.Bytes()
}

// read uploads an invoice and reads it.
func (m *measured) read(ctx context.Context, name string, content []byte) (document.ID, error) {
	file, err := m.Documents.Receive(ctx, m.who, documentapp.File{Name: name, Content: bytes.NewReader(content)})
	if err != nil {
		return 0, err
	}
	defer file.Discard()
	upload := documentapp.Upload{File: file, OnDuplicate: documentapp.Allow}
	if err := m.Documents.Keep(ctx, m.who, upload); err != nil {
		return 0, err
	}
	up, err := m.Documents.Upload(ctx, m.who, upload)
	if err != nil {
		return 0, err
	}
	id := up.Document.ID()
	return id, m.Reader.Read(ctx, jobs.Job{Team: m.who.Team, Args: fmt.Appendf(nil, `{"document":%d}`, id)})
}

func (m *measured) previews(ctx context.Context, kind string, calls int) error {
	doc, err := m.read(ctx, "preview.csv", invoice("INV-P", 1_000, 200))
	if err != nil {
		return err
	}
	took := make([]float64, calls)
	for n := range took {
		begun := time.Now()
		p, err := m.Imports.Preview(ctx, m.who, documentapp.PreviewAsked{ID: doc, Limit: 200})
		if err != nil {
			return err
		}
		took[n] = time.Since(begun).Seconds() * 1_000
		if p.Summary.By[importing.Matched] != 200 {
			return fmt.Errorf("200 lines were to be matched: %+v", p.Summary)
		}
	}
	slices.Sort(took)
	figure(kind+": preview of 200 lines, 99 of 100", took[len(took)*99/100], 150, "ms", false)
	figure(kind+": the same, median", took[len(took)/2], 150, "ms", false)
	return nil
}

func (m *measured) imports(ctx context.Context, kind string) error {
	const lines = 500
	for n, c := range []struct {
		what string
		from int
		edit func(*importing.Request)
	}{
		{"import of 500 lines, which make offers", 10_000, func(*importing.Request) {}},
		{"import of 500 lines, whose offers are there", 10_000, func(r *importing.Request) { r.AllowDuplicate = true }},
		{"import of 500 lines, ordered and received", 20_000, func(r *importing.Request) { r.Ordered, r.Receive = true, true }},
		{"import of 500 lines, costs and offers only", 30_000, func(r *importing.Request) { r.Mode = importing.CostsOnly }},
	} {
		doc, err := m.read(ctx, "import.csv", invoice(fmt.Sprintf("INV-%d", n), c.from, lines))
		if err != nil {
			return err
		}
		r := importing.Request{Mode: importing.CreateOrder, UpdateCosts: true, CreateOffers: true}
		c.edit(&r)
		begun := time.Now()
		done, err := m.Imports.Import(ctx, m.who, doc, r, false)
		if err != nil {
			return err
		}
		figure(kind+": "+c.what, time.Since(begun).Seconds(), 1.5, "s", false)
		if len(done.Lines) != lines || len(done.Refused) > 0 {
			return fmt.Errorf("%d of %d lines are refused", len(done.Refused), len(done.Lines))
		}
		if n == 0 {
			continue // the next case finds its offers
		}
		begun = time.Now()
		if _, err := m.Documents.Update(ctx, m.who, documentapp.Update{ID: doc, Status: new(document.Ready)}); err != nil {
			return err
		}
		figure(kind+": the same, taken back", time.Since(begun).Seconds(), 1.5, "s", false)
	}
	return nil
}
