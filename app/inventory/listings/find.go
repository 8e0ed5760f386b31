package listings

import (
	"context"
	"time"

	"golang.org/x/sync/errgroup"

	"sellingassistant/domain/inventory"
	"sellingassistant/domain/kernel/asin"
	"sellingassistant/domain/kernel/fault"
	"sellingassistant/domain/kernel/marketplace"
	"sellingassistant/domain/kernel/optional"
)

const (
	// findWithin bounds the questions of a creation: drafts are made all the same, with a warning
	// for a missing answer.
	findWithin = 8 * time.Second
	// findAtOnce bounds the questions that are asked side by side.
	findAtOnce = 4
)

// permissionQuestion asks whether a product may be sold.
type permissionQuestion struct {
	place     marketplace.ID
	asin      string
	condition inventory.Condition
}

// schemaQuestion asks for the attributes of a product type.
type schemaQuestion struct {
	place       marketplace.ID
	productType string
}

// find asks the marketplace about the rows that are still good, once per question, outside any
// transaction.
func (c *PreparedListings) find(ctx context.Context) error {
	permissions, schemas := map[permissionQuestion][]*listingRow{}, map[schemaQuestion][]*listingRow{}
	for row := range good(c.rows) {
		key, offer := row.wish.Key, row.wish.Offer
		p := permissionQuestion{key.Marketplace, offer.ASIN, offer.Condition}
		permissions[p] = append(permissions[p], row)
		if productType := offer.ProductType.Or(""); productType != inventory.AnyProductType || offer.Attributes != inventory.NoAttributes {
			s := schemaQuestion{key.Marketplace, productType}
			schemas[s] = append(schemas[s], row)
		}
	}
	own, cancel := context.WithTimeout(ctx, findWithin)
	defer cancel()
	var g errgroup.Group
	g.SetLimit(findAtOnce)
	for q, rows := range permissions {
		g.Go(func() error { return c.findPermission(own, q, rows) })
	}
	for q, rows := range schemas {
		g.Go(func() error { return c.findSchema(own, q, rows) })
	}
	if err := g.Wait(); err != nil {
		return err
	}
	return ctx.Err()
}

func (c *PreparedListings) findPermission(ctx context.Context, q permissionQuestion, rows []*listingRow) error {
	m, _ := marketplace.ByID(q.place)
	product, err := asin.Parse(q.asin)
	if err != nil {
		return err
	}
	permission, err := c.restrictions(ctx, c.who.Team, m, product, q.condition)
	if err != nil {
		return unlessAway(ctx, err)
	}
	checked := c.clock.Now()
	for _, row := range rows {
		row.found.Permission, row.found.CheckedAt = optional.Some(permission), optional.Some(checked)
	}
	return nil
}

func (c *PreparedListings) findSchema(ctx context.Context, q schemaQuestion, rows []*listingRow) error {
	for i, row := range rows {
		found, err := c.definitions(ctx, row.seller, q.place, q.productType, row.wish.Offer.Attributes)
		if err != nil {
			// A schema that is unavailable for one row is unavailable for the others.
			for _, left := range rows[i:] {
				left.found.Schema = inventory.SchemaFindings{Unavailable: true}
			}
			return unlessAway(ctx, err)
		}
		row.found.Schema = found
	}
	return nil
}

// unlessAway drops refusals by the marketplace and timeouts; any other error is a bug or a broken
// store.
func unlessAway(ctx context.Context, err error) error {
	if _, refused := fault.As(err); refused || ctx.Err() != nil {
		return nil //nolint:nilerr // see above
	}
	return err
}
