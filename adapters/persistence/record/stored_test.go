package record_test

import (
	"bytes"
	"errors"
	"go/ast"
	"go/parser"
	"go/token"
	"go/types"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"
	"github.com/stretchr/testify/require"

	_ "sellingassistant/adapters/persistence/annotation" // the packages declare their documents
	_ "sellingassistant/adapters/persistence/document"
	_ "sellingassistant/adapters/persistence/imports"
	_ "sellingassistant/adapters/persistence/pricelist"
	_ "sellingassistant/adapters/persistence/purchasing"
	"sellingassistant/adapters/persistence/record"
	"sellingassistant/domain/annotation"
	"sellingassistant/domain/document/importing"
	"sellingassistant/domain/document/reading"
	"sellingassistant/domain/imports"
	"sellingassistant/domain/kernel/mark"
	"sellingassistant/domain/kernel/optional"
	"sellingassistant/domain/pricelist"
	"sellingassistant/domain/purchasing"
	"sellingassistant/domain/purchasing/order"
	"sellingassistant/test/filled"
	"sellingassistant/test/golden"
)

// kind has a kind of stored document, with its table.
type kind struct {
	table string
	// full has every member, hollow only lists with an element of the same sort, and empty has no
	// members
	full, hollow, empty document
	// read reads a document as a store does, and writes it again.
	read func(text string) (document, error)
}

// document has a value without the members that are stored elsewhere, and its stored text.
type document struct {
	text string
	v    any
}

// kindOf describes a kind. elsewhere clears the members that its documents leave out.
func kindOf[V any](table string, elsewhere func(*V)) (string, kind) {
	stored := func(v V) document {
		text, err := record.DocumentOf(v).Value()
		if err != nil {
			panic(err)
		}
		elsewhere(&v)
		return document{text.(string), v}
	}
	var empty V
	return reflect.TypeFor[V]().String(), kind{
		table, stored(filled.Value[V]()), stored(filled.Hollow[V]()), stored(empty),
		func(text string) (document, error) {
			var d record.Document[V]
			if err := d.Scan(text); err != nil {
				return document{}, err
			}
			return stored(d.V), nil
		},
	}
}

// kinds maps types to kinds of stored documents.
var kinds = func() map[string]kind {
	all := map[string]kind{}
	add := func(name string, k kind) { all[name] = k }
	add(kindOf("annotation_notes", func(*annotation.NoteValues) {}))
	add(kindOf("pricelist_analyses", func(*pricelist.Values) {}))
	add(kindOf("pricelist_items", func(*pricelist.ItemValues) {}))
	add(kindOf("document_readings", func(*reading.Reading) {}))
	add(kindOf("document_lines", func(*reading.Line) {}))
	add(kindOf("document_effects", func(*importing.Import) {}))
	add(kindOf("document_layouts", func(*reading.Layout) {}))
	add(kindOf("imports", func(*imports.Values) {}))
	add(kindOf("purchasing_orders", func(s *order.Snapshot) {
		s.ID, s.Team, s.Costing, s.Version, s.CreatedAt, s.UpdatedAt = 0, 0, false, 0, time.Time{}, time.Time{}
	}))
	add(kindOf("purchasing_items", func(s *order.ItemSnapshot) {
		s.ID, s.Team, s.Order, s.Version, s.CreatedAt, s.UpdatedAt = 0, 0, 0, 0, time.Time{}, time.Time{}
	}))
	add(kindOf("purchasing_suppliers", func(v *purchasing.SupplierValues) { v.Seen = purchasing.SupplierSeen{} }))
	add(kindOf("purchasing_offers", func(v *purchasing.OfferValues) { v.Seen = purchasing.OfferSeen{} }))
	add(kindOf("purchasing_warehouses", func(v *purchasing.WarehouseValues) {
		v.Stats, v.Marks = purchasing.WarehouseStats{}, mark.Marks{}
	}))
	add(kindOf("purchasing_prep_providers", func(p *purchasing.PrepProvider) { p.ID = 0 }))
	return all
}()

// golden reads the three documents of a kind that are kept in a file.
func (k kind) golden(t *testing.T) []jsontext.Value {
	path := filepath.Join("testdata", k.table+".json")
	written := jsontext.Value("[" + k.full.text + "," + k.hollow.text + "," + k.empty.text + "]")
	require.NoError(t, written.Indent())
	want, err := os.ReadFile(path)
	if errors.Is(err, fs.ErrNotExist) {
		require.NoError(t, os.WriteFile(path, append(bytes.Clone(written), '\n'), 0o644))
		t.Fatalf("%s was missing and is written now: read it, then run the test again", path)
	}
	require.NoError(t, err)
	require.Equal(t, string(want), string(written)+"\n", "documents are stored by these names and in this form, and have to stay readable")
	var all []jsontext.Value
	require.NoError(t, json.Unmarshal(want, &all))
	require.Len(t, all, 3)
	return all
}

// TestDocumentsKeepTheirNames fails when a member is stored by another name or in another form, and
// when a stored document is read as another value.
func TestDocumentsKeepTheirNames(t *testing.T) {
	for name, k := range kinds {
		t.Run(name, func(t *testing.T) {
			for i, text := range k.golden(t) {
				want := []document{k.full, k.hollow, k.empty}[i]
				got, err := k.read(string(text))
				require.NoError(t, err)
				require.Equal(t, want.text, got.text)
				if i < 2 { // lists that are nil are read as empty
					require.Equal(t, want.v, got.v)
				}
			}
		})
	}
}

// TestRenamedMembersAreRefused renames each member of each golden document, at every depth, as a
// newer program might.
func TestRenamedMembersAreRefused(t *testing.T) {
	for name, k := range kinds {
		t.Run(name, func(t *testing.T) {
			form := golden.Form[document]{
				Read:  func(text []byte) (document, error) { return k.read(string(text)) },
				Write: func(d document) ([]byte, error) { return []byte(d.text), nil },
			}
			require.Empty(t, golden.Renamed(k.golden(t)[0], form))
			_, err := k.read(`{"newer":1}`)
			require.ErrorContains(t, err, k.table+": ")
			require.ErrorContains(t, err, `"newer"`)
		})
	}
}

// TestUnknownMembersAreReported reads a document of a newer program without the members that this
// program does not know.
func TestUnknownMembersAreReported(t *testing.T) {
	var reports []string
	end := record.ReportUnknown(func(kind, member string) { reports = append(reports, kind+" "+member) })
	const newer = `{"name":"North","fax":{"area":[1]},"contacts":[{"name":"Ann","age":1},{"7":[null],"name":"Bo","age":{"age":2}}],
		"aliases":["age \u0000 \ud83d\ude80"],"address":{"7":0,"city":"Kiel"}}`
	k := kinds["purchasing.SupplierValues"]
	got, err := k.read(newer)
	require.NoError(t, err)
	require.ElementsMatch(t, []string{
		"purchasing_suppliers fax", "purchasing_suppliers contacts.age", "purchasing_suppliers contacts.7", "purchasing_suppliers address.7",
	}, reports)
	require.Equal(t, purchasing.SupplierValues{
		Name: "North", Contacts: []purchasing.Contact{{Name: optional.Some("Ann")}, {Name: optional.Some("Bo")}},
		Aliases: []string{"age \x00 🚀"}, Address: purchasing.Address{City: optional.Some("Kiel")},
	}, got.v)

	_, err = k.read(`{"name":"North","fax":1,"contacts":1}`)
	require.ErrorContains(t, err, "purchasing_suppliers: ")
	require.ErrorContains(t, err, "/contacts")
	end()
	_, err = k.read(newer)
	require.ErrorContains(t, err, `"fax"`)
}

// TestEveryDocumentHasAGolden looks for documents in the source of the stores.
func TestEveryDocumentHasAGolden(t *testing.T) {
	found := map[string]bool{}
	require.NoError(t, filepath.WalkDir("..", func(path string, _ fs.DirEntry, err error) error {
		if err != nil || !strings.HasSuffix(path, ".go") || strings.HasSuffix(path, "_test.go") {
			return err
		}
		f, err := parser.ParseFile(token.NewFileSet(), path, nil, parser.SkipObjectResolution)
		ast.Inspect(f, func(n ast.Node) bool {
			if of, ok := n.(*ast.IndexExpr); ok && types.ExprString(of.X) == "record.Document" {
				found[types.ExprString(of.Index)] = true
			}
			return true
		})
		return err
	}))
	require.Equal(t, slices.Sorted(maps.Keys(found)), slices.Sorted(maps.Keys(kinds)), "each kind of document has a line in kinds and a golden file")
}

// TestTextsAreReadAndWrittenAsPostgresKeepsThem has null members, which a statement may leave, and
// characters that Postgres refuses.
func TestTextsAreReadAndWrittenAsPostgresKeepsThem(t *testing.T) {
	got, err := kinds["purchasing.SupplierValues"].read(`{"name":null,"code":null,"contacts":null,"address":null,"min_order_value":null,
		"aliases":[null,"a\u003cb"],"tag_ids":null}`)
	require.NoError(t, err)
	require.Equal(t, purchasing.SupplierValues{Aliases: []string{"", "a<b"}}, got.v)
	text, err := record.DocumentOf(purchasing.Contact{Name: optional.Some("a\x00b\xff\\u0000")}).Value()
	require.NoError(t, err)
	require.Equal(t, `{"name":"ab�\\u0000"}`, text)
}
