package inventory

import (
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"sellingassistant/domain/kernel/asin"
	"sellingassistant/domain/kernel/check"
	"sellingassistant/domain/kernel/fault"
	"sellingassistant/domain/kernel/money"
	"sellingassistant/domain/kernel/optional"
	"sellingassistant/domain/kernel/vat"
)

// The bounds of a product's members.
const (
	MaxProductTitle = 500
	MaxProductText  = 200
	MaxImageURL     = 2000
	MaxGTINs        = 20
	MaxASINs        = 20
	MaxPackSize     = 100_000
	// MaxMeasure bounds grams and millimetres, MaxReorderPoint units.
	MaxMeasure      = 10_000_000
	MaxReorderPoint = 1_000_000_000
	MaxLeadTimeDays = 3650
)

// ProductPatch changes the writable members of a product. An absent member keeps its value; null
// clears a member that may be empty. Members of type Maybe cannot be null.
type ProductPatch struct {
	Title    optional.Maybe[string]
	Brand    optional.Field[string]
	Category optional.Field[string]
	MPN      optional.Field[string]
	ImageURL optional.Field[string]
	// GTINs keep the digits as given; ASINs may be in either letter case.
	GTINs optional.Maybe[[]string]
	ASINs optional.Maybe[[]ProductASIN]
	// UnitCost has a cost per unit, not below 0. Setting it, its currency or the postage closes the
	// cost layer in force and opens a layer from today; null closes it.
	UnitCost optional.Field[money.Amount]
	Currency optional.Field[money.Currency]
	// OutboundShipping has a cost per unit in Currency, not below 0; null means unknown.
	OutboundShipping optional.Field[money.Amount]

	PackSize optional.Maybe[int]
	WeightG  optional.Field[int]
	LengthMM optional.Field[int]
	WidthMM  optional.Field[int]
	HeightMM optional.Field[int]
	Hazmat   optional.Maybe[Hazmat]
	Meltable optional.Field[bool]
	Fragile  optional.Field[bool]
	VATClass optional.Field[vat.Class]
	// SupplierID and WarehouseID name records that the use case looks for.
	SupplierID   optional.Field[int64]
	WarehouseID  optional.Field[int64]
	ReorderPoint optional.Field[int]
	LeadTimeDays optional.Field[int]
	Status       optional.Maybe[ProductStatus]
}

// Check checks each member by itself and returns nil or one Invalid fault that lists everything
// that is wrong.
func (c ProductPatch) Check() error { return c.check(false) }

// check asks for a title if it is the patch of a new product.
func (c ProductPatch) check(fresh bool) error {
	var f check.Faults
	f.Required("/title", !fresh || c.Title.Known())
	if v, ok := c.Title.Get(); ok {
		checkText(&f, "/title", optional.Put(v), MaxProductTitle)
	}
	checkText(&f, "/brand", c.Brand, MaxProductText)
	checkText(&f, "/category", c.Category, MaxProductText)
	checkText(&f, "/mpn", c.MPN, MaxProductText)
	checkText(&f, "/image_url", c.ImageURL, MaxImageURL)
	if v, ok := c.ImageURL.Given(); ok && !check.IsWebAddress(strings.TrimSpace(v), "https") {
		f.Add(fault.CodeInvalid, "/image_url", "must be an https address")
	}
	c.checkCodes(&f)
	check.FieldNotNegative(&f, "/unit_cost", c.UnitCost)
	check.FieldCurrency(&f, "/currency", c.Currency)
	check.FieldNotNegative(&f, "/outbound_shipping", c.OutboundShipping)
	if v, ok := c.PackSize.Get(); ok {
		check.Int(&f, "/pack_size", v, 1, MaxPackSize)
	}
	check.FieldInt(&f, "/weight_g", c.WeightG, 1, MaxMeasure)
	check.FieldInt(&f, "/length_mm", c.LengthMM, 1, MaxMeasure)
	check.FieldInt(&f, "/width_mm", c.WidthMM, 1, MaxMeasure)
	check.FieldInt(&f, "/height_mm", c.HeightMM, 1, MaxMeasure)
	check.FieldInt(&f, "/reorder_point", c.ReorderPoint, 0, MaxReorderPoint)
	check.FieldInt(&f, "/lead_time_days", c.LeadTimeDays, 0, MaxLeadTimeDays)
	if v, ok := c.Hazmat.Get(); ok {
		check.Word(&f, "/hazmat", v)
	}
	check.FieldWord(&f, "/vat_class", c.VATClass)
	if v, ok := c.Status.Get(); ok {
		check.Word(&f, "/status", v)
	}
	return f.Err(fault.CodeValidationFailed)
}

func checkText(f *check.Faults, pointer string, field optional.Field[string], longest int) {
	s, ok := field.Given()
	switch {
	case !ok:
	case strings.TrimSpace(s) == "":
		f.Add(fault.CodeInvalid, pointer, "must not be empty")
	case utf8.RuneCountInString(s) > longest:
		f.Add(fault.CodeTooLong, pointer, "must have at most "+strconv.Itoa(longest)+" characters")
	case strings.ContainsFunc(s, unicode.IsControl):
		f.Add(fault.CodeInvalid, pointer, "must not have control characters")
	}
}

func (c ProductPatch) checkCodes(f *check.Faults) {
	gtins, _ := c.GTINs.Get()
	check.Entries(f, "/gtins", gtins, MaxGTINs, func(at, text string) (string, bool) {
		g, err := ParseGTIN(text)
		if err != nil {
			f.Add(fault.CodeInvalid, at, err.Error())
		}
		return g.Key(), err == nil
	})
	asins, _ := c.ASINs.Get()
	check.Entries(f, "/asins", asins, MaxASINs, func(at string, a ProductASIN) (ProductASIN, bool) {
		a.ASIN = strings.ToUpper(a.ASIN)
		if _, err := asin.Parse(a.ASIN); err != nil {
			f.Add(fault.CodeInvalid, at+"/asin", "must be 10 letters or digits")
		}
		check.Marketplace(f, at+"/marketplace_id", a.Marketplace)
		return a, true
	})
}

// Prices reports whether the patch contains a member of the cost.
func (c ProductPatch) Prices() bool {
	return c.UnitCost.Set || c.Currency.Set || c.OutboundShipping.Set
}

// over lays a checked patch over values.
func (c ProductPatch) over(v ProductValues) ProductValues {
	v = v.clone()
	if t, ok := c.Title.Get(); ok {
		v.Title = strings.TrimSpace(t)
	}
	v.Brand = trimmed(c.Brand).Over(v.Brand)
	v.Category = trimmed(c.Category).Over(v.Category)
	v.MPN = trimmed(c.MPN).Over(v.MPN)
	v.ImageURL = trimmed(c.ImageURL).Over(v.ImageURL)
	if list, ok := c.GTINs.Get(); ok {
		v.GTINs = make([]GTIN, 0, len(list))
		for _, text := range list {
			if g, err := ParseGTIN(text); err == nil {
				v.GTINs = append(v.GTINs, g)
			}
		}
	}
	if list, ok := c.ASINs.Get(); ok {
		v.ASINs = make([]ProductASIN, len(list))
		for i, a := range list {
			v.ASINs[i] = ProductASIN{ASIN: strings.ToUpper(a.ASIN), Marketplace: a.Marketplace}
		}
	}
	v.Supplier, v.Warehouse = c.SupplierID.Over(v.Supplier), c.WarehouseID.Over(v.Warehouse)
	v.PackSize = c.PackSize.Or(v.PackSize)
	v.WeightG, v.LengthMM = c.WeightG.Over(v.WeightG), c.LengthMM.Over(v.LengthMM)
	v.WidthMM, v.HeightMM = c.WidthMM.Over(v.WidthMM), c.HeightMM.Over(v.HeightMM)
	v.Hazmat = c.Hazmat.Or(v.Hazmat)
	v.Meltable, v.Fragile = c.Meltable.Over(v.Meltable), c.Fragile.Over(v.Fragile)
	v.VATClass = c.VATClass.Over(v.VATClass)
	v.ReorderPoint = c.ReorderPoint.Over(v.ReorderPoint)
	v.LeadTimeDays = c.LeadTimeDays.Over(v.LeadTimeDays)
	v.Status = c.Status.Or(v.Status)
	return v
}

// newGTINs returns the codes of a checked patch that are not in had, by their places.
func (c ProductPatch) newGTINs(had map[string]bool) map[int]GTIN {
	out := map[int]GTIN{}
	list, _ := c.GTINs.Get()
	for i, text := range list {
		if g, err := ParseGTIN(text); err == nil && !had[g.Key()] {
			out[i] = g
		}
	}
	return out
}

// NewGTINs returns the codes of a new product with their places in the patch.
func (c ProductPatch) NewGTINs() map[int]GTIN { return c.newGTINs(nil) }

// costs lays the patch's cost over the layers and reports whether they changed.
// A layer that is to begin later keeps its days.
func (c ProductPatch) costs(with ProductPricing) (CostLayers, bool, error) {
	if !c.Prices() {
		return with.Costs, false, nil
	}
	now, known := with.Costs.In(with.Today)
	span := CostSpan{From: with.Today}
	if turn, ok := with.Costs.TurnsOn(with.Today).Get(); ok {
		span.To = optional.Some(turn.Add(-1))
	}
	_, given := c.UnitCost.Given()
	_, named := c.Currency.Given()
	_, posted := c.OutboundShipping.Given()
	switch {
	case c.UnitCost.Null && named, !c.UnitCost.Set && named && !known:
		return with.Costs, false, fault.New(fault.Rule, fault.CodeValidationFailed, "A currency needs a unit_cost beside it.").At("/currency")
	case (c.UnitCost.Null || !given && !known) && posted:
		return with.Costs, false, fault.New(fault.Rule, fault.CodeValidationFailed, "outbound_shipping needs a unit_cost beside it.").At("/outbound_shipping")
	case c.UnitCost.Null:
		return with.Costs.Clear(span)
	case c.Currency.Null && (given || known):
		return with.Costs, false, fault.New(fault.Rule, fault.CodeValidationFailed, "A unit_cost needs a currency.").At("/currency")
	case !given && !known:
		return with.Costs, false, nil
	}
	patch := CostPatch{Unit: c.UnitCost, OutboundShipping: c.OutboundShipping, Currency: c.Currency.Maybe(), To: span.To}
	if !given {
		patch.Unit = optional.Put(now.Cost.Unit)
	}
	return patch.over(with.Costs, with.Home, Source{Kind: SourceAPI}, with.Today)
}

func (v ProductValues) clone() ProductValues {
	v.GTINs, v.ASINs = cloneList(v.GTINs), cloneList(v.ASINs)
	return v
}

func trimmed(f optional.Field[string]) optional.Field[string] {
	f.Value = strings.TrimSpace(f.Value)
	return f
}

// cloneList copies a list; the copy is never nil.
func cloneList[T any](s []T) []T { return append(make([]T, 0, len(s)), s...) }
