// Package converter provides the use cases that turn codes into ASINs and back.
package converter

import (
	"context"
	"time"

	"sellingassistant/domain/converter"
	"sellingassistant/domain/kernel/account"
	"sellingassistant/domain/kernel/asin"
	"sellingassistant/domain/kernel/caller"
	"sellingassistant/domain/kernel/fault"
	"sellingassistant/domain/kernel/flight"
	"sellingassistant/domain/kernel/gtin"
	"sellingassistant/domain/kernel/id"
	"sellingassistant/domain/kernel/marketplace"
	accounts "sellingassistant/ports/account"
	port "sellingassistant/ports/converter"
	"sellingassistant/ports/meter"
)

const (
	// tokensPerAnswer has the tokens that an answer of the catalogue costs a plan, for any number
	// of calls.
	tokensPerAnswer = 1
	// budget bounds a conversion if its caller brings no deadline.
	budget = 15 * time.Second
)

// Converters turns identifiers of products into each other.
type Converters struct {
	sellers accounts.Sellers
	catalog port.CatalogReader
	meter   meter.Meter
	cache   port.Cache
	flights *flight.Group[port.Key, []converter.Identifier]
}

func NewConverters(sellers accounts.Sellers, catalog port.CatalogReader, m meter.Meter, cache port.Cache) *Converters {
	return &Converters{
		sellers: sellers, catalog: catalog, meter: m, cache: cache,
		flights: flight.New[port.Key, []converter.Identifier](budget),
	}
}

// Query asks for a conversion: Asked has a code or an ASIN.
type Query struct {
	Asked string
	marketplace.Choice
}

// ASINs returns the products with a code, ordered by ASIN; no products if the code is unknown.
// Faults in this order: Invalid for the parameters, then from Sellers.For, Payment for the plan,
// then from the catalogue. Only an answer of the catalogue costs a token, even if empty. A cached
// answer, an answer shared with an equal call in progress, a refusal and a failure cost nothing.
func (c *Converters) ASINs(ctx context.Context, who caller.Caller, q Query) ([]converter.Identifier, error) {
	code, err := parse(q.Asked)
	m, err2 := q.Resolve(who.Home)
	if err := fault.Both(err, err2); err != nil {
		return nil, err
	}
	return c.answer(ctx, who, m, code.String(), func(ctx context.Context, s account.Seller) ([]converter.Identifier, error) {
		for _, l := range converter.Lookups(code) {
			found, err := c.catalog.ASINs(ctx, s, m.ID, l)
			if err != nil {
				return nil, err
			}
			if len(found) > 0 {
				return converter.OfASINs(found), nil
			}
		}
		return []converter.Identifier{}, nil
	})
}

// Identifiers returns the codes of a product in the catalogue's notation and order. A product
// unknown to the catalogue is NotFound; tokens and the other faults are as with ASINs.
func (c *Converters) Identifiers(ctx context.Context, who caller.Caller, q Query) ([]converter.Identifier, error) {
	product, err := asin.Parse(q.Asked)
	m, err2 := q.Resolve(who.Home)
	if err := fault.Both(err, err2); err != nil {
		return nil, err
	}
	// The mark keeps the ISBN of a book, which is its ASIN too, apart from a code.
	return c.answer(ctx, who, m, "asin "+product.String(), func(ctx context.Context, s account.Seller) ([]converter.Identifier, error) {
		found, err := c.catalog.Identifiers(ctx, s, m.ID, product)
		if err != nil {
			return nil, err
		}
		return converter.Once(found), nil
	})
}

// answer returns a cached answer, or asks the catalogue and spends a token.
func (c *Converters) answer(ctx context.Context, who caller.Caller, m marketplace.Marketplace, asked string,
	ask func(ctx context.Context, s account.Seller) ([]converter.Identifier, error),
) ([]converter.Identifier, error) {
	seller, err := c.sellers.For(ctx, who.Team, m)
	if err != nil {
		return nil, err
	}
	key := port.Key{Team: who.Team, Marketplace: m.ID, Asked: asked}
	if found, ok := c.cache.Get(ctx, key); ok {
		return found, nil
	}
	found, err := c.flights.Do(ctx, key, func(ctx context.Context) ([]converter.Identifier, error) {
		// An equal call may have ended since the look into the cache.
		if found, ok := c.cache.Get(ctx, key); ok {
			return found, nil
		}
		found, err := meter.Spend(ctx, c.meter, who.Team, tokensPerAnswer, func(ctx context.Context) ([]converter.Identifier, error) {
			return ask(ctx, seller)
		})
		if err == nil {
			c.cache.Put(context.WithoutCancel(ctx), key, found)
		}
		return found, err
	})
	return found, fault.InTime(err)
}

// Cost returns how many tokens the products of codes would cost the team now: a token for each
// answer that is not cached. It returns the faults of Sellers.For.
func (c *Converters) Cost(ctx context.Context, team id.Team, m marketplace.Marketplace, codes []gtin.Code) (cost int64, err error) {
	if _, err := c.sellers.For(ctx, team, m); err != nil {
		return 0, err
	}
	for _, code := range codes {
		if _, ok := c.cache.Get(ctx, port.Key{Team: team, Marketplace: m.ID, Asked: code.String()}); !ok {
			cost += tokensPerAnswer
		}
	}
	return cost, nil
}

// parse reads a code, also a code damaged by a spreadsheet; its fault names the parameter
// identifier.
func parse(s string) (gtin.Code, error) {
	code, _, err := gtin.Mend(s)
	if err == nil {
		return code, nil
	}
	e := fault.New(fault.Invalid, fault.CodeValidationFailed, "identifier "+err.Error()).In("identifier")
	e.Errors = []fault.Item{{Code: fault.CodeInvalid, Message: err.Error(), Parameter: "identifier"}}
	return code, e
}
