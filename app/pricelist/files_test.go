package pricelist_test

import (
	"context"
	"errors"
	"fmt"
	"io"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	app "sellingassistant/app/pricelist"
	"sellingassistant/domain/kernel/caller"
	"sellingassistant/domain/kernel/fault"
	"sellingassistant/domain/kernel/id"
	"sellingassistant/domain/kernel/money"
	"sellingassistant/domain/kernel/optional"
	"sellingassistant/domain/pricelist"
	ports "sellingassistant/ports/pricelist"
	"sellingassistant/ports/tablefile"
)

// files keeps documents by their number from 1.
type files struct{ kept []string }

type received struct {
	on      *files
	content string
	keep    bool
}

func (f *files) Receive(_ context.Context, _ caller.Caller, _ tablefile.Purpose, in tablefile.File) (tablefile.Received, error) {
	content, err := io.ReadAll(in.Content)
	return &received{on: f, content: string(content)}, err
}

func (f *files) Content(_ context.Context, _ id.Team, document int64) ([]byte, error) {
	if document < 1 || document > int64(len(f.kept)) {
		return nil, unknown(9)
	}
	return []byte(f.kept[document-1]), nil
}

func (r *received) Bytes() ([]byte, error) { return []byte(r.content), nil }

func (r *received) Keep(context.Context) error {
	r.keep = true
	return nil
}

func (r *received) Store(context.Context) (int64, error) {
	if !r.keep {
		return 0, fmt.Errorf("the bytes were not kept")
	}
	r.on.kept = append(r.on.kept, r.content)
	return int64(len(r.on.kept)), nil
}

func (*received) Discard() {}

func (w world) startFile(t *testing.T, content string, wanted pricelist.Wanted, supplier optional.Maybe[int64]) (app.Shown, error) {
	t.Helper()
	file, err := w.files.Receive(t.Context(), us, tablefile.PriceList, tablefile.File{Content: strings.NewReader(content)})
	require.NoError(t, err)
	prepared, err := w.analyses.Prepare(t.Context(), us, app.FileDraft{
		Draft: app.Draft{Values: pricelist.Values{Way: pricelist.FBA, Supplier: supplier}}, Wanted: wanted, File: file,
	})
	if err != nil {
		return app.Shown{}, err
	}
	var made app.Shown
	err = w.InTx(t.Context(), func(ctx context.Context) (err error) {
		made, err = prepared.Start(ctx)
		return err
	})
	return made, err
}

// costs returns the costs of the rows by their place in the list.
func (w world) costs(t *testing.T, one pricelist.ID) []string {
	t.Helper()
	var out []string
	for _, j := range w.byNumber(t, one, pricelist.Filter{}) {
		out = append(out, optional.Convert(j.Item.Values.Row.Input.Cost, money.Amount.String).Or("-"))
	}
	return out
}

func TestAFileIsAnalyzed(t *testing.T) {
	byTier(t, func(t *testing.T, w world) {
		var list strings.Builder
		list.WriteString("Price list of March\n\nEAN;Article;Net price;RRP;VPE\n")
		const n = 2*pricelist.Chunk + 3
		for i := range n {
			fmt.Fprintf(&list, "%s;Bottle %d;%d,%02d;99,90;12\n", ean(i), i, 1+i/100, i%100)
		}
		made, err := w.startFile(t, list.String(), pricelist.Wanted{Passthrough: []string{"RRP"}}, optional.None[int64]())
		require.NoError(t, err)
		require.Equal(t, int64(n), made.Values.Rows)
		require.NoError(t, w.queue.Work(t.Context(), w.analyses.Handlers()...))
		v := w.get(t, made.ID).Values
		require.Equal(t, []int64{n, n, n, 0}, []int64{v.Rows, v.Processed, v.Valid, v.Invalid})
		all := w.byNumber(t, made.ID, pricelist.Filter{})
		require.Len(t, all, n)
		for i, j := range all {
			in := j.Item.Values.Row.Input
			require.Equal(t, []string{ean(i), fmt.Sprintf("Bottle %d", i), "99,90"}, []string{in.Identifier, in.Title, in.Extra["RRP"]})
			require.Equal(t, money.FromUnits(int64(10_000+i*100)), in.Cost.Or(money.Amount{}))
			require.Equal(t, optional.Some(int64(12)), in.PackSize)
		}
	})
}

// A worker that dies while it reads a file continues after the stored rows.
func TestAKilledReadingGoesOn(t *testing.T) {
	each(t, func(t *testing.T, w world) {
		var list strings.Builder
		list.WriteString("ean,cost\n")
		const n = 3 * pricelist.Chunk
		for i := range n {
			fmt.Fprintf(&list, "%s,%d.50\n", ean(i), i)
		}
		made, err := w.startFile(t, list.String(), pricelist.Wanted{}, optional.None[int64]())
		require.NoError(t, err)
		w.tables.dies = pricelist.Chunk + 20
		require.ErrorContains(t, w.queue.Work(t.Context(), w.analyses.Handlers()...), "killed", "a second reading gets no further")
		v := w.get(t, made.ID).Values
		require.Equal(t, []any{pricelist.Parsing, int64(pricelist.Chunk)}, []any{v.Stage, v.Worked})
		w.tables.dies = 0
		require.NoError(t, w.queue.Work(t.Context(), w.analyses.Handlers()...))
		all := w.byNumber(t, made.ID, pricelist.Filter{})
		require.Len(t, all, n)
		for i, j := range all {
			require.Equal(t, []any{int64(i + 1), ean(i)}, []any{j.Item.Values.Row.Number, j.Item.Values.Row.Input.Identifier})
		}
	})
}

// tables fails after some rows, 0 for never.
type tables struct {
	ports.Tables
	dies int
}

func (c *tables) Rows(ctx context.Context, content []byte, m pricelist.Mapping, list money.Currency, row func(pricelist.Input) error) error {
	n := 0
	return c.Tables.Rows(ctx, content, m, list, func(in pricelist.Input) error {
		if n++; c.dies > 0 && n > c.dies {
			return errors.New("killed")
		}
		return row(in)
	})
}

func TestColumnsAreAskedForAndRemembered(t *testing.T) {
	byTier(t, func(t *testing.T, w world) {
		const list = "EAN,Cost,Dealer\n"
		supplier := optional.Some(int64(4))
		_, err := w.startFile(t, list+ean(1)+",2.50,3.10\n", pricelist.Wanted{}, supplier)
		refused(t, err, fault.CodeMappingRequired)
		broken, _ := fault.As(err)
		require.Equal(t, map[string][]string{"identifier": {"A"}}, broken.Details["suggestion"])
		require.Equal(t, map[string][]map[string]any{"cost": {{"column": "B", "header": "Cost"}, {"column": "C", "header": "Dealer"}}}, broken.Details["candidates"])
		require.Equal(t, [][]string{{ean(1), "2.50", "3.10"}}, broken.Details["sample"])
		require.Empty(t, w.files.kept)
		made, err := w.startFile(t, list+ean(1)+",2.50,3.10\n", pricelist.Wanted{Columns: map[pricelist.Field][]string{"cost": {"dealer"}}}, supplier)
		require.NoError(t, err)
		require.NoError(t, w.queue.Work(t.Context(), w.analyses.Handlers()...))
		require.Equal(t, []string{"3.1"}, w.costs(t, made.ID))
		again, err := w.startFile(t, list+ean(2)+",1.00,1.20\n"+ean(4)+",2.00,2.20\n", pricelist.Wanted{}, supplier)
		require.NoError(t, err)
		require.NoError(t, w.queue.Work(t.Context(), w.analyses.Handlers()...))
		require.Equal(t, []string{"1.2", "2.2"}, w.costs(t, again.ID))
		_, err = w.startFile(t, list+ean(1)+",2.50,3.10\n", pricelist.Wanted{}, optional.Some(int64(5)))
		refused(t, err, fault.CodeMappingRequired)
		_, err = w.startFile(t, list+ean(1)+",2.50,3.10\n", pricelist.Wanted{}, optional.None[int64]())
		refused(t, err, fault.CodeMappingRequired)
	})
}

func TestFilesThatAreRefused(t *testing.T) {
	byTier(t, func(t *testing.T, w world) {
		_, err := w.startFile(t, "EAN,Cost\n", pricelist.Wanted{}, optional.None[int64]())
		refused(t, err, fault.CodeNotSupported)
		_, err = w.startFile(t, "EAN,Cost\n"+ean(1)+",2\n", pricelist.Wanted{Sheet: "Other"}, optional.None[int64]())
		refused(t, err, fault.CodeValidationFailed)
		_, err = w.analyses.Prepare(t.Context(), us, app.FileDraft{Document: optional.Some(int64(7))})
		refused(t, err, fault.CodeNotFound)
		broken, _ := fault.As(err)
		require.Equal(t, "/document_id", broken.Pointer)
		list := "EAN,Cost\n" + strings.Repeat(ean(1)+",2\n", 20) + ean(2) + ",3\n"
		w.spent = 1_000_000 - 1
		_, err = w.startFile(t, list, pricelist.Wanted{}, optional.None[int64]())
		refused(t, err, fault.CodeQuotaExhausted)
		w.spent = 1_000_000 - 2
		_, err = w.startFile(t, list, pricelist.Wanted{}, optional.None[int64]())
		require.NoError(t, err, "the plan pays once for each product")
		require.Len(t, w.files.kept, 1, "nothing is stored of a refused file")
		w.limit = 25
		_, err = w.startFile(t, list, pricelist.Wanted{}, optional.None[int64]())
		refused(t, err, fault.CodeLimitReached)
	})
}
