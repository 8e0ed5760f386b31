package identity

import (
	"fmt"
	"slices"
	"strings"
	"time"

	"sellingassistant/domain/kernel/check"
	"sellingassistant/domain/kernel/date"
	"sellingassistant/domain/kernel/fault"
	"sellingassistant/domain/kernel/marketplace"
	"sellingassistant/domain/kernel/money"
	"sellingassistant/domain/kernel/optional"
	"sellingassistant/domain/kernel/vat"
)

// Bounds of the settings.
const (
	// MaxOverReceiptPercent bounds how much more than ordered may be received.
	MaxOverReceiptPercent = 1000
	// MaxStorageMonths bounds the months that a unit is stored.
	MaxStorageMonths = 120
	// MaxRegistrations bounds the registrations for VAT, maxVATNumber the characters of a number.
	MaxRegistrations = 50
	maxVATNumber     = 20
	// MaxAddress bounds the characters of an address.
	MaxAddress = 500
)

// Tax says where a team is registered for VAT.
type Tax struct {
	// Registrations may be empty: the team is then registered nowhere.
	Registrations vat.Registrations
	// PricesIncludeVAT says that purchase prices contain VAT unless a supplier says otherwise.
	PricesIncludeVAT bool
}

// Settings has a team's defaults for calculations.
type Settings struct {
	CostMethod CostMethod
	// OverReceiptPercent bounds how much more than ordered may be received; nil is no limit.
	OverReceiptPercent *money.Percent
	DefaultExpenses    Expenses
	// Tax stays nil until the team states where it is registered.
	Tax *Tax
	// Address has any number of lines for purchase orders; nil is unset.
	Address *string
}

// VAT has the defaults of a sale.
func (s Settings) VAT() vat.Defaults {
	e := s.DefaultExpenses
	d := vat.Defaults{Scheme: optional.Of(e.VATScheme), Flat: optional.Of(e.VATFlatPercent)}
	if s.Tax != nil {
		d.Registrations = optional.Some(s.Tax.Registrations)
	}
	return d
}

// ExpensesPatch changes default expenses. Absent members keep, null removes a default.
type ExpensesPatch struct {
	PrepPerUnit     optional.Field[money.Amount]
	InboundPerUnit  optional.Field[money.Amount]
	MiscPerUnit     optional.Field[money.Amount]
	SalesTaxPercent optional.Field[money.Percent]
	ReturnsPercent  optional.Field[money.Percent]
	StorageMonths   optional.Field[money.Amount]
	VATScheme       optional.Field[vat.Scheme]
	VATFlatPercent  optional.Field[money.Percent]
}

// SettingsPatch changes the settings of a team; absent members keep.
type SettingsPatch struct {
	Name               optional.Field[string]
	Currency           optional.Field[money.Currency]
	Timezone           optional.Field[string]
	DefaultMarketplace optional.Field[marketplace.ID]
	CostMethod         optional.Field[CostMethod]
	// OverReceipt changes Settings.OverReceiptPercent; null is no limit.
	OverReceipt     optional.Field[money.Percent]
	DefaultExpenses ExpensesPatch
	// Tax replaces the registrations as a whole; null states nothing any more.
	Tax optional.Field[Tax]
	// Address has several lines; null removes it.
	Address optional.Field[string]
}

// Over lays the patch over a team and lists every invalid member in one Invalid fault. A cost
// method that receipts do not know is the Rule fault not_supported.
func (p SettingsPatch) Over(s TeamSnapshot) (TeamSnapshot, error) {
	var f check.Faults
	s.Name = check.Line(&f, "/name", p.Name, maxName).Maybe().Or(s.Name)
	check.FieldCurrency(&f, "/currency", p.Currency)
	if zone, ok := p.Timezone.Given(); ok && !knownZone(zone) {
		f.Add(fault.CodeInvalid, "/timezone", "must be an IANA time zone name")
	}
	if m, ok := p.DefaultMarketplace.Given(); ok {
		check.Marketplace(&f, "/default_marketplace_id", m)
	}
	notNull(&f, p)
	s.Currency, s.Timezone = p.Currency.Maybe().Or(s.Currency), p.Timezone.Maybe().Or(s.Timezone)
	s.DefaultMarketplace = p.DefaultMarketplace.Maybe().Or(s.DefaultMarketplace)
	s.Settings.CostMethod = p.CostMethod.Maybe().Or(s.Settings.CostMethod)
	check.FieldWord(&f, "/cost_method", p.CostMethod)
	percentUpTo(&f, "/over_receipt_percent", p.OverReceipt, MaxOverReceiptPercent)
	s.Settings.OverReceiptPercent = over(p.OverReceipt, s.Settings.OverReceiptPercent)
	s.Settings.DefaultExpenses = p.DefaultExpenses.over(&f, s.Settings.DefaultExpenses)
	s.Settings.Tax = over(optional.Map(p.Tax, func(t Tax) Tax { return t.checked(&f) }), s.Settings.Tax)
	s.Settings.Address = over(check.Text(&f, "/address", p.Address, MaxAddress), s.Settings.Address)
	if err := f.Err(fault.CodeValidationFailed); err != nil {
		return s, err
	}
	if method, ok := p.CostMethod.Given(); ok && method == CostFIFO {
		return s, check.Rule(fault.CodeNotSupported, "/cost_method",
			"Costs are not kept by fifo yet: use latest or weighted_average.")
	}
	return s, nil
}

func notNull(f *check.Faults, p SettingsPatch) {
	check.NotNull(f, "/name", p.Name)
	check.NotNull(f, "/currency", p.Currency)
	check.NotNull(f, "/timezone", p.Timezone)
	check.NotNull(f, "/default_marketplace_id", p.DefaultMarketplace)
	check.NotNull(f, "/cost_method", p.CostMethod)
}

// knownZone reports whether a zone has an IANA name. Local is the machine's own zone.
func knownZone(name string) bool {
	if name == "" || name == "Local" || len(name) > maxName {
		return false
	}
	_, err := time.LoadLocation(name)
	return err == nil
}

func over[T any](field optional.Field[T], current *T) *T {
	return field.Over(optional.Of(current)).Ptr()
}

// percentUpTo requires a percentage from 0 to most.
func percentUpTo(f *check.Faults, pointer string, field optional.Field[money.Percent], most int64) {
	top := money.MustParsePercent(fmt.Sprint(most))
	if v, ok := field.Given(); ok && (v.Units() < 0 || v.Cmp(top) > 0) {
		f.Add(fault.CodeOutOfRange, pointer, fmt.Sprintf("must be from 0 to %d", most))
	}
}

func (p ExpensesPatch) over(f *check.Faults, e Expenses) Expenses {
	const at = "/default_expenses"
	check.FieldNotNegative(f, at+"/prep_per_unit", p.PrepPerUnit)
	check.FieldNotNegative(f, at+"/inbound_per_unit", p.InboundPerUnit)
	check.FieldNotNegative(f, at+"/misc_per_unit", p.MiscPerUnit)
	percentUpTo(f, at+"/sales_tax_percent", p.SalesTaxPercent, 100)
	percentUpTo(f, at+"/returns_percent", p.ReturnsPercent, 100)
	percentUpTo(f, at+"/vat_flat_percent", p.VATFlatPercent, 100)
	check.FieldWord(f, at+"/vat_scheme", p.VATScheme)
	top := money.MustParse(fmt.Sprint(MaxStorageMonths))
	if months, ok := p.StorageMonths.Given(); ok && (months.Units() < 0 || months.Cmp(top) > 0) {
		f.Add(fault.CodeOutOfRange, at+"/storage_months", fmt.Sprintf("must be from 0 to %d", MaxStorageMonths))
	}
	return Expenses{
		PrepPerUnit: over(p.PrepPerUnit, e.PrepPerUnit), InboundPerUnit: over(p.InboundPerUnit, e.InboundPerUnit),
		MiscPerUnit: over(p.MiscPerUnit, e.MiscPerUnit), SalesTaxPercent: over(p.SalesTaxPercent, e.SalesTaxPercent),
		ReturnsPercent: over(p.ReturnsPercent, e.ReturnsPercent), StorageMonths: over(p.StorageMonths, e.StorageMonths),
		VATScheme: over(p.VATScheme, e.VATScheme), VATFlatPercent: over(p.VATFlatPercent, e.VATFlatPercent),
	}
}

// checked returns the registrations in order, with numbers in capitals and without spaces.
func (t Tax) checked(f *check.Faults) Tax {
	const at = "/tax/registrations"
	type begin struct {
		country string
		since   optional.Maybe[date.Date]
	}
	out := slices.Clone(t.Registrations)
	check.Entries(f, at, out, MaxRegistrations, func(_ string, r vat.Registration) (begin, bool) {
		return begin{r.Country, r.Since}, true
	})
	for i := range out {
		r, item := &out[i], check.Item(at, i)
		if !check.IsCountry(r.Country) {
			f.Add(fault.CodeInvalid, item+"/country", "must be two capitals such as DE")
		}
		check.Word(f, item+"/scheme", r.Scheme)
		if number, ok := r.Number.Get(); ok {
			clean, good := vatNumber(number)
			if !good {
				f.Add(fault.CodeInvalid, item+"/vat_number", "must be 2 to 20 letters and digits")
			}
			r.Number = optional.Some(clean)
		}
	}
	return Tax{append(vat.Registrations{}, out.Sorted()...), t.PricesIncludeVAT}
}

// vatNumber removes spaces, dots and hyphens.
func vatNumber(s string) (string, bool) {
	clean := strings.ToUpper(strings.NewReplacer(" ", "", ".", "", "-", "").Replace(s))
	other := func(r rune) bool { return (r < 'A' || r > 'Z') && (r < '0' || r > '9') }
	return clean, len(clean) >= 2 && len(clean) <= maxVATNumber && !strings.ContainsFunc(clean, other)
}

func (t *Tax) clone() *Tax {
	if t == nil {
		return nil
	}
	return &Tax{append(vat.Registrations{}, t.Registrations...), t.PricesIncludeVAT}
}
