package inventory

import (
	"context"
	"maps"
	"slices"
	"strconv"
	"time"

	"sellingassistant/app/inventory/trail"
	"sellingassistant/app/kernel/edit"
	"sellingassistant/domain/inventory"
	"sellingassistant/domain/kernel/caller"
	"sellingassistant/domain/kernel/date"
	"sellingassistant/domain/kernel/fault"
	"sellingassistant/domain/kernel/id"
	"sellingassistant/domain/kernel/mark"
	"sellingassistant/domain/kernel/page"
	"sellingassistant/ports/audit"
	"sellingassistant/ports/clock"
	ports "sellingassistant/ports/inventory"
	marks "sellingassistant/ports/mark"
	"sellingassistant/ports/tx"
)

// Products provides the use cases of inventory products and their matches.
type Products struct {
	products   ports.Products
	costs      *WatchedCosts
	targets    ports.MatchTargets
	skus       *SKUIntake
	purchasing ports.Purchasing
	teams      ports.ProductTeams
	documents  ports.ProductDocuments
	marks      marks.Marks
	trail      audit.Log
	tx         tx.Runner
	clock      clock.Clock
}

func NewProducts(products ports.Products, costs *WatchedCosts, targets ports.MatchTargets, skus *SKUIntake, purchasing ports.Purchasing,
	teams ports.ProductTeams, documents ports.ProductDocuments, marks marks.Marks, trail audit.Log, runner tx.Runner, clk clock.Clock,
) *Products {
	return &Products{
		products: products, costs: costs, targets: targets, skus: skus, purchasing: purchasing, teams: teams, documents: documents, marks: marks,
		trail: trail, tx: runner, clock: clk,
	}
}

// ProductFilter narrows a list of products.
type ProductFilter = ports.ProductFilter

// Product extends a product for its user.
type Product struct {
	inventory.ProductSnapshot
	// Layers has the costs of all days; only Get, Create and Update set them.
	Layers []inventory.CostLayer
	// Documents and Offers count the records that belong to it.
	Documents, Offers int64
	mark.Marks
}

// Get reads one product with its costs of all days.
func (p *Products) Get(ctx context.Context, who caller.Caller, product inventory.ProductID) (Product, error) {
	found, err := p.products.Get(ctx, who.Team, product)
	if err != nil {
		return Product{}, err
	}
	layers, err := p.layers(ctx, who.Team, product)
	if err != nil {
		return Product{}, err
	}
	one, err := inventory.RestoreProduct(found)
	if err != nil {
		return Product{}, err
	}
	// A layer may have begun since the last roll.
	one.Cost(layers, date.Of(p.clock.Now().UTC()))
	shown, err := p.counted(ctx, who.Team, one.Snapshot())
	if err != nil {
		return Product{}, err
	}
	shown[0].Layers = layers.All()
	return shown[0], nil
}

// List reads a page of products.
func (p *Products) List(ctx context.Context, who caller.Caller, f ProductFilter, r page.Request) (page.Page[Product], error) {
	found, err := p.products.List(ctx, who.Team, f, r)
	if err != nil {
		return page.Page[Product]{}, err
	}
	items, err := p.counted(ctx, who.Team, found.Items...)
	return page.With(found, items), err
}

// counted adds to products their tags, and how many notes, documents and offers
// belong to each.
func (p *Products) counted(ctx context.Context, team id.Team, found ...inventory.ProductSnapshot) ([]Product, error) {
	ids := make([]inventory.ProductID, len(found))
	for i, s := range found {
		ids[i] = s.ID
	}
	documents, err := p.documents(ctx, team, ids)
	if err != nil {
		return nil, err
	}
	offers, err := p.purchasing.Count(ctx, team, ids)
	if err != nil {
		return nil, err
	}
	marks, err := p.marks.Of(ctx, team, mark.Product, id.Convert[int64](ids))
	out := make([]Product, len(found))
	for i, s := range found {
		out[i] = Product{ProductSnapshot: s, Documents: documents[s.ID], Offers: offers[s.ID], Marks: marks[int64(s.ID)]}
	}
	return out, err
}

// Facets counts the values of the filters over the products that pass a filter.
func (p *Products) Facets(ctx context.Context, who caller.Caller, f ProductFilter) ([]inventory.Facet, error) {
	return p.products.Facets(ctx, who.Team, f)
}

// CreateProduct describes a product to create.
type CreateProduct struct {
	Patch inventory.ProductPatch
	// AllowDuplicateGTIN accepts codes that other products have.
	AllowDuplicateGTIN bool
}

// Create makes a product. It returns the faults of inventory.NewProduct, and duplicate (Rule) with
// existing_id for a code that another product has.
func (p *Products) Create(ctx context.Context, who caller.Caller, in CreateProduct) (Product, error) {
	if err := in.Patch.Check(); err != nil {
		return Product{}, err
	}
	now := p.clock.Now()
	return tx.Value(ctx, p.tx, func(ctx context.Context) (out Product, err error) {
		if err := p.products.Hold(ctx, who.Team); err != nil {
			return out, err
		}
		fresh := []ProductUpdate{{Patch: in.Patch}}
		known, err := p.lives(ctx, who.Team, fresh)
		if err != nil {
			return out, err
		}
		if err := known.check(in.Patch); err != nil {
			return out, err
		}
		with, err := p.pricings(ctx, who.Team, fresh)
		if err != nil {
			return out, err
		}
		made, costs, err := inventory.NewProduct(who.Team, in.Patch, with[0], now)
		if err != nil {
			return out, err
		}
		if err := p.unique(ctx, who.Team, in.Patch.NewGTINs(), in.AllowDuplicateGTIN); err != nil {
			return out, err
		}
		product, err := p.products.Insert(ctx, made)
		if err != nil {
			return out, err
		}
		if err := p.costs.Save(ctx, who.Team, inventory.CostOfProduct, ports.LayerChange{Owner: int64(product), After: costs}); err != nil {
			return out, err
		}
		out = Product{ProductSnapshot: made.Snapshot(), Layers: costs.All()}
		out.ID = product
		e := audit.For(who, trail.ProductRecord, int64(product), "created", now)
		e.Changes, e.Version = trail.Given(out.ProductSnapshot), out.Version
		return out, p.trail.Write(ctx, e)
	})
}

// loadOne locks the team's products and reads a product for a change.
func (p *Products) loadOne(ctx context.Context, team id.Team, product inventory.ProductID, ifMatch *int64) (*inventory.Product, error) {
	if err := p.products.Hold(ctx, team); err != nil {
		return nil, err
	}
	found, err := p.products.Load(ctx, team, []inventory.ProductID{product})
	if err != nil {
		return nil, err
	}
	return edit.One(found, ifMatch)
}

func (p *Products) layers(ctx context.Context, team id.Team, product inventory.ProductID) (inventory.CostLayers, error) {
	all, err := p.costs.Load(ctx, team, inventory.CostOfProduct, []int64{int64(product)})
	return all[int64(product)], err
}

// Forget removes deleted suppliers and warehouses from products and SKUs.
func (p *Products) Forget(ctx context.Context, team id.Team, suppliers, warehouses []int64, at time.Time) error {
	return p.tx.InTx(ctx, func(ctx context.Context) error {
		if err := p.products.Hold(ctx, team); err != nil {
			return err
		}
		return p.products.Forget(ctx, team, suppliers, warehouses, at)
	})
}

// Resupply replaces suppliers by another one on products and SKUs.
func (p *Products) Resupply(ctx context.Context, team id.Team, from []int64, into int64, at time.Time) error {
	return p.tx.InTx(ctx, func(ctx context.Context) error {
		if err := p.products.Hold(ctx, team); err != nil {
			return err
		}
		return p.products.Resupply(ctx, team, from, into, at)
	})
}

// unique refuses codes that another product has; they are keyed by their places
// in the body.
func (p *Products) unique(ctx context.Context, team id.Team, codes map[int]inventory.GTIN, allowed bool) error {
	if len(codes) == 0 || allowed {
		return nil
	}
	places := slices.Sorted(maps.Keys(codes))
	keys := make([]string, len(places))
	for i, n := range places {
		keys[i] = codes[n].Key()
	}
	taken, err := p.products.Holders(ctx, team, keys)
	if err != nil {
		return err
	}
	for i, n := range places {
		if owner, ok := taken[keys[i]]; ok {
			return fault.Newf(fault.Rule, fault.CodeDuplicate,
				"Inventory product %d has this GTIN. Send allow_duplicate_gtin: true if both shall have it.", owner).
				At("/gtins/"+strconv.Itoa(n)).With("existing_id", int64(owner))
		}
	}
	return nil
}
