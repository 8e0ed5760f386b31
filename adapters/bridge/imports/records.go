package imports

import (
	"context"
	"slices"
	"strconv"
	"strings"

	"sellingassistant/domain/imports"
	"sellingassistant/domain/kernel/account"
	"sellingassistant/domain/kernel/caller"
	"sellingassistant/domain/kernel/check"
	"sellingassistant/domain/kernel/fault"
	"sellingassistant/domain/kernel/id"
	"sellingassistant/domain/kernel/marketplace"
	"sellingassistant/domain/kernel/money"
	"sellingassistant/domain/kernel/optional"
	"sellingassistant/domain/kernel/words"
	accounts "sellingassistant/ports/account"
	ports "sellingassistant/ports/imports"
)

// book finds and changes the records of one kind.
type book interface {
	find(ctx context.Context, team id.Team, keys []imports.Key) ([]imports.Found, error)
	change(ctx context.Context, who caller.Caller, changes []imports.Change) ([]imports.Changed, error)
}

// maker creates records of one kind, and removes those that nobody changed since.
type maker interface {
	create(ctx context.Context, who caller.Caller, wanted []imports.New) ([]imports.Made, error)
	remove(ctx context.Context, who caller.Caller, records []int64) ([]*fault.Error, error)
}

// Records finds, changes and creates the records of imports, by their kinds.
type Records struct {
	books  map[imports.Kind]book
	makers map[imports.Kind]maker
}

func NewRecords(r *RepricerProducts, s *SKUs, p *InventoryProducts) *Records {
	return &Records{
		map[imports.Kind]book{imports.RepricerProduct: r, imports.SKU: s, imports.InventoryProduct: p},
		map[imports.Kind]maker{imports.RepricerProduct: r},
	}
}

var _ ports.Records = (*Records)(nil)

// Find passes the keys to the book of the kind.
func (r *Records) Find(ctx context.Context, team id.Team, k imports.Kind, keys []imports.Key) ([]imports.Found, error) {
	if len(keys) == 0 {
		return nil, nil
	}
	return r.books[k].find(ctx, team, keys)
}

// Change passes the changes to the book of the kind.
func (r *Records) Change(ctx context.Context, who caller.Caller, k imports.Kind, changes []imports.Change) ([]imports.Changed, error) {
	if len(changes) == 0 {
		return nil, nil
	}
	return r.books[k].change(ctx, who, changes)
}

// Create passes the records to the maker of the kind.
func (r *Records) Create(
	ctx context.Context, who caller.Caller, k imports.Kind, wanted []imports.New,
) ([]imports.Made, error) {
	if len(wanted) == 0 {
		return nil, nil
	}
	return r.makers[k].create(ctx, who, wanted)
}

// Remove passes the records to the maker of the kind.
func (r *Records) Remove(
	ctx context.Context, who caller.Caller, k imports.Kind, records []int64,
) ([]*fault.Error, error) {
	if len(records) == 0 {
		return nil, nil
	}
	return r.makers[k].remove(ctx, who, records)
}

// offer identifies a SKU of a seller on a marketplace.
type offer struct {
	seller string
	market marketplace.ID
	sku    string
}

// search finds records by keys. A SKU is looked up for all matching sellers and marketplaces of the
// team.
type search struct {
	sellers accounts.Sellers
	// ids finds records by their ids, offers by their SKUs. Absent records are left out.
	ids    func(ctx context.Context, team id.Team, ids []int64) (map[int64]imports.Found, error)
	offers func(ctx context.Context, team id.Team, offers []offer) (map[offer]imports.Found, error)
	noun   string
}

func (s search) find(ctx context.Context, team id.Team, keys []imports.Key) ([]imports.Found, error) {
	sellers, err := s.sellers.OfTeam(ctx, team)
	if err != nil {
		return nil, err
	}
	var ids []int64
	var offers []offer
	seen := map[offer]bool{}
	for _, k := range keys {
		if one, ok := k.ID.Get(); ok {
			ids = append(ids, one)
			continue
		}
		for _, o := range offersOf(sellers, k) {
			if !seen[o] {
				seen[o], offers = true, append(offers, o)
			}
		}
	}
	var byID map[int64]imports.Found
	if len(ids) > 0 {
		if byID, err = s.ids(ctx, team, ids); err != nil {
			return nil, err
		}
	}
	var byOffer map[offer]imports.Found
	if len(offers) > 0 {
		if byOffer, err = s.offers(ctx, team, offers); err != nil {
			return nil, err
		}
	}
	out := make([]imports.Found, len(keys))
	for i, k := range keys {
		out[i] = s.one(k, sellers, byID, byOffer)
	}
	return out, nil
}

func (s search) one(k imports.Key, sellers []account.Seller, byID map[int64]imports.Found, byOffer map[offer]imports.Found) imports.Found {
	if one, ok := k.ID.Get(); ok {
		if f, found := byID[one]; found {
			return f
		}
		return imports.Found{Err: fault.Newf(fault.NotFound, fault.CodeNotFound, "There is no %s %d.", s.noun, one)}
	}
	var out []imports.Found
	for _, o := range offersOf(sellers, k) {
		if f, ok := byOffer[o]; ok && !slices.ContainsFunc(out, func(one imports.Found) bool { return one.ID == f.ID }) {
			out = append(out, f)
		}
	}
	switch len(out) {
	case 0:
		return imports.Found{Err: fault.Newf(fault.NotFound, fault.CodeNotFound, "There is no %s with the SKU %s%s.", s.noun, k.SKU, on(k.Marketplace))}
	case 1:
		return out[0]
	}
	return imports.Found{Err: fault.Newf(fault.Rule, fault.CodeConflict, "%d of %s have the SKU %s%s: name the marketplace, the seller or the id.",
		len(out), s.noun+"s", k.SKU, on(k.Marketplace))}
}

func on(m marketplace.ID) string {
	if at, ok := marketplace.ByID(m); ok {
		return " on " + at.Domain
	}
	return ""
}

// offersOf lists the offers that a key can mean.
func offersOf(sellers []account.Seller, k imports.Key) []offer {
	var out []offer
	for _, s := range sellers {
		if k.Seller != "" && k.Seller != s.ID {
			continue
		}
		for _, m := range s.Marketplaces {
			if k.Marketplace == "" || k.Marketplace == m {
				out = append(out, offer{s.ID, m, k.SKU})
			}
		}
	}
	return out
}

// The following functions read the cell of a member. Amounts and counts are already plain numbers.

func amountField(c imports.Cell) (f optional.Field[money.Amount], err *fault.Error) {
	if c.Clear {
		return optional.Clear[money.Amount](), nil
	}
	a, broken := money.Parse(c.Text)
	if broken != nil {
		return f, wrong(c, "is no amount")
	}
	return optional.Put(a), nil
}

func wrong(c imports.Cell, what string) *fault.Error {
	return fault.Newf(fault.Rule, fault.CodeValidationFailed, "%s %s.", c.Field, what)
}

// wordOf reads a word of a closed list in any letter case; such a member cannot be empty.
func wordOf[T words.Closed[T]](c imports.Cell) (optional.Maybe[T], *fault.Error) {
	v := T(strings.ToLower(c.Text))
	switch {
	case c.Clear:
		return optional.None[T](), wrong(c, "cannot be cleared")
	case !words.Known(v):
		return optional.None[T](), wrong(c, words.Choices[T]())
	}
	return optional.Some(v), nil
}

// names finds records that cells name by their id, or else by their name.
type names struct {
	ids    map[int64]bool
	byName map[string]int64
}

func (n names) id(c imports.Cell, noun string) (int64, *fault.Error) {
	if one, ok := whole(c.Text); ok && n.ids[one] {
		return one, nil
	}
	if one, ok := n.byName[nameKey(c.Text)]; ok {
		return one, nil
	}
	return 0, fault.Newf(fault.Rule, fault.CodeNotFound, "There is no %s %q.", noun, c.Text)
}

func whole(text string) (int64, bool) {
	n, err := strconv.ParseInt(text, 10, 64)
	return n, err == nil
}

// currencyOf reads the code of a currency; a cleared cell has no value.
func currencyOf(c imports.Cell) (optional.Maybe[money.Currency], *fault.Error) {
	code := money.Currency(strings.ToUpper(c.Text))
	if c.Clear {
		return optional.None[money.Currency](), nil
	}
	var f check.Faults
	check.FieldCurrency(&f, "", optional.Put(code))
	if f.Err(fault.CodeValidationFailed) != nil {
		return optional.None[money.Currency](), wrong(c, "must be an ISO 4217 code of three capitals, such as EUR")
	}
	return optional.Some(code), nil
}

// nameKey ignores letter case and the number of spaces in names.
func nameKey(name string) string { return strings.ToLower(strings.Join(strings.Fields(name), " ")) }

// readable parses the patches of changes, and returns the index of each. Changes that cannot be
// parsed are marked as failed in out.
func readable[P any](changes []imports.Change, read func(i int, c imports.Change) (P, *fault.Error)) (wanted []P, at []int, out []imports.Changed) {
	out = make([]imports.Changed, len(changes))
	for i, c := range changes {
		one, broken := read(i, c)
		if broken != nil {
			out[i].Err = broken
			continue
		}
		wanted, at = append(wanted, one), append(at, i)
	}
	return wanted, at, out
}

// values pairs the old and new values of a record.
func values(fields []imports.Field, before, after func(imports.Field) optional.Maybe[string]) []imports.Value {
	out := make([]imports.Value, len(fields))
	for i, f := range fields {
		out[i] = imports.Value{Field: f, Old: before(f), New: after(f)}
	}
	return out
}

// fieldsOf lists the members that a change names.
func fieldsOf(c imports.Change) []imports.Field {
	out := make([]imports.Field, 0, len(c.Cells))
	for _, cell := range c.Cells {
		out = append(out, cell.Field)
	}
	return out
}

func text[T interface{ String() string }](m optional.Maybe[T]) optional.Maybe[string] {
	return optional.Convert(m, func(v T) string { return v.String() })
}

func digits[T ~int64 | ~int](m optional.Maybe[T]) optional.Maybe[string] {
	return optional.Convert(m, func(v T) string { return strconv.FormatInt(int64(v), 10) })
}
