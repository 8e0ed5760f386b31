package purchasing

import (
	"sellingassistant/domain/kernel/check"
	"sellingassistant/domain/kernel/fault"
	"sellingassistant/domain/kernel/mark"
	"sellingassistant/domain/kernel/money"
	"sellingassistant/domain/kernel/optional"
	"sellingassistant/domain/kernel/versioned"
)

// WarehouseID identifies a warehouse; 0 before it is stored.
type WarehouseID int64

// PrepProviderID identifies a provider of the operator's catalogue.
type PrepProviderID int64

// WarehouseType names the operator of a warehouse. Goods for a warehouse of type amazon go straight
// to the marketplace, and its own figures count them.
type WarehouseType string

// The types with rules: only the first can have a prep provider.
const (
	PrepCenter      WarehouseType = "prep_center"
	AmazonWarehouse WarehouseType = "amazon"
)

// Words lists the types, the default first.
func (WarehouseType) Words() []WarehouseType {
	return []WarehouseType{"own", PrepCenter, "third_party", "supplier", AmazonWarehouse, "other"}
}

// MaxWarehouseName bounds the name of a warehouse.
const MaxWarehouseName = 100

// WarehouseCosts has the charges of a warehouse, in Currency.
type WarehouseCosts struct {
	Currency            money.Currency
	ReceivePerUnit      money.Amount
	PrepPerUnit         money.Amount
	LabelPerUnit        money.Amount
	BagPerUnit          money.Amount
	BundlePerUnit       money.Amount
	BoxFee              money.Amount
	InboundPerKG        money.Amount
	StoragePerUnitMonth money.Amount
}

// PerUnit returns the cost of receiving and preparing one unit.
func (c WarehouseCosts) PerUnit() money.Sum {
	return money.Sum{Currency: c.Currency, Amount: money.FromUnits(c.ReceivePerUnit.Units() + c.PrepPerUnit.Units() + c.LabelPerUnit.Units() +
		c.BagPerUnit.Units() + c.BundlePerUnit.Units())}
}

// checked requires a valid currency and costs of at least 0.
func (c WarehouseCosts) checked(f *check.Faults, at string) {
	check.FieldCurrency(f, at+"/currency", optional.Put(c.Currency))
	for _, cost := range []struct {
		name string
		is   money.Amount
	}{
		{"receive_per_unit", c.ReceivePerUnit}, {"prep_per_unit", c.PrepPerUnit}, {"label_per_unit", c.LabelPerUnit}, {"bag_per_unit", c.BagPerUnit},
		{"bundle_per_unit", c.BundlePerUnit}, {"box_fee", c.BoxFee}, {"inbound_per_kg", c.InboundPerKG},
		{"storage_per_unit_month", c.StoragePerUnitMonth},
	} {
		check.NotNegative(f, at+"/"+cost.name, cost.is)
	}
}

// WarehouseValues has the members of a warehouse.
type WarehouseValues struct {
	Name         string
	Type         WarehouseType
	PrepProvider optional.Maybe[PrepProviderID]
	Address      Address
	Contact      Contact
	// Default marks the warehouse of orders that name no warehouse: one per team.
	Default bool
	// SellsDirectly says that buyers are served from here, so that the sellable stock counts these
	// units already.
	SellsDirectly bool
	Costs         optional.Maybe[WarehouseCosts]
	LeadTimeDays  optional.Maybe[int]
	SalesTaxFree  optional.Maybe[bool]
	Status        Status

	Stats WarehouseStats `member:"-"`
	Marks mark.Marks     `member:"-"`
}

// WarehouseStats counts the products and units in a warehouse, and the open orders to it.
type WarehouseStats struct{ Products, Units, OpenOrders int64 }

// WarehousePatch changes a warehouse. An absent member keeps its value; null clears a member that
// may be empty, and is refused for the others.
type WarehousePatch struct {
	Name          optional.Field[string]
	Type          optional.Field[WarehouseType]
	PrepProvider  optional.Field[PrepProviderID]
	Address       optional.Field[Address]
	Contact       optional.Field[Contact]
	Default       optional.Field[bool]
	SellsDirectly optional.Field[bool]
	Costs         optional.Field[WarehouseCosts]
	LeadTimeDays  optional.Field[int]
	SalesTaxFree  optional.Field[bool]
	Status        optional.Field[Status]
}

// Over lays the patch over values. It returns an Invalid fault with every wrong member; the name is
// required. Members that exclude each other are a Rule fault validation_failed: a warehouse stays
// the default until another warehouse becomes it, and only a prep center has a prep provider.
func (p WarehousePatch) Over(v WarehouseValues) (WarehouseValues, error) {
	var f check.Faults
	v.Name = named(&f, p.Name, v.Name, MaxWarehouseName)
	v.Type, v.Status = check.WordOver(&f, "/type", p.Type, v.Type), check.WordOver(&f, "/status", p.Status, v.Status)
	if p.Type.Set && !p.PrepProvider.Set && v.Type != PrepCenter {
		v.PrepProvider = optional.None[PrepProviderID]()
	}
	if v.PrepProvider = p.PrepProvider.Over(v.PrepProvider); v.PrepProvider.Known() && v.Type != PrepCenter {
		f.Clash(fault.CodeNotAllowed, "/prep_provider_id", "goes with the type prep_center only")
	}
	v.Address = addressOver(&f, p.Address, v.Address)
	if p.Contact.Set {
		v.Contact = p.Contact.Value.checked(&f, "/contact")
	}
	if was := v.Default; p.Default.Set {
		if v.Default = p.Default.Value; was && !v.Default {
			f.Clash(fault.CodeInvalid, "/is_default", "of the default warehouse stays true until another warehouse is the default")
		}
	}
	check.NotNull(&f, "/is_default", p.Default)
	check.NotNull(&f, "/sells_directly", p.SellsDirectly)
	v.SellsDirectly = p.SellsDirectly.Maybe().Or(v.SellsDirectly)
	if c, ok := p.Costs.Given(); ok {
		c.checked(&f, "/costs")
	}
	check.FieldInt(&f, "/lead_time_days", p.LeadTimeDays, 0, MaxLeadTimeDays)
	v.Costs, v.LeadTimeDays, v.SalesTaxFree = p.Costs.Over(v.Costs), p.LeadTimeDays.Over(v.LeadTimeDays), p.SalesTaxFree.Over(v.SalesTaxFree)
	return v, f.Err(fault.CodeValidationFailed)
}

// Warehouse has a place where goods are received and kept.
type Warehouse = versioned.Record[WarehouseID, WarehouseValues]

// StandardWarehouse returns the defaults of a warehouse's members.
func StandardWarehouse() WarehouseValues { return WarehouseValues{Type: "own", Status: Active} }

// PrepService names work that a prep provider does.
type PrepService string

func (PrepService) Words() []PrepService {
	return []PrepService{"label", "bag", "bundle", "fnsku", "inspection", "photos", "storage"}
}

// PrepProvider has a prep center of the operator's catalogue, for all teams.
type PrepProvider struct {
	ID           PrepProviderID
	Name         string
	Country      string
	Region       optional.Maybe[string]
	Website      optional.Maybe[string]
	Services     []PrepService
	SalesTaxFree optional.Maybe[bool]
	Costs        optional.Maybe[WarehouseCosts]
}

// Check returns an Invalid fault with every wrong member.
func (p PrepProvider) Check() error {
	var f check.Faults
	named(&f, optional.Put(p.Name), "", MaxSupplierName)
	if !check.IsCountry(p.Country) {
		f.Add(fault.CodeInvalid, "/country", "must be an ISO 3166-1 code of two capitals")
	}
	check.Line(&f, "/region", optional.FieldOf(p.Region), MaxLine)
	check.Form(&f, "/website", optional.FieldOf(p.Website), MaxWebsite, isSite, "an http or https address")
	check.Words(&f, "/services", p.Services)
	if c, ok := p.Costs.Get(); ok {
		c.checked(&f, "/costs")
	}
	return f.Err(fault.CodeValidationFailed)
}
