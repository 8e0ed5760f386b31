package purchasing_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"sellingassistant/adapters/persistence/db"
	app "sellingassistant/app/purchasing"
	"sellingassistant/domain/kernel/fault"
	"sellingassistant/domain/kernel/mark"
	"sellingassistant/domain/kernel/money"
	"sellingassistant/domain/kernel/optional"
	"sellingassistant/domain/kernel/page"
	"sellingassistant/domain/purchasing"
	"sellingassistant/test/stores"
)

func supplier(name string) purchasing.SupplierPatch {
	return purchasing.SupplierPatch{Name: optional.Put(name)}
}

// whole has every member of a supplier.
func whole() purchasing.SupplierPatch {
	return purchasing.SupplierPatch{
		Name: optional.Put("Nord  Handel GmbH"), Code: optional.Put("N"), Type: optional.Put(purchasing.SupplierType("brand")),
		Status: optional.Put(purchasing.Inactive), Website: optional.Put("https://www.nord.example/shop"), Email: optional.Put("a@nord.example"),
		Phone: optional.Put("+49 (0) 421-7"), Contacts: optional.Put([]purchasing.Contact{{Name: optional.Some("Ida"), Role: optional.Some("Sales")}}),
		Address: optional.Put(purchasing.Address{Line1: optional.Some("Kai 1"), Country: optional.Some("DE")}), TaxID: optional.Put("DE 1"),
		AccountNumber: optional.Put("77"), PaymentTerms: optional.Put("30 days"), Currency: optional.Put(money.Currency("EUR")),
		MinOrderValue: optional.Put(money.MustParse("250.05")), DefaultShippingCost: optional.Put(money.MustParse("12.5")),
		DiscountPercent: optional.Put(money.MustParsePercent("2.5")), DefaultTaxRate: optional.Put(money.MustParsePercent("19")),
		PricesIncludeTax: optional.Put(false), TaxRecoverable: optional.Put(true), DefaultLeadTimeDays: optional.Put(14),
		DefaultOrderNote: optional.Put("two\nlines"), Aliases: optional.Put([]string{"Nord Trading", "nord.example"}),
	}
}

func TestASupplierKeepsItsMembers(t *testing.T) {
	each(t, func(t *testing.T, w world) {
		ctx := t.Context()
		made, err := w.suppliers.Create(ctx, us, whole())
		require.NoError(t, err)
		want := purchasing.Supplier{ID: 1, Team: 1, Version: 1, CreatedAt: at(0), UpdatedAt: at(0)}
		want.Values, err = whole().Over(purchasing.StandardSupplier())
		require.NoError(t, err)
		want.Values.Seen.Documents = 4
		require.Equal(t, want, made)
		found, err := w.suppliers.Get(ctx, us, made.ID)
		require.NoError(t, err)
		require.Equal(t, want, found)

		// Stored members have the names of the document, so a rename needs a migration. Unknown
		// members are not stored.
		var body, changes string
		require.NoError(t, db.Each(w.Hot(ctx).Query(ctx, "SELECT CAST(body AS TEXT) FROM purchasing_suppliers"))(func() {}, &body))
		require.JSONEq(t, `{"name":"Nord  Handel GmbH","code":"N","type":"brand","status":"inactive","website":"https://www.nord.example/shop",
			"email":"a@nord.example","phone":"+49 (0) 421-7","contacts":[{"name":"Ida","role":"Sales"}],
			"address":{"line1":"Kai 1","country":"DE"},"tax_id":"DE 1",
			"account_number":"77","payment_terms":"30 days","currency":"EUR","min_order_value":250.05,"default_shipping_cost":12.5,
			"discount_percent":2.5,"default_tax_rate":19,"prices_include_tax":false,"tax_recoverable":true,"default_lead_time_days":14,
			"default_order_note":"two\nlines","aliases":["Nord Trading","nord.example"],"tag_ids":[]}`, body)

		// Null clears optional members, and the trail has the changes.
		patch := purchasing.SupplierPatch{Code: optional.Clear[string](), MinOrderValue: optional.Put(money.MustParse("300"))}
		changed, err := w.suppliers.Update(ctx, us, made.ID, patch, new(int64(1)))
		require.NoError(t, err)
		require.True(t, changed.UpdatedAt.After(made.UpdatedAt))
		want.Version, want.UpdatedAt = 2, changed.UpdatedAt
		want.Values.Code, want.Values.MinOrderValue = optional.None[string](), optional.Some(money.MustParse("300"))
		require.Equal(t, want, changed)
		_, err = w.suppliers.Update(ctx, us, made.ID, patch, new(int64(1)))
		require.True(t, fault.Is(err, fault.CodePreconditionFailed))
		require.NoError(t, db.Each(w.Hot(ctx).Query(ctx, "SELECT CAST(changes AS TEXT) FROM audit_log WHERE record_type = 'supplier' AND verb = 'updated'"))(
			func() {}, &changes))
		require.JSONEq(t, `{"code":{"old":"N","new":null},"min_order_value":{"old":250.05,"new":300}}`, changes)
	})
}

func TestSuppliersShareNoNames(t *testing.T) {
	each(t, func(t *testing.T, w world) {
		ctx := t.Context()
		first, err := w.suppliers.Create(ctx, us, whole())
		require.NoError(t, err)
		_, err = w.suppliers.Create(ctx, them, whole())
		require.NoError(t, err, "another team's names are its own")
		second, err := w.suppliers.Create(ctx, us, supplier("Süd"))
		require.NoError(t, err)
		code, alias := supplier("Other"), supplier("Other")
		code.Code, alias.Aliases = optional.Put("n"), optional.Put([]string{"new", "NORD  trading"})
		for _, c := range []struct {
			patch   purchasing.SupplierPatch
			pointer string
		}{{supplier("NORD HANDEL gmbh"), "/name"}, {code, "/code"}, {alias, "/aliases/1"}} {
			_, err := w.suppliers.Create(ctx, us, c.patch)
			require.Equal(t, int64(first.ID), refusal(t, err, fault.CodeDuplicate, c.pointer).Details["existing_id"])
			_, err = w.suppliers.Update(ctx, us, second.ID, c.patch, nil)
			require.Equal(t, int64(first.ID), refusal(t, err, fault.CodeDuplicate, c.pointer).Details["existing_id"])
		}
		unchanged, err := w.suppliers.Get(ctx, us, second.ID)
		require.NoError(t, err)
		require.Equal(t, second, unchanged)

		// A supplier takes its own aliases again; a deleted supplier frees its aliases.
		_, err = w.suppliers.Update(ctx, us, first.ID, purchasing.SupplierPatch{Aliases: optional.Put([]string{"nord trading"})}, nil)
		require.NoError(t, err)
		require.True(t, fault.Is(w.suppliers.Delete(ctx, them, first.ID, nil), fault.CodeNotFound))
		require.NoError(t, w.suppliers.Delete(ctx, us, first.ID, nil))
		_, err = w.suppliers.Create(ctx, us, whole())
		require.NoError(t, err)
	})
}

func TestLikelyTwinsAreNamed(t *testing.T) {
	each(t, func(t *testing.T, w world) {
		ctx := t.Context()
		first, err := w.suppliers.Create(ctx, us, whole())
		require.NoError(t, err)
		require.Empty(t, first.Values.Seen.Twins)
		_, err = w.suppliers.Create(ctx, them, supplier("Nord Handel"))
		require.NoError(t, err)
		for _, c := range []struct {
			by    purchasing.TwinBy
			patch purchasing.SupplierPatch
		}{
			{purchasing.TwinByTaxID, purchasing.SupplierPatch{Name: optional.Put("A"), TaxID: optional.Put("de-1")}},
			{purchasing.TwinByDomain, purchasing.SupplierPatch{Name: optional.Put("B"), Email: optional.Put("info@NORD.example")}},
			{purchasing.TwinByName, supplier("Nord Handel Ltd.")},
		} {
			made, err := w.suppliers.Create(ctx, us, c.patch)
			require.NoError(t, err)
			require.Equal(t, []purchasing.SupplierTwin{{ID: first.ID, By: c.by}}, made.Values.Seen.Twins)
			found, err := w.suppliers.Get(ctx, us, made.ID)
			require.NoError(t, err)
			require.Equal(t, made, found)
			require.NoError(t, w.suppliers.Delete(ctx, us, made.ID, nil))
		}
	})
}

func TestAChangeOfASupplierKeepsItsOpenOrders(t *testing.T) {
	each(t, func(t *testing.T, w world) {
		ctx := t.Context()
		record, err := w.suppliers.Create(ctx, us, supplier("a"))
		require.NoError(t, err)
		_, err = w.Hot(ctx).Exec(ctx, "UPDATE purchasing_suppliers SET open_orders = 3 WHERE id = $1", int64(record.ID))
		require.NoError(t, err)
		record, err = w.suppliers.Update(ctx, us, record.ID, purchasing.SupplierPatch{Status: optional.Put(purchasing.Inactive)}, nil)
		require.NoError(t, err)
		require.Equal(t, int64(3), record.Values.Seen.OpenOrders, "a change leaves the members that orders write")
	})
}

// makeTags makes two tags of a team.
func (w world) makeTags(t *testing.T) {
	t.Helper()
	for _, name := range []string{"one", "two"} {
		_, err := w.Hot(t.Context()).Exec(t.Context(),
			"INSERT INTO annotation_tags (team_id, version, created_at, updated_at, name, name_key) VALUES (1, 1, 0, 0, $1, $1)", name)
		require.NoError(t, err)
	}
}

func hasTag(s purchasing.Supplier, tag int64) bool {
	return slices.ContainsFunc(s.Values.Seen.Marks.Tags, func(t mark.Tag) bool { return t.ID == tag })
}

func TestASupplierHasTagsOfItsOwn(t *testing.T) {
	each(t, func(t *testing.T, w world) {
		ctx := t.Context()
		w.makeTags(t)
		p := supplier("Nord")
		p.TagIDs = optional.Put([]int64{2, 7})
		_, err := w.suppliers.Create(ctx, us, p)
		refused(t, err, fault.CodeNotFound, "/tag_ids/1")
		p.TagIDs = optional.Put([]int64{2, 2})
		_, err = w.suppliers.Create(ctx, us, p)
		refused(t, err, fault.CodeValidationFailed, "/tag_ids/1")
		p.TagIDs = optional.Put([]int64{2, 1})
		_, err = w.suppliers.Create(ctx, them, p)
		refused(t, err, fault.CodeNotFound, "/tag_ids/0")
		made, err := w.suppliers.Create(ctx, us, p)
		require.NoError(t, err)
		require.Equal(t, []mark.Tag{{ID: 1, Name: "one"}, {ID: 2, Name: "two"}}, made.Values.Seen.Marks.Tags)
		same, err := w.suppliers.Update(ctx, us, made.ID, purchasing.SupplierPatch{Phone: optional.Put("1")}, nil)
		require.NoError(t, err)
		require.Equal(t, made.Values.Seen.Marks, same.Values.Seen.Marks)
		changed, err := w.suppliers.Update(ctx, us, made.ID, purchasing.SupplierPatch{TagIDs: optional.Put([]int64{1})}, nil)
		require.NoError(t, err)
		require.Equal(t, []mark.Tag{{ID: 1, Name: "one"}}, changed.Values.Seen.Marks.Tags)
		require.Equal(t, int64(3), changed.Version)
		require.NoError(t, w.suppliers.Delete(ctx, us, made.ID, nil))
		var links int64
		require.NoError(t, w.Hot(ctx).QueryRow(ctx, "SELECT count(*) FROM annotation_tag_links").Scan(&links))
		require.Zero(t, links)
	})
}

func TestSuppliersAreListed(t *testing.T) {
	each(t, func(t *testing.T, w world) {
		ctx := t.Context()
		w.makeTags(t)
		for i := range 40 {
			p := supplier(fmt.Sprintf("%s %02d %%_'", []string{"Äpfel", "birnen", "ZITRONEN"}[i%3], 40-i))
			p.Type = optional.Put(purchasing.SupplierType("").Words()[i%7])
			p.Status = optional.Put(purchasing.Status("").Words()[i%2])
			if i%3 > 0 {
				p.Currency = optional.Put([]money.Currency{"EUR", "USD"}[i%2])
				p.Address = optional.Put(purchasing.Address{Country: optional.Some([]string{"DE", "CN"}[i%2])})
				p.Code, p.Aliases = optional.Put(fmt.Sprint("C", i)), optional.Put([]string{fmt.Sprint("Alias ", i)})
			}
			theirs := p
			for tag := range int64(2) {
				if int64(i)%(tag+2) == 0 {
					p.TagIDs = optional.Put(append(p.TagIDs.Value, tag+1))
				}
			}
			record, err := w.suppliers.Create(ctx, us, p)
			require.NoError(t, err)
			_, err = w.suppliers.Create(ctx, them, theirs)
			require.NoError(t, err)
			if i%4 == 0 {
				_, err = w.Hot(ctx).Exec(ctx, "UPDATE purchasing_suppliers SET open_orders = 1, last_order_at = $2 WHERE id = $1", int64(record.ID), db.Micros(at(i%8)))
				require.NoError(t, err)
			}
		}
		everything, err := w.suppliers.List(ctx, us, app.SupplierFilter{}, page.Request{Limit: 100})
		require.NoError(t, err)
		all := everything.Items
		require.Len(t, all, 40)
		folded := func(s purchasing.Supplier) string { return db.Fold(s.Values.Name) }
		for _, c := range []struct {
			f    app.SupplierFilter
			fits func(purchasing.Supplier) bool
		}{
			{app.SupplierFilter{}, func(purchasing.Supplier) bool { return true }},
			{app.SupplierFilter{Types: []purchasing.SupplierType{"brand", "other"}}, func(s purchasing.Supplier) bool {
				return s.Values.Type == "brand" || s.Values.Type == "other"
			}},
			{app.SupplierFilter{Statuses: []purchasing.Status{"inactive"}}, func(s purchasing.Supplier) bool { return s.Values.Status == "inactive" }},
			{app.SupplierFilter{Countries: []string{"CN"}}, func(s purchasing.Supplier) bool { return s.Values.Address.Country == optional.Some("CN") }},
			{app.SupplierFilter{Currencies: []money.Currency{"EUR"}}, func(s purchasing.Supplier) bool {
				return s.Values.Currency == optional.Some(money.Currency("EUR"))
			}},
			{app.SupplierFilter{OpenOrders: new(true)}, func(s purchasing.Supplier) bool { return s.Values.Seen.OpenOrders > 0 }},
			{app.SupplierFilter{OpenOrders: new(false)}, func(s purchasing.Supplier) bool { return s.Values.Seen.OpenOrders == 0 }},
			{app.SupplierFilter{Tags: mark.Filter{Any: []int64{1, 2}}}, func(s purchasing.Supplier) bool { return hasTag(s, 1) || hasTag(s, 2) }},
			{app.SupplierFilter{Tags: mark.Filter{All: []int64{1, 2}}}, func(s purchasing.Supplier) bool { return hasTag(s, 1) && hasTag(s, 2) }},
			{app.SupplierFilter{Tags: mark.Filter{Any: []int64{2}, All: []int64{1}}, Query: "c"}, func(s purchasing.Supplier) bool {
				return hasTag(s, 1) && hasTag(s, 2) && s.Values.Code.Known()
			}},
			{app.SupplierFilter{Tags: mark.Filter{Any: []int64{9}}}, func(purchasing.Supplier) bool { return false }},
			{app.SupplierFilter{Query: "äPFEL"}, func(s purchasing.Supplier) bool { return strings.HasPrefix(s.Values.Name, "Äpfel") }},
			{app.SupplierFilter{Query: "%_'"}, func(purchasing.Supplier) bool { return true }},
			{app.SupplierFilter{Query: "alias 1"}, func(s purchasing.Supplier) bool {
				return len(s.Values.Aliases) > 0 && strings.HasPrefix(s.Values.Aliases[0], "Alias 1")
			}},
			{app.SupplierFilter{Query: "c22"}, func(s purchasing.Supplier) bool { return s.Values.Code == optional.Some("C22") }},
		} {
			t.Logf("%+v", c.f)
			for field, less := range map[string]func(desc bool) func(a, b purchasing.Supplier) int{
				"id": func(bool) func(a, b purchasing.Supplier) int {
					return func(purchasing.Supplier, purchasing.Supplier) int { return 0 }
				},
				"name": func(bool) func(a, b purchasing.Supplier) int {
					return func(a, b purchasing.Supplier) int { return strings.Compare(folded(a), folded(b)) }
				},
				"created_at": func(bool) func(a, b purchasing.Supplier) int {
					return func(a, b purchasing.Supplier) int { return a.CreatedAt.Compare(b.CreatedAt) }
				},
				"last_order_at": func(desc bool) func(a, b purchasing.Supplier) int {
					return func(a, b purchasing.Supplier) int {
						return stores.Last(a.Values.Seen.LastOrderAt, b.Values.Seen.LastOrderAt, desc, time.Time.Compare)
					}
				},
			} {
				for _, desc := range []bool{false, true} {
					stores.Sweep(t, all, func(s purchasing.Supplier) int64 { return int64(s.ID) }, c.fits, page.By{Field: field, Desc: desc}, less(desc),
						func(r page.Request) (page.Page[purchasing.Supplier], error) { return w.suppliers.List(ctx, us, c.f, r) })
				}
			}
		}
	})
}
