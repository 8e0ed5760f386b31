package listings

import (
	"context"
	"maps"
	"slices"
	"strconv"

	"sellingassistant/domain/inventory"
	"sellingassistant/domain/kernel/date"
	"sellingassistant/domain/kernel/fault"
	"sellingassistant/domain/kernel/optional"
	ports "sellingassistant/ports/inventory"
)

// numbered counts the rows that take a number of their own.
func (c *PreparedListings) numbered(rows []listingRow) int {
	n := 0
	for row := range good(rows) {
		if row.made && c.template.Numbers() {
			n++
		}
	}
	return n
}

// name checks the products of the rows and generates missing SKUs; first is the first reserved
// number for templates with a number.
func (c *PreparedListings) name(ctx context.Context, rows []listingRow, first int64) error {
	products, err := c.behind(ctx, rows)
	if err != nil {
		return err
	}
	var open []skuToFind
	for row := range good(rows) {
		product, named := row.wish.Offer.Product.Get()
		if _, ok := products[product]; named && !ok {
			row.err = fault.New(fault.NotFound, fault.CodeNotFound, "There is no such inventory product.").At("/inventory_product_id")
			continue
		}
		if !row.made {
			continue
		}
		words := inventory.SKUWords{ASIN: row.wish.Offer.ASIN, Day: date.Of(c.now.UTC()), Seq: first, Cost: costWord(products[product]), Supplier: products[product].Supplier}
		if c.template.Numbers() {
			first++
		}
		open = append(open, skuToFind{row: row, next: 1})
		open[len(open)-1].base, row.found.Missing = c.template.Fill(words)
	}
	return c.findFree(ctx, rows, open)
}

// Reads the inventory products that the rows name.
func (c *PreparedListings) behind(ctx context.Context, rows []listingRow) (map[int64]ports.ListingProduct, error) {
	var ids []int64
	for row := range good(rows) {
		if product, ok := row.wish.Offer.Product.Get(); ok {
			ids = append(ids, product)
		}
	}
	return c.products(ctx, c.who.Team, ids, date.Of(c.now.UTC()))
}

// costWord writes a cost with the decimals of its currency: 12.50.
func costWord(p ports.ListingProduct) optional.Maybe[string] {
	if p.UnitCost == nil {
		return optional.None[string]()
	}
	return optional.Some(p.UnitCost.Decimal().Trim(p.Currency.Decimals()).String())
}

// skuToFind has a row that needs the first free SKU of base, base-2, base-3…
type skuToFind struct {
	row  *listingRow
	base string
	next int
}

// findFree gives each row the first SKU that neither a listing, nor a SKU of the team, nor another
// row of the call has. It reads many keys at once, so that many rows of one template need few
// statements.
func (c *PreparedListings) findFree(ctx context.Context, rows []listingRow, open []skuToFind) error {
	taken := map[inventory.ListingKey]bool{}
	for row := range good(rows) {
		if !row.made {
			taken[row.wish.Key] = true
		}
	}
	for bunch := len(open) + 8; len(open) > 0; bunch *= 4 {
		tries := map[inventory.ListingKey]bool{}
		for _, o := range open {
			for n := o.next; n < o.next+bunch; n++ {
				tries[o.key(n)] = true
			}
		}
		found, err := c.listings.Taken(ctx, c.who.Team, slices.Collect(maps.Keys(tries)))
		if err != nil {
			return err
		}
		maps.Copy(taken, found)
		var left []skuToFind
		for _, o := range open {
			if !o.settle(taken, o.next+bunch) {
				o.next += bunch
				left = append(left, o)
			}
		}
		open = left
	}
	return nil
}

func (o skuToFind) key(n int) inventory.ListingKey {
	k := o.row.wish.Key
	k.SKU = o.base
	if n > 1 {
		k.SKU += "-" + strconv.Itoa(n)
	}
	return k
}

// settle looks for a free SKU before end and reports whether the row needs no
// further look.
func (o skuToFind) settle(taken map[inventory.ListingKey]bool, end int) bool {
	for n := o.next; n < end; n++ {
		sku, err := inventory.NthSKU(o.base, n)
		if o.row.fail(err) {
			return true
		}
		key := o.row.wish.Key
		key.SKU = sku
		if !taken[key] {
			taken[key] = true
			o.row.wish.Key = key
			return true
		}
	}
	return false
}
