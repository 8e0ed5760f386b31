package inbound

import (
	"github.com/govalues/decimal"

	"sellingassistant/adapters/http/httpx/body"
	"sellingassistant/domain/inbound"
)

// text writes what may be untold.
func text[T ~string](s T) *string {
	if s == "" {
		return nil
	}
	t := string(s)
	return &t
}

func texts[T ~string](in []T) []string {
	out := make([]string, len(in))
	for i, s := range in {
		out[i] = string(s)
	}
	return out
}

// each converts a list; one that is not there is empty.
func each[T, B any](in []T, convert func(T) B) []B {
	out := make([]B, len(in))
	for i, v := range in {
		out[i] = convert(v)
	}
	return out
}

// known converts what may be untold.
func known[T, B any](v *T, convert func(T) B) *B {
	if v == nil {
		return nil
	}
	b := convert(*v)
	return &b
}

func paginationOf(next string) Pagination { return Pagination{NextToken: text(next)} }

func planSummaryOf(p inbound.PlanSummary) PlanSummary {
	return PlanSummary{
		InboundPlanID: string(p.ID), Name: text(p.Name), Status: text(p.Status),
		CreatedAt: body.NullTime(p.CreatedAt), LastUpdatedAt: body.NullTime(p.LastUpdatedAt),
		MarketplaceIDs: texts(p.Marketplaces), SourceAddress: known(p.SourceAddress, addressOf),
	}
}

func planOf(p inbound.Plan) Plan {
	return Plan{
		InboundPlanID: string(p.ID), Name: text(p.Name), Status: text(p.Status),
		CreatedAt: body.NullTime(p.CreatedAt), LastUpdatedAt: body.NullTime(p.LastUpdatedAt),
		MarketplaceIDs: texts(p.Marketplaces), SourceAddress: known(p.SourceAddress, addressOf),
		Shipments: each(p.Shipments, func(s inbound.ShipmentSummary) ShipmentSummary {
			return ShipmentSummary{ShipmentID: string(s.ID), Status: text(s.Status)}
		}),
		PlacementOptions: each(p.PlacementOptions, func(o inbound.OptionSummary) PlacementRef {
			return PlacementRef{PlacementOptionID: text(o.ID), Status: text(o.Status)}
		}),
		PackingOptions: each(p.PackingOptions, func(o inbound.OptionSummary) PackingRef {
			return PackingRef{PackingOptionID: text(o.ID), Status: text(o.Status)}
		}),
	}
}

func addressOf(a inbound.Address) Address {
	return Address{
		Name: text(a.Name), CompanyName: text(a.CompanyName), AddressLine1: text(a.AddressLine1), AddressLine2: text(a.AddressLine2),
		DistrictOrCounty: text(a.DistrictOrCounty), City: text(a.City), StateOrProvinceCode: text(a.StateOrProvinceCode),
		PostalCode: text(a.PostalCode), CountryCode: text(a.CountryCode), PhoneNumber: text(a.PhoneNumber), Email: text(a.Email),
	}
}

func boxesOf(p inbound.Page[inbound.Box]) Boxes {
	return Boxes{Boxes: each(p.Items, boxOf), Pagination: paginationOf(p.Next)}
}

func boxOf(b inbound.Box) Box {
	return Box{
		PackageID: text(b.PackageID), BoxID: text(b.BoxID), Quantity: b.Quantity, Items: each(b.Items, itemOf),
		Weight: known(b.Weight, func(w inbound.Measure) Weight {
			return Weight{Value: known(w.Value, numberOf), Unit: text(w.Unit)}
		}),
		Dimensions: known(b.Dimensions, func(d inbound.Dimensions) Dimensions {
			return Dimensions{
				Length: known(d.Length, numberOf), Width: known(d.Width, numberOf), Height: known(d.Height, numberOf),
				UnitOfMeasurement: text(d.Unit),
			}
		}),
		ContentInformationSource: text(b.ContentInformationSource),
	}
}

func numberOf(d decimal.Decimal) Number { return Number{d} }

func itemOf(i inbound.Item) Item {
	return Item{
		MSKU: text(i.MSKU), ASIN: text(i.ASIN), FNSKU: text(i.FNSKU), Quantity: i.Quantity, LabelOwner: text(i.LabelOwner),
		PrepInstructions: each(i.PrepInstructions, prepOf), Expiration: text(i.Expiration),
		ManufacturingLotCode: text(i.ManufacturingLotCode),
	}
}

func shipmentItemOf(m inbound.MergedItem) ShipmentItem {
	i := itemOf(m.Item)
	return ShipmentItem{
		MSKU: i.MSKU, ASIN: i.ASIN, FNSKU: i.FNSKU, Quantity: i.Quantity, LabelOwner: i.LabelOwner,
		PrepInstructions: i.PrepInstructions, Expiration: i.Expiration, ManufacturingLotCode: i.ManufacturingLotCode,
		QuantityShipped: m.Shipped, QuantityReceived: m.Received, QuantityInCase: m.PerCase,
	}
}

func prepOf(p inbound.PrepInstruction) PrepInstruction {
	return PrepInstruction{PrepType: text(p.Type), PrepOwner: text(p.Owner), Fee: known(p.Fee, sumOf)}
}

func sumOf(s inbound.Sum) Sum { return Sum{Amount: body.MoneyOf(s.Amount), Code: text(s.Currency)} }

func summaryOf(s inbound.Summary) Summary {
	return Summary{
		Plans: PlanCounts(s.Plans),
		Shipments: known(s.Shipments, func(c inbound.ShipmentCounts) ShipmentCounts {
			return ShipmentCounts{Total: c.Total, ByStatus: c.ByStatus}
		}),
		Units: known(s.Units, func(c inbound.UnitCounts) UnitCounts { return UnitCounts(c) }),
		AsOf:  body.TimeOf(s.AsOf), Complete: s.Complete,
	}
}
