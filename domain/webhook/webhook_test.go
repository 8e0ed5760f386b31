package webhook_test

import (
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"sellingassistant/domain/kernel/event"
	"sellingassistant/domain/kernel/fault"
	"sellingassistant/domain/kernel/optional"
	"sellingassistant/domain/kernel/words"
	"sellingassistant/domain/webhook"
)

var noon = time.Date(2026, 11, 2, 12, 0, 0, 0, time.UTC)

func TestTheCatalogueDescribesEveryTypeOnce(t *testing.T) {
	t.Parallel()
	var got []event.Type
	for _, k := range webhook.Catalogue() {
		got = append(got, k.Type)
		require.NotEmpty(t, k.Description, k.Type)
		require.Equal(t, "0.1", k.Since)
		found, ok := webhook.KindOf(k.Type)
		require.True(t, ok)
		require.Equal(t, k, found)
	}
	require.Equal(t, words.Of[event.Type](), got)
	_, ok := webhook.KindOf("sku.melted")
	require.False(t, ok)
	require.Equal(t, "purchase_order", event.PurchaseOrderCreated.Noun())
}

func TestEventIDs(t *testing.T) {
	t.Parallel()
	require.Equal(t, webhook.EventID("evt_01kb2kap50"+strings.Repeat("z", 16)), webhook.NewEventID(
		time.UnixMilli(1764245199008).UTC(), [16]byte{31, 63, 95, 127, 159, 191, 223, 255, 31, 31, 31, 31, 31, 31, 31, 31}))
	rapid.Check(t, func(t *rapid.T) {
		a, b := rapid.Int64Range(0, 1<<47).Draw(t, "a"), rapid.Int64Range(0, 1<<47).Draw(t, "b")
		var chance [16]byte
		copy(chance[:], rapid.SliceOfN(rapid.Byte(), 16, 16).Draw(t, "chance"))
		eventID, other := webhook.NewEventID(time.UnixMilli(a), chance), webhook.NewEventID(time.UnixMilli(b), [16]byte{})
		require.Len(t, string(eventID), 30)
		if a != b {
			require.Equal(t, a < b, eventID < other)
		}
	})
}

func TestPatterns(t *testing.T) {
	t.Parallel()
	for pattern, c := range map[webhook.Pattern]struct {
		takes, leaves []event.Type
	}{
		"*":           {words.Of[event.Type](), nil},
		"sku.updated": {[]event.Type{event.SKUUpdated}, []event.Type{event.InventoryProductUpdated}},
		"listing.*": {
			[]event.Type{event.ListingStatusChanged, event.ListingIssuesChanged},
			[]event.Type{event.ListingDraftAccepted, event.SKUUpdated},
		},
		"listing": {nil, []event.Type{event.ListingStatusChanged}},
	} {
		for _, t2 := range c.takes {
			require.True(t, pattern.Matches(t2), "%s %s", pattern, t2)
		}
		for _, t2 := range c.leaves {
			require.False(t, pattern.Matches(t2), "%s %s", pattern, t2)
		}
	}
	require.Equal(t, []event.Type{event.SKUUpdated, event.ListingStatusChanged, event.ListingIssuesChanged},
		webhook.Matching([]webhook.Pattern{"listing.*", "sku.updated"}))
	rapid.Check(t, func(t *rapid.T) {
		all := rapid.SliceOf(rapid.SampledFrom([]webhook.Pattern{"*", "sku.*", "webhook.*", "sku.updated", "x.*"})).Draw(t, "p")
		some := all[:rapid.IntRange(0, len(all)).Draw(t, "n")]
		for _, found := range webhook.Matching(some) {
			require.True(t, webhook.Wanted(all, found), "more patterns choose no fewer types")
		}
	})
}

func TestALineBecomesEvents(t *testing.T) {
	t.Parallel()
	status := func(from, to any) map[string]webhook.Change {
		return map[string]webhook.Change{"status": {Old: from, New: to}}
	}
	for name, c := range map[string]struct {
		line webhook.Line
		want []event.Type
	}{
		"a SKU":               {webhook.Line{Record: "sku", Verb: "updated"}, []event.Type{event.SKUUpdated}},
		"a matched product":   {webhook.Line{Record: "inventory_product", Verb: "matched"}, []event.Type{event.InventoryProductUpdated}},
		"a note":              {webhook.Line{Record: "inventory_product", Verb: "noted"}, nil},
		"a key":               {webhook.Line{Record: "key", Verb: "created"}, nil},
		"a new draft":         {webhook.Line{Record: "listing", Verb: "created", Changes: status(nil, "ready")}, nil},
		"a draft that leaves": {webhook.Line{Record: "listing", Verb: "updated", Changes: status("ready", "submitting")}, []event.Type{event.ListingDraftSubmitted, event.ListingStatusChanged}},
		"a draft that lives":  {webhook.Line{Record: "listing", Verb: "went_live", Changes: status("submitting", "live")}, []event.Type{event.ListingStatusChanged}},
		"a refused draft":     {webhook.Line{Record: "listing", Verb: "refused", Changes: status("submitting", "rejected")}, []event.Type{event.ListingDraftRejected, event.ListingStatusChanged}},
		"issues":              {webhook.Line{Record: "listing", Verb: "updated", Changes: map[string]webhook.Change{"issues": {}}}, []event.Type{event.ListingIssuesChanged}},
		"an order":            {webhook.Line{Record: "purchase_order", Verb: "created", Changes: status(nil, "draft")}, []event.Type{event.PurchaseOrderCreated}},
		"a placed order":      {webhook.Line{Record: "purchase_order", Verb: "updated", Changes: status("draft", "ordered")}, []event.Type{event.PurchaseOrderStatusChanged}},
		"a received order":    {webhook.Line{Record: "purchase_order", Verb: "updated", Changes: status("ordered", "received")}, []event.Type{event.PurchaseOrderStatusChanged, event.PurchaseOrderReceived}},
		"an order's note":     {webhook.Line{Record: "purchase_order", Verb: "updated", Changes: map[string]webhook.Change{"comment": {}}}, nil},
		"an offer's price":    {webhook.Line{Record: "supplier_offer", Verb: "updated", Changes: map[string]webhook.Change{"unit_cost": {}}}, []event.Type{event.SupplierOfferCostChanged}},
		"an offer's pack":     {webhook.Line{Record: "supplier_offer", Verb: "updated", Changes: map[string]webhook.Change{"pack_size": {}}}, nil},
	} {
		var got []event.Type
		for _, h := range c.line.Happenings() {
			got = append(got, h.Type)
		}
		require.Equal(t, c.want, got, name)
	}
	require.Equal(t, []webhook.Happening{{Type: event.PurchaseOrderStatusChanged, Data: webhook.Data{Part: webhook.Part{
		Record: optional.Some[int64](4), Version: optional.Some[int64](2), Changed: []string{"comment", "status"},
		Details: map[string]string{"status_before": "draft", "status": "ordered"},
	}}}}, webhook.Line{
		Record: "purchase_order", Verb: "updated", ID: 4, Version: 2,
		Changes: map[string]webhook.Change{"status": {Old: "draft", New: "ordered"}, "comment": {}},
	}.Happenings())
	require.Equal(t, []webhook.Happening{{Type: event.InventoryProductDeleted, Data: webhook.Data{Part: webhook.Part{Record: optional.Some[int64](7)}}}},
		webhook.Line{Record: "inventory_product", Verb: "deleted", ID: 7, Changes: map[string]webhook.Change{"title": {Old: "x"}}}.Happenings(),
		"members of a deleted record did not change")
}

func endpoint() webhook.EndpointValues {
	v := webhook.StandardEndpoint()
	v.URL, v.Types = "https://example.com/hook", []webhook.Pattern{"*"}
	return v
}

func TestEndpointsAreChecked(t *testing.T) {
	t.Parallel()
	patch := webhook.EndpointPatch{
		URL: optional.Put("https://example.com/hook?for=me"), Description: optional.Put(" Stock "),
		Types: optional.Put([]webhook.Pattern{"sku.*", "connection.removed", "sku.*"}),
	}
	got, err := patch.Over(webhook.StandardEndpoint())
	require.NoError(t, err)
	require.Equal(t, webhook.EndpointValues{
		URL: "https://example.com/hook?for=me", Description: optional.Some("Stock"),
		Types: []webhook.Pattern{"connection.removed", "sku.*"}, Enabled: true, Generation: 1,
	}, got)
	require.Equal(t, webhook.Active, got.Status())

	many := make([]webhook.Pattern, 51)
	for i := range many {
		many[i] = "*"
	}
	for name, c := range map[string]struct {
		patch   webhook.EndpointPatch
		pointer string
	}{
		"http":             {webhook.EndpointPatch{URL: optional.Put("http://example.com")}, "/url"},
		"a user":           {webhook.EndpointPatch{URL: optional.Put("https://u:p@example.com")}, "/url"},
		"a file":           {webhook.EndpointPatch{URL: optional.Put("file:///etc/passwd")}, "/url"},
		"no host":          {webhook.EndpointPatch{URL: optional.Put("https:///x")}, "/url"},
		"long":             {webhook.EndpointPatch{URL: optional.Put("https://e.com/" + strings.Repeat("a", 2048))}, "/url"},
		"no address":       {webhook.EndpointPatch{URL: optional.Clear[string]()}, "/url"},
		"no types":         {webhook.EndpointPatch{Types: optional.Put([]webhook.Pattern{})}, "/event_types"},
		"too many types":   {webhook.EndpointPatch{Types: optional.Put(many)}, "/event_types"},
		"an unknown type":  {webhook.EndpointPatch{Types: optional.Put([]webhook.Pattern{"*", "sku.melted"})}, "/event_types/1"},
		"an unknown noun":  {webhook.EndpointPatch{Types: optional.Put([]webhook.Pattern{"skus.*"})}, "/event_types/0"},
		"no switch":        {webhook.EndpointPatch{Enabled: optional.Clear[bool]()}, "/enabled"},
		"long description": {webhook.EndpointPatch{Description: optional.Put(strings.Repeat("a", 501))}, "/description"},
	} {
		_, err := c.patch.Over(endpoint())
		refused, ok := fault.As(err)
		require.True(t, ok, name)
		require.Equal(t, fault.Invalid, refused.Kind, name)
		require.Equal(t, c.pointer, refused.Errors[0].Pointer, name)
	}
	_, err = webhook.EndpointPatch{}.Over(webhook.StandardEndpoint())
	refused, ok := fault.As(err)
	require.True(t, ok)
	require.Len(t, refused.Errors, 2, "url and event_types")
	_, err = webhook.EndpointPatch{URL: optional.Put("http://127.0.0.1:3000/hook"), Plain: true}.Over(endpoint())
	require.NoError(t, err)
	_, err = webhook.EndpointPatch{URL: optional.Put("https://e.com/" + strings.Repeat("é", 2034))}.Over(endpoint())
	require.NoError(t, err, "the bound counts characters")
}

func TestSecretsRotate(t *testing.T) {
	t.Parallel()
	v := endpoint()
	require.Equal(t, []int64{1}, v.Generations(noon))
	next, err := v.Rotated(24, noon)
	require.NoError(t, err)
	require.Equal(t, []int64{2, 1}, next.Generations(noon))
	require.Equal(t, []int64{2, 1}, next.Generations(noon.Add(24*time.Hour-1)))
	require.Equal(t, []int64{2}, next.Generations(noon.Add(24*time.Hour)))
	again, err := next.Rotated(0, noon)
	require.NoError(t, err)
	require.Equal(t, []int64{3}, again.Generations(noon))
	for _, hours := range []int{-1, 169} {
		_, err = v.Rotated(hours, noon)
		require.True(t, fault.Is(err, fault.CodeValidationFailed))
	}
}

func failed(status int64) webhook.Attempt {
	return webhook.Attempt{At: noon, Took: time.Second, Status: status, Failure: optional.Some(webhook.BadStatus)}
}

func TestFailedCallsAreTriedAgain(t *testing.T) {
	t.Parallel()
	d := webhook.NewDelivery(2, webhook.Event{Position: 8, ID: "evt_1", Team: 1, Type: event.SKUUpdated}, noon)
	require.Equal(t, webhook.Delivery{
		Team: 1, Endpoint: 2, Position: 8, Event: "evt_1", Type: event.SKUUpdated, Status: webhook.Pending,
		NextAt: optional.Some(noon), CreatedAt: noon,
	}, d)
	var pauses []time.Duration
	for d.Status != webhook.GivenUp {
		if d = d.After(failed(500), 0); d.Status == webhook.Failed {
			pauses = append(pauses, d.NextAt.Or(noon).Sub(noon)-time.Second)
		}
	}
	require.Equal(t, []time.Duration{
		5 * time.Second, 5 * time.Minute, 30 * time.Minute, 2 * time.Hour, 5 * time.Hour, 10 * time.Hour, 10 * time.Hour,
	}, pauses)
	require.Equal(t, int64(8), d.Attempts)
	require.False(t, d.NextAt.Known())
	require.Equal(t, optional.Some(noon.Add(time.Second)), d.EndedAt)

	again := d.Again(noon.Add(time.Hour))
	require.Equal(t, webhook.Pending, again.Status)
	require.Equal(t, optional.Some(noon.Add(time.Hour)), again.NextAt)
	require.False(t, again.EndedAt.Known())
	again = again.After(webhook.Attempt{At: noon, Status: 204}, 0)
	require.Equal(t, webhook.Succeeded, again.Status)
	require.Equal(t, int64(9), again.Attempts, "calls before the retry count")
}

func TestReceiversCanAskForAPause(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		status int64
		after  time.Duration
		want   time.Duration
	}{
		"429":         {429, time.Minute, time.Minute},
		"503":         {503, 2 * time.Hour, time.Hour},
		"short":       {503, time.Second, 5 * time.Second},
		"500 is deaf": {500, time.Minute, 5 * time.Second},
	} {
		a := failed(c.status)
		a.RetryAfter = c.after
		require.Equal(t, optional.Some(noon.Add(time.Second+c.want)), webhook.Delivery{}.After(a, 0).NextAt, name)
	}
}

func TestOutcomes(t *testing.T) {
	t.Parallel()
	for status, want := range map[int64]webhook.DeliveryStatus{
		200: webhook.Succeeded, 299: webhook.Succeeded, 301: webhook.Failed, 400: webhook.Failed, 410: webhook.GivenUp, 500: webhook.Failed,
	} {
		a := webhook.Attempt{At: noon, Status: status}
		if status >= 300 {
			a = failed(status)
		}
		require.Equal(t, want, webhook.Delivery{}.After(a, 0).Status, status)
	}
	require.False(t, webhook.Attempt{Status: 200, Failure: optional.Some(webhook.TimedOut)}.OK(), "an answer that never ends")
}

func TestPausesSpread(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		d := webhook.Delivery{Step: rapid.Int64Range(0, 6).Draw(t, "step")}
		base := webhook.Pauses[d.Step+1]
		got := d.After(failed(500), rapid.Float64Range(-1, 1).Draw(t, "chance")).NextAt.Or(noon).Sub(noon.Add(time.Second))
		require.GreaterOrEqual(t, got, base*8/10)
		require.LessOrEqual(t, got, base*12/10)
	})
}

func TestAnEndpointIsDisabled(t *testing.T) {
	t.Parallel()
	v, off := endpoint().Heard(webhook.Delivery{}, failed(500))
	require.False(t, off)
	require.Equal(t, webhook.Failing, v.Status())
	require.Equal(t, optional.Some(noon.Add(time.Second)), v.Progress.FailingSince)
	require.Equal(t, int64(1), v.Progress.Failures)
	v, _ = v.Heard(webhook.Delivery{Step: 1}, failed(500))
	require.Equal(t, int64(1), v.Progress.Failures, "a delivery counts once")

	late := failed(500)
	late.At = noon.Add(5 * 24 * time.Hour)
	four := v
	four.Progress.Failures = 3
	_, off = four.Heard(webhook.Delivery{}, late)
	require.False(t, off, "four deliveries are too few")
	v.Progress.Failures = 4
	early := late
	early.At = early.At.Add(-1)
	_, off = v.Heard(webhook.Delivery{}, early)
	require.False(t, off, "less than five days")
	v, off = v.Heard(webhook.Delivery{}, late)
	require.True(t, off)
	require.Equal(t, webhook.Disabled, v.Status())
	require.Equal(t, optional.Some(webhook.ForFailing), v.DisabledReason)

	on, err := webhook.EndpointPatch{Enabled: optional.Put(true)}.Over(v)
	require.NoError(t, err)
	require.Equal(t, webhook.Active, on.Status())
	require.False(t, on.DisabledReason.Known())
	require.Zero(t, on.Progress.Failures)

	gone, off := on.Heard(webhook.Delivery{}, failed(410))
	require.True(t, off)
	require.Equal(t, optional.Some(webhook.ForGone), gone.DisabledReason)

	good, off := four.Heard(webhook.Delivery{}, webhook.Attempt{At: noon, Status: 200})
	require.False(t, off)
	require.Equal(t, webhook.Progress{LastSuccessAt: optional.Some(noon)}, good.Progress)
}

func TestReplaysChooseEvents(t *testing.T) {
	t.Parallel()
	for which, want := range map[webhook.Which]map[webhook.DeliveryStatus]webhook.Send{
		webhook.ReplayFailed: {
			"": webhook.SendNot, webhook.Pending: webhook.SendNot, webhook.Succeeded: webhook.SendNot,
			webhook.Failed: webhook.SendAgain, webhook.GivenUp: webhook.SendAgain,
		},
		webhook.ReplayMissing: {
			"": webhook.SendNew, webhook.Pending: webhook.SendNot, webhook.Succeeded: webhook.SendNot,
			webhook.Failed: webhook.SendNot, webhook.GivenUp: webhook.SendNot,
		},
		webhook.ReplayAll: {
			"": webhook.SendNew, webhook.Pending: webhook.SendNot, webhook.Succeeded: webhook.SendAgain,
			webhook.Failed: webhook.SendAgain, webhook.GivenUp: webhook.SendAgain,
		},
	} {
		for status, send := range want {
			require.Equal(t, send, which.Of(webhook.Delivery{Status: status}, status != ""), "%s %s", which, status)
		}
	}
	require.NoError(t, webhook.CheckReplay(nil))
	require.True(t, fault.Is(webhook.CheckReplay([]webhook.Pattern{"x"}), fault.CodeValidationFailed))
}
