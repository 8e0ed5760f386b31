package imports

import (
	"cmp"
	"slices"
	"strings"

	"sellingassistant/domain/kernel/fault"
	"sellingassistant/domain/kernel/marketplace"
	"sellingassistant/domain/kernel/money"
	"sellingassistant/domain/kernel/optional"
)

// Status has the outcome of a row.
type Status string

// The statuses. In a dry run they have the outcome that the import would have.
const (
	Updated Status = "updated"
	// Created marks a row if its record did not exist before.
	Created   Status = "created"
	Unchanged Status = "unchanged"
	RowFailed Status = "failed"
	// NeedsConfirmation says that a large change was not written.
	NeedsConfirmation Status = "needs_confirmation"
	RowTakenBack      Status = "taken_back"
	// NotTakenBack marks a row if its record has changed since, was deleted, or may not have its
	// old values any more.
	NotTakenBack Status = "not_taken_back"
)

func (Status) Words() []Status {
	return []Status{Updated, Created, Unchanged, RowFailed, NeedsConfirmation, RowTakenBack, NotTakenBack}
}

// Key names a record: by ID, or else by SKU and as many further members as identify it.
type Key struct {
	ID          optional.Maybe[int64]
	SKU         string
	Marketplace marketplace.ID
	Seller      string
	// ASIN names the product of a new record; an existing record keeps its own.
	ASIN string
}

// Cell has the new value of a member: a text in the form of its field, or nothing.
type Cell struct {
	Field Field
	// Clear empties the member.
	Clear bool
	// Text has a plain number for an amount and a count.
	Text string
	// Currencies lists the readings of the sign next to an amount, the usual currency first.
	Currencies []money.Currency
}

// Line has a row of a file.
type Line struct {
	// Number has the number of the row in its sheet.
	Number int64
	Key    Key
	// Cells has the cells with content.
	Cells []Cell
	// Err has the fault of a row that cannot be read.
	Err *fault.Error
}

// Settle returns the cells of a line with the currency of its costs. It refuses costs in several
// currencies, and prices in another currency than the marketplace has.
func (l Line) Settle(m marketplace.ID) ([]Cell, *fault.Error) {
	market, known := marketplace.ByID(m)
	var costs []money.Currency
	named := false
	for _, c := range l.Cells {
		currencies := c.Currencies
		if c.Field == Currency && !c.Clear {
			currencies, named = []money.Currency{money.Currency(strings.ToUpper(c.Text))}, true
		}
		switch {
		case len(currencies) == 0:
			continue
		case slices.Contains(priced, c.Field):
			if known && !slices.Contains(currencies, market.Currency) {
				return nil, fault.Newf(fault.Rule, fault.CodeValidationFailed, "%s: the table says %s, and prices of %s are in %s.",
					c.Field, cmp.Or(currencies...), market.Domain, market.Currency)
			}
			continue
		case costs != nil:
			currencies = common(costs, currencies)
		}
		if costs = currencies; len(costs) == 0 {
			return nil, fault.New(fault.Rule, fault.CodeValidationFailed, "The costs of the row are in several currencies.")
		}
	}
	switch {
	case costs == nil || named:
		return l.Cells, nil
	case known && slices.Contains(costs, market.Currency):
		costs = []money.Currency{market.Currency}
	case costs[0] == "":
		return nil, fault.New(fault.Rule, fault.CodeValidationFailed,
			"Several currencies have the sign beside the costs: name the currency in a column.")
	}
	return append(slices.Clip(l.Cells), Cell{Field: Currency, Text: string(costs[0])}), nil
}

func common(a, b []money.Currency) []money.Currency {
	return slices.DeleteFunc(slices.Clone(a), func(c money.Currency) bool { return !slices.Contains(b, c) })
}

// Value has a member of a record before and after a row: a plain number, a word or an id. An empty
// member is absent.
type Value struct {
	Field    Field
	Old, New optional.Maybe[string]
}

// Row has a line of the report.
type Row struct {
	Number int64
	// Record stays 0 if the row names no record.
	Record      int64
	SKU         string
	Marketplace marketplace.ID
	Status      Status
	// Code and Message say why the row failed, or was not taken back.
	Code    fault.Code
	Message string
	Values  []Value
}

// Refuse fails a row.
func (r *Row) Refuse(s Status, err *fault.Error) {
	r.Status, r.Code, r.Message = s, err.Code, err.Message
}

// Found has the record that a key names.
type Found struct {
	ID int64
	// SKU and Marketplace belong to the record, "" if it has no SKU or marketplace.
	SKU         string
	Marketplace marketplace.ID
	Err         *fault.Error
}

// Change replaces values of a record.
type Change struct {
	Record int64
	Cells  []Cell
	// Still lists values that the record must have, by Value.New; a record with other values is
	// refused.
	Still []Value
}

// Changed has the result of a change of a record.
type Changed struct {
	// Values has the members that were named, also of a record that kept them.
	Values []Value
	// Instead has amounts that counted for the record from elsewhere before, and its own new ones.
	Instead []Value
	// Any stays false if the record was as wanted.
	Any bool
	Err *fault.Error
}

// New describes a record to create.
type New struct {
	Key   Key
	Cells []Cell
}

// Made has the result of a creation. Values has the members that were given.
type Made struct {
	Found
	Values []Value
}

// Creatable reports whether a row creates its record: the row names an absent record by its SKU.
func (k Key) Creatable(f Found) bool {
	return f.Err != nil && f.Err.Code == fault.CodeNotFound && !k.ID.Known()
}

// Matches refuses a record that does not fit its row: an id together with another SKU names the
// record of another table. A SKU is the same after a spreadsheet rewrote it, unless it names a
// record of its own.
func (k Key) Matches(f Found, named bool) *fault.Error {
	switch {
	case !k.ID.Known():
	case k.Other(f) && (named || !Respelled(f.SKU, k.SKU)):
		return fault.Newf(fault.Rule, fault.CodeConflict, "Record %d has the SKU %s, and the row %s: is the id from another list?", f.ID, f.SKU, k.SKU)
	case k.Marketplace != "" && f.Marketplace != "" && k.Marketplace != f.Marketplace:
		return fault.Newf(fault.Rule, fault.CodeConflict, "Record %d is of the marketplace %s, and the row of %s: is the id from another list?",
			f.ID, f.Marketplace, k.Marketplace)
	}
	return nil
}

// Other reports an id together with a SKU that is not exactly the SKU of its record. An apostrophe
// before it does not count, because tables are read without.
func (k Key) Other(f Found) bool {
	return k.ID.Known() && f.Err == nil && k.SKU != "" && f.SKU != "" && bare(k.SKU) != bare(f.SKU)
}

// Twice returns the fault of a second row about a record.
func Twice(before int64) *fault.Error {
	return fault.Newf(fault.Rule, fault.CodeDuplicate, "Row %d is about the same record.", before)
}

// Empty returns the fault of a row without a key.
func Empty() *fault.Error {
	return fault.New(fault.Rule, fault.CodeValidationFailed, "The row has neither an id nor a SKU.")
}

// Back returns the change that restores the values before a row.
func (r Row) Back() Change {
	c := Change{Record: r.Record}
	for _, v := range r.Values {
		if v.Old == v.New {
			continue
		}
		c.Still = append(c.Still, v)
		old, known := v.Old.Get()
		c.Cells = append(c.Cells, Cell{Field: v.Field, Clear: !known, Text: old})
	}
	return c
}

// Still refuses a record that no longer has the values of an import.
func Still(want []Value, is func(Field) optional.Maybe[string]) *fault.Error {
	for _, v := range want {
		if is(v.Field) != v.New {
			return fault.New(fault.Rule, fault.CodeConflict, "The record has other values now: it was changed after the import.")
		}
	}
	return nil
}

// Warning names a doubt about rows that a caller can accept.
type Warning string

// LargeChange warns of an amount that grows by more than largeChange times, or falls as much.
const (
	LargeChange Warning = "large_change"

	largeChange = 5
)

func (Warning) Words() []Warning { return []Warning{LargeChange} }

// charges lists costs beside the unit cost, which often are 0.
var charges = []Field{Postage, PrepCost, InboundShipping, OtherCost}

// Large returns the fault of the first amount that changes by more than largeChange times in either
// direction, else nil. A charge of 0 and an absent amount compare with nothing.
func Large(values []Value) *fault.Error {
	for _, v := range values {
		if v.Field.Form() != Amount {
			continue
		}
		old, before := amountOf(v.Old)
		now, after := amountOf(v.New)
		if !before || !after || !old.Positive() && slices.Contains(charges, v.Field) {
			continue
		}
		if now.Units()/largeChange > old.Units() || now.Units()/largeChange == old.Units() && now.Units()%largeChange > 0 ||
			now.Units() < old.Units()/largeChange || now.Units() == old.Units()/largeChange && old.Units()%largeChange > 0 {
			return fault.Newf(fault.Rule, fault.CodeLargeChange,
				"%s would change from %s to %s, by more than %d times: accept_warnings large_change writes it.",
				v.Field, old, now, largeChange)
		}
	}
	return nil
}

func amountOf(text optional.Maybe[string]) (money.Amount, bool) {
	t, known := text.Get()
	if !known {
		return money.Amount{}, false
	}
	a, err := money.Parse(t)
	return a, err == nil
}
