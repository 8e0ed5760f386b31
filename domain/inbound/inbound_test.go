package inbound_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"sellingassistant/domain/inbound"
	"sellingassistant/domain/kernel/fault"
)

const (
	planID = "wf1234abcd-1234-abcd-5678-1234abcd5678"
	shipID = "sh1234abcd-1234-abcd-5678-1234abcd5678"
)

func TestIDs(t *testing.T) {
	p, err := inbound.ParsePlanID(planID)
	require.NoError(t, err)
	require.Equal(t, inbound.PlanID(planID), p)
	for text, want := range map[string]inbound.ShipmentRef{
		shipID:                                   {ID: shipID},
		"FBA15DJ8K2LM":                           {Confirmation: "FBA15DJ8K2LM"},
		"FBA1":                                   {Confirmation: "FBA1"},
		"FBA" + strings.Repeat("Z", 30):          {Confirmation: inbound.ConfirmationID("FBA" + strings.Repeat("Z", 30))},
		"FBA1234abcd-1234-abcd-5678-123abcd5678": {ID: "FBA1234abcd-1234-abcd-5678-123abcd5678"}, // 38: the longer form
	} {
		got, err := inbound.ParseShipmentRef(text)
		require.NoError(t, err, text)
		require.Equal(t, want, got)
	}
	for _, text := range []string{
		"", "FBA", "fba15DJ8K2LM", "FBA15dj8", "FBA15 DJ8", "FBA" + strings.Repeat("Z", 31), shipID[:37], shipID + "0",
		strings.Repeat("é", 38), shipID[:37] + "/", shipID[:37] + "\n", "FBA15DJ8K2LM\n", "../" + shipID[3:],
	} {
		_, err := inbound.ParseShipmentRef(text)
		e, ok := fault.As(err)
		require.True(t, ok, "%q", text)
		require.Equal(t, []any{fault.Invalid, "shipmentId"}, []any{e.Kind, e.Parameter})
		_, err = inbound.ParsePlanID(text)
		e, ok = fault.As(err)
		require.True(t, ok, "%q", text)
		require.Equal(t, []any{fault.Invalid, "inboundPlanId"}, []any{e.Kind, e.Parameter})
	}
}

func TestStatusOf(t *testing.T) {
	for _, c := range []struct{ now, legacy, want string }{
		{"RECEIVING", "CLOSED", "RECEIVING"},
		{"CLOSED", "RECEIVING", "CLOSED"},
		{"ABANDONED", "WORKING", "ABANDONED"},
		{"A_NEW_WORD", "WORKING", "A_NEW_WORD"},
		{"UNCONFIRMED", "", "UNCONFIRMED"},
		{"", "SHIPPED", "SHIPPED"},
		{"MIXED", "ERROR", "ERROR"},
		{"MIXED", "", "MIXED"},
		{"", "", ""},
		{"mixed", "ERROR", "mixed"},
	} {
		require.Equal(t, c.want, inbound.StatusOf(c.now, c.legacy), "%+v", c)
	}
}

func TestMerge(t *testing.T) {
	s := inbound.Shipment{ID: shipID, Confirmation: "FBA1", Name: "Spring", Status: "MIXED"}
	require.Equal(t, inbound.Merged{Shipment: s}, inbound.Merge(s, nil))
	fee := &inbound.BoxContentsFee{}
	m := inbound.Merge(s, &inbound.LegacyShipment{ID: "FBA1", Status: "CHECKED_IN", FulfillmentCenter: "ABE8", BoxContentsFee: fee})
	want := s
	want.Status = "CHECKED_IN"
	require.Equal(t, inbound.Merged{Shipment: want, LegacyStatus: "CHECKED_IN", FulfillmentCenter: "ABE8", BoxContentsFee: fee}, m)
	require.Equal(t, "MIXED", s.Status, "the shipment itself stays as it was")
	// A shipment the old interface knows without a status.
	require.Equal(t, "MIXED", inbound.Merge(s, &inbound.LegacyShipment{}).Status)
	require.Equal(t, inbound.Pair{Plan: planID, ID: shipID, Confirmation: "FBA1"}, s.Pair(planID))
}

func TestSettled(t *testing.T) {
	settled := map[string]bool{"CLOSED": true, "CANCELLED": true, "DELETED": true}
	for _, status := range append(inbound.OpenStatuses(), "UNCONFIRMED", "ABANDONED", "MIXED", "", "X", "CLOSED", "CANCELLED", "DELETED") {
		require.Equal(t, settled[status], inbound.Merge(inbound.Shipment{Status: status}, nil).Settled(), status)
	}
	require.True(t, inbound.Merge(inbound.Shipment{Status: "MIXED"}, &inbound.LegacyShipment{Status: "CLOSED"}).Settled())
	require.False(t, inbound.Merge(inbound.Shipment{Status: "RECEIVING"}, &inbound.LegacyShipment{Status: "CLOSED"}).Settled())
}

func n(v int64) *int64 { return &v }

func TestJoin(t *testing.T) {
	items := []inbound.Item{{MSKU: "A", ASIN: "B0A"}, {MSKU: "a"}, {MSKU: "B", Expiration: "2027-01-01"}, {MSKU: "B", Expiration: "2027-02-01"}, {MSKU: "C"}, {}}
	got := inbound.Join(items, []inbound.LegacyItem{
		{SKU: "A", Shipped: n(10), Received: n(9), PerCase: n(5)},
		{SKU: "B", Shipped: n(3)}, {SKU: "B", Shipped: n(4), Received: n(1), PerCase: n(2)}, {SKU: "B", PerCase: n(7)},
		{SKU: "Z", Shipped: n(1)}, {Shipped: n(100)},
	})
	require.Equal(t, []inbound.MergedItem{
		{Item: items[0], Shipped: n(10), Received: n(9), PerCase: n(5)},
		{Item: items[1]},
		{Item: items[2], Shipped: n(7), Received: n(1), PerCase: n(2)},
		{Item: items[3], Shipped: n(7), Received: n(1), PerCase: n(2)},
		{Item: items[4]},
		{Item: items[5]},
	}, got)
	require.Equal(t, []inbound.MergedItem{{Item: items[0]}}, inbound.Join(items[:1], nil), "the old interface is away")
	require.Empty(t, inbound.Join(nil, []inbound.LegacyItem{{SKU: "A"}}))
}

func TestFeesOf(t *testing.T) {
	const other = "sh000000000-0000-0000-0000-00000000000"
	option := func(id, status string, shipmentIDs ...inbound.ShipmentID) inbound.PlacementOption {
		return inbound.PlacementOption{ID: id, Status: status, Shipments: shipmentIDs}
	}
	ids := func(options []inbound.PlacementOption) (out []string) {
		for _, o := range options {
			out = append(out, o.ID)
		}
		return out
	}
	s := inbound.Merged{
		Shipment:       inbound.Shipment{ID: shipID, PlacementOptionID: "own", SelectedTransportationOptionID: "t2"},
		BoxContentsFee: &inbound.BoxContentsFee{Units: n(4)},
	}
	for name, c := range map[string]struct {
		options []inbound.PlacementOption
		want    []string
	}{
		"none":                    {nil, nil},
		"accepted before offered": {[]inbound.PlacementOption{option("a", "OFFERED", shipID), option("b", "ACCEPTED", other, shipID), option("c", "EXPIRED", shipID)}, []string{"b"}},
		"all on offer":            {[]inbound.PlacementOption{option("a", "OFFERED", shipID), option("b", "OFFERED", shipID, other)}, []string{"a", "b"}},
		"accepted for others":     {[]inbound.PlacementOption{option("a", "ACCEPTED", other), option("b", "OFFERED", shipID)}, []string{"b"}},
		"expired only":            {[]inbound.PlacementOption{option("a", "EXPIRED", shipID)}, nil},
		"a new word":              {[]inbound.PlacementOption{option("a", "PENDING", shipID)}, nil},
		"its own, no list":        {[]inbound.PlacementOption{option("own", "ACCEPTED")}, []string{"own"}},
		"nobody's":                {[]inbound.PlacementOption{option("", "ACCEPTED")}, nil},
	} {
		require.Equal(t, c.want, ids(inbound.FeesOf(s, c.options, nil).Placement), name)
	}
	fees := inbound.FeesOf(s, nil, []inbound.TransportationOption{{ID: "t1", Shipment: shipID}, {ID: "t2", Shipment: shipID}, {ID: "t3", Shipment: other}, {ID: "t4"}, {Shipment: shipID}})
	var got []any
	for _, o := range fees.Transportation {
		got = append(got, o.ID, o.Selected)
	}
	require.Equal(t, []any{"t1", false, "t2", true, "t4", false, "", false}, got)
	require.Equal(t, n(4), fees.BoxContents.Units)
	s.SelectedTransportationOptionID = ""
	require.False(t, inbound.FeesOf(s, nil, []inbound.TransportationOption{{}}).Transportation[0].Selected, "nothing was chosen")
}

func TestCounts(t *testing.T) {
	var plans inbound.PlanCounts
	plans.Add([]inbound.PlanSummary{{Status: "ACTIVE"}, {Status: "ACTIVE"}, {Status: "SHIPPED"}, {Status: "ERRORED"}, {}})
	plans.Add([]inbound.PlanSummary{{Status: "VOIDED"}})
	require.Equal(t, inbound.PlanCounts{Active: 2, Voided: 1, Shipped: 1, Total: 6}, plans)

	var shipments inbound.ShipmentCounts
	shipments.Add(nil)
	require.Equal(t, inbound.ShipmentCounts{ByStatus: map[string]int64{}}, shipments)
	shipments.Add([]inbound.LegacyShipment{{Status: "RECEIVING"}, {Status: "WORKING"}, {}, {Status: "RECEIVING"}})
	require.Equal(t, inbound.ShipmentCounts{Total: 4, ByStatus: map[string]int64{"RECEIVING": 2, "WORKING": 1}}, shipments)

	var units inbound.UnitTally
	units.Add([]inbound.LegacyItem{
		{Shipment: "FBA1", Shipped: n(10), Received: n(7)}, {Shipment: "FBA1", Shipped: n(5), Received: n(6)}, {Shipment: "FBA2", Shipped: n(2)},
		{Received: n(1)}, {}, {Shipped: n(-4), Received: n(-1)},
	})
	open := func(c inbound.ConfirmationID) bool { return c == "FBA1" }
	require.Equal(t, inbound.UnitCounts{Shipped: 17, Received: 14, InTransit: 3, Missing: 2}, units.Counts(open), "the second shipment is over")
}

// Counts do not depend on the size of pages, nor on their order.
func TestCountsDoNotDependOnPages(t *testing.T) {
	quantity := rapid.Custom(func(t *rapid.T) *int64 {
		if rapid.Bool().Draw(t, "known") {
			return n(rapid.Int64Range(-5, 1000).Draw(t, "n"))
		}
		return nil
	})
	item := rapid.Custom(func(t *rapid.T) inbound.LegacyItem {
		return inbound.LegacyItem{Shipped: quantity.Draw(t, "shipped"), Received: quantity.Draw(t, "received")}
	})
	word := rapid.SampledFrom([]string{"ACTIVE", "VOIDED", "SHIPPED", "RECEIVING", "ERRORED", ""})
	rapid.Check(t, func(t *rapid.T) {
		items := rapid.SliceOfN(item, 0, 20).Draw(t, "items")
		words := rapid.SliceOfN(word, 0, 20).Draw(t, "words")
		cut, at := rapid.IntRange(0, len(items)).Draw(t, "cut"), rapid.IntRange(0, len(words)).Draw(t, "at")
		var plans []inbound.PlanSummary
		var shipments []inbound.LegacyShipment
		for _, w := range words {
			plans, shipments = append(plans, inbound.PlanSummary{Status: w}), append(shipments, inbound.LegacyShipment{Status: w})
		}

		var all, some inbound.UnitTally
		all.Add(items)
		some.Add(items[cut:])
		some.Add(items[:cut])
		over := func(inbound.ConfirmationID) bool { return false }
		whole, parts := all.Counts(over), some.Counts(over)
		if whole != parts {
			t.Fatalf("%+v in one page, %+v in two", whole, parts)
		}
		if whole.Missing < 0 || whole.Missing < whole.Shipped-whole.Received || whole.Missing > whole.Shipped {
			t.Fatalf("%+v", whole)
		}
		var p, two inbound.PlanCounts
		p.Add(plans)
		two.Add(plans[at:])
		two.Add(plans[:at])
		if p != two || p.Total != int64(len(plans)) || p.Active+p.Voided+p.Shipped > p.Total {
			t.Fatalf("%+v, %+v of %v", p, two, words)
		}
		var counts inbound.ShipmentCounts
		counts.Add(shipments[:at])
		counts.Add(shipments[at:])
		var sum int64
		for status, c := range counts.ByStatus {
			if status == "" || c < 1 {
				t.Fatalf("%+v", counts)
			}
			sum += c
		}
		if counts.Total != int64(len(words)) || sum > counts.Total {
			t.Fatalf("%+v", counts)
		}
	})
}

// For every answer of the old API, an item keeps its own members and its place. Every unit of a
// listed SKU is found once per SKU.
func TestJoinKeepsItems(t *testing.T) {
	sku := rapid.SampledFrom([]string{"A", "B", "A B", ""})
	rapid.Check(t, func(t *rapid.T) {
		items := rapid.SliceOfN(rapid.Custom(func(t *rapid.T) inbound.Item {
			return inbound.Item{MSKU: sku.Draw(t, "msku"), Quantity: n(rapid.Int64Range(1, 9).Draw(t, "quantity"))}
		}), 0, 5).Draw(t, "items")
		lines := rapid.SliceOfN(rapid.Custom(func(t *rapid.T) inbound.LegacyItem {
			return inbound.LegacyItem{SKU: sku.Draw(t, "sku"), Shipped: n(rapid.Int64Range(0, 9).Draw(t, "shipped"))}
		}), 0, 5).Draw(t, "lines")
		sums := map[string]int64{}
		for _, l := range lines {
			sums[l.SKU] += *l.Shipped
		}
		merged := inbound.Join(items, lines)
		if len(merged) != len(items) {
			t.Fatalf("%d of %d items", len(merged), len(items))
		}
		for i, m := range merged {
			if m.MSKU != items[i].MSKU || m.Quantity != items[i].Quantity {
				t.Fatalf("item %d changed", i)
			}
			sum, listed := sums[m.MSKU]
			if listed = listed && m.MSKU != ""; listed != (m.Shipped != nil) || listed && *m.Shipped != sum {
				t.Fatalf("item %d of %q: %v, want %d", i, m.MSKU, m.Shipped, sum)
			}
		}
	})
}
