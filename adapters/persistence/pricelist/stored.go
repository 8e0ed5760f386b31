package pricelist

import (
	"time"

	"sellingassistant/adapters/persistence/record"
	"sellingassistant/domain/kernel/asin"
	"sellingassistant/domain/kernel/columns"
	"sellingassistant/domain/kernel/id"
	"sellingassistant/domain/kernel/marketplace"
	"sellingassistant/domain/kernel/money"
	"sellingassistant/domain/kernel/optional"
	"sellingassistant/domain/kernel/vat"
	"sellingassistant/domain/pricelist"
)

// The json tags name the stored members. Changing a name needs a migration.
func init() {
	record.DeclareDocument("pricelist_analyses",
		func(v *pricelist.Values) *storedValues { return (*storedValues)(v) })
	record.DeclarePart(func(v *pricelist.Options) *storedOptions { return (*storedOptions)(v) })
	record.DeclarePart(func(v *pricelist.Skip) *storedSkip { return (*storedSkip)(v) })
	record.DeclarePart(func(v *pricelist.Expenses) *storedExpenses { return (*storedExpenses)(v) })
	record.DeclarePart(func(v *pricelist.VAT) *storedVAT { return (*storedVAT)(v) })
	record.DeclarePart(func(v *pricelist.Rate) *storedRate { return (*storedRate)(v) })
	record.DeclarePart(func(v *pricelist.Mapping) *storedMapping { return (*storedMapping)(v) })
	record.DeclarePart(func(v *pricelist.Column) *storedColumn { return (*storedColumn)(v) })
	record.DeclareDocument("pricelist_items",
		func(v *pricelist.ItemValues) *storedItemValues { return (*storedItemValues)(v) })
	record.DeclarePart(func(v *pricelist.Row) *storedRow { return (*storedRow)(v) })
	record.DeclarePart(func(v *pricelist.Input) *storedInput { return (*storedInput)(v) })
	record.DeclarePart(func(v *pricelist.Facts) *storedFacts { return (*storedFacts)(v) })
	record.DeclarePart(func(v *pricelist.Dimensions) *storedDimensions { return (*storedDimensions)(v) })
	record.DeclarePart(func(v *pricelist.Charge) *storedCharge { return (*storedCharge)(v) })
	record.DeclarePart(func(v *pricelist.Edits) *storedEdits { return (*storedEdits)(v) })
}

type storedValues struct {
	Name            string                            `json:"name"`
	Marketplace     marketplace.ID                    `json:"marketplace"`
	Supplier        optional.Maybe[int64]             `json:"supplier,omitzero"`
	Currency        money.Currency                    `json:"currency"`
	Way             pricelist.Fulfillment             `json:"way"`
	Options         pricelist.Options                 `json:"options"`
	Skip            pricelist.Skip                    `json:"skip"`
	Expenses        pricelist.Expenses                `json:"expenses"`
	ExpensesVersion int64                             `json:"expenses_version"`
	ShownVersion    int64                             `json:"shown_version"`
	ShownExpenses   pricelist.Expenses                `json:"shown_expenses"`
	Recounted       pricelist.ItemID                  `json:"recounted"`
	Mapping         optional.Maybe[pricelist.Mapping] `json:"mapping,omitzero"`
	Fingerprint     string                            `json:"fingerprint"`
	Document        optional.Maybe[int64]             `json:"document,omitzero"`
	User            id.User                           `json:"user"`
	Stage           pricelist.Stage                   `json:"stage"`
	Rows            int64                             `json:"rows"`
	Valid           int64                             `json:"valid"`
	Invalid         int64                             `json:"invalid"`
	Processed       int64                             `json:"processed"`
	Found           int64                             `json:"found"`
	Unmatched       int64                             `json:"unmatched"`
	Failed          int64                             `json:"failed"`
	Worked          int64                             `json:"worked"`
	Coded           int64                             `json:"coded"`
	Asked           int64                             `json:"asked"`
	Results         int64                             `json:"results"`
	Cursor          pricelist.ItemID                  `json:"cursor"`
	Progress        int64                             `json:"progress"`
	Bound           pricelist.Bound                   `json:"bound"`
	Warnings        []string                          `json:"warnings"`
	Error           string                            `json:"error"`
	Reason          string                            `json:"reason,omitzero"`
	StartedAt       optional.Maybe[time.Time]         `json:"started_at,omitzero"`
	FinishedAt      optional.Maybe[time.Time]         `json:"finished_at,omitzero"`
	StageAt         optional.Maybe[time.Time]         `json:"stage_at,omitzero"`
	WorkedAt        optional.Maybe[time.Time]         `json:"worked_at,omitzero"`
}

type storedOptions struct {
	AllMatches   bool                  `json:"all_matches"`
	Restrictions bool                  `json:"restrictions"`
	FullList     bool                  `json:"full_list"`
	CreateOffers bool                  `json:"create_offers"`
	MaxAgeHours  optional.Maybe[int64] `json:"max_age_hours,omitzero"`
}

type storedSkip struct {
	MaxRank    optional.Maybe[int64]        `json:"max_rank,omitzero"`
	Categories []string                     `json:"categories"`
	MaxCost    optional.Maybe[money.Amount] `json:"max_cost,omitzero"`
}

type storedExpenses struct {
	Prep          money.Amount                  `json:"prep"`
	Label         money.Amount                  `json:"label"`
	Bag           money.Amount                  `json:"bag"`
	Bundle        money.Amount                  `json:"bundle"`
	ThirdParty    money.Amount                  `json:"third_party"`
	Misc          money.Amount                  `json:"misc"`
	Inbound       optional.Maybe[money.Amount]  `json:"inbound,omitzero"`
	InboundKG     optional.Maybe[money.Amount]  `json:"inbound_kg,omitzero"`
	Outbound      optional.Maybe[money.Amount]  `json:"outbound,omitzero"`
	Warehouse     optional.Maybe[int64]         `json:"warehouse,omitzero"`
	StorageMonths optional.Maybe[money.Amount]  `json:"storage_months,omitzero"`
	VAT           pricelist.VAT                 `json:"vat"`
	SalesTax      money.Percent                 `json:"sales_tax"`
	Discount      money.Percent                 `json:"discount"`
	Cashback      money.Percent                 `json:"cashback"`
	Returns       money.Percent                 `json:"returns"`
	MiscOfCost    money.Percent                 `json:"misc_of_cost"`
	Rates         []pricelist.Rate              `json:"rates"`
	Basis         pricelist.Basis               `json:"basis"`
	TargetROI     optional.Maybe[money.Percent] `json:"target_roi,omitzero"`
	MinMargin     optional.Maybe[money.Percent] `json:"min_margin,omitzero"`
	MinProfit     optional.Maybe[money.Amount]  `json:"min_profit,omitzero"`
}

type storedVAT struct {
	Scheme          optional.Maybe[vat.Scheme]    `json:"scheme,omitzero"`
	Rate            optional.Maybe[money.Percent] `json:"rate,omitzero"`
	CostIncludesVAT bool                          `json:"cost_includes_vat"`
	Flat            optional.Maybe[money.Percent] `json:"flat,omitzero"`
}

type storedRate struct {
	Currency money.Currency `json:"currency"`
	Rate     money.Rate     `json:"rate"`
}

type storedMapping struct {
	Sheet       string                   `json:"sheet"`
	HeaderRow   int64                    `json:"header_row"`
	Columns     []pricelist.Column       `json:"columns"`
	Type        pricelist.IdentifierType `json:"type"`
	Decimal     columns.Decimal          `json:"decimal"`
	Passthrough []pricelist.Column       `json:"passthrough"`
}

type storedColumn struct {
	Field  pricelist.Field `json:"field"`
	At     int             `json:"at"`
	Header string          `json:"header"`
	Sign   string          `json:"sign"`
	Base   int64           `json:"base"`
	Mark   string          `json:"mark,omitzero"`
}

type storedItemValues struct {
	Analysis pricelist.ID  `json:"analysis"`
	Key      string        `json:"key"`
	Row      pricelist.Row `json:"row"`
}

type storedRow struct {
	Number    int64             `json:"number"`
	Input     pricelist.Input   `json:"input"`
	Repaired  bool              `json:"repaired"`
	Duplicate bool              `json:"duplicate"`
	Status    pricelist.Status  `json:"status"`
	Problem   string            `json:"problem"`
	Matches   []pricelist.Facts `json:"matches"`
	Found     int64             `json:"found"`
	Place     int64             `json:"place"`
	Edits     pricelist.Edits   `json:"edits"`
	Liked     bool              `json:"liked"`
}

type storedInput struct {
	Ref         string                       `json:"ref"`
	Identifier  string                       `json:"identifier"`
	Type        pricelist.IdentifierType     `json:"type"`
	Cost        optional.Maybe[money.Amount] `json:"cost,omitzero"`
	CaseCost    optional.Maybe[money.Amount] `json:"case_cost,omitzero"`
	Currency    money.Currency               `json:"currency"`
	PackSize    optional.Maybe[int64]        `json:"pack_size,omitzero"`
	Minimum     optional.Maybe[int64]        `json:"minimum,omitzero"`
	Quantity    optional.Maybe[int64]        `json:"quantity,omitzero"`
	Title       string                       `json:"title"`
	Brand       string                       `json:"brand"`
	SupplierSKU string                       `json:"supplier_sku"`
	MAP         optional.Maybe[money.Amount] `json:"map,omitzero"`
	Extra       map[string]string            `json:"extra,omitzero"`
}

type storedFacts struct {
	ASIN            asin.ASIN                             `json:"asin"`
	Title           string                                `json:"title"`
	Brand           string                                `json:"brand"`
	Image           string                                `json:"image"`
	URL             string                                `json:"url"`
	Category        string                                `json:"category"`
	Root            string                                `json:"root"`
	Type            string                                `json:"type"`
	Parent          string                                `json:"parent"`
	BuyBox          optional.Maybe[money.Amount]          `json:"buy_box,omitzero"`
	LowestFBA       optional.Maybe[money.Amount]          `json:"lowest_fba,omitzero"`
	LowestFBM       optional.Maybe[money.Amount]          `json:"lowest_fbm,omitzero"`
	Amazon          optional.Maybe[money.Amount]          `json:"amazon,omitzero"`
	List            optional.Maybe[money.Amount]          `json:"list,omitzero"`
	Mean90          optional.Maybe[money.Amount]          `json:"mean90,omitzero"`
	OffersFBA       optional.Maybe[int64]                 `json:"offers_fba,omitzero"`
	OffersFBM       optional.Maybe[int64]                 `json:"offers_fbm,omitzero"`
	AmazonInStock   optional.Maybe[bool]                  `json:"amazon_in_stock,omitzero"`
	Rank            optional.Maybe[int64]                 `json:"rank,omitzero"`
	RankTop         optional.Maybe[money.Percent]         `json:"rank_top,omitzero"`
	Sales           optional.Maybe[int64]                 `json:"sales,omitzero"`
	SalesLow        optional.Maybe[int64]                 `json:"sales_low,omitzero"`
	SalesHigh       optional.Maybe[int64]                 `json:"sales_high,omitzero"`
	SalesLabel      string                                `json:"sales_label"`
	OwnSales        optional.Maybe[int64]                 `json:"own_sales,omitzero"`
	RankDrops       optional.Maybe[int64]                 `json:"rank_drops,omitzero"`
	PackageQuantity optional.Maybe[int64]                 `json:"package_quantity,omitzero"`
	NumberOfItems   optional.Maybe[int64]                 `json:"number_of_items,omitzero"`
	Size            pricelist.Dimensions                  `json:"size"`
	Hazmat          optional.Maybe[bool]                  `json:"hazmat,omitzero"`
	Meltable        optional.Maybe[bool]                  `json:"meltable,omitzero"`
	Oversize        optional.Maybe[bool]                  `json:"oversize,omitzero"`
	Adult           optional.Maybe[bool]                  `json:"adult,omitzero"`
	Suppressed      optional.Maybe[bool]                  `json:"suppressed,omitzero"`
	Restriction     optional.Maybe[pricelist.Restriction] `json:"restriction,omitzero"`
	RestrictionAt   time.Time                             `json:"restriction_at"`
	Charges         []pricelist.Charge                    `json:"charges"`
	Source          string                                `json:"source"`
	AsOf            time.Time                             `json:"as_of"`
	Stale           bool                                  `json:"stale"`
}

type storedDimensions struct {
	Length int64 `json:"length"`
	Width  int64 `json:"width"`
	Height int64 `json:"height"`
	Weight int64 `json:"weight"`
}

type storedCharge struct {
	Type     string       `json:"type"`
	Name     string       `json:"name"`
	Merchant bool         `json:"merchant"`
	Price    money.Amount `json:"price"`
	Amount   money.Amount `json:"amount"`
}

type storedEdits struct {
	Cost           optional.Maybe[money.Amount]          `json:"cost,omitzero"`
	Price          optional.Maybe[money.Amount]          `json:"price,omitzero"`
	Prep           optional.Maybe[money.Amount]          `json:"prep,omitzero"`
	Inbound        optional.Maybe[money.Amount]          `json:"inbound,omitzero"`
	ReferralFee    optional.Maybe[money.Amount]          `json:"referral_fee,omitzero"`
	FulfillmentFee optional.Maybe[money.Amount]          `json:"fulfillment_fee,omitzero"`
	PackSize       optional.Maybe[int64]                 `json:"pack_size,omitzero"`
	AmazonUnits    optional.Maybe[int64]                 `json:"amazon_units,omitzero"`
	Match          optional.Maybe[int64]                 `json:"match,omitzero"`
	Buy            optional.Maybe[int64]                 `json:"buy,omitzero"`
	Discount       optional.Maybe[money.Percent]         `json:"discount,omitzero"`
	Fulfillment    optional.Maybe[pricelist.Fulfillment] `json:"fulfillment,omitzero"`
}
