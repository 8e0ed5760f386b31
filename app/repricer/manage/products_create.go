package manage

import (
	"context"
	"slices"
	"strconv"

	"sellingassistant/app/kernel/edit"
	"sellingassistant/domain/kernel/account"
	"sellingassistant/domain/kernel/caller"
	"sellingassistant/domain/kernel/fault"
	"sellingassistant/domain/kernel/id"
	"sellingassistant/domain/kernel/optional"
	"sellingassistant/domain/kernel/page"
	"sellingassistant/domain/repricer"
	"sellingassistant/domain/repricer/decision"
	"sellingassistant/domain/repricer/strategy"
	ports "sellingassistant/ports/repricer"
	"sellingassistant/ports/tx"
)

// Create makes up to edit.MaxRows rows and answers one result per row, in order. A missing seller
// id is filled in if exactly one account serves the marketplace.
//
// A row fails alone with: marketplace_not_connected; conflict (several accounts serve the
// marketplace, or the SKU is known to belong to another ASIN); duplicate (the same offer earlier in
// the call); not_found (no ASIN given and no listing known); already_exists with the detail
// existing_id; invalid_limits; strategy_required; limit_reached (the team has the rows that its
// plan allows).
//
// Faults of the whole call: Invalid for members out of their bounds; strategy_not_found for an
// unknown strategy; integration_required without any connected account; integration_needs_attention
// if the only account that serves a marketplace needs attention.
func (p *Products) Create(ctx context.Context, who caller.Caller, rows []repricer.NewProduct) ([]ProductResult, error) {
	if err := checkNew(rows); err != nil {
		return nil, err
	}
	return p.makeAll(ctx, who, rows, make([]*fault.Error, len(rows)), false)
}

// CreateMany works like Create for any number of rows, in the transaction of ctx or one of its own.
// The faults of the whole call fail their rows alone, but for integration_required.
func (p *Products) CreateMany(
	ctx context.Context, who caller.Caller, rows []repricer.NewProduct,
) ([]ProductResult, error) {
	if len(rows) == 0 {
		return nil, nil
	}
	failed := make([]*fault.Error, len(rows))
	for i, row := range rows {
		failed[i], _ = fault.As(row.Check())
	}
	return p.makeAll(ctx, who, rows, failed, true)
}

// makeAll creates the rows that have not failed. With alone, no row refuses the whole call.
func (p *Products) makeAll(
	ctx context.Context, who caller.Caller, rows []repricer.NewProduct, failed []*fault.Error, alone bool,
) ([]ProductResult, error) {
	sellers, err := p.sellers.OfTeam(ctx, who.Team)
	if err != nil {
		return nil, err
	}
	if len(sellers) == 0 {
		return nil, fault.New(fault.Forbidden, fault.CodeIntegrationRequired, "A connected seller account is needed.")
	}
	resolved, err := resolve(rows, sellers, failed, alone)
	if err != nil {
		return nil, err
	}
	known, err := p.listed(ctx, who.Team, resolved, failed)
	if err != nil {
		return nil, err
	}
	return tx.Value(ctx, p.tx, func(ctx context.Context) ([]ProductResult, error) {
		return p.create(ctx, who.Team, resolved, failed, known, alone)
	})
}

// checkNew reports everything that is wrong with the rows on their own.
func checkNew(rows []repricer.NewProduct) error {
	if err := edit.Counted(len(rows), "/products"); err != nil {
		return err
	}
	var all *fault.Error
	for i, row := range rows {
		e, ok := fault.As(row.Check())
		if !ok {
			continue
		}
		at := "/products/" + strconv.Itoa(i)
		if all == nil {
			all = fault.Newf(fault.Invalid, fault.CodeValidationFailed, "products.%d: %s", i, e.Message).At(at + e.Pointer)
		}
		for _, single := range e.Errors {
			single.Pointer = at + single.Pointer
			all.Errors = append(all.Errors, single)
		}
	}
	if all == nil {
		return nil
	}
	return all
}

// resolve sets the seller of each row, and fails each row that cannot be created with any content
// of the store. An account that needs attention refuses the whole call, unless rows fail alone.
func resolve(
	rows []repricer.NewProduct, sellers []account.Seller, failed []*fault.Error, alone bool,
) ([]repricer.NewProduct, error) {
	resolved := slices.Clone(rows)
	seen := make(map[repricer.Key]bool, len(rows))
	for i := range resolved {
		row := &resolved[i]
		if failed[i] != nil {
			continue
		}
		seller, err := sellerOf(row.Key, sellers)
		if e, ok := fault.As(err); ok {
			if e.Kind == fault.Forbidden && !alone {
				return nil, e
			}
			failed[i] = e
			continue
		}
		row.Key.SellerID = seller
		if seen[row.Key] {
			failed[i] = fault.New(fault.Rule, fault.CodeDuplicate, "The same seller, marketplace and SKU occur earlier in the call.")
		}
		seen[row.Key] = true
	}
	return resolved, nil
}

// listed fills in the known values of the listings: the ASIN, the condition unless one is given,
// and the first observed values. A row without a known ASIN fails. So does a row with another ASIN
// than its listing, because its offers would belong to another product.
func (p *Products) listed(ctx context.Context, team id.Team, rows []repricer.NewProduct, failed []*fault.Error) (map[repricer.Key]ports.Listing, error) {
	var keys []repricer.Key
	for i, row := range rows {
		if failed[i] == nil {
			keys = append(keys, row.Key)
		}
	}
	known, err := p.listings(ctx, team, keys)
	if err != nil {
		return nil, err
	}
	for i := range rows {
		row := &rows[i]
		listing, ok := known[row.Key]
		if ok && row.ASIN == "" {
			row.ASIN = listing.ASIN
		}
		if ok && !row.Patch.Condition.Known() && listing.Condition != "" {
			row.Patch.Condition = optional.Some(listing.Condition)
		}
		switch {
		case failed[i] != nil:
		case row.ASIN == "":
			failed[i] = fault.New(fault.NotFound, fault.CodeNotFound, "No listing is known for the SKU; give its asin.")
		case ok && listing.ASIN != "" && listing.ASIN != row.ASIN:
			failed[i] = fault.Newf(fault.Rule, fault.CodeConflict,
				"The listing of the SKU is of %s; give this asin or no asin.", listing.ASIN).At("/asin")
		}
	}
	return known, nil
}

func sellerOf(k repricer.Key, sellers []account.Seller) (string, error) {
	serves := false
	var active []string
	for _, s := range sellers {
		if !slices.Contains(s.Marketplaces, k.MarketplaceID) || (k.SellerID != "" && s.ID != k.SellerID) {
			continue
		}
		serves = true
		if s.Active && !slices.Contains(active, s.ID) {
			active = append(active, s.ID)
		}
	}
	switch {
	case !serves:
		return "", fault.New(fault.Rule, fault.CodeMarketplaceUnconnected,
			"No connected seller account serves the marketplace.").At("/marketplace_id")
	case len(active) == 0:
		return "", fault.New(fault.Forbidden, fault.CodeIntegrationNeedsAttention,
			"The seller account that serves the marketplace has to be connected again.")
	case len(active) > 1:
		return "", fault.New(fault.Rule, fault.CodeConflict,
			"Several seller accounts serve the marketplace; give seller_id.").At("/seller_id")
	}
	return active[0], nil
}

func (p *Products) create(ctx context.Context, team id.Team, rows []repricer.NewProduct, failed []*fault.Error,
	known map[repricer.Key]ports.Listing, alone bool,
) ([]ProductResult, error) {
	// Calls that count the team's rows wait for each other here, so that together they stay within
	// its plan.
	settings, err := p.settings.LoadLocked(ctx, team)
	if err != nil {
		return nil, err
	}
	most, left, err := p.room(ctx, team)
	if err != nil {
		return nil, err
	}
	rules, err := p.rulesForNew(ctx, team, rows, settings.DefaultStrategy(), failed, alone)
	if err != nil {
		return nil, err
	}
	var keys []repricer.Key
	for i, row := range rows {
		if failed[i] == nil {
			keys = append(keys, row.Key)
		}
	}
	existing, err := p.products.Existing(ctx, team, keys)
	if err != nil {
		return nil, err
	}
	results := make([]ProductResult, len(rows))
	var made []*repricer.Product
	var places []int
	now, defaults := p.clock.Now(), repricer.DefaultsOf(settings.Snapshot().Values)
	for i, row := range rows {
		results[i].Outcome, results[i].Err = edit.Failed, failed[i]
		if failed[i] != nil {
			continue
		}
		if there, ok := existing[row.Key]; ok {
			results[i].Err = alreadyThere(there)
			continue
		}
		product, err := row.New(team, defaults, rules, now)
		if err != nil {
			e, ok := fault.As(err)
			if !ok {
				return nil, err
			}
			results[i].Err = e
			continue
		}
		if int64(len(made)) >= left {
			results[i].Err = fault.Newf(fault.Rule, fault.CodeLimitReached, "The team has the %d rows its plan allows. Delete rows that are not repriced.", most)
			continue
		}
		if l, ok := known[row.Key]; ok && l.Currency == product.Snapshot().Currency {
			product.Observe(repricer.Observation{Title: l.Title, Fulfillment: l.Fulfillment, Quantity: l.Quantity, Price: l.Price, MapPrice: l.MapPrice})
		}
		made, places = append(made, product), append(places, i)
	}
	if len(made) == 0 {
		return results, nil
	}
	inserted, err := p.products.Insert(ctx, team, made)
	if err != nil {
		return nil, err
	}
	for n, i := range inserted {
		if i.Existed {
			// The insert shows that another call created the row first.
			results[places[n]].Err = alreadyThere(i.ID)
			continue
		}
		s := made[n].Snapshot()
		s.ID = i.ID
		results[places[n]] = ProductResult{
			Result:  edit.Result[decision.ProductID]{ID: i.ID, Outcome: edit.Created},
			Product: &Product{ProductSnapshot: s, EffectiveStrategyID: s.EffectiveStrategy(rules.Default)},
		}
	}
	return results, nil
}

// room returns how many rows the plan allows, and how many of them are left.
func (p *Products) room(ctx context.Context, team id.Team) (most, left int64, err error) {
	if most, err = p.plans(ctx, team); err != nil {
		return 0, 0, err
	}
	there, err := p.products.List(ctx, team, repricer.ProductFilter{}, page.Request{Limit: 1, Count: true})
	if err != nil {
		return 0, 0, err
	}
	return most, most - *there.Total, nil
}

// rulesForNew reads where the named strategies and the default apply, and locks them against
// deletion. An unknown strategy refuses the whole call, unless rows fail alone.
func (p *Products) rulesForNew(
	ctx context.Context, team id.Team, rows []repricer.NewProduct, standard optional.Maybe[strategy.ID],
	failed []*fault.Error, alone bool,
) (repricer.Rules, error) {
	var ids []strategy.ID
	if id, ok := standard.Get(); ok {
		ids = append(ids, id)
	}
	for _, row := range rows {
		if id, ok := row.Patch.Strategy().Get(); ok {
			ids = append(ids, id)
		}
	}
	reach, err := p.strategies.Coverage(ctx, team, id.Ascending(ids), true)
	if err != nil {
		return repricer.Rules{}, err
	}
	for i, row := range rows {
		id, named := row.Patch.Strategy().Get()
		_, known := reach[id]
		switch {
		case !named || known || failed[i] != nil:
		case alone:
			failed[i] = strategy.Unknown().At("/strategy_id")
		default:
			return repricer.Rules{}, strategy.Unknown().At("/products/" + strconv.Itoa(i) + "/strategy_id")
		}
	}
	return repricer.Rules{Default: standard, Strategies: reach}, nil
}

func alreadyThere(there decision.ProductID) *fault.Error {
	return fault.New(fault.Rule, fault.CodeAlreadyExists, "The row exists already.").With("existing_id", int64(there))
}
