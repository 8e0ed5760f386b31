package purchasing

import (
	"time"

	"sellingassistant/domain/kernel/check"
	"sellingassistant/domain/kernel/fault"
	"sellingassistant/domain/kernel/mark"
	"sellingassistant/domain/kernel/money"
	"sellingassistant/domain/kernel/optional"
	"sellingassistant/domain/kernel/versioned"
)

// SupplierID identifies a supplier; 0 before it is stored.
type SupplierID int64

// SupplierType names the trade of a supplier.
type SupplierType string

// Words lists the trades, the default first.
func (SupplierType) Words() []SupplierType {
	return []SupplierType{"wholesale", "distributor", "brand", "retail_online", "retail_store", "liquidator", "other"}
}

// Status says whether a team still works with a record. Inactive records get no new orders.
type Status string

// The states.
const (
	Active   Status = "active"
	Inactive Status = "inactive"
)

// Words lists both, the default first.
func (Status) Words() []Status { return []Status{Active, Inactive} }

// The bounds of a supplier's members.
const (
	MaxSupplierName = 200
	MaxSupplierCode = 32
	MaxWebsite      = 300
	MaxTaxID        = 64
	MaxTerms        = 200
	MaxNote         = 2000
	MaxAliases      = 50
	MaxLeadTimeDays = 3650
)

// SupplierValues has the members of a supplier. Amounts are in Currency.
type SupplierValues struct {
	Name          string
	Code          optional.Maybe[string]
	Type          SupplierType
	Status        Status
	Website       optional.Maybe[string]
	Email         optional.Maybe[string]
	Phone         optional.Maybe[string]
	Contacts      []Contact
	Address       Address
	TaxID         optional.Maybe[string]
	AccountNumber optional.Maybe[string]
	PaymentTerms  optional.Maybe[string]
	// Currency applies to new orders and offers.
	Currency            optional.Maybe[money.Currency]
	MinOrderValue       optional.Maybe[money.Amount]
	DefaultShippingCost optional.Maybe[money.Amount]
	DiscountPercent     optional.Maybe[money.Percent]
	DefaultTaxRate      optional.Maybe[money.Percent]
	PricesIncludeTax    optional.Maybe[bool]
	TaxRecoverable      optional.Maybe[bool]
	DefaultLeadTimeDays optional.Maybe[int]
	DefaultOrderNote    optional.Maybe[string]
	// Aliases lists names, domains and tax numbers on its invoices. No two suppliers of a team
	// share an alias.
	Aliases []string
	// TagIDs lists the tags that were written; tags that are deleted since are not in Seen.
	TagIDs []int64

	Seen SupplierSeen `member:"-"`
}

// SupplierSeen has derived, read-only fields.
type SupplierSeen struct {
	// OpenOrders counts orders that are not received in full, closed or cancelled.
	OpenOrders  int64
	LastOrderAt optional.Maybe[time.Time]
	Documents   int64
	Marks       mark.Marks
	// Twins and Scorecard belong to a single supplier, not to lists.
	Twins     []SupplierTwin
	Scorecard optional.Maybe[Scorecard]
}

// SupplierPatch changes a supplier. An absent member keeps its value; null clears a member that may
// be empty, and is refused for the others.
type SupplierPatch struct {
	Name                optional.Field[string]
	Code                optional.Field[string]
	Type                optional.Field[SupplierType]
	Status              optional.Field[Status]
	Website             optional.Field[string]
	Email               optional.Field[string]
	Phone               optional.Field[string]
	Contacts            optional.Field[[]Contact]
	Address             optional.Field[Address]
	TaxID               optional.Field[string]
	AccountNumber       optional.Field[string]
	PaymentTerms        optional.Field[string]
	Currency            optional.Field[money.Currency]
	MinOrderValue       optional.Field[money.Amount]
	DefaultShippingCost optional.Field[money.Amount]
	DiscountPercent     optional.Field[money.Percent]
	DefaultTaxRate      optional.Field[money.Percent]
	PricesIncludeTax    optional.Field[bool]
	TaxRecoverable      optional.Field[bool]
	DefaultLeadTimeDays optional.Field[int]
	DefaultOrderNote    optional.Field[string]
	Aliases             optional.Field[[]string]
	TagIDs              optional.Field[[]int64]
}

// Over lays the patch over values. It returns an Invalid fault with every wrong member; the name is
// required.
func (p SupplierPatch) Over(v SupplierValues) (SupplierValues, error) {
	var f check.Faults
	v.Name = named(&f, p.Name, v.Name, MaxSupplierName)
	v.Code = check.Line(&f, "/code", p.Code, MaxSupplierCode).Over(v.Code)
	v.Type, v.Status = check.WordOver(&f, "/type", p.Type, v.Type), check.WordOver(&f, "/status", p.Status, v.Status)
	v.Website = check.Form(&f, "/website", p.Website, MaxWebsite, isSite, "an http or https address").Over(v.Website)
	v.Email, v.Phone = email(&f, "/email", p.Email).Over(v.Email), phone(&f, "/phone", p.Phone).Over(v.Phone)
	if p.Contacts.Set {
		v.Contacts = append([]Contact{}, p.Contacts.Value...)
		check.NoMore(&f, "/contacts", len(v.Contacts), MaxContacts)
		for i, c := range v.Contacts {
			f.Required(check.Item("/contacts", i)+"/name", c.Name.Known())
			v.Contacts[i] = c.checked(&f, check.Item("/contacts", i))
		}
	}
	v.Address = addressOver(&f, p.Address, v.Address)
	v.TaxID = check.Line(&f, "/tax_id", p.TaxID, MaxTaxID).Over(v.TaxID)
	v.AccountNumber = check.Line(&f, "/account_number", p.AccountNumber, MaxTaxID).Over(v.AccountNumber)
	v.PaymentTerms = check.Line(&f, "/payment_terms", p.PaymentTerms, MaxTerms).Over(v.PaymentTerms)
	check.FieldCurrency(&f, "/currency", p.Currency)
	check.FieldNotNegative(&f, "/min_order_value", p.MinOrderValue)
	check.FieldNotNegative(&f, "/default_shipping_cost", p.DefaultShippingCost)
	check.FieldPercent(&f, "/discount_percent", p.DiscountPercent)
	check.FieldPercent(&f, "/default_tax_rate", p.DefaultTaxRate)
	check.FieldInt(&f, "/default_lead_time_days", p.DefaultLeadTimeDays, 0, MaxLeadTimeDays)
	v.Currency, v.MinOrderValue = p.Currency.Over(v.Currency), p.MinOrderValue.Over(v.MinOrderValue)
	v.DefaultShippingCost = p.DefaultShippingCost.Over(v.DefaultShippingCost)
	v.DiscountPercent, v.DefaultTaxRate = p.DiscountPercent.Over(v.DiscountPercent), p.DefaultTaxRate.Over(v.DefaultTaxRate)
	v.PricesIncludeTax, v.TaxRecoverable = p.PricesIncludeTax.Over(v.PricesIncludeTax), p.TaxRecoverable.Over(v.TaxRecoverable)
	v.DefaultLeadTimeDays = p.DefaultLeadTimeDays.Over(v.DefaultLeadTimeDays)
	v.DefaultOrderNote = check.Text(&f, "/default_order_note", p.DefaultOrderNote, MaxNote).Over(v.DefaultOrderNote)
	if p.Aliases.Set {
		v.Aliases = check.Lines(&f, "/aliases", p.Aliases.Value, MaxAliases, MaxSupplierName)
	}
	if p.TagIDs.Set {
		v.TagIDs = append([]int64{}, p.TagIDs.Value...)
		check.Entries(&f, "/tag_ids", v.TagIDs, mark.MaxTags, func(_ string, tag int64) (int64, bool) { return tag, true })
	}
	return v, f.Err(fault.CodeValidationFailed)
}

// named returns the name of a record, which is required.
func named(f *check.Faults, name optional.Field[string], current string, longest int) string {
	check.NotNull(f, "/name", name)
	f.Required("/name", current != "" || name.Set)
	return check.Line(f, "/name", name, longest).Maybe().Or(current)
}

func isSite(s string) bool { return check.IsWebAddress(s, "https", "http") }

// Supplier has a company or shop that a team buys from.
type Supplier = versioned.Record[SupplierID, SupplierValues]

// StandardSupplier returns the defaults of a supplier's members.
func StandardSupplier() SupplierValues {
	return SupplierValues{Type: "wholesale", Status: Active, Contacts: []Contact{}, Aliases: []string{}, TagIDs: []int64{}}
}
