package inbound

import (
	"github.com/govalues/decimal"

	"sellingassistant/adapters/http/httpx/body"
	app "sellingassistant/app/inbound"
	"sellingassistant/domain/inbound"
)

func paginationOf(next string) Pagination { return Pagination{NextToken: body.Text(next)} }

func plansOf(p inbound.Page[inbound.PlanSummary]) Plans {
	return Plans{InboundPlans: body.Each(p.Items, planSummaryOf), Pagination: paginationOf(p.Next)}
}

func planShipmentsOf(p app.PlanShipments) PlanShipments {
	return PlanShipments{InboundPlan: planOf(p.Plan), Shipments: body.Each(p.Shipments, shipmentOf)}
}

func planSummaryOf(p inbound.PlanSummary) PlanSummary {
	return PlanSummary{
		InboundPlanID: string(p.ID), Name: body.Text(p.Name), Status: body.Text(p.Status),
		CreatedAt: body.NullTime(p.CreatedAt), LastUpdatedAt: body.NullTime(p.LastUpdatedAt),
		MarketplaceIDs: body.Words[string](p.Marketplaces), SourceAddress: body.Null(p.SourceAddress, addressOf),
	}
}

func planOf(p inbound.Plan) Plan {
	return Plan{PlanSummary: planSummaryOf(p.PlanSummary), PlanParts: PlanParts{
		Shipments: body.Each(p.Shipments, func(s inbound.ShipmentSummary) ShipmentSummary {
			return ShipmentSummary{ShipmentID: string(s.ID), Status: body.Text(s.Status)}
		}),
		PlacementOptions: body.Each(p.PlacementOptions, func(o inbound.OptionSummary) PlacementRef {
			return PlacementRef{PlacementOptionID: body.Text(o.ID), Status: body.Text(o.Status)}
		}),
		PackingOptions: body.Each(p.PackingOptions, func(o inbound.OptionSummary) PackingRef {
			return PackingRef{PackingOptionID: body.Text(o.ID), Status: body.Text(o.Status)}
		}),
	}}
}

func addressOf(a inbound.Address) Address {
	return Address{
		Name: body.Text(a.Name), CompanyName: body.Text(a.CompanyName), AddressLine1: body.Text(a.AddressLine1), AddressLine2: body.Text(a.AddressLine2),
		DistrictOrCounty: body.Text(a.DistrictOrCounty), City: body.Text(a.City), StateOrProvinceCode: body.Text(a.StateOrProvinceCode),
		PostalCode: body.Text(a.PostalCode), CountryCode: body.Text(a.CountryCode), PhoneNumber: body.Text(a.PhoneNumber), Email: body.Text(a.Email),
	}
}

func boxesOf(p inbound.Page[inbound.Box]) Boxes {
	return Boxes{Boxes: body.Each(p.Items, boxOf), Pagination: paginationOf(p.Next)}
}

func boxOf(b inbound.Box) Box {
	return Box{
		PackageID: body.Text(b.PackageID), BoxID: body.Text(b.BoxID), Quantity: b.Quantity, Items: body.Each(b.Items, itemOf),
		Weight: body.Null(b.Weight, func(w inbound.Measure) Weight {
			return Weight{Value: body.Null(w.Value, numberOf), Unit: body.Text(w.Unit)}
		}),
		Dimensions: body.Null(b.Dimensions, func(d inbound.Dimensions) Dimensions {
			return Dimensions{
				Length: body.Null(d.Length, numberOf), Width: body.Null(d.Width, numberOf), Height: body.Null(d.Height, numberOf),
				UnitOfMeasurement: body.Text(d.Unit),
			}
		}),
		ContentInformationSource: body.Text(b.ContentInformationSource),
	}
}

func numberOf(d decimal.Decimal) Number { return Number{d} }

func itemOf(i inbound.Item) Item {
	return Item{
		MSKU: body.Text(i.MSKU), ASIN: body.Text(i.ASIN), FNSKU: body.Text(i.FNSKU), Quantity: i.Quantity, LabelOwner: body.Text(i.LabelOwner),
		PrepInstructions: body.Each(i.PrepInstructions, prepOf), Expiration: body.Text(i.Expiration),
		ManufacturingLotCode: body.Text(i.ManufacturingLotCode),
	}
}

func shipmentItemsOf(p inbound.Page[inbound.MergedItem]) ShipmentItems {
	return ShipmentItems{Items: body.Each(p.Items, shipmentItemOf), Pagination: paginationOf(p.Next)}
}

func shipmentItemOf(m inbound.MergedItem) ShipmentItem {
	return ShipmentItem{itemOf(m.Item), Arrival{QuantityShipped: m.Shipped, QuantityReceived: m.Received, QuantityInCase: m.PerCase}}
}

func prepOf(p inbound.PrepInstruction) PrepInstruction {
	return PrepInstruction{PrepType: body.Text(p.Type), PrepOwner: body.Text(p.Owner), Fee: body.Null(p.Fee, sumOf)}
}

func sumOf(s inbound.Sum) Sum {
	return Sum{Amount: body.MoneyOf(s.Amount), Code: body.Text(s.Currency)}
}

func summaryOf(s inbound.Summary) Summary {
	return Summary{
		Plans: PlanCounts(s.Plans),
		Shipments: body.Null(s.Shipments, func(c inbound.ShipmentCounts) ShipmentCounts {
			return ShipmentCounts{Total: c.Total, ByStatus: c.ByStatus}
		}),
		Units: body.Null(s.Units, func(c inbound.UnitCounts) UnitCounts { return UnitCounts(c) }),
		AsOf:  body.TimeOf(s.AsOf), Complete: s.Complete,
	}
}
