package purchasing

import (
	"sellingassistant/adapters/http/httpx/body"
	"sellingassistant/domain/kernel/money"
	"sellingassistant/domain/kernel/optional"
	"sellingassistant/domain/purchasing"
)

// Warehouse shows a place where goods are received and stored. Unknown values are null.
type Warehouse struct {
	ID             int64           `json:"id" doc:"Identifier of the warehouse."`
	Name           string          `json:"name" doc:"The name."`
	Type           string          `json:"type" doc:"own, prep_center, third_party, supplier, amazon or other. Goods for amazon go straight to the marketplace."`
	PrepProviderID *int64          `json:"prep_provider_id" doc:"The provider of a prep center, from the list of prep providers."`
	Address        Address         `json:"address" doc:"Where goods are sent."`
	Contact        Contact         `json:"contact" doc:"Contact there."`
	IsDefault      bool            `json:"is_default" doc:"Whether orders that name no warehouse go there. A team has one such warehouse."`
	SellsDirectly  bool            `json:"sells_directly" doc:"Whether buyers are served from here, so that on_hand of products counts these units already."`
	Costs          *WarehouseCosts `json:"costs" doc:"Its charges."`
	LeadTimeDays   *int            `json:"lead_time_days" doc:"Days that goods take through it."`
	SalesTaxFree   *bool           `json:"sales_tax_free" doc:"Whether goods sent there are free of sales tax."`
	Status         string          `json:"status" doc:"active or inactive."`
	NotesCount     int64           `json:"notes_count" doc:"Notes about it."`
	Stats          WarehouseStats  `json:"stats" doc:"Stock there, and goods on their way there."`
	Version        int64           `json:"version" doc:"Counts the changes, for If-Match."`
	CreatedAt      body.Time       `json:"created_at" doc:"When the warehouse was made."`
	UpdatedAt      body.Time       `json:"updated_at" doc:"When the warehouse last changed."`
}

// LiveMembers lists the members that change without updated_at.
func (Warehouse) LiveMembers() []string {
	return []string{"notes_count", "stats"}
}

// WarehouseStats counts the stock and the open orders of a warehouse.
type WarehouseStats struct {
	Products   int64 `json:"products" doc:"Inventory products with units there."`
	Units      int64 `json:"units" doc:"Units there."`
	OpenOrders int64 `json:"open_orders" doc:"Orders that are to come there."`
}

// WarehouseCosts has the charges of a warehouse, in currency.
type WarehouseCosts struct {
	Currency            string     `json:"currency" doc:"ISO 4217 code of the amounts."`
	ReceivePerUnit      body.Money `json:"receive_per_unit" doc:"For receiving a unit."`
	PrepPerUnit         body.Money `json:"prep_per_unit" doc:"For preparing a unit."`
	LabelPerUnit        body.Money `json:"label_per_unit" doc:"For labelling a unit."`
	BagPerUnit          body.Money `json:"bag_per_unit" doc:"For bagging a unit."`
	BundlePerUnit       body.Money `json:"bundle_per_unit" doc:"For bundling a unit."`
	BoxFee              body.Money `json:"box_fee" doc:"For a box."`
	InboundPerKG        body.Money `json:"inbound_per_kg" doc:"For a kilogram on its way to the marketplace."`
	StoragePerUnitMonth body.Money `json:"storage_per_unit_month" doc:"For keeping a unit for a month."`
}

// WarehouseCostsInput replaces all earlier costs. Absent members become 0.
type WarehouseCostsInput struct {
	Currency            body.Currency        `json:"currency" doc:"ISO 4217 code of the amounts."`
	ReceivePerUnit      body.Opt[body.Money] `json:"receive_per_unit,omitzero" minimum:"0" doc:"For receiving a unit."`
	PrepPerUnit         body.Opt[body.Money] `json:"prep_per_unit,omitzero" minimum:"0" doc:"For preparing a unit."`
	LabelPerUnit        body.Opt[body.Money] `json:"label_per_unit,omitzero" minimum:"0" doc:"For labelling a unit."`
	BagPerUnit          body.Opt[body.Money] `json:"bag_per_unit,omitzero" minimum:"0" doc:"For bagging a unit."`
	BundlePerUnit       body.Opt[body.Money] `json:"bundle_per_unit,omitzero" minimum:"0" doc:"For bundling a unit."`
	BoxFee              body.Opt[body.Money] `json:"box_fee,omitzero" minimum:"0" doc:"For a box."`
	InboundPerKG        body.Opt[body.Money] `json:"inbound_per_kg,omitzero" minimum:"0" doc:"For a kilogram on its way to the marketplace."`
	StoragePerUnitMonth body.Opt[body.Money] `json:"storage_per_unit_month,omitzero" minimum:"0" doc:"For keeping a unit for a month."`
}

// WarehouseMembers has the members of a warehouse that its users may write, except its name.
type WarehouseMembers struct {
	Type           body.Opt[body.Word[purchasing.WarehouseType]] `json:"type,omitzero" doc:"own at first."`
	PrepProviderID body.Field[body.RecordID]                     `json:"prep_provider_id,omitzero" doc:"A prep provider of the list; goes with the type prep_center only. Null clears it."`
	Address        body.Field[AddressInput]                      `json:"address,omitzero" doc:"Where goods are sent; replaced as a whole. Null empties it."`
	Contact        body.Field[ContactInput]                      `json:"contact,omitzero" doc:"Contact there; replaced as a whole. Null empties it."`
	IsDefault      body.Opt[bool]                                `json:"is_default,omitzero" doc:"The first warehouse is the default; true moves that here. False on the default warehouse is 422."`
	SellsDirectly  body.Opt[bool]                                `json:"sells_directly,omitzero" doc:"Whether buyers are served from here; false at first."`
	Costs          body.Field[WarehouseCostsInput]               `json:"costs,omitzero" doc:"Its charges; replaced as a whole. Null clears them."`
	LeadTimeDays   body.Field[int]                               `json:"lead_time_days,omitzero" minimum:"0" maximum:"3650" doc:"Null clears it."`
	SalesTaxFree   body.Field[bool]                              `json:"sales_tax_free,omitzero" doc:"Null clears it."`
	Status         body.Opt[body.Word[purchasing.Status]]        `json:"status,omitzero" doc:"active at first. An inactive warehouse is not for new orders."`
}

// NewWarehouse makes a warehouse.
type NewWarehouse struct {
	Name string `json:"name" minLength:"1" maxLength:"100" doc:"Name of the warehouse; no other warehouse has it. Not blank, on one line."`
	WarehouseMembers
}

// WarehousePatch changes a warehouse.
type WarehousePatch struct {
	body.AtLeastOne
	Name body.Opt[string] `json:"name,omitzero" minLength:"1" maxLength:"100" doc:"Name of the warehouse; no other warehouse has it. Not blank, on one line."`
	WarehouseMembers
}

// PrepProvider describes a prep center of the operator's catalogue.
type PrepProvider struct {
	ID           int64           `json:"id" doc:"Identifier of the provider."`
	Name         string          `json:"name" doc:"The name."`
	Country      string          `json:"country" doc:"ISO 3166-1 code of two letters."`
	Region       *string         `json:"region" doc:"State or province."`
	Website      *string         `json:"website" doc:"Its address on the web."`
	Services     []string        `json:"services" doc:"Its services: label, bag, bundle, fnsku, inspection, photos, storage."`
	SalesTaxFree *bool           `json:"sales_tax_free" doc:"Whether goods sent there are free of sales tax."`
	DefaultCosts *WarehouseCosts `json:"default_costs" doc:"Its charges."`
}

func warehouseOf(w purchasing.Warehouse) Warehouse {
	v := w.Values
	return Warehouse{
		ID: int64(w.ID), Name: v.Name, Type: string(v.Type), PrepProviderID: (*int64)(v.PrepProvider.Ptr()), Address: addressOf(v.Address),
		Contact: contactOf(v.Contact), IsDefault: v.Default, SellsDirectly: v.SellsDirectly, Costs: body.Maybe(v.Costs, costsOf),
		LeadTimeDays: v.LeadTimeDays.Ptr(), SalesTaxFree: v.SalesTaxFree.Ptr(), Status: string(v.Status), NotesCount: v.Marks.Notes, Stats: WarehouseStats(v.Stats),
		Version: w.Version, CreatedAt: body.TimeOf(w.CreatedAt), UpdatedAt: body.TimeOf(w.UpdatedAt),
	}
}

func costsOf(c purchasing.WarehouseCosts) WarehouseCosts {
	return WarehouseCosts{
		Currency: string(c.Currency), ReceivePerUnit: body.MoneyOf(c.ReceivePerUnit), PrepPerUnit: body.MoneyOf(c.PrepPerUnit),
		LabelPerUnit: body.MoneyOf(c.LabelPerUnit), BagPerUnit: body.MoneyOf(c.BagPerUnit), BundlePerUnit: body.MoneyOf(c.BundlePerUnit),
		BoxFee: body.MoneyOf(c.BoxFee), InboundPerKG: body.MoneyOf(c.InboundPerKG), StoragePerUnitMonth: body.MoneyOf(c.StoragePerUnitMonth),
	}
}

func (c WarehouseCostsInput) costs() purchasing.WarehouseCosts {
	return purchasing.WarehouseCosts{
		Currency: money.Currency(c.Currency), ReceivePerUnit: c.ReceivePerUnit.Value.Amount(), PrepPerUnit: c.PrepPerUnit.Value.Amount(),
		LabelPerUnit: c.LabelPerUnit.Value.Amount(), BagPerUnit: c.BagPerUnit.Value.Amount(), BundlePerUnit: c.BundlePerUnit.Value.Amount(),
		BoxFee: c.BoxFee.Value.Amount(), InboundPerKG: c.InboundPerKG.Value.Amount(), StoragePerUnitMonth: c.StoragePerUnitMonth.Value.Amount(),
	}
}

func prepProviderOf(p purchasing.PrepProvider) PrepProvider {
	return PrepProvider{
		ID: int64(p.ID), Name: p.Name, Country: p.Country, Region: p.Region.Ptr(), Website: p.Website.Ptr(), Services: body.Words[string](p.Services),
		SalesTaxFree: p.SalesTaxFree.Ptr(), DefaultCosts: body.Maybe(p.Costs, costsOf),
	}
}

func (n NewWarehouse) patch() purchasing.WarehousePatch {
	p := n.WarehouseMembers.patch()
	p.Name = optional.Put(n.Name)
	return p
}

func (c WarehousePatch) patch() purchasing.WarehousePatch {
	p := c.WarehouseMembers.patch()
	p.Name = c.Name.Field
	return p
}

func (m WarehouseMembers) patch() purchasing.WarehousePatch {
	return purchasing.WarehousePatch{
		Type: body.Said(m.Type), PrepProvider: body.IDField[purchasing.PrepProviderID](m.PrepProviderID), Address: addressField(m.Address),
		Contact: optional.Map(m.Contact.Field, ContactInput.contact), Default: m.IsDefault.Field, SellsDirectly: m.SellsDirectly.Field,
		Costs: optional.Map(m.Costs.Field, WarehouseCostsInput.costs), LeadTimeDays: m.LeadTimeDays.Field, SalesTaxFree: m.SalesTaxFree.Field,
		Status: body.Said(m.Status),
	}
}

func exampleWarehouse() Warehouse {
	return Warehouse{
		ID: 2, Name: "Prep North", Type: "prep_center", Address: Address{Line1: new("Dock 4"), City: new("Portland"), Region: new("OR"), Country: new("US")},
		Contact: Contact{Name: new("Paul Prep")}, Costs: new(costsOf(exampleCosts().costs())), LeadTimeDays: new(5),
		SalesTaxFree: new(true), Status: "active", Version: 2, CreatedAt: "2026-03-02T08:00:00.000000Z", UpdatedAt: "2026-03-20T09:41:07.120000Z",
	}
}

func exampleCosts() WarehouseCostsInput {
	return WarehouseCostsInput{
		Currency: "USD", ReceivePerUnit: body.OptOf(body.MoneyOf(money.MustParse("0.15"))), PrepPerUnit: body.OptOf(body.MoneyOf(money.MustParse("0.85"))),
	}
}

func exampleWarehouseMembers() WarehouseMembers {
	return WarehouseMembers{
		Type: body.OptOf(body.Word[purchasing.WarehouseType]("prep_center")), Address: body.FieldOf(AddressInput{
			Line1: body.FieldOf("Dock 4"), City: body.FieldOf("Portland"), Region: body.FieldOf("OR"), Country: body.FieldOf(body.Country("US")),
		}), Contact: body.FieldOf(ContactInput{Name: body.OptOf("Paul Prep")}), Costs: body.FieldOf(exampleCosts()),
		LeadTimeDays: body.FieldOf(5), SalesTaxFree: body.FieldOf(true),
	}
}

func exampleProvider() PrepProvider {
	return PrepProvider{
		ID: 3, Name: "Prep North", Country: "US", Region: new("OR"), Website: new("https://prep-north.example"), Services: []string{"label", "bag"},
		SalesTaxFree: new(true), DefaultCosts: new(costsOf(exampleCosts().costs())),
	}
}
