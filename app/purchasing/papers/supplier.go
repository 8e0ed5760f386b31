package papers

import (
	"context"
	"slices"
	"strings"

	"sellingassistant/domain/kernel/check"
	"sellingassistant/domain/kernel/fault"
	"sellingassistant/domain/kernel/optional"
	domain "sellingassistant/domain/purchasing"
)

// party finds or makes the supplier, locked, and learns its names on documents.
func (b *booking) party(ctx context.Context) (err error) {
	if patch, ok := b.paper.New.Get(); ok {
		b.supplier, err = b.Suppliers.Create(ctx, b.who, patch)
		if e, ok := fault.As(err); ok {
			err = e.Under("/create_supplier")
		}
		b.paper.Supplier = b.supplier.ID
	} else if b.paper.Learn {
		err = b.learn(ctx)
	}
	if err != nil {
		return err
	}
	found, err := b.Vendors.Lock(ctx, b.who.Team, []domain.SupplierID{b.paper.Supplier})
	switch {
	case err != nil:
		return err
	case len(found) == 0:
		return check.Rule(fault.CodeNotFound, "/supplier_id", "There is no such supplier.")
	}
	b.supplier = found[0]
	b.buyer, err = b.Teams.Buyer(ctx, b.who.Team)
	if b.currency = b.paper.Currency; b.currency == "" {
		b.currency = b.supplier.Values.Currency.Or(b.buyer.Currency)
	}
	return err
}

// learn adds the document's names of the supplier to its aliases. It leaves out names of other
// suppliers, and names above the limit of a supplier.
func (b *booking) learn(ctx context.Context) error {
	if err := b.Vendors.Hold(ctx, b.who.Team); err != nil {
		return err
	}
	found, err := b.Vendors.Lock(ctx, b.who.Team, []domain.SupplierID{b.paper.Supplier})
	if err != nil || len(found) == 0 {
		return err
	}
	v := found[0].Values
	had, aliases := v.Keys(), slices.Clone(v.Aliases)
	for _, name := range []string{b.paper.Issuer.Name, b.paper.Issuer.TaxID, b.paper.Issuer.Domain} {
		name = strings.Join(strings.Fields(name), " ")
		known := strings.EqualFold(name, v.Name) || strings.EqualFold(name, v.TaxID.Or("")) || strings.EqualFold(name, had.Domain) ||
			slices.ContainsFunc(aliases, func(a string) bool { return strings.EqualFold(a, name) })
		if name == "" || known || len(name) > domain.MaxSupplierName || len(aliases) >= domain.MaxAliases || !check.Printable(name) {
			continue
		}
		named, aliased, err := b.Vendors.Called(ctx, b.who.Team, []string{name})
		if err != nil {
			return err
		}
		if len(named)+len(aliased) == 0 {
			aliases = append(aliases, name)
		}
	}
	if len(aliases) == len(v.Aliases) {
		return nil
	}
	_, err = b.Suppliers.Update(ctx, b.who, found[0].ID, domain.SupplierPatch{Aliases: optional.Put(aliases)}, nil)
	return err
}
