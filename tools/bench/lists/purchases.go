package main

import (
	"context"
	"encoding/json"
	"fmt"
	"os"
	"slices"
	"text/tabwriter"
	"time"

	"sellingassistant/adapters/persistence/db"
	"sellingassistant/app/identity"
	inventoryapp "sellingassistant/app/inventory"
	"sellingassistant/app/purchasing/orders"
	"sellingassistant/cmd/selling-assistant/compose"
	"sellingassistant/domain/inventory"
	"sellingassistant/domain/kernel/caller"
	"sellingassistant/domain/kernel/money"
	"sellingassistant/domain/kernel/optional"
	"sellingassistant/domain/purchasing"
	"sellingassistant/domain/purchasing/form"
	"sellingassistant/domain/purchasing/order"
	"sellingassistant/ports/jobs"
)

// These are the sizes of a large order, with items of 300 products, and of a small order.
const (
	largeOrder  = 5000
	smallOrder  = 5
	ofProducts  = 300
	addedAtOnce = 100
	repeated    = 9
)

// buyer acts for a team that buys, through the use cases of the program.
type buyer struct {
	op       *compose.Operator
	who      caller.Caller
	supplier int64
	products []int64
	table    *tabwriter.Writer
}

// measurePurchases times operations on a large order and on a small order.
func measurePurchases(ctx context.Context, s *db.Store, o options) error {
	return operate(ctx, o, func(ctx context.Context, op *compose.Operator) error {
		b := &buyer{op: op, table: tabwriter.NewWriter(os.Stdout, 0, 0, 2, ' ', 0)}
		_, _ = fmt.Fprintf(b.table, "purchases on %s\treached\ttarget\n", s.Dialect())
		if err := b.fill(ctx); err != nil {
			return err
		}
		if err := b.suggest(ctx, s); err != nil {
			return err
		}
		if err := b.measure(ctx); err != nil {
			return err
		}
		return b.table.Flush()
	})
}

// measureReceipts compares the receipts of many writers with the least program's. A large order of
// the same products came on the same day.
func measureReceipts(ctx context.Context, s *db.Store, o options) error {
	return operate(ctx, o, func(ctx context.Context, op *compose.Operator) error {
		b := &buyer{op: op, table: tabwriter.NewWriter(os.Stdout, 0, 0, 2, ' ', 0)}
		_, _ = fmt.Fprintf(b.table, "receipts on %s\treached\ttarget\n", s.Dialect())
		if err := b.fill(ctx); err != nil {
			return err
		}
		large, err := b.placed(ctx, b.items(largeOrder)...)
		if err != nil {
			return err
		}
		if err := b.arrive(ctx, large); err != nil {
			return err
		}
		if err := b.receive(ctx, s); err != nil {
			return err
		}
		return b.table.Flush()
	})
}

func (b *buyer) fill(ctx context.Context) error {
	made, err := b.op.Teams.Create(ctx, identity.CreateTeam{Name: "Buyer"})
	if err != nil {
		return err
	}
	b.who.Team = made.ID()
	user, err := b.op.Users.Create(ctx, b.who, identity.CreateUser{Email: fmt.Sprintf("buyer%d@bench.example", made.ID()), Name: "Ann"})
	if err != nil {
		return err
	}
	b.who.User = user.ID
	supplier, err := b.op.Suppliers.Create(ctx, b.who, purchasing.SupplierPatch{Name: optional.Put("Hafen")})
	if err != nil {
		return err
	}
	b.supplier = int64(supplier.ID)
	if _, err := b.op.Warehouses.Create(ctx, b.who, purchasing.WarehousePatch{Name: optional.Put("Cellar")}); err != nil {
		return err
	}
	for n := range ofProducts {
		product, err := b.op.Inventory.Create(ctx, b.who, inventoryapp.CreateProduct{Patch: inventory.ProductPatch{Title: optional.Some(fmt.Sprintf("Kettle %d", n))}})
		if err != nil {
			return err
		}
		b.products = append(b.products, int64(product.ID))
	}
	return nil
}

// placed creates a purchase order with these items.
func (b *buyer) placed(ctx context.Context, items ...order.ItemPatch) (orders.View, error) {
	return b.op.Orders.Create(ctx, b.who, orders.Create{Patch: order.Patch{SupplierID: optional.Put(b.supplier)}, Items: items, Ordered: true})
}

func (b *buyer) items(n int) []order.ItemPatch {
	out := make([]order.ItemPatch, n)
	for i := range out {
		out[i] = order.ItemPatch{
			ProductID: optional.Put(b.products[i%len(b.products)]), Quantity: optional.Put(int64(1000)), UnitCost: optional.Put(money.FromUnits(int64(10_000 + i))),
		}
	}
	return out
}

// usual returns the median time of repeated runs.
func usual(do func(n int) error) (time.Duration, error) {
	took := make([]time.Duration, repeated)
	for n := range took {
		begin := time.Now()
		if err := do(n); err != nil {
			return 0, err
		}
		took[n] = time.Since(begin)
	}
	slices.Sort(took)
	return took[repeated/2], nil
}

func (b *buyer) tell(name string, took, most time.Duration) {
	_, _ = fmt.Fprintf(b.table, "%s\t%s\t%s\n", name, short(took), short(most))
}

// beside times an operation on a small and on a large order.
func (b *buyer) beside(name string, small, large orders.View, do func(view orders.View, n int) error) error {
	few, err := usual(func(n int) error { return do(small, n) })
	if err != nil {
		return err
	}
	many, err := usual(func(n int) error { return do(large, n) })
	_, _ = fmt.Fprintf(b.table, "%s of %d items, and of %d\t%.2f x (%s)\t1.30 x (%s)\n", name, largeOrder, smallOrder, float64(many)/float64(few), short(many), short(few))
	return err
}

func (b *buyer) measure(ctx context.Context) error {
	small, err := b.placed(ctx, b.items(smallOrder)...)
	if err != nil {
		return err
	}
	large, err := b.placed(ctx, b.items(largeOrder-repeated*addedAtOnce)...)
	if err != nil {
		return err
	}
	took, err := usual(func(int) error {
		_, err := b.op.Orders.AddItems(ctx, b.who, large.ID, orders.Add{Items: b.items(addedAtOnce)})
		return err
	})
	if err != nil {
		return err
	}
	b.tell(fmt.Sprintf("add %d items to up to %d", addedAtOnce, largeOrder-addedAtOnce), took, 400*time.Millisecond)
	if err := b.beside("get an order", small, large, func(view orders.View, _ int) error {
		_, err := b.op.Orders.Get(ctx, b.who, view.ID)
		return err
	}); err != nil {
		return err
	}
	receiving := orders.Receiving{Arrival: optional.Some(orders.Arrival{Accepted: 1})}
	if err := b.beside("receive an item", small, large, func(view orders.View, _ int) error {
		_, err := b.op.Orders.ReceiveItem(ctx, b.who, view.ID, view.Items[0].ID, receiving, nil)
		return err
	}); err != nil {
		return err
	}
	if took, err = usual(func(n int) error {
		return b.write(ctx, large, orders.Update{Patch: order.Patch{ShippingCost: optional.Put(money.FromUnits(int64(n+1) * 1_000_000))}})
	}); err != nil {
		return err
	}
	b.tell(fmt.Sprintf("change shipping_cost of %d items", largeOrder), took, 400*time.Millisecond)
	if took, err = usual(func(int) error {
		_, err := b.op.Orders.File(ctx, b.who, large.ID, form.PDF, optional.Some(form.English))
		return err
	}); err != nil {
		return err
	}
	b.tell(fmt.Sprintf("PDF of %d items", largeOrder), took, 3*time.Second)
	return b.arrive(ctx, large)
}

// arrive receives everything of a large order, and writes the costs.
func (b *buyer) arrive(ctx context.Context, large orders.View) error {
	begin := time.Now()
	if err := b.write(ctx, large, orders.Update{Status: optional.Some(order.Received)}); err != nil {
		return err
	}
	b.tell(fmt.Sprintf("receive everything of %d items, %d products", largeOrder, ofProducts), time.Since(begin), 2*time.Second)
	args, err := json.Marshal(map[string]any{"order": large.ID, "user": b.who.User})
	if err != nil {
		return err
	}
	begin = time.Now()
	if err := b.op.Orders.Cost(ctx, jobs.Job{Team: b.who.Team, Args: args}); err != nil {
		return err
	}
	b.tell("and its costs", time.Since(begin), 10*time.Second)
	return nil
}

func (b *buyer) write(ctx context.Context, view orders.View, update orders.Update) error {
	_, err := b.op.Orders.Update(ctx, b.who, view.ID, update, nil)
	return err
}
