package pricelist

import (
	"cmp"
	"math"
	"math/big"
	"slices"
	"strings"

	"sellingassistant/domain/kernel/asin"
	"sellingassistant/domain/kernel/check"
	"sellingassistant/domain/kernel/columns"
	"sellingassistant/domain/kernel/fault"
	"sellingassistant/domain/kernel/money"
	"sellingassistant/domain/kernel/optional"
)

const (
	tenThousand = 10_000
	// kilogram has one kilogram in nanograms.
	kilogram = 1_000_000_000_000
)

// Row has a row of a list with its known facts.
type Row struct {
	Number int64
	Input  Input
	// Repaired says that the identifier got its zeros back, Duplicate that an earlier row has it
	// too.
	Repaired, Duplicate bool
	Status              Status
	// Problem says why the status is an error.
	Problem string
	// Matches lists the products with the identifier, the best first; at most MaxMatches are kept
	// of Found.
	Matches []Facts
	Found   int64
	// Place has the position in Matches of the product that counts, unless it was edited.
	Place int64
	Edits Edits
	Liked bool
}

// MaxMatches bounds the stored products of a row.
const MaxMatches = 10

// Edits has figures that replace the figures of the list, the catalogue or the expenses.
type Edits struct {
	Cost, Price, Prep, Inbound        Maybe
	ReferralFee, FulfillmentFee       Maybe
	PackSize, AmazonUnits, Match, Buy optional.Maybe[int64]
	Discount                          optional.Maybe[money.Percent]
	Fulfillment                       optional.Maybe[Fulfillment]
}

// EditPatch changes edits; null restores the analyzed value.
type EditPatch struct {
	Cost, Price, Prep, Inbound        optional.Field[money.Amount]
	ReferralFee, FulfillmentFee       optional.Field[money.Amount]
	PackSize, AmazonUnits, Match, Buy optional.Field[int64]
	Discount                          optional.Field[money.Percent]
	Fulfillment                       optional.Field[Fulfillment]
	Liked                             optional.Field[bool]
}

// Edit changes a row. A row without a product is Rule invalid_state: there is nothing to calculate.
// A row that names its product by ASIN has it before it is matched.
func (r *Row) Edit(p EditPatch, currency money.Currency) error {
	if named, _, err := r.Input.Identity(); len(r.Matches) == 0 && (err != nil || named.ASIN == asin.ASIN{} || r.Status != Pending) {
		return fault.New(fault.Rule, fault.CodeInvalidState, "The row has no product on the marketplace.")
	}
	var faults check.Faults
	for pointer, v := range map[string]optional.Field[money.Amount]{
		"/cost": p.Cost, "/prep_cost": p.Prep, "/inbound_cost": p.Inbound, "/referral_fee": p.ReferralFee, "/fulfillment_fee": p.FulfillmentFee,
	} {
		check.FieldNotNegative(&faults, pointer, v)
	}
	check.FieldPositive(&faults, "/price_used", p.Price)
	if price, ok := p.Price.Given(); ok && !price.Fits(currency) {
		faults.Clash(fault.CodeValidationFailed, "/price_used", "must have no more decimals than the currency")
	}
	for pointer, v := range map[string]optional.Field[int64]{"/pack_size": p.PackSize, "/amazon_units": p.AmazonUnits, "/quantity": p.Buy} {
		if n, ok := v.Given(); ok && (n < 1 || n > MaxPack) {
			faults.Add(fault.CodeOutOfRange, pointer, "must be from 1 to 100000")
		}
	}
	if n, ok := p.Match.Given(); ok && (n < 0 || n >= int64(len(r.Matches))) {
		faults.Clash(fault.CodeValidationFailed, "/match_index", "must be the place of a match, from 0")
	}
	check.FieldPercent(&faults, "/discount", p.Discount)
	check.FieldWord(&faults, "/fulfillment", p.Fulfillment)
	if err := faults.Err(fault.CodeValidationFailed); err != nil {
		return err
	}
	e := &r.Edits
	e.Cost, e.Price, e.Prep, e.Inbound = p.Cost.Over(e.Cost), p.Price.Over(e.Price), p.Prep.Over(e.Prep), p.Inbound.Over(e.Inbound)
	e.ReferralFee, e.FulfillmentFee = p.ReferralFee.Over(e.ReferralFee), p.FulfillmentFee.Over(e.FulfillmentFee)
	e.PackSize, e.AmazonUnits = p.PackSize.Over(e.PackSize), p.AmazonUnits.Over(e.AmazonUnits)
	e.Match, e.Buy = p.Match.Over(e.Match), p.Buy.Over(e.Buy)
	e.Discount, e.Fulfillment = p.Discount.Over(e.Discount), p.Fulfillment.Over(e.Fulfillment)
	r.Liked = p.Liked.OverDefault(r.Liked, false)
	return nil
}

// Product returns the match that counts; false without a match.
func (r *Row) Product() (Facts, bool) {
	if len(r.Matches) == 0 {
		return Facts{}, false
	}
	return r.Matches[r.Chosen()], true
}

// Chosen returns the place of the product that counts.
func (r *Row) Chosen() int64 { return min(r.Edits.Match.Or(r.Place), int64(len(r.Matches)-1)) }

// Method returns the kind of identifier that the products were looked for by: gtin, asin or sku, or
// "".
func (r *Row) Method() string {
	named, _, err := r.Input.Identity()
	if err != nil {
		return ""
	}
	method, _, _ := strings.Cut(named.Key(), " ")
	return method
}

// Sale has a row sold in one way, per sold unit: the input of fees and profit.
type Sale struct {
	Facts    Facts
	Merchant bool
	Price    money.Amount
	Cost     Maybe
	// Handling sums prep, label, bag and bundle; Postage has the seller's payment to a carrier.
	Handling, ThirdParty, Inbound, Postage money.Amount
	Other                                  money.Amount
	SalesTax, OtherOfCost, OtherOfPrice    money.Percent
	// StorageMonths counts ten-thousandths of a month. VATDoubt names a doubt of vat.Given.
	StorageMonths               int64
	VAT                         VAT
	KnownVAT                    KnownVAT
	VATDoubt                    string
	ReferralFee, FulfillmentFee Maybe
	TargetROI                   optional.Maybe[money.Percent]
	// Solve asks for the break-even price.
	Solve bool
}

// Costing has the costs of a row before fees. Landed belongs to the way that counts.
type Costing struct {
	Pack                                Pack
	Price                               Maybe
	PriceSource                         PriceSource
	Unit, Cost, SalesTax, Landed, Other Maybe
	Total                               Maybe
	Discount                            money.Percent
	Prep, Inbound                       Maybe
	FBA, FBM                            optional.Maybe[Sale]
	// NoPostage says that the shipping cost of a requested way is unknown.
	NoPostage bool
	Gaps      []Gap
}

// Cost calculates the costs of a row. A pack that does not fit is an error of the row. A missing
// figure is a gap, and the figures that depend on it are missing too.
func (r *Row) Cost(e Expenses, way Fulfillment, home money.Currency) (c Costing, err error) {
	f, ok := r.Product()
	if !ok {
		return c, nil
	}
	way = r.Edits.Fulfillment.Or(way)
	var fits bool
	if c.Pack, fits = r.pack(f); !fits {
		return c, fault.New(fault.Rule, PackMismatch, "A unit on the marketplace is not made of whole units of the supplier.")
	}
	return r.costOf(c.Pack, f, e, way, home)
}

// costOf calculates the cost of a row by a pack.
func (r *Row) costOf(p Pack, f Facts, e Expenses, way Fulfillment, home money.Currency) (c Costing, err error) {
	c.Pack = p
	sum := exact{fits: true}
	c.Discount = r.Edits.Discount.Or(e.Discount)
	if unit, ok := r.unitCost(&sum, e, home); ok {
		goods := times(unit, whole(c.Pack.UnitsNeeded), left(c.Discount), left(e.Cashback))
		c.Unit, c.Cost = optional.Some(sum.of(unit)), optional.Some(sum.of(goods))
	} else if r.foreign(e, home) && r.Input.Currency == money.Unknown {
		c.Gaps = append(c.Gaps, NoCurrency)
	} else if r.foreign(e, home) {
		c.Gaps = append(c.Gaps, NoExchangeRate)
	} else {
		c.Gaps = append(c.Gaps, NoCost)
	}
	if c.Price, c.PriceSource = f.price(e.Basis); r.Edits.Price.Known() {
		c.Price, c.PriceSource = r.Edits.Price, FromEdit
	}
	price, priced := c.Price.Get()
	if !priced {
		c.Gaps = append(c.Gaps, NoBuyBox)
	}
	s := Sale{
		Facts: f, Price: price, Cost: c.Cost, ThirdParty: e.ThirdParty, SalesTax: e.SalesTax, Other: e.Misc,
		OtherOfCost: e.MiscOfCost, OtherOfPrice: e.Returns, StorageMonths: e.StorageMonths.Or(money.FromUnits(tenThousand)).Units(), VAT: e.VAT,
		ReferralFee: r.Edits.ReferralFee, FulfillmentFee: r.Edits.FulfillmentFee, TargetROI: e.TargetROI,
	}
	s.Handling = sum.added(r.Edits.Prep.Or(e.Prep), e.Label, e.Bag)
	if c.Pack.UnitsNeeded > 1 {
		s.Handling = sum.added(s.Handling, e.Bundle)
	}
	c.Prep = optional.Some(s.Handling)
	c.Inbound = r.inbound(&sum, e, f)
	c.ways(s, e, way)
	if c.FBA.Known() || c.FBM.Known() {
		c.sums(&sum, e)
	}
	if !sum.fits {
		return Costing{Pack: c.Pack}, fault.New(fault.Rule, fault.CodeValidationFailed, "An amount of the row has more than ten digits before the point.")
	}
	return c, nil
}

// PackMismatch names the error of a row with a pack that does not fit.
const PackMismatch fault.Code = "pack_size_mismatch"

// unitCost returns the cost of one supplied item in the marketplace's currency.
func (r *Row) unitCost(sum *exact, e Expenses, home money.Currency) (*big.Rat, bool) {
	unit, ok := r.Edits.Cost.Get()
	if ok {
		return unit.Exact(), true
	}
	var rat *big.Rat
	if unit, ok = r.Input.Cost.Get(); ok {
		rat = unit.Exact()
	} else if box, found := r.Input.CaseCost.Get(); found {
		size, counted := r.Edits.PackSize.Get()
		if !counted {
			size, counted = r.Input.PackSize.Get()
		}
		if !counted || size < 1 {
			return nil, false
		}
		rat = new(big.Rat).Quo(box.Exact(), whole(size))
	} else {
		return nil, false
	}
	rate, ok := e.rate(r.Input.Currency, home)
	if !ok {
		return nil, false
	}
	rat = times(rat, rate.Exact())
	sum.of(rat)
	return rat, true
}

// foreign reports a cost in a currency without a rate.
func (r *Row) foreign(e Expenses, home money.Currency) bool {
	_, rated := e.rate(r.Input.Currency, home)
	size := r.Edits.PackSize.Or(r.Input.PackSize.Or(0))
	return !rated && (r.Input.Cost.Known() || r.Input.CaseCost.Known() && size > 0)
}

// inbound returns the cost of sending a unit to Amazon. It is absent if it depends on an unknown
// weight.
func (r *Row) inbound(sum *exact, e Expenses, f Facts) Maybe {
	if r.Edits.Inbound.Known() {
		return r.Edits.Inbound
	}
	perKG, ok := e.InboundKG.Get()
	if !ok {
		return optional.Some(e.Inbound.Or(money.Amount{}))
	}
	if f.Size.Weight <= 0 {
		return Maybe{}
	}
	return optional.Some(sum.of(times(perKG.Exact(), big.NewRat(f.Size.Weight, kilogram))))
}

// ways sets the requested sales that can be counted.
func (c *Costing) ways(s Sale, e Expenses, way Fulfillment) {
	if !c.Price.Known() {
		return
	}
	if inbound, ok := c.Inbound.Get(); way.Has(FBA) && ok {
		s.Inbound = inbound
		c.FBA = optional.Some(s)
	} else if way.Has(FBA) {
		c.NoPostage = true
	}
	s.Inbound = money.Amount{}
	if postage, ok := e.Outbound.Get(); way.Has(FBM) && ok {
		s.Merchant, s.Postage, s.FulfillmentFee = true, postage, Maybe{}
		c.FBM = optional.Some(s)
	} else if way.Has(FBM) {
		c.NoPostage = true
	}
	// If only one way can be counted, the other is left out without a message.
	if !c.FBA.Known() && !c.FBM.Known() {
		c.Gaps = append(c.Gaps, NoPostage)
	}
}

// Sale returns the way that counts: by Amazon if that is requested and known.
func (c *Costing) Sale() (Sale, bool) {
	if s, ok := c.FBA.Get(); ok {
		return s, true
	}
	return c.FBM.Get()
}

// sums adds up the displayed sums; profit is counted from their parts.
func (c *Costing) sums(sum *exact, e Expenses) {
	s, _ := c.Sale()
	landed := sum.added(s.Handling, s.ThirdParty, s.Inbound, s.Postage)
	c.Landed = optional.Some(landed)
	cost, ok := c.Cost.Get()
	if !ok {
		return
	}
	none := money.Percent{}
	if e.SalesTax == none && e.MiscOfCost == none && e.Returns == none {
		c.SalesTax, c.Other, c.Total = optional.Some(money.Amount{}), optional.Some(e.Misc), optional.Some(sum.added(cost, landed, e.Misc))
		return
	}
	tax := times(cost.Exact(), e.SalesTax.Fraction())
	other := plus(e.Misc.Exact(), times(cost.Exact(), e.MiscOfCost.Fraction()), times(s.Price.Exact(), e.Returns.Fraction()))
	c.SalesTax, c.Other = optional.Some(sum.of(tax)), optional.Some(sum.of(other))
	c.Total = optional.Some(sum.of(plus(cost.Exact(), tax, landed.Exact(), other)))
}

// shares reports whether two titles have a word of three letters or more in common. It also reports
// true if a title has no such words.
func shares(a, b string) bool {
	words := map[string]bool{}
	for _, w := range strings.Fields(columns.Fold(a)) {
		if len([]rune(w)) > 2 {
			words[w] = true
		}
	}
	compared := false
	for _, w := range strings.Fields(columns.Fold(b)) {
		if len([]rune(w)) > 2 {
			if compared = true; words[w] {
				return true
			}
		}
	}
	return len(words) == 0 || !compared
}

// Best orders products with the identifier of a row: packs of one supplied item first, then by rank
// and by offers.
func (r *Row) Best(candidates []Facts) []Facts {
	out := slices.Clone(candidates)
	other := func(f Facts) int64 {
		if p, ok := NewPack(r.Input.Title, f, optional.None[int64]()); ok && p.UnitsNeeded == 1 {
			return 0
		}
		return 1
	}
	slices.SortStableFunc(out, func(a, b Facts) int {
		return cmp.Or(cmp.Compare(other(a), other(b)), cmp.Compare(a.Rank.Or(math.MaxInt64), b.Rank.Or(math.MaxInt64)),
			cmp.Compare(b.OffersFBA.Or(0)+b.OffersFBM.Or(0), a.OffersFBA.Or(0)+a.OffersFBM.Or(0)), cmp.Compare(a.ASIN.String(), b.ASIN.String()))
	})
	return out
}
