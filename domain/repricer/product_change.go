package repricer

import (
	"time"

	"sellingassistant/domain/kernel/check"
	"sellingassistant/domain/kernel/fault"
	"sellingassistant/domain/kernel/marketplace"
	"sellingassistant/domain/kernel/optional"
	"sellingassistant/domain/repricer/decision"
	"sellingassistant/domain/repricer/strategy"
)

// ProductPatch changes the writable members of a row. Absent keeps; null clears the strategy and
// any limit.
type ProductPatch struct {
	StrategyID optional.Field[strategy.ID]
	// Mode, Priority and Condition cannot be null.
	Mode      optional.Maybe[decision.Mode]
	Priority  optional.Maybe[Priority]
	Condition optional.Maybe[decision.Condition]
	// AllowLoss cannot be null either.
	AllowLoss optional.Maybe[bool]
	// Limits merge by member. An empty object changes nothing; null is not allowed.
	Limits optional.Field[LimitsPatch]
}

// Check refuses, as one Invalid fault that lists everything, a patch without members and members
// out of their bounds; and as invalid_limits a minimum above the maximum in the patch itself.
func (p ProductPatch) Check() error {
	var f check.Faults
	if p == (ProductPatch{}) {
		f.Add(fault.CodeTooFew, "", "at least one member is required")
	}
	p.check(&f)
	if err := f.Err(fault.CodeInvalidLimits); err != nil {
		return err
	}
	return p.Limits.Value.crossed("/limits")
}

func (p ProductPatch) check(f *check.Faults) {
	if v, ok := p.StrategyID.Given(); ok && v <= 0 {
		f.Add(fault.CodeOutOfRange, "/strategy_id", "must be above 0")
	}
	if v, ok := p.Mode.Get(); ok {
		check.Word(f, "/mode", v)
	}
	if v, ok := p.Priority.Get(); ok {
		check.Word(f, "/reprice_priority", v)
	}
	if v, ok := p.Condition.Get(); ok {
		check.Word(f, "/condition", v)
	}
	check.NotNull(f, "/limits", p.Limits)
	if v, ok := p.Limits.Given(); ok {
		v.check(f, "/limits")
	}
}

// Strategy returns the strategy that the patch names, if any.
func (p ProductPatch) Strategy() optional.Maybe[strategy.ID] {
	if v, ok := p.StrategyID.Given(); ok {
		return optional.Some(v)
	}
	return optional.None[strategy.ID]()
}

func (p ProductPatch) over(s settled) settled {
	s.strategy = p.StrategyID.Over(s.strategy)
	if p.Mode.Known() {
		// A user who sets the mode has seen the row, which resumes it.
		s.hold = optional.None[Hold]()
	}
	s.mode = p.Mode.Or(s.mode)
	s.priority = p.Priority.Or(s.priority)
	s.condition = p.Condition.Or(s.condition)
	s.allowLoss = p.AllowLoss.Or(s.allowLoss)
	if limits, ok := p.Limits.Given(); ok {
		s.limits = limits.Over(s.limits)
	}
	return s
}

// StrategyNeed says which strategy Change needs to know.
type StrategyNeed struct {
	// Strategy names the row's own strategy after the change.
	Strategy optional.Maybe[strategy.ID]
	// Required stays false for a row that will be off: it needs no strategy.
	Required bool
}

// StrategyNeed says which strategy Change will look up in Rules, so that the strategies of many
// rows can be read at once.
func (p *Product) StrategyNeed(c ProductPatch) StrategyNeed { return needs(c.over(p.settled)) }

func needs(s settled) StrategyNeed {
	return StrategyNeed{Strategy: s.strategy, Required: s.mode != decision.ModeOff}
}

// Change applies a checked patch and reports whether anything changed. The rules apply to the
// changed row: invalid_limits for prices finer than the currency, a minimum above the maximum, or,
// unless the mode is off, a floor rule without its number; strategy_required if neither its own
// strategy nor the default applies to the marketplace. After a fault the row is unchanged.
func (p *Product) Change(c ProductPatch, r Rules, now time.Time) (bool, error) {
	next := c.over(p.settled)
	if err := p.permit(next, r); err != nil {
		return false, err
	}
	if next == p.settled {
		return false, nil
	}
	if h, held := p.settled.hold.Get(); held && !next.hold.Known() && next.mode != decision.ModeOff {
		p.rememberResume(h, r.ByName, now)
	}
	p.settled = next
	p.touch(now)
	return true, nil
}

func (p *Product) permit(next settled, r Rules) error {
	if err := CheckLimits(next.limits, p.currency, "/limits"); err != nil {
		return err
	}
	if next.mode == decision.ModeOff {
		return nil
	}
	if err := complete(next.limits, "/limits"); err != nil {
		return err
	}
	own, has := next.strategy.Get()
	if !has {
		if own, has = r.Default.Get(); !has {
			return check.Rule(fault.CodeStrategyRequired, "/strategy_id",
				"A mode other than off needs a strategy: the row has no strategy and the settings name no default.")
		}
	}
	if reach, ok := r.Strategies[own]; !ok || !reach.Serves(p.key.MarketplaceID) {
		return check.Rule(fault.CodeStrategyRequired, "/strategy_id",
			"A mode other than off needs a strategy that serves the row's marketplace.")
	}
	return nil
}

// Untouched refuses, as conflict, a row that its user has changed since it was made.
func (p *Product) Untouched() error {
	if p.version == 1 {
		return nil
	}
	return fault.New(fault.Rule, fault.CodeConflict, "The row was changed after it was made.")
}

// Reassign replaces a strategy that is deleted.
func (p *Product) Reassign(to strategy.ID, now time.Time) {
	p.settled.strategy = optional.Some(to)
	p.touch(now)
}

// Unassign removes a strategy that is deleted and switches the row off.
func (p *Product) Unassign(now time.Time) {
	p.settled.strategy = optional.None[strategy.ID]()
	p.settled.mode = decision.ModeOff
	p.touch(now)
}

func (p *Product) touch(now time.Time) {
	p.version++
	p.updatedAt = now
}

// Assign sets the row's own strategy, and its mode if given, and reports whether anything changed.
// A strategy that does not apply to the row's marketplace is strategy_required in every mode.
// Otherwise it returns the faults of Change.
func (p *Product) Assign(strategy strategy.Coverage, mode optional.Maybe[decision.Mode], r Rules, now time.Time) (bool, error) {
	if !strategy.Serves(p.key.MarketplaceID) {
		return false, check.Rule(fault.CodeStrategyRequired, "/ids", "The strategy does not serve the row's marketplace.")
	}
	return p.Change(ProductPatch{StrategyID: optional.Put(strategy.ID), Mode: mode}, r, now)
}

// Bulk has the outcome of a change of many rows, or the outcome that it would have.
type Bulk struct {
	// Import names the report of a change. It is absent for a dry run, and without rows.
	Import optional.Maybe[int64]
	// Waiting says that a job writes the rows; the counts are then still 0.
	Waiting                                        bool
	Rows                                           int64
	Created, Updated, Unchanged, Failed, ToConfirm int64
	// Sample has the first rows of each outcome of a dry run.
	Sample []BulkRow
}

// BulkRow has the outcome of a row.
type BulkRow struct {
	// ID stays absent for a row that would be created.
	ID          optional.Maybe[decision.ProductID]
	SKU         string
	Marketplace marketplace.ID
	Status      string
	Values      []BulkValue
	Err         *fault.Error
}

// BulkValue has a member before and after the change, as text: a plain number, a word or an id.
type BulkValue struct {
	Member   string
	Old, New optional.Maybe[string]
}
