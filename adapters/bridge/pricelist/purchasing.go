package pricelist

import (
	"context"

	purchasingapp "sellingassistant/app/purchasing"
	"sellingassistant/domain/kernel/caller"
	"sellingassistant/domain/kernel/fault"
	"sellingassistant/domain/kernel/id"
	"sellingassistant/domain/kernel/money"
	"sellingassistant/domain/kernel/optional"
	"sellingassistant/domain/pricelist"
	"sellingassistant/domain/purchasing"
	ports "sellingassistant/ports/pricelist"
)

// Purchasing knows the suppliers and warehouses that a list names.
type Purchasing struct {
	suppliers  *purchasingapp.Suppliers
	warehouses *purchasingapp.Warehouses
}

// NewPurchasing makes the bridge from purchasing to price lists.
func NewPurchasing(s *purchasingapp.Suppliers, w *purchasingapp.Warehouses) *Purchasing {
	return &Purchasing{s, w}
}

var _ ports.Purchasing = (*Purchasing)(nil)

// Supplier refuses one that does not exist.
func (p *Purchasing) Supplier(ctx context.Context, team id.Team, one int64) error {
	_, err := p.suppliers.Get(ctx, caller.Caller{Team: team}, purchasing.SupplierID(one))
	return unknown(err, "The supplier does not exist.")
}

// Costs are what the warehouse asks for a unit. Amounts of another currency are left out.
func (p *Purchasing) Costs(ctx context.Context, team id.Team, one int64, in money.Currency) (pricelist.ExpensesPatch, error) {
	w, err := p.warehouses.Get(ctx, caller.Caller{Team: team}, purchasing.WarehouseID(one))
	if err != nil {
		return pricelist.ExpensesPatch{}, unknown(err, "The warehouse does not exist.")
	}
	c, ok := w.Values.Costs.Get()
	if !ok || c.Currency != in {
		return pricelist.ExpensesPatch{}, nil
	}
	patch := pricelist.ExpensesPatch{
		Prep: optional.Put(money.FromUnits(c.ReceivePerUnit.Units() + c.PrepPerUnit.Units())), Label: optional.Put(c.LabelPerUnit),
		Bag: optional.Put(c.BagPerUnit), Bundle: optional.Put(c.BundlePerUnit),
	}
	if c.InboundPerKG.Positive() {
		patch.InboundKG = optional.Put(c.InboundPerKG)
	}
	return patch, nil
}

// unknown is a member that names no record.
func unknown(err error, message string) error {
	if fault.Is(err, fault.CodeNotFound) {
		return fault.New(fault.Rule, fault.CodeNotFound, message)
	}
	return err
}
