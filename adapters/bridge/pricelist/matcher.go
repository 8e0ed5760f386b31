package pricelist

import (
	"context"

	"golang.org/x/sync/errgroup"

	converterapp "sellingassistant/app/converter"
	"sellingassistant/domain/converter"
	"sellingassistant/domain/kernel/asin"
	"sellingassistant/domain/kernel/caller"
	"sellingassistant/domain/kernel/fault"
	"sellingassistant/domain/kernel/gtin"
	"sellingassistant/domain/kernel/id"
	"sellingassistant/domain/kernel/marketplace"
	"sellingassistant/domain/pricelist"
	ports "sellingassistant/ports/pricelist"
)

// sideBySide is how many questions wait for the catalogue at a time.
const sideBySide = 8

// Matcher finds products by the converter, which charges and keeps answers.
type Matcher struct{ converters *converterapp.Converters }

// NewMatcher makes the bridge from converter to price lists.
func NewMatcher(c *converterapp.Converters) *Matcher { return &Matcher{c} }

var _ ports.Matcher = (*Matcher)(nil)

func (m *Matcher) Match(ctx context.Context, team id.Team, at marketplace.Marketplace, asked []pricelist.Identity) ([]ports.Match, error) {
	out := make([]ports.Match, len(asked))
	g, ctx := errgroup.WithContext(ctx)
	g.SetLimit(sideBySide)
	for i, one := range asked {
		switch {
		case one.ASIN != asin.ASIN{}:
			out[i].Products = []asin.ASIN{one.ASIN}
		case one.Code == gtin.Code{}:
			out[i].Err = fault.New(fault.Rule, fault.CodeNotSupported, "Products are not found by SKU.")
		default:
			g.Go(func() (err error) {
				out[i], err = m.byCode(ctx, team, at, one.Code)
				return err
			})
		}
	}
	return out, g.Wait()
}

// byCode fails for all where the next question would be refused too; a catalogue that does not answer is a fault of the row.
func (m *Matcher) byCode(ctx context.Context, team id.Team, at marketplace.Marketplace, code gtin.Code) (ports.Match, error) {
	found, err := m.converters.ASINs(ctx, caller.Caller{Team: team}, converterapp.Query{
		Asked: code.String(), Choice: marketplace.Choice{MarketplaceID: string(at.ID)},
	})
	if err != nil {
		if single(ctx, err) {
			return ports.Match{Err: err}, nil
		}
		return ports.Match{}, err
	}
	var match ports.Match
	for _, f := range found {
		if f.Type != converter.TypeASIN {
			continue
		}
		product, err := asin.Parse(f.Value)
		if err != nil {
			return ports.Match{}, err
		}
		match.Products = append(match.Products, product)
	}
	return match, nil
}

// single reports a fault of one question: the next one may be answered.
func single(ctx context.Context, err error) bool {
	e, ok := fault.As(err)
	return ok && ctx.Err() == nil && (e.Code == fault.CodeUpstreamUnavailable || e.Kind == fault.Invalid)
}
