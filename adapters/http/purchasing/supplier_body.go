package purchasing

import (
	"sellingassistant/adapters/http/httpx/body"
	"sellingassistant/domain/kernel/money"
	"sellingassistant/domain/kernel/optional"
	"sellingassistant/domain/purchasing"
)

// Supplier shows a supplier of a team to clients. Unknown values are null.
type Supplier struct {
	ID                  int64             `json:"id" doc:"Identifier of the supplier."`
	Name                string            `json:"name" doc:"The name."`
	Code                *string           `json:"code" doc:"The team's own short name for it."`
	Type                string            `json:"type" doc:"Its trade: wholesale, distributor, brand, retail_online, retail_store, liquidator or other."`
	Status              string            `json:"status" doc:"active or inactive."`
	Website             *string           `json:"website" doc:"Its address on the web; it is not fetched."`
	Email               *string           `json:"email" doc:"Its e-mail address."`
	Phone               *string           `json:"phone" doc:"Its telephone number."`
	Contacts            []Contact         `json:"contacts" doc:"People to talk to."`
	Address             Address           `json:"address" doc:"Where it is."`
	TaxID               *string           `json:"tax_id" doc:"Its tax number."`
	AccountNumber       *string           `json:"account_number" doc:"The team's customer number there."`
	PaymentTerms        *string           `json:"payment_terms" doc:"When it wants to be paid."`
	Currency            *string           `json:"currency" doc:"ISO 4217 code of its amounts, and of new orders and offers."`
	MinOrderValue       *body.Money       `json:"min_order_value" doc:"The least that an order must be worth, in currency."`
	DefaultShippingCost *body.Money       `json:"default_shipping_cost" doc:"Its usual charge for a delivery, in currency."`
	DiscountPercent     *body.Percent     `json:"discount_percent" doc:"Discount on new order items, in percent."`
	DefaultTaxRate      *body.Percent     `json:"default_tax_rate" doc:"Tax rate of new order items, in percent."`
	PricesIncludeTax    *bool             `json:"prices_include_tax" doc:"Whether its prices have the tax in them."`
	TaxRecoverable      *bool             `json:"tax_recoverable" doc:"Whether the team gets the tax back."`
	DefaultLeadTimeDays *int              `json:"default_lead_time_days" doc:"Days from order to receipt."`
	DefaultOrderNote    *string           `json:"default_order_note" doc:"Note of new orders."`
	Aliases             []string          `json:"aliases" doc:"Names, domains and tax numbers on its invoices."`
	OpenOrders          int64             `json:"open_orders" doc:"Orders that are not received in full, closed or cancelled."`
	LastOrderAt         *body.Time        `json:"last_order_at" doc:"When the last order was made."`
	Tags                []body.RecordTag  `json:"tags" doc:"Its tags."`
	NotesCount          int64             `json:"notes_count" doc:"Notes about it."`
	DocumentsCount      int64             `json:"documents_count" doc:"Documents attached to it."`
	Scorecard           *Scorecard        `json:"scorecard" doc:"How its orders of the last 365 days went; null in lists, and without orders that were placed and not cancelled."`
	Warnings            []SupplierWarning `json:"warnings" doc:"Things to check; empty in lists."`
	Version             int64             `json:"version" doc:"Counts the changes, for If-Match."`
	CreatedAt           body.Time         `json:"created_at" doc:"When the supplier was made."`
	UpdatedAt           body.Time         `json:"updated_at" doc:"When the supplier last changed."`
}

// LiveMembers lists the members that change without updated_at.
func (Supplier) LiveMembers() []string {
	return []string{
		"open_orders", "last_order_at", "notes_count", "documents_count", "scorecard", "warnings",
	}
}

// SupplierWarning names another supplier that is likely to be the same.
type SupplierWarning struct {
	Code string `json:"code" doc:"possible_duplicate: the other supplier is likely to be the same."`
	ID   int64  `json:"id" doc:"The other supplier."`
	By   string `json:"by" doc:"Common property: tax_id, domain or name."`
}

// Scorecard sums up a supplier's orders. Percentages and days are null for fewer than three orders.
type Scorecard struct {
	Orders          int64             `json:"orders" doc:"Orders that were placed."`
	UnitsOrdered    int64             `json:"units_ordered" doc:"Units ordered, including cancelled units."`
	FillRatePercent *body.Percent     `json:"fill_rate_percent" doc:"Share of ordered units that came, over orders that were received or closed; a surplus of one item does not make up for another."`
	OnTimePercent   *body.Percent     `json:"on_time_percent" doc:"Share of items that were complete by their expected date, over those that are complete or past it."`
	RejectPercent   *body.Percent     `json:"reject_percent" doc:"Share of the units that came that were rejected."`
	LeadTimeDays    ScorecardLeadTime `json:"lead_time_days" doc:"Days from order to last receipt, over orders that were received or closed."`
	Spend           []ScorecardSpend  `json:"spend" doc:"Cost of orders, by currency code."`
	OverdueOrders   int64             `json:"overdue_orders" doc:"Orders that are late."`
}

// ScorecardLeadTime has the days from an order to its last receipt.
type ScorecardLeadTime struct {
	Average *body.Money `json:"average" doc:"Average days."`
	P90     *body.Money `json:"p90" doc:"Days within which nine of ten orders came."`
	Orders  int64       `json:"orders" doc:"Orders it was measured on."`
}

// ScorecardSpend sums up the orders in a currency.
type ScorecardSpend struct {
	Currency string     `json:"currency" doc:"ISO 4217 code."`
	Amount   body.Money `json:"amount" doc:"Total of the orders."`
}

// SupplierMembers has the members of a supplier that its users may write, except its name.
type SupplierMembers struct {
	Code                body.Field[string]                           `json:"code,omitzero" minLength:"1" maxLength:"32" doc:"Not blank, on one line. The team's own short name for it, which no other supplier has. Null clears it."`
	Type                body.Opt[body.Word[purchasing.SupplierType]] `json:"type,omitzero" doc:"Its trade; wholesale at first."`
	Status              body.Opt[body.Word[purchasing.Status]]       `json:"status,omitzero" doc:"active at first. An inactive supplier gets no new orders."`
	Website             body.Field[string]                           `json:"website,omitzero" minLength:"1" maxLength:"300" doc:"Not blank, on one line. An http or https address; it is not fetched. Null clears it."`
	Email               body.Field[string]                           `json:"email,omitzero" minLength:"1" maxLength:"254" doc:"Not blank, on one line. An e-mail address. Null clears it."`
	Phone               body.Field[string]                           `json:"phone,omitzero" minLength:"1" maxLength:"40" doc:"Not blank, on one line. A telephone number: digits, spaces and + - ( ) . / x #. Null clears it."`
	Contacts            body.Opt[[]ContactInput]                     `json:"contacts,omitzero" maxItems:"20" doc:"People to talk to, each with a name; the list is replaced as a whole."`
	Address             body.Field[AddressInput]                     `json:"address,omitzero" doc:"Where it is; replaced as a whole. Null empties it."`
	TaxID               body.Field[string]                           `json:"tax_id,omitzero" minLength:"1" maxLength:"64" doc:"Not blank, on one line. Null clears it."`
	AccountNumber       body.Field[string]                           `json:"account_number,omitzero" minLength:"1" maxLength:"64" doc:"Not blank, on one line. The team's customer number there. Null clears it."`
	PaymentTerms        body.Field[string]                           `json:"payment_terms,omitzero" minLength:"1" maxLength:"200" doc:"Not blank, on one line. Null clears it."`
	Currency            body.Field[body.Currency]                    `json:"currency,omitzero" doc:"ISO 4217 code of the amounts, and of new orders and offers. Null clears it."`
	MinOrderValue       body.Field[body.Money]                       `json:"min_order_value,omitzero" minimum:"0" doc:"Null clears it."`
	DefaultShippingCost body.Field[body.Money]                       `json:"default_shipping_cost,omitzero" minimum:"0" doc:"Null clears it."`
	DiscountPercent     body.Field[body.Percent]                     `json:"discount_percent,omitzero" minimum:"0" maximum:"100" doc:"Null clears it."`
	DefaultTaxRate      body.Field[body.Percent]                     `json:"default_tax_rate,omitzero" minimum:"0" maximum:"100" doc:"Null clears it."`
	PricesIncludeTax    body.Field[bool]                             `json:"prices_include_tax,omitzero" doc:"Null clears it."`
	TaxRecoverable      body.Field[bool]                             `json:"tax_recoverable,omitzero" doc:"Null clears it."`
	DefaultLeadTimeDays body.Field[int]                              `json:"default_lead_time_days,omitzero" minimum:"0" maximum:"3650" doc:"Null clears it."`
	DefaultOrderNote    body.Field[string]                           `json:"default_order_note,omitzero" minLength:"1" maxLength:"2000" doc:"Not blank. Note of new orders, on several lines. Null clears it."`
	Aliases             body.Opt[[]string]                           `json:"aliases,omitzero" maxItems:"50" doc:"Names, domains and tax numbers on its invoices, 1 to 200 characters each, not blank, on one line, each once; no other supplier has them. The list is replaced as a whole."`
	TagIDs              body.Opt[[]body.ID]                          `json:"tag_ids,omitzero" maxItems:"100" doc:"Tags of the team, each once. The list is replaced as a whole."`
}

// NewSupplier makes a supplier.
type NewSupplier struct {
	Name string `json:"name" minLength:"1" maxLength:"200" doc:"Name of the supplier; no other supplier has it. Not blank, on one line."`
	SupplierMembers
}

// SupplierPatch changes a supplier.
type SupplierPatch struct {
	body.AtLeastOne
	Name body.Opt[string] `json:"name,omitzero" minLength:"1" maxLength:"200" doc:"Name of the supplier; no other supplier has it. Not blank, on one line."`
	SupplierMembers
}

func supplierOf(s purchasing.Supplier) Supplier {
	v := s.Values
	return Supplier{
		ID: int64(s.ID), Name: v.Name, Code: v.Code.Ptr(), Type: string(v.Type), Status: string(v.Status), Website: v.Website.Ptr(),
		Email: v.Email.Ptr(), Phone: v.Phone.Ptr(), Contacts: body.Each(v.Contacts, contactOf), Address: addressOf(v.Address),
		TaxID: v.TaxID.Ptr(), AccountNumber: v.AccountNumber.Ptr(), PaymentTerms: v.PaymentTerms.Ptr(),
		Currency: (*string)(v.Currency.Ptr()), MinOrderValue: body.Maybe(v.MinOrderValue, body.MoneyOf),
		DefaultShippingCost: body.Maybe(v.DefaultShippingCost, body.MoneyOf), DiscountPercent: body.Maybe(v.DiscountPercent, body.PercentOf),
		DefaultTaxRate: body.Maybe(v.DefaultTaxRate, body.PercentOf), PricesIncludeTax: v.PricesIncludeTax.Ptr(),
		TaxRecoverable: v.TaxRecoverable.Ptr(), DefaultLeadTimeDays: v.DefaultLeadTimeDays.Ptr(), DefaultOrderNote: v.DefaultOrderNote.Ptr(),
		Aliases: v.Aliases, OpenOrders: v.Seen.OpenOrders, LastOrderAt: body.Maybe(v.Seen.LastOrderAt, body.TimeOf),
		Tags: body.RecordTags(v.Seen.Marks), NotesCount: v.Seen.Marks.Notes, DocumentsCount: v.Seen.Documents, Warnings: body.Each(v.Seen.Twins, func(t purchasing.SupplierTwin) SupplierWarning {
			return SupplierWarning{Code: "possible_duplicate", ID: int64(t.ID), By: string(t.By)}
		}), Scorecard: body.Maybe(v.Seen.Scorecard, scorecardOf), Version: s.Version, CreatedAt: body.TimeOf(s.CreatedAt), UpdatedAt: body.TimeOf(s.UpdatedAt),
	}
}

func scorecardOf(c purchasing.Scorecard) Scorecard {
	days := c.LeadTime
	return Scorecard{
		Orders: c.Orders, UnitsOrdered: c.UnitsOrdered, FillRatePercent: body.Maybe(c.FillRate, body.PercentOf),
		OnTimePercent: body.Maybe(c.OnTime, body.PercentOf), RejectPercent: body.Maybe(c.Rejects, body.PercentOf),
		LeadTimeDays: ScorecardLeadTime{Average: body.Maybe(days.Average, body.MoneyOf), P90: body.Maybe(days.P90, body.MoneyOf), Orders: days.Orders},
		Spend: body.Each(c.Spend, func(e money.Sum) ScorecardSpend {
			return ScorecardSpend{Currency: string(e.Currency), Amount: body.MoneyOf(e.Amount)}
		}),
		OverdueOrders: c.OverdueOrders,
	}
}

func (n NewSupplier) patch() purchasing.SupplierPatch {
	p := n.SupplierMembers.patch()
	p.Name = optional.Put(n.Name)
	return p
}

func (c SupplierPatch) patch() purchasing.SupplierPatch {
	p := c.SupplierMembers.patch()
	p.Name = c.Name.Field
	return p
}

func (m SupplierMembers) patch() purchasing.SupplierPatch {
	return purchasing.SupplierPatch{
		Code: m.Code.Field, Type: body.Said(m.Type), Status: body.Said(m.Status), Website: m.Website.Field, Email: m.Email.Field,
		Phone: m.Phone.Field, Contacts: optional.Map(m.Contacts.Field, func(list []ContactInput) []purchasing.Contact {
			return body.Each(list, ContactInput.contact)
		}), Address: addressField(m.Address), TaxID: m.TaxID.Field, AccountNumber: m.AccountNumber.Field, PaymentTerms: m.PaymentTerms.Field,
		Currency: body.CurrencyField(m.Currency), MinOrderValue: optional.Map(m.MinOrderValue.Field, body.Money.Amount),
		DefaultShippingCost: optional.Map(m.DefaultShippingCost.Field, body.Money.Amount),
		DiscountPercent:     optional.Map(m.DiscountPercent.Field, body.Percent.Exact),
		DefaultTaxRate:      optional.Map(m.DefaultTaxRate.Field, body.Percent.Exact), PricesIncludeTax: m.PricesIncludeTax.Field,
		TaxRecoverable: m.TaxRecoverable.Field, DefaultLeadTimeDays: m.DefaultLeadTimeDays.Field, DefaultOrderNote: m.DefaultOrderNote.Field,
		Aliases: m.Aliases.Field, TagIDs: body.TagIDs(m.TagIDs),
	}
}

func exampleSupplier() Supplier {
	return Supplier{
		ID: 2, Name: "Northwind Wholesale GmbH", Code: new("NW"), Type: "wholesale", Status: "active", Website: new("https://northwind.example"),
		Email: new("orders@northwind.example"), Contacts: []Contact{{Name: new("Ida Nord"), Role: new("Sales"), Email: new("ida@northwind.example")}},
		Address: Address{Line1: new("Hafenstr. 7"), City: new("Bremen"), PostalCode: new("28195"), Country: new("DE")},
		TaxID:   new("DE811907980"), PaymentTerms: new("30 days net"), Currency: new("EUR"), MinOrderValue: new(body.MoneyOf(money.MustParse("250"))),
		DefaultLeadTimeDays: new(14), Aliases: []string{"Northwind Trading"},
		Tags: []body.RecordTag{{ID: 3, Name: "Christmas", Color: new("#d62828")}},
		Scorecard: &Scorecard{
			Orders: 4, UnitsOrdered: 380, FillRatePercent: new(body.PercentOf(money.MustParsePercent("96.67"))),
			OnTimePercent: new(body.PercentOf(money.MustParsePercent("75"))), RejectPercent: new(body.PercentOf(money.MustParsePercent("1.32"))),
			LeadTimeDays: ScorecardLeadTime{Average: new(body.MoneyOf(money.MustParse("12.33"))), P90: new(body.MoneyOf(money.MustParse("16"))), Orders: 3},
			Spend:        []ScorecardSpend{{Currency: "EUR", Amount: body.MoneyOf(money.MustParse("1840.5"))}}, OverdueOrders: 1,
		},
		Warnings: []SupplierWarning{{Code: "possible_duplicate", ID: 9, By: "domain"}},
		Version:  3, CreatedAt: "2026-03-02T08:00:00.000000Z", UpdatedAt: "2026-03-20T09:41:07.120000Z",
	}
}

func exampleSupplierMembers() SupplierMembers {
	return SupplierMembers{
		Code: body.FieldOf("NW"), Website: body.FieldOf("https://northwind.example"), Email: body.FieldOf("orders@northwind.example"),
		Contacts: body.OptOf([]ContactInput{{Name: body.OptOf("Ida Nord"), Role: body.FieldOf("Sales"), Email: body.FieldOf("ida@northwind.example")}}),
		Address: body.FieldOf(AddressInput{
			Line1: body.FieldOf("Hafenstr. 7"), City: body.FieldOf("Bremen"), PostalCode: body.FieldOf("28195"), Country: body.FieldOf(body.Country("DE")),
		}),
		TaxID: body.FieldOf("DE811907980"), PaymentTerms: body.FieldOf("30 days net"), Currency: body.FieldOf(body.Currency("EUR")),
		MinOrderValue: body.FieldOf(body.MoneyOf(money.MustParse("250"))), DefaultLeadTimeDays: body.FieldOf(14),
	}
}
