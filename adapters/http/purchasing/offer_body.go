package purchasing

import (
	"sellingassistant/adapters/http/httpx/body"
	"sellingassistant/domain/kernel/date"
	"sellingassistant/domain/kernel/marketplace"
	"sellingassistant/domain/kernel/money"
	"sellingassistant/domain/kernel/optional"
	"sellingassistant/domain/purchasing"
)

// SupplierOffer shows a supplier's price for a product. Costs are for one unit. Unknown values are
// null.
type SupplierOffer struct {
	ID                  int64         `json:"id" doc:"Identifier of the offer."`
	SupplierID          int64         `json:"supplier_id" doc:"The supplier of the offer."`
	SupplierSKU         *string       `json:"supplier_sku" doc:"The supplier's SKU of the product."`
	InventoryProductID  *int64        `json:"inventory_product_id" doc:"The inventory product that it is matched with."`
	ASIN                *string       `json:"asin" doc:"Amazon's identifier of the thing."`
	MarketplaceID       *string       `json:"marketplace_id" doc:"Amazon's identifier of the marketplace of asin."`
	GTINs               []string      `json:"gtins" doc:"Codes of the thing, as they were written."`
	Title               *string       `json:"title" doc:"Title of the product."`
	Brand               *string       `json:"brand" doc:"Its brand."`
	URL                 *string       `json:"url" doc:"Where the offer is on the web; it is not fetched."`
	UnitCost            body.Money    `json:"unit_cost" doc:"Cost of one unit, in currency."`
	Currency            string        `json:"currency" doc:"ISO 4217 code of the amounts."`
	PackSize            int           `json:"pack_size" doc:"Units in a case."`
	CaseCost            *body.Money   `json:"case_cost" doc:"Cost of a case, in currency."`
	MOQ                 int           `json:"moq" doc:"The least number of units that can be ordered."`
	OrderMultiple       int           `json:"order_multiple" doc:"Units are ordered in multiples of this."`
	PriceBreaks         []PriceBreak  `json:"price_breaks" doc:"Unit costs by quantity, each from a quantity on."`
	LeadTimeDays        *int          `json:"lead_time_days" doc:"Days from order to receipt."`
	Availability        string        `json:"availability" doc:"unknown, in_stock, low or out."`
	AvailableQuantity   *int          `json:"available_quantity" doc:"Units that the supplier has."`
	CheckedAt           *body.Time    `json:"checked_at" doc:"When availability was looked at."`
	ValidFrom           *string       `json:"valid_from" doc:"First day of the offer."`
	ValidTo             *string       `json:"valid_to" doc:"Last day of the offer."`
	Preferred           bool          `json:"preferred" doc:"Whether the product is bought here first: one offer of a product's."`
	Status              string        `json:"status" doc:"active or inactive."`
	PreviousUnitCost    *body.Money   `json:"previous_unit_cost" doc:"Unit cost before the last change, in currency."`
	CostChangePercent   *body.Percent `json:"cost_change_percent" doc:"By how much the last change of unit_cost was."`
	LastSeenAt          *body.Time    `json:"last_seen_at" doc:"When the offer was last written."`
	LastOrderedUnitCost *body.Money   `json:"last_ordered_unit_cost" doc:"Unit cost in the last order that was placed, in currency; null if that order was in another currency."`
	LastOrderedAt       *body.Time    `json:"last_ordered_at" doc:"When an order with it was last placed."`
	Source              OfferSource   `json:"source" doc:"Where the figures came from."`
	NotesCount          int64         `json:"notes_count" doc:"Notes about it."`
	PriceHistory        []OfferPrice  `json:"price_history" doc:"The newest 50 prices, the newest first; empty in lists."`
	Version             int64         `json:"version" doc:"Counts the changes, for If-Match."`
	CreatedAt           body.Time     `json:"created_at" doc:"When the offer was made."`
	UpdatedAt           body.Time     `json:"updated_at" doc:"When the offer last changed."`
}

// LiveMembers lists the members that change without updated_at.
func (SupplierOffer) LiveMembers() []string {
	return []string{"notes_count"}
}

// PriceBreak has the unit cost from a quantity on.
type PriceBreak struct {
	MinQuantity int        `json:"min_quantity" minimum:"1" maximum:"1000000" doc:"The least number of units."`
	UnitCost    body.Money `json:"unit_cost" minimum:"0" doc:"Unit cost from that quantity on, in the currency of the offer."`
}

// OfferSource names the source of figures.
type OfferSource struct {
	Kind string `json:"kind" doc:"api, or the kind of a record."`
	ID   *int64 `json:"id" doc:"The record."`
}

// OfferPrice has the unit cost from a time on.
type OfferPrice struct {
	UnitCost body.Money  `json:"unit_cost" doc:"Unit cost, in currency."`
	Currency string      `json:"currency" doc:"ISO 4217 code."`
	From     body.Time   `json:"from" doc:"Since when."`
	Source   OfferSource `json:"source" doc:"Where the price came from."`
}

// SupplierOfferMembers has the members of an offer that its users may write, except its supplier.
type SupplierOfferMembers struct {
	SupplierSKU        body.Field[string]                           `json:"supplier_sku,omitzero" minLength:"1" maxLength:"100" doc:"The supplier's SKU of the product; no other offer of the supplier has it. Not blank, on one line. Null clears it."`
	InventoryProductID body.Field[body.RecordID]                    `json:"inventory_product_id,omitzero" doc:"The inventory product to match it with. Null takes the match away."`
	ASIN               body.Field[body.ASIN]                        `json:"asin,omitzero" doc:"Goes with marketplace_id. Null clears it."`
	MarketplaceID      body.Field[body.MarketplaceID]               `json:"marketplace_id,omitzero" doc:"Goes with asin. Null clears it."`
	GTINs              body.Opt[[]string]                           `json:"gtins,omitzero" maxItems:"20" doc:"8, 12, 13 or 14 digits each, with a fitting check digit, each once."`
	Title              body.Field[string]                           `json:"title,omitzero" minLength:"1" maxLength:"500" doc:"Not blank, on one line. Null clears it."`
	Brand              body.Field[string]                           `json:"brand,omitzero" minLength:"1" maxLength:"200" doc:"Not blank, on one line. Null clears it."`
	URL                body.Field[string]                           `json:"url,omitzero" minLength:"1" maxLength:"2000" doc:"Not blank, on one line. An http or https address; it is not fetched. Null clears it."`
	UnitCost           body.Opt[body.Money]                         `json:"unit_cost,omitzero" minimum:"0" doc:"Cost of one unit, never of a case; unit_cost is required for a new offer without case_cost."`
	Currency           body.Opt[body.Currency]                      `json:"currency,omitzero" doc:"ISO 4217 code: the supplier's at first, or else the team's."`
	PackSize           body.Opt[int]                                `json:"pack_size,omitzero" minimum:"1" maximum:"100000" doc:"Units in a case; 1 at first."`
	CaseCost           body.Field[body.Money]                       `json:"case_cost,omitzero" minimum:"0" doc:"Cost of a case. Without unit_cost it sets unit_cost, in four decimals rounded half up. With unit_cost it must be unit_cost times pack_size, rounded half up to a price in currency. Null clears it."`
	MOQ                body.Opt[int]                                `json:"moq,omitzero" minimum:"1" maximum:"1000000" doc:"1 at first."`
	OrderMultiple      body.Opt[int]                                `json:"order_multiple,omitzero" minimum:"1" maximum:"1000000" doc:"pack_size at first."`
	PriceBreaks        body.Opt[[]PriceBreak]                       `json:"price_breaks,omitzero" maxItems:"20" doc:"Quantities rise and costs do not; the list is replaced as a whole."`
	LeadTimeDays       body.Field[int]                              `json:"lead_time_days,omitzero" minimum:"0" maximum:"3650" doc:"Null clears it."`
	Availability       body.Opt[body.Word[purchasing.Availability]] `json:"availability,omitzero" doc:"unknown at first."`
	AvailableQuantity  body.Field[int]                              `json:"available_quantity,omitzero" minimum:"0" maximum:"1000000000" doc:"Null clears it."`
	CheckedAt          body.Field[body.Time]                        `json:"checked_at,omitzero" doc:"Null clears it."`
	ValidFrom          body.Field[body.Day]                         `json:"valid_from,omitzero" doc:"Null clears it."`
	ValidTo            body.Field[body.Day]                         `json:"valid_to,omitzero" doc:"Not before valid_from. Null clears it."`
	Preferred          body.Opt[bool]                               `json:"preferred,omitzero" doc:"Needs an inventory product; true takes it from the product's offer that had it. false at first."`
	Status             body.Opt[body.Word[purchasing.Status]]       `json:"status,omitzero" doc:"active at first."`
}

// NewSupplierOffer makes an offer.
type NewSupplierOffer struct {
	SupplierID body.RecordID `json:"supplier_id" doc:"The supplier of the offer."`
	SupplierOfferMembers
}

// SupplierOfferPatch changes an offer.
type SupplierOfferPatch struct {
	body.AtLeastOne
	SupplierOfferMembers
}

func offerOf(o purchasing.Offer) SupplierOffer {
	v := o.Values
	return SupplierOffer{
		ID: int64(o.ID), SupplierID: int64(v.Supplier), SupplierSKU: v.SupplierSKU.Ptr(), InventoryProductID: (*int64)(v.Product.Ptr()),
		ASIN: v.ASIN.Ptr(), MarketplaceID: (*string)(v.Marketplace.Ptr()), GTINs: v.GTINs, Title: v.Title.Ptr(), Brand: v.Brand.Ptr(), URL: v.URL.Ptr(),
		UnitCost: body.MoneyOf(v.UnitCost), Currency: string(v.Currency), PackSize: v.PackSize, CaseCost: body.Maybe(v.CaseCost, body.MoneyOf),
		MOQ: v.MOQ, OrderMultiple: v.OrderMultiple, PriceBreaks: body.Each(v.PriceBreaks, func(b purchasing.PriceBreak) PriceBreak {
			return PriceBreak{MinQuantity: b.MinQuantity, UnitCost: body.MoneyOf(b.UnitCost)}
		}), LeadTimeDays: v.LeadTimeDays.Ptr(), Availability: string(v.Availability), AvailableQuantity: v.AvailableQuantity.Ptr(),
		CheckedAt: body.Maybe(v.CheckedAt, body.TimeOf), ValidFrom: body.Maybe(v.ValidFrom, date.Date.String), ValidTo: body.Maybe(v.ValidTo, date.Date.String),
		Preferred: v.Preferred, Status: string(v.Status), PreviousUnitCost: body.Maybe(v.PreviousUnitCost, body.MoneyOf),
		CostChangePercent: body.Maybe(v.CostChange, body.PercentOf), LastSeenAt: body.Maybe(v.LastSeenAt, body.TimeOf),
		LastOrderedUnitCost: body.Maybe(v.Seen.LastOrderedUnitCost, body.MoneyOf), LastOrderedAt: body.Maybe(v.Seen.LastOrderedAt, body.TimeOf), NotesCount: v.Seen.Marks.Notes,
		Source: sourceOf(v.Source), PriceHistory: body.Each(v.Seen.History, func(p purchasing.OfferPrice) OfferPrice {
			return OfferPrice{UnitCost: body.MoneyOf(p.UnitCost), Currency: string(p.Currency), From: body.TimeOf(p.From), Source: sourceOf(p.Source)}
		}), Version: o.Version, CreatedAt: body.TimeOf(o.CreatedAt), UpdatedAt: body.TimeOf(o.UpdatedAt),
	}
}

func sourceOf(s purchasing.Source) OfferSource { return OfferSource{Kind: s.Kind, ID: s.ID.Ptr()} }

func (n NewSupplierOffer) patch() purchasing.OfferPatch {
	p := n.SupplierOfferMembers.patch()
	p.Supplier = optional.Put(purchasing.SupplierID(n.SupplierID))
	return p
}

func (m SupplierOfferMembers) patch() purchasing.OfferPatch {
	return purchasing.OfferPatch{
		SupplierSKU: m.SupplierSKU.Field, Product: body.IDField[purchasing.ProductID](m.InventoryProductID),
		ASIN:        optional.Map(m.ASIN.Field, func(a body.ASIN) string { return string(a) }),
		Marketplace: optional.Map(m.MarketplaceID.Field, func(id body.MarketplaceID) marketplace.ID { return marketplace.ID(id) }),
		GTINs:       m.GTINs.Field, Title: m.Title.Field, Brand: m.Brand.Field, URL: m.URL.Field,
		UnitCost: optional.Map(m.UnitCost.Field, body.Money.Amount), Currency: body.CurrencyField(body.Field[body.Currency](m.Currency)), PackSize: m.PackSize.Field,
		CaseCost: optional.Map(m.CaseCost.Field, body.Money.Amount), MOQ: m.MOQ.Field, OrderMultiple: m.OrderMultiple.Field,
		PriceBreaks: optional.Map(m.PriceBreaks.Field, func(list []PriceBreak) []purchasing.PriceBreak {
			return body.Each(list, func(b PriceBreak) purchasing.PriceBreak {
				return purchasing.PriceBreak{MinQuantity: b.MinQuantity, UnitCost: b.UnitCost.Amount()}
			})
		}), LeadTimeDays: m.LeadTimeDays.Field, Availability: body.Said(m.Availability), AvailableQuantity: m.AvailableQuantity.Field,
		CheckedAt: optional.Map(m.CheckedAt.Field, body.Time.Time), ValidFrom: optional.Map(m.ValidFrom.Field, body.Day.Date),
		ValidTo: optional.Map(m.ValidTo.Field, body.Day.Date), Preferred: m.Preferred.Field, Status: body.Said(m.Status),
	}
}

func exampleOffer() SupplierOffer {
	return SupplierOffer{
		ID: 1, SupplierID: 1, SupplierSKU: new("NW-1042"), InventoryProductID: new(int64(1)), GTINs: []string{"4006381333931"},
		Title: new("Steel bottle 0.7 l"), UnitCost: body.MoneyOf(money.MustParse("3.8")), Currency: "EUR", PackSize: 12,
		CaseCost: new(body.MoneyOf(money.MustParse("45.6"))), MOQ: 24, OrderMultiple: 12,
		PriceBreaks:  []PriceBreak{{MinQuantity: 240, UnitCost: body.MoneyOf(money.MustParse("3.5"))}},
		LeadTimeDays: new(10), Availability: "in_stock", Preferred: true, Status: "active",
		PreviousUnitCost: new(body.MoneyOf(money.MustParse("4"))), CostChangePercent: new(body.PercentOf(money.MustParsePercent("-5"))),
		LastSeenAt: new(body.Time("2026-03-20T09:41:07.120000Z")), Source: OfferSource{Kind: "api"},
		PriceHistory: []OfferPrice{
			{UnitCost: body.MoneyOf(money.MustParse("3.8")), Currency: "EUR", From: "2026-03-20T09:41:07.120000Z", Source: OfferSource{Kind: "api"}},
			{UnitCost: body.MoneyOf(money.MustParse("4")), Currency: "EUR", From: "2026-03-02T08:00:00.000000Z", Source: OfferSource{Kind: "api"}},
		},
		Version: 3, CreatedAt: "2026-03-02T08:00:00.000000Z", UpdatedAt: "2026-03-20T09:41:07.120000Z",
	}
}

func exampleOfferMembers() SupplierOfferMembers {
	return SupplierOfferMembers{
		SupplierSKU: body.FieldOf("NW-1042"), GTINs: body.OptOf([]string{"4006381333931"}), Title: body.FieldOf("Steel bottle 0.7 l"),
		CaseCost: body.FieldOf(body.MoneyOf(money.MustParse("45.6"))), PackSize: body.OptOf(12), MOQ: body.OptOf(24),
		PriceBreaks: body.OptOf([]PriceBreak{{MinQuantity: 240, UnitCost: body.MoneyOf(money.MustParse("3.5"))}}),
	}
}
