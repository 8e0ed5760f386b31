package purchasing

import (
	"time"

	"sellingassistant/adapters/persistence/record"
	"sellingassistant/domain/kernel/date"
	"sellingassistant/domain/kernel/id"
	"sellingassistant/domain/kernel/mark"
	"sellingassistant/domain/kernel/marketplace"
	"sellingassistant/domain/kernel/money"
	"sellingassistant/domain/kernel/optional"
	"sellingassistant/domain/purchasing"
	"sellingassistant/domain/purchasing/landed"
	"sellingassistant/domain/purchasing/order"
)

// The json tags name the stored members. Changing a name needs a migration.
func init() {
	record.DeclareDocument("purchasing_suppliers",
		func(v *purchasing.SupplierValues) *storedSupplierValues { return (*storedSupplierValues)(v) })
	record.DeclarePart(func(v *purchasing.Contact) *storedContact { return (*storedContact)(v) })
	record.DeclarePart(func(v *purchasing.Address) *storedAddress { return (*storedAddress)(v) })
	record.DeclareDocument("purchasing_offers",
		func(v *purchasing.OfferValues) *storedOfferValues { return (*storedOfferValues)(v) })
	record.DeclarePart(func(v *purchasing.PriceBreak) *storedPriceBreak { return (*storedPriceBreak)(v) })
	record.DeclarePart(func(v *purchasing.Source) *storedSource { return (*storedSource)(v) })
	record.DeclareDocument("purchasing_warehouses",
		func(v *purchasing.WarehouseValues) *storedWarehouseValues { return (*storedWarehouseValues)(v) })
	record.DeclarePart(func(v *purchasing.WarehouseCosts) *storedWarehouseCosts { return (*storedWarehouseCosts)(v) })
	record.DeclareDocument("purchasing_prep_providers",
		func(v *purchasing.PrepProvider) *storedPrepProvider { return (*storedPrepProvider)(v) })
	record.DeclareDocument("purchasing_orders",
		func(v *order.Snapshot) *storedSnapshot { return (*storedSnapshot)(v) })
	record.DeclarePart(func(v *order.Values) *storedValues { return (*storedValues)(v) })
	record.DeclarePart(func(v *order.RateOrigin) *storedRateOrigin { return (*storedRateOrigin)(v) })
	record.DeclarePart(func(v *landed.OtherCost) *storedOtherCost { return (*storedOtherCost)(v) })
	record.DeclarePart(func(v *order.Payment) *storedPayment { return (*storedPayment)(v) })
	record.DeclarePart(func(v *order.Supplier) *storedSupplier { return (*storedSupplier)(v) })
	record.DeclarePart(func(v *order.Warehouse) *storedWarehouse { return (*storedWarehouse)(v) })
	record.DeclarePart(func(v *order.Counts) *storedCounts { return (*storedCounts)(v) })
	record.DeclarePart(func(v *landed.Sums) *storedSums { return (*storedSums)(v) })
	record.DeclareDocument("purchasing_items",
		func(v *order.ItemSnapshot) *storedItemSnapshot { return (*storedItemSnapshot)(v) })
	record.DeclarePart(func(v *order.ItemValues) *storedItemValues { return (*storedItemValues)(v) })
	record.DeclarePart(func(v *money.Price) *storedPrice { return (*storedPrice)(v) })
	record.DeclarePart(func(v *purchasing.CostTarget) *storedCostTarget { return (*storedCostTarget)(v) })
	record.DeclarePart(func(v *landed.Item) *storedItem { return (*storedItem)(v) })
}

type storedSupplierValues struct {
	Name                string                         `json:"name"`
	Code                optional.Maybe[string]         `json:"code,omitzero"`
	Type                purchasing.SupplierType        `json:"type"`
	Status              purchasing.Status              `json:"status"`
	Website             optional.Maybe[string]         `json:"website,omitzero"`
	Email               optional.Maybe[string]         `json:"email,omitzero"`
	Phone               optional.Maybe[string]         `json:"phone,omitzero"`
	Contacts            []purchasing.Contact           `json:"contacts"`
	Address             purchasing.Address             `json:"address"`
	TaxID               optional.Maybe[string]         `json:"tax_id,omitzero"`
	AccountNumber       optional.Maybe[string]         `json:"account_number,omitzero"`
	PaymentTerms        optional.Maybe[string]         `json:"payment_terms,omitzero"`
	Currency            optional.Maybe[money.Currency] `json:"currency,omitzero"`
	MinOrderValue       optional.Maybe[money.Amount]   `json:"min_order_value,omitzero"`
	DefaultShippingCost optional.Maybe[money.Amount]   `json:"default_shipping_cost,omitzero"`
	DiscountPercent     optional.Maybe[money.Percent]  `json:"discount_percent,omitzero"`
	DefaultTaxRate      optional.Maybe[money.Percent]  `json:"default_tax_rate,omitzero"`
	PricesIncludeTax    optional.Maybe[bool]           `json:"prices_include_tax,omitzero"`
	TaxRecoverable      optional.Maybe[bool]           `json:"tax_recoverable,omitzero"`
	DefaultLeadTimeDays optional.Maybe[int]            `json:"default_lead_time_days,omitzero"`
	DefaultOrderNote    optional.Maybe[string]         `json:"default_order_note,omitzero"`
	Aliases             []string                       `json:"aliases"`
	TagIDs              []int64                        `json:"tag_ids"`
	Seen                purchasing.SupplierSeen        `json:"-"`
}

type storedContact struct {
	Name  optional.Maybe[string] `json:"name,omitzero"`
	Role  optional.Maybe[string] `json:"role,omitzero"`
	Email optional.Maybe[string] `json:"email,omitzero"`
	Phone optional.Maybe[string] `json:"phone,omitzero"`
}

type storedAddress struct {
	Line1      optional.Maybe[string] `json:"line1,omitzero"`
	Line2      optional.Maybe[string] `json:"line2,omitzero"`
	City       optional.Maybe[string] `json:"city,omitzero"`
	Region     optional.Maybe[string] `json:"region,omitzero"`
	PostalCode optional.Maybe[string] `json:"postal_code,omitzero"`
	Country    optional.Maybe[string] `json:"country,omitzero"`
}

type storedOfferValues struct {
	Supplier          purchasing.SupplierID                `json:"supplier"`
	SupplierSKU       optional.Maybe[string]               `json:"supplier_sku,omitzero"`
	Product           optional.Maybe[purchasing.ProductID] `json:"product,omitzero"`
	ASIN              optional.Maybe[string]               `json:"asin,omitzero"`
	Marketplace       optional.Maybe[marketplace.ID]       `json:"marketplace,omitzero"`
	GTINs             []string                             `json:"gtins"`
	Title             optional.Maybe[string]               `json:"title,omitzero"`
	Brand             optional.Maybe[string]               `json:"brand,omitzero"`
	URL               optional.Maybe[string]               `json:"url,omitzero"`
	UnitCost          money.Amount                         `json:"unit_cost"`
	Currency          money.Currency                       `json:"currency"`
	PackSize          int                                  `json:"pack_size"`
	CaseCost          optional.Maybe[money.Amount]         `json:"case_cost,omitzero"`
	MOQ               int                                  `json:"moq"`
	OrderMultiple     int                                  `json:"order_multiple"`
	PriceBreaks       []purchasing.PriceBreak              `json:"price_breaks"`
	LeadTimeDays      optional.Maybe[int]                  `json:"lead_time_days,omitzero"`
	Availability      purchasing.Availability              `json:"availability"`
	AvailableQuantity optional.Maybe[int]                  `json:"available_quantity,omitzero"`
	CheckedAt         optional.Maybe[time.Time]            `json:"checked_at,omitzero"`
	ValidFrom         optional.Maybe[date.Date]            `json:"valid_from,omitzero"`
	ValidTo           optional.Maybe[date.Date]            `json:"valid_to,omitzero"`
	Preferred         bool                                 `json:"preferred"`
	Status            purchasing.Status                    `json:"status"`
	PreviousUnitCost  optional.Maybe[money.Amount]         `json:"previous_unit_cost,omitzero"`
	CostChange        optional.Maybe[money.Percent]        `json:"cost_change,omitzero"`
	LastSeenAt        optional.Maybe[time.Time]            `json:"last_seen_at,omitzero"`
	Source            purchasing.Source                    `json:"source"`
	Seen              purchasing.OfferSeen                 `json:"-"`
}

type storedPriceBreak struct {
	MinQuantity int          `json:"min_quantity"`
	UnitCost    money.Amount `json:"unit_cost"`
}

type storedSource struct {
	Kind string                `json:"kind"`
	ID   optional.Maybe[int64] `json:"id,omitzero"`
}

type storedWarehouseValues struct {
	Name          string                                    `json:"name"`
	Type          purchasing.WarehouseType                  `json:"type"`
	PrepProvider  optional.Maybe[purchasing.PrepProviderID] `json:"prep_provider,omitzero"`
	Address       purchasing.Address                        `json:"address"`
	Contact       purchasing.Contact                        `json:"contact"`
	Default       bool                                      `json:"default"`
	SellsDirectly bool                                      `json:"sells_directly"`
	Costs         optional.Maybe[purchasing.WarehouseCosts] `json:"costs,omitzero"`
	LeadTimeDays  optional.Maybe[int]                       `json:"lead_time_days,omitzero"`
	SalesTaxFree  optional.Maybe[bool]                      `json:"sales_tax_free,omitzero"`
	Status        purchasing.Status                         `json:"status"`
	Stats         purchasing.WarehouseStats                 `json:"-"`
	Marks         mark.Marks                                `json:"-"`
}

type storedWarehouseCosts struct {
	Currency            money.Currency `json:"currency"`
	ReceivePerUnit      money.Amount   `json:"receive_per_unit"`
	PrepPerUnit         money.Amount   `json:"prep_per_unit"`
	LabelPerUnit        money.Amount   `json:"label_per_unit"`
	BagPerUnit          money.Amount   `json:"bag_per_unit"`
	BundlePerUnit       money.Amount   `json:"bundle_per_unit"`
	BoxFee              money.Amount   `json:"box_fee"`
	InboundPerKG        money.Amount   `json:"inbound_per_kg"`
	StoragePerUnitMonth money.Amount   `json:"storage_per_unit_month"`
}

type storedPrepProvider struct {
	ID           purchasing.PrepProviderID                 `json:"-"`
	Name         string                                    `json:"name"`
	Country      string                                    `json:"country"`
	Region       optional.Maybe[string]                    `json:"region,omitzero"`
	Website      optional.Maybe[string]                    `json:"website,omitzero"`
	Services     []purchasing.PrepService                  `json:"services"`
	SalesTaxFree optional.Maybe[bool]                      `json:"sales_tax_free,omitzero"`
	Costs        optional.Maybe[purchasing.WarehouseCosts] `json:"costs,omitzero"`
}

type storedSnapshot struct {
	ID           order.ID                  `json:"-"`
	Team         id.Team                   `json:"-"`
	Values       order.Values              `json:"values"`
	Supplier     order.Supplier            `json:"supplier"`
	Warehouse    order.Warehouse           `json:"warehouse"`
	Status       order.Status              `json:"status"`
	Counts       order.Counts              `json:"counts"`
	Sums         landed.Sums               `json:"sums"`
	LastPosition int                       `json:"last_position"`
	Serial       int64                     `json:"serial"`
	OrderedAt    optional.Maybe[time.Time] `json:"ordered_at,omitzero"`
	ReceivedAt   optional.Maybe[time.Time] `json:"received_at,omitzero"`
	CreatedBy    optional.Maybe[id.User]   `json:"created_by,omitzero"`
	Costing      bool                      `json:"-"`
	Version      int64                     `json:"-"`
	CreatedAt    time.Time                 `json:"-"`
	UpdatedAt    time.Time                 `json:"-"`

	RateFrom optional.Maybe[order.RateOrigin] `json:"rate_from,omitzero"`
}

type storedRateOrigin struct {
	Source order.RateSource `json:"source"`
	Day    date.Date        `json:"day"`
}

type storedValues struct {
	Number               string                       `json:"number"`
	SupplierID           int64                        `json:"supplier_id"`
	WarehouseID          int64                        `json:"warehouse_id"`
	Currency             money.Currency               `json:"currency"`
	CostCurrency         money.Currency               `json:"cost_currency"`
	ExchangeRate         optional.Maybe[money.Rate]   `json:"exchange_rate,omitzero"`
	OrderDate            optional.Maybe[date.Date]    `json:"order_date,omitzero"`
	ExpectedDate         optional.Maybe[date.Date]    `json:"expected_date,omitzero"`
	PaymentDueDate       optional.Maybe[date.Date]    `json:"payment_due_date,omitzero"`
	SupplierReference    optional.Maybe[string]       `json:"supplier_reference,omitzero"`
	PaymentTerms         optional.Maybe[string]       `json:"payment_terms,omitzero"`
	TrackingNumbers      []string                     `json:"tracking_numbers"`
	ShippingCost         money.Amount                 `json:"shipping_cost"`
	ShippingTaxRate      money.Percent                `json:"shipping_tax_rate,omitzero"`
	Discount             money.Amount                 `json:"discount"`
	OtherCosts           []landed.OtherCost           `json:"other_costs"`
	CostAllocation       landed.Allocation            `json:"cost_allocation"`
	PricesIncludeTax     bool                         `json:"prices_include_tax"`
	TaxCountry           optional.Maybe[string]       `json:"tax_country,omitzero"`
	TaxRecoverable       bool                         `json:"tax_recoverable"`
	TaxRecoverableReason order.TaxReason              `json:"tax_recoverable_reason,omitzero"`
	TaxOverride          optional.Maybe[money.Amount] `json:"tax_override,omitzero"`
	ApplyWarehouseCosts  bool                         `json:"apply_warehouse_costs"`
	Payments             []order.Payment              `json:"payments"`
	AssigneeID           optional.Maybe[id.User]      `json:"assignee_id,omitzero"`
	Note                 optional.Maybe[string]       `json:"note,omitzero"`
	TagIDs               []int64                      `json:"tag_ids"`
	OnHold               bool                         `json:"on_hold"`
	ConfirmedAt          optional.Maybe[time.Time]    `json:"confirmed_at,omitzero"`
	ShippedAt            optional.Maybe[time.Time]    `json:"shipped_at,omitzero"`
	SentAt               optional.Maybe[time.Time]    `json:"sent_at,omitzero"`
}

type storedOtherCost struct {
	Label      string            `json:"label"`
	Amount     money.Amount      `json:"amount"`
	Currency   money.Currency    `json:"currency"`
	Allocation landed.Allocation `json:"allocation"`
	TaxRate    money.Percent     `json:"tax_rate,omitzero"`

	Payee        landed.Payee               `json:"payee,omitzero"`
	ExchangeRate optional.Maybe[money.Rate] `json:"rate,omitzero"`
}

type storedPayment struct {
	PaidOn    date.Date              `json:"paid_on"`
	Amount    money.Amount           `json:"amount"`
	Kind      order.PaymentKind      `json:"kind"`
	Reference optional.Maybe[string] `json:"reference,omitzero"`
}

type storedSupplier struct {
	Name         string                         `json:"name"`
	Code         optional.Maybe[string]         `json:"code,omitzero"`
	Currency     optional.Maybe[money.Currency] `json:"currency,omitzero"`
	PaymentTerms optional.Maybe[string]         `json:"payment_terms,omitzero"`
}

type storedWarehouse struct {
	Name string `json:"name"`
	Type string `json:"type"`
}

type storedCounts struct {
	Items       int64 `json:"items"`
	Open        int64 `json:"open"`
	Over        int64 `json:"over"`
	Ordered     int64 `json:"ordered"`
	Cancelled   int64 `json:"cancelled"`
	Received    int64 `json:"received"`
	Outstanding int64 `json:"outstanding"`
	ClosedShort int64 `json:"closed_short"`
	Lines       int64 `json:"lines"`
}

type storedSums struct {
	Subtotal    optional.Maybe[money.Amount] `json:"subtotal,omitzero"`
	Tax         optional.Maybe[money.Amount] `json:"tax,omitzero"`
	Total       optional.Maybe[money.Amount] `json:"total,omitzero"`
	LandedTotal optional.Maybe[money.Amount] `json:"landed_total,omitzero"`
}

type storedItemSnapshot struct {
	ID          order.ItemID              `json:"-"`
	Team        id.Team                   `json:"-"`
	Order       order.ID                  `json:"-"`
	Serial      int64                     `json:"serial"`
	Values      order.ItemValues          `json:"values"`
	Target      purchasing.CostTarget     `json:"target"`
	SKU         optional.Maybe[string]    `json:"sku,omitzero"`
	Accepted    int64                     `json:"accepted"`
	Rejected    int64                     `json:"rejected"`
	Returned    int64                     `json:"returned"`
	ToReplace   int64                     `json:"to_replace"`
	Billed      int64                     `json:"billed,omitzero"`
	ClosedShort int64                     `json:"closed_short"`
	Came        optional.Maybe[date.Date] `json:"came,omitzero"`
	Lines       int64                     `json:"lines"`
	Landed      landed.Item               `json:"landed"`
	Version     int64                     `json:"-"`
	CreatedAt   time.Time                 `json:"-"`
	UpdatedAt   time.Time                 `json:"-"`
}

type storedItemValues struct {
	Position      int                            `json:"position"`
	ProductID     optional.Maybe[int64]          `json:"product_id,omitzero"`
	SKUID         optional.Maybe[int64]          `json:"skuid,omitzero"`
	OfferID       optional.Maybe[int64]          `json:"offer_id,omitzero"`
	ASIN          optional.Maybe[string]         `json:"asin,omitzero"`
	MarketplaceID optional.Maybe[marketplace.ID] `json:"marketplace_id,omitzero"`
	SupplierSKU   optional.Maybe[string]         `json:"supplier_sku,omitzero"`
	GTIN          optional.Maybe[string]         `json:"gtin,omitzero"`
	Title         optional.Maybe[string]         `json:"title,omitzero"`
	Quantity      int64                          `json:"quantity"`
	Cancelled     int64                          `json:"cancelled"`
	CaseQuantity  optional.Maybe[int64]          `json:"case_quantity,omitzero"`
	UnitsPerCase  optional.Maybe[int64]          `json:"units_per_case,omitzero"`
	UnitCost      optional.Maybe[money.Amount]   `json:"unit_cost,omitzero"`
	Price         optional.Maybe[money.Price]    `json:"price,omitzero"`
	Discount      money.Percent                  `json:"discount"`
	TaxRate       money.Percent                  `json:"tax_rate"`
	WeightG       optional.Maybe[int64]          `json:"weight_g,omitzero"`
	ExpectedDate  optional.Maybe[date.Date]      `json:"expected_date,omitzero"`
	Note          optional.Maybe[string]         `json:"note,omitzero"`
}

type storedPrice struct {
	Amount money.Amount `json:"amount"`
	Units  int64        `json:"units"`
}

type storedCostTarget struct {
	Kind purchasing.CostTargetKind `json:"kind"`
	ID   int64                     `json:"id"`
}

type storedItem struct {
	LineTotal     optional.Maybe[money.Amount]   `json:"line_total,omitzero"`
	DiscountShare optional.Maybe[money.Amount]   `json:"discount_share,omitzero"`
	Net           optional.Maybe[money.Amount]   `json:"net,omitzero"`
	Tax           optional.Maybe[money.Amount]   `json:"tax,omitzero"`
	ShippingShare optional.Maybe[money.Amount]   `json:"shipping_share,omitzero"`
	OtherShares   []optional.Maybe[money.Amount] `json:"other_shares"`
	LandedTotal   optional.Maybe[money.Amount]   `json:"landed_total,omitzero"`
	LandedUnit    optional.Maybe[money.Amount]   `json:"landed_unit,omitzero"`
}
