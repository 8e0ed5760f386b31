package purchasing_test

import (
	"fmt"
	"strings"
	"sync"
	"testing"

	"github.com/stretchr/testify/require"

	"sellingassistant/adapters/persistence/db"
	"sellingassistant/app/kernel/edit"
	app "sellingassistant/app/purchasing"
	"sellingassistant/domain/kernel/fault"
	"sellingassistant/domain/kernel/money"
	"sellingassistant/domain/kernel/optional"
	"sellingassistant/domain/kernel/page"
	"sellingassistant/domain/purchasing"
	"sellingassistant/test/stores"
)

func warehouse(name string) purchasing.WarehousePatch {
	return purchasing.WarehousePatch{Name: optional.Put(name)}
}

func TestAWarehouseKeepsItsMembers(t *testing.T) {
	each(t, func(t *testing.T, w world) {
		ctx := t.Context()
		require.NoError(t, w.providers.Import(ctx, []purchasing.PrepProvider{{Name: "P", Country: "US"}}))
		patch := purchasing.WarehousePatch{
			Name: optional.Put("North"), Type: optional.Put(purchasing.PrepCenter), PrepProvider: optional.Put(purchasing.PrepProviderID(1)),
			Address: optional.Put(purchasing.Address{Country: optional.Some("US")}), Contact: optional.Put(purchasing.Contact{Name: optional.Some("Paul")}),
			SellsDirectly: optional.Put(true), Costs: optional.Put(purchasing.WarehouseCosts{Currency: "USD", PrepPerUnit: money.MustParse("0.85")}),
			LeadTimeDays: optional.Put(5), SalesTaxFree: optional.Put(true), Status: optional.Put(purchasing.Inactive),
		}
		made, err := w.warehouses.Create(ctx, us, patch)
		require.NoError(t, err)
		want := purchasing.Warehouse{ID: 1, Team: 1, Version: 1, CreatedAt: at(0), UpdatedAt: at(0)}
		want.Values, err = patch.Over(purchasing.StandardWarehouse())
		require.NoError(t, err)
		want.Values.Default = true
		require.Equal(t, want, made)
		found, err := w.warehouses.Get(ctx, us, made.ID)
		require.NoError(t, err)
		require.Equal(t, want, found)

		_, err = w.warehouses.Create(ctx, us, warehouse("NORTH"))
		require.Equal(t, int64(1), refusal(t, err, fault.CodeDuplicate, "/name").Details["existing_id"])
		unknown := purchasing.WarehousePatch{PrepProvider: optional.Put(purchasing.PrepProviderID(2))}
		_, err = w.warehouses.Update(ctx, us, made.ID, unknown, nil)
		refused(t, err, fault.CodeNotFound, "/prep_provider_id")
		// Another type removes the provider.
		changed, err := w.warehouses.Update(ctx, us, made.ID, purchasing.WarehousePatch{Type: optional.Put(purchasing.WarehouseType("own"))}, nil)
		require.NoError(t, err)
		require.False(t, changed.Values.PrepProvider.Known())
		_, err = w.warehouses.Update(ctx, us, made.ID, unknown, nil)
		refused(t, err, fault.CodeValidationFailed, "/prep_provider_id")
	})
}

// defaults returns the ids of the team's default warehouses.
func (w world) defaults(t *testing.T) (ids []int64) {
	t.Helper()
	var id int64
	require.NoError(t, db.Each(w.Hot(t.Context()).Query(t.Context(),
		"SELECT id FROM purchasing_warehouses WHERE team_id = 1 AND is_default AND deleted_at IS NULL"))(func() { ids = append(ids, id) }, &id))
	return ids
}

func TestOneWarehouseIsTheDefault(t *testing.T) {
	each(t, func(t *testing.T, w world) {
		ctx := t.Context()
		first, err := w.warehouses.Create(ctx, us, purchasing.WarehousePatch{Name: optional.Put("a"), Default: optional.Put(false)})
		require.NoError(t, err)
		require.True(t, first.Values.Default, "the first one of a team")
		second, err := w.warehouses.Create(ctx, us, warehouse("b"))
		require.NoError(t, err)
		require.False(t, second.Values.Default)
		third, err := w.warehouses.Create(ctx, us, purchasing.WarehousePatch{Name: optional.Put("c"), Default: optional.Put(true)})
		require.NoError(t, err)
		require.Equal(t, []int64{int64(third.ID)}, w.defaults(t))
		first, err = w.warehouses.Get(ctx, us, first.ID)
		require.NoError(t, err)
		require.Equal(t, []any{false, int64(2)}, []any{first.Values.Default, first.Version})

		_, err = w.warehouses.Update(ctx, us, third.ID, purchasing.WarehousePatch{Default: optional.Put(false)}, nil)
		refused(t, err, fault.CodeValidationFailed, "/is_default")
		results, err := w.warehouses.DeleteMany(ctx, us, edit.Many[purchasing.WarehouseID]{IDs: []purchasing.WarehouseID{third.ID, second.ID}})
		require.NoError(t, err)
		require.Equal(t, []edit.Blocker{{Type: "default_warehouse", Count: 1, IDs: []int64{int64(third.ID)}}}, results[0].Err.Details["blockers"])
		require.Equal(t, edit.Deleted, results[1].Outcome)
	})
}

func TestWritersAtOnceLeaveOneDefault(t *testing.T) {
	each(t, func(t *testing.T, w world) {
		ctx := t.Context()
		const writers = 8
		ids, faults := make([]purchasing.WarehouseID, writers), make([]error, writers)
		var all sync.WaitGroup
		for i := range writers {
			all.Go(func() {
				made, err := w.warehouses.Create(ctx, us, warehouse(fmt.Sprint("w", i)))
				ids[i], faults[i] = made.ID, err
			})
		}
		all.Wait()
		require.Equal(t, make([]error, writers), faults)
		require.Len(t, w.defaults(t), 1)
		for i := range writers {
			all.Go(func() {
				_, faults[i] = w.warehouses.Update(ctx, us, ids[i], purchasing.WarehousePatch{Default: optional.Put(true)}, nil)
			})
		}
		all.Wait()
		require.Equal(t, make([]error, writers), faults)
		require.Len(t, w.defaults(t), 1)

		// Of two warehouses with the same name, one is refused.
		for i := range 2 {
			all.Go(func() { _, faults[i] = w.warehouses.Create(ctx, us, warehouse("same")) })
		}
		all.Wait()
		refusals := 0
		for _, err := range faults[:2] {
			if err != nil {
				refused(t, err, fault.CodeDuplicate, "/name")
				refusals++
			}
		}
		require.Equal(t, 1, refusals)
	})
}

func TestWarehousesAreListed(t *testing.T) {
	each(t, func(t *testing.T, w world) {
		ctx := t.Context()
		for i := range 30 {
			p := warehouse(fmt.Sprintf("%s %02d", []string{"Äußere", "inner"}[i%2], 30-i))
			p.Type = optional.Put([]purchasing.WarehouseType{"own", "amazon", "supplier"}[i%3])
			p.Status = optional.Put(purchasing.Status("").Words()[i%2])
			if i%5 > 0 {
				p.Address = optional.Put(purchasing.Address{Country: optional.Some([]string{"DE", "US"}[i%2])})
			}
			for _, who := range []func() error{
				func() error { _, err := w.warehouses.Create(ctx, us, p); return err },
				func() error { _, err := w.warehouses.Create(ctx, them, p); return err },
			} {
				require.NoError(t, who())
			}
		}
		everything, err := w.warehouses.List(ctx, us, app.WarehouseFilter{}, page.Request{Limit: 100})
		require.NoError(t, err)
		require.Len(t, everything.Items, 30)
		type list = page.Page[purchasing.Warehouse]
		for _, c := range []struct {
			f    app.WarehouseFilter
			fits func(purchasing.Warehouse) bool
		}{
			{app.WarehouseFilter{}, func(purchasing.Warehouse) bool { return true }},
			{app.WarehouseFilter{Types: []purchasing.WarehouseType{"own", "amazon"}}, func(w purchasing.Warehouse) bool { return w.Values.Type != "supplier" }},
			{app.WarehouseFilter{Statuses: []purchasing.Status{"active"}}, func(w purchasing.Warehouse) bool { return w.Values.Status == "active" }},
			{app.WarehouseFilter{Countries: []string{"DE"}}, func(w purchasing.Warehouse) bool { return w.Values.Address.Country == optional.Some("DE") }},
			{app.WarehouseFilter{Query: "ÄUSSERE"}, func(w purchasing.Warehouse) bool { return strings.HasPrefix(w.Values.Name, "Ä") }},
		} {
			for field, less := range map[string]func(a, b purchasing.Warehouse) int{
				"id": func(purchasing.Warehouse, purchasing.Warehouse) int { return 0 },
				"name": func(a, b purchasing.Warehouse) int {
					return strings.Compare(db.Fold(a.Values.Name), db.Fold(b.Values.Name))
				},
				"created_at": func(a, b purchasing.Warehouse) int { return a.CreatedAt.Compare(b.CreatedAt) },
			} {
				for _, desc := range []bool{false, true} {
					stores.Sweep(t, everything.Items, func(w purchasing.Warehouse) int64 { return int64(w.ID) }, c.fits, page.By{Field: field, Desc: desc}, less,
						func(r page.Request) (list, error) { return w.warehouses.List(ctx, us, c.f, r) })
				}
			}
		}
	})
}

func TestTheCatalogueOfPrepProviders(t *testing.T) {
	each(t, func(t *testing.T, w world) {
		ctx := t.Context()
		names := func(f app.PrepProviderFilter) (out []string) {
			p, err := w.providers.List(ctx, them, f, page.Request{Limit: 10, Order: []page.By{{Field: "name"}}})
			require.NoError(t, err)
			for _, item := range p.Items {
				out = append(out, fmt.Sprint(item.ID, " ", item.Name, " ", item.Services))
			}
			return out
		}
		require.NoError(t, w.providers.Import(ctx, []purchasing.PrepProvider{
			{Name: "Süd", Country: "DE", Services: []purchasing.PrepService{"label", "bag"}, Region: optional.Some("Bayern")},
			{Name: "North", Country: "US", Services: []purchasing.PrepService{"storage"}},
		}))
		require.Equal(t, []string{"2 North [storage]", "1 Süd [label bag]"}, names(app.PrepProviderFilter{}))
		require.Equal(t, []string{"1 Süd [label bag]"}, names(app.PrepProviderFilter{Countries: []string{"DE"}}))
		require.Equal(t, []string{"1 Süd [label bag]"}, names(app.PrepProviderFilter{Query: "bay"}))
		require.Equal(t, []string{"2 North [storage]", "1 Süd [label bag]"},
			names(app.PrepProviderFilter{Services: []purchasing.PrepService{"bag", "storage"}}))
		// The same name and country again take the place and keep the id.
		require.NoError(t, w.providers.Import(ctx, []purchasing.PrepProvider{{Name: "NORTH", Country: "US", Services: []purchasing.PrepService{"photos"}}}))
		require.Equal(t, []string{"2 NORTH [photos]"}, names(app.PrepProviderFilter{Countries: []string{"US"}}))
		// A wrong line keeps all lines out.
		err := w.providers.Import(ctx, []purchasing.PrepProvider{{Name: "New", Country: "US"}, {Name: "Wrong", Country: "usa"}})
		require.ErrorContains(t, err, "Provider 2: country must be")
		require.Empty(t, names(app.PrepProviderFilter{Query: "new"}))
	})
}
