package inventory_test

import (
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"sellingassistant/domain/inventory"
	"sellingassistant/domain/kernel/date"
	"sellingassistant/domain/kernel/fault"
	"sellingassistant/domain/kernel/marketplace"
	"sellingassistant/domain/kernel/money"
	"sellingassistant/domain/kernel/optional"
)

var listingDay = time.Date(2026, 11, 21, 9, 30, 0, 0, time.UTC)

func price(s string) optional.Maybe[money.Amount] { return optional.Some(money.MustParse(s)) }

func listingWish() inventory.ListingWish {
	return inventory.ListingWish{
		Key: inventory.ListingKey{Seller: "A1", Marketplace: marketplace.US, SKU: "SKU-1"}, Connection: 4,
		Offer: inventory.ListingOffer{
			ASIN: "B000000001", ProductType: optional.Some("PRODUCT"), Condition: inventory.ConditionNew, Channel: inventory.FBA,
			Price: price("19.99"), Attributes: "{}",
		},
		Source: inventory.Source{Kind: inventory.SourceAPI},
	}
}

func listingFindings() inventory.ListingFindings {
	return inventory.ListingFindings{
		Permission: optional.Some(inventory.PermissionAllowed), CheckedAt: optional.Some(listingDay),
	}
}

func observed() inventory.Observation {
	return inventory.Observation{
		Seller: "A1", Connection: 4, Marketplace: marketplace.US, SKU: "SKU-1", ASIN: "B000000001",
		Condition: inventory.ConditionNew, Channel: inventory.FBA, Status: inventory.SKUActive, Currency: "USD",
	}
}

// listingAt makes a listing in a state.
func listingAt(t require.TestingT, s inventory.ListingStatus) *inventory.Listing {
	w, f := listingWish(), listingFindings()
	if s == inventory.ListingIncomplete {
		w.Offer.Price = optional.None[money.Amount]()
	}
	l, err := inventory.NewListing(7, w, f, listingDay)
	require.NoError(t, err)
	snapshot := l.Snapshot()
	snapshot.ID = 31
	l, err = inventory.RestoreListing(snapshot)
	require.NoError(t, err)
	switch s {
	case inventory.ListingSubmitting:
		require.NoError(t, l.Send(listingDay))
	case inventory.ListingRejected:
		require.NoError(t, l.Send(listingDay))
		require.NoError(t, l.Refuse("s1", nil, listingDay))
	case inventory.ListingIsLive:
		l.Observe(observed(), 1, listingDay)
	}
	require.Equal(t, s, l.Snapshot().Status)
	return l
}

func TestEveryMoveOfAListing(t *testing.T) {
	const gone = inventory.ListingStatus("")
	in, ready, sub, live, rej := inventory.ListingIncomplete, inventory.ListingReady, inventory.ListingSubmitting,
		inventory.ListingIsLive, inventory.ListingRejected
	legal := map[inventory.ListingStatus]map[inventory.ListingEvent]inventory.ListingStatus{
		gone:  {"faulty": in, "sound": ready, "observed": live},
		in:    {"faulty": in, "sound": ready, "observed": live, "deleted": gone},
		ready: {"faulty": in, "sound": ready, "observed": live, "deleted": gone, "sent": sub},
		rej:   {"faulty": in, "sound": ready, "observed": live, "deleted": gone},
		sub:   {"sent": sub, "accepted": live, "refused": rej, "called_off": ready, "observed": live, "missed": ready},
		live:  {"accepted": live, "observed": live, "missed": gone},
	}
	pairs := 0
	for _, from := range append(slices.Clone(listingStatuses), gone) {
		for _, event := range listingEvents {
			pairs++
			want, ok := legal[from][event]
			if !ok {
				want = from
			}
			got, legal := from.Next(event)
			require.Equal(t, ok, legal, "%s %s", from, event)
			require.Equal(t, want, got, "%s %s", from, event)
		}
	}
	require.Equal(t, 54, pairs)
}

func TestAnIllegalMoveNamesTheLegalOnes(t *testing.T) {
	for status, allowed := range map[inventory.ListingStatus][]string{
		inventory.ListingSubmitting: {"live", "ready", "rejected", "submitting"},
		inventory.ListingIsLive:     {"live"},
	} {
		l := listingAt(t, status)
		before := l.Snapshot()
		_, err := l.Replace(listingWish(), listingFindings(), listingDay)
		for _, err := range []error{err, l.Deletable()} {
			e, ok := fault.As(err)
			require.True(t, ok)
			require.Equal(t, fault.Rule, e.Kind)
			require.EqualValues(t, "invalid_state", e.Code)
			require.Equal(t, map[string]any{"allowed": allowed}, e.Details)
		}
		require.Contains(t, l.Deletable().Error(), "delete it through listings items")
		require.Equal(t, before, l.Snapshot())
	}
	for _, status := range []inventory.ListingStatus{inventory.ListingIncomplete, inventory.ListingReady, inventory.ListingRejected} {
		require.NoError(t, listingAt(t, status).Deletable())
	}
}

func TestRulesOfADraft(t *testing.T) {
	for name, c := range map[string]struct {
		change func(*inventory.ListingWish)
		member string
	}{
		"as it should be": {func(*inventory.ListingWish) {}, ""},
		"min equals max":  {func(w *inventory.ListingWish) { w.Offer.MinPrice, w.Offer.MaxPrice = price("19.99"), price("19.99") }, ""},
		"min above max":   {func(w *inventory.ListingWish) { w.Offer.MinPrice, w.Offer.MaxPrice = price("20"), price("19") }, "/min_price"},
		"below min":       {func(w *inventory.ListingWish) { w.Offer.MinPrice = price("20") }, "/price"},
		"above max":       {func(w *inventory.ListingWish) { w.Offer.MaxPrice = price("19.98") }, "/price"},
		"no price, min and max": {func(w *inventory.ListingWish) {
			w.Offer.Price = optional.None[money.Amount]()
			w.Offer.MinPrice = price("1")
		}, ""},
		"three decimals":    {func(w *inventory.ListingWish) { w.Offer.Price = price("19.999") }, "/price"},
		"yen with decimals": {func(w *inventory.ListingWish) { w.Key.Marketplace, w.Offer.Price = "A1VC38T7YXB528", price("1999.5") }, "/price"},
		"yen":               {func(w *inventory.ListingWish) { w.Key.Marketplace, w.Offer.Price = "A1VC38T7YXB528", price("1999") }, ""},
		"zero":              {func(w *inventory.ListingWish) { w.Offer.MinPrice = price("0") }, "/min_price"},
		"quantity of fba":   {func(w *inventory.ListingWish) { w.Offer.Quantity = optional.Some(int64(0)) }, "/quantity"},
		"quantity of fbm": {func(w *inventory.ListingWish) {
			w.Offer.Channel, w.Offer.Quantity = inventory.FBM, optional.Some(int64(0))
		}, ""},
		"no sku":              {func(w *inventory.ListingWish) { w.Key.SKU = "" }, "/sku"},
		"40 characters":       {func(w *inventory.ListingWish) { w.Key.SKU = strings.Repeat("ä", 40) }, ""},
		"41 characters":       {func(w *inventory.ListingWish) { w.Key.SKU = strings.Repeat("a", 41) }, "/sku"},
		"space at an end":     {func(w *inventory.ListingWish) { w.Key.SKU = "a " }, "/sku"},
		"no such marketplace": {func(w *inventory.ListingWish) { w.Key.Marketplace = "X" }, "/marketplace_id"},
		"64 KiB":              {func(w *inventory.ListingWish) { w.Offer.Attributes = strings.Repeat(" ", 65536) }, ""},
		"more than 64 KiB":    {func(w *inventory.ListingWish) { w.Offer.Attributes = strings.Repeat(" ", 65537) }, "/attributes"},
	} {
		w := listingWish()
		c.change(&w)
		_, err := inventory.NewListing(7, w, listingFindings(), listingDay)
		if c.member == "" {
			require.NoError(t, err, name)
			continue
		}
		e, ok := fault.As(err)
		require.True(t, ok, name)
		require.Equal(t, c.member, e.Pointer, name)
		require.EqualValues(t, "validation_failed", e.Code, name)
	}
}

func TestWhatIsWrongWithADraft(t *testing.T) {
	wrong := inventory.ListingIssue{Code: "attribute_invalid", Severity: inventory.IssueError, Attribute: optional.Some("color"), Message: "No."}
	for name, c := range map[string]struct {
		change func(*inventory.ListingWish, *inventory.ListingFindings)
		status inventory.ListingStatus
		issues []string
	}{
		"nothing": {func(*inventory.ListingWish, *inventory.ListingFindings) {}, "ready", nil},
		"no price": {func(w *inventory.ListingWish, _ *inventory.ListingFindings) {
			w.Offer.Price = optional.None[money.Amount]()
		}, "incomplete", []string{"error price_missing"}},
		"not eligible": {func(_ *inventory.ListingWish, f *inventory.ListingFindings) {
			f.Permission = optional.Some(inventory.PermissionRefused)
		}, "incomplete", []string{"error not_eligible"}},
		"to be approved": {func(_ *inventory.ListingWish, f *inventory.ListingFindings) {
			f.Permission = optional.Some(inventory.PermissionToAskFor)
		}, "incomplete", []string{"error approval_required"}},
		"not checked": {func(_ *inventory.ListingWish, f *inventory.ListingFindings) {
			f.Permission = optional.None[inventory.Permission]()
		}, "ready", []string{"warning restriction_unknown"}},
		"unknown type": {func(_ *inventory.ListingWish, f *inventory.ListingFindings) { f.Schema.Unknown = true }, "incomplete", []string{"error product_type_unknown"}},
		"no schema":    {func(_ *inventory.ListingWish, f *inventory.ListingFindings) { f.Schema.Unavailable = true }, "ready", []string{"warning schema_unavailable"}},
		"schema": {func(_ *inventory.ListingWish, f *inventory.ListingFindings) {
			f.Schema.Issues = []inventory.ListingIssue{wrong}
		}, "incomplete", []string{"error attribute_invalid"}},
		"no stock":      {func(w *inventory.ListingWish, _ *inventory.ListingFindings) { w.Offer.Channel = inventory.FBM }, "ready", []string{"warning quantity_missing"}},
		"template word": {func(_ *inventory.ListingWish, f *inventory.ListingFindings) { f.Missing = []string{"cost"} }, "ready", []string{"warning sku_template_word_unknown"}},
		"everything, errors first": {func(w *inventory.ListingWish, f *inventory.ListingFindings) {
			w.Offer.Price, w.Offer.Channel = optional.None[money.Amount](), inventory.FBM
			*f = inventory.ListingFindings{Schema: inventory.SchemaFindings{Issues: []inventory.ListingIssue{wrong}}}
		}, "incomplete", []string{"error price_missing", "error attribute_invalid", "warning restriction_unknown", "warning quantity_missing"}},
	} {
		w, f := listingWish(), listingFindings()
		c.change(&w, &f)
		l, err := inventory.NewListing(7, w, f, listingDay)
		require.NoError(t, err, name)
		require.Equal(t, c.status, l.Snapshot().Status, name)
		var got []string
		for _, i := range l.Snapshot().Issues {
			got = append(got, string(i.Severity)+" "+i.Code)
		}
		require.Equal(t, c.issues, got, name)
	}
}

func TestADraftIsCreatedAgain(t *testing.T) {
	l := listingAt(t, inventory.ListingRejected)
	later := listingDay.Add(time.Hour)
	did, err := l.Replace(listingWish(), listingFindings(), later)
	require.NoError(t, err)
	require.True(t, did, "a rejected draft is ready again")
	s := l.Snapshot()
	require.Equal(t, inventory.ListingReady, s.Status)
	require.False(t, s.Submission.Known())
	require.EqualValues(t, 4, s.Version)
	require.Equal(t, later, s.UpdatedAt)
	require.Equal(t, listingDay, s.CreatedAt)

	again := listingFindings()
	again.CheckedAt = optional.Some(later)
	did, err = l.Replace(listingWish(), again, later.Add(time.Hour))
	require.NoError(t, err)
	require.False(t, did)
	require.Equal(t, s, l.Snapshot())

	broken := listingWish()
	broken.Offer.Price = price("-1")
	_, err = l.Replace(broken, again, later)
	require.True(t, fault.Is(err, fault.CodeValidationFailed), "%v", err)
	require.Equal(t, s, l.Snapshot())
}

func TestStoredListingsKeepTheirShape(t *testing.T) {
	good := listingAt(t, inventory.ListingReady).Snapshot()
	for name, spoil := range map[string]func(*inventory.ListingSnapshot){
		"id": func(s *inventory.ListingSnapshot) { s.ID = 0 }, "seller": func(s *inventory.ListingSnapshot) { s.Key.Seller = "" },
		"status": func(s *inventory.ListingSnapshot) { s.Status = "lost" }, "a live draft": func(s *inventory.ListingSnapshot) { s.Kind = inventory.ListingLive },
		"condition": func(s *inventory.ListingSnapshot) { s.Offer.Condition = "worn" }, "channel": func(s *inventory.ListingSnapshot) { s.Offer.Channel = "mail" },
	} {
		bad := good
		spoil(&bad)
		_, err := inventory.RestoreListing(bad)
		require.Error(t, err, name)
	}
}

func TestSending(t *testing.T) {
	l := listingAt(t, inventory.ListingReady)
	require.NoError(t, l.Send(listingDay))
	sent, _ := l.Snapshot().Submission.Get()
	require.Equal(t, inventory.ListingSubmission{At: listingDay, Result: "pending"}, sent)
	require.True(t, fault.Is(l.Send(listingDay.Add(2*time.Minute)), "conflict"), "the first call may still run")
	require.NoError(t, l.Send(listingDay.Add(2*time.Minute+time.Second)), "it cannot run any more")

	require.NoError(t, l.LeaveOpen(listingDay))
	require.Equal(t, "submission_outcome_unknown", l.Snapshot().Issues[0].Code)
	require.NoError(t, l.Send(listingDay), "an unknown outcome may be asked for again at once")
	require.Empty(t, l.Snapshot().Issues)

	low := []inventory.ListingIssue{{Code: "99022", Severity: "warning", Message: "Low."}}
	listed := l.Snapshot()
	listed.Issues = append(slices.Clone(low), inventory.ListingIssue{Code: "submission_outcome_unknown", Severity: "warning", Message: "Lost."})
	other, err := inventory.RestoreListing(listed)
	require.NoError(t, err)
	require.NoError(t, other.Send(listingDay))
	require.Equal(t, low, other.Snapshot().Issues, "other issues stay")

	notice := []inventory.ListingIssue{{Code: "99022", Severity: "warning", Message: "Low."}}
	require.NoError(t, l.Accept("s9", notice, listingDay))
	s := l.Snapshot()
	require.Equal(t, inventory.ListingLive, s.Kind)
	require.Equal(t, inventory.ListingIsLive, s.Status)
	require.Equal(t, optional.Some(inventory.ListingSubmission{ID: optional.Some("s9"), At: listingDay, Result: "accepted"}), s.Submission)
	require.Equal(t, notice, s.Issues)
	for name, err := range map[string]error{
		"send": l.Send(listingDay), "refuse": l.Refuse("", nil, listingDay), "call off": l.CallOff(listingDay), "leave open": l.LeaveOpen(listingDay),
	} {
		require.True(t, fault.Is(err, "invalid_state"), name)
	}
	require.Equal(t, s, l.Snapshot())

	l = listingAt(t, inventory.ListingSubmitting)
	require.NoError(t, l.CallOff(listingDay))
	require.Equal(t, inventory.ListingReady, l.Snapshot().Status)
	require.False(t, l.Snapshot().Submission.Known())
}

func TestADraftTurnsLive(t *testing.T) {
	w := listingWish()
	w.Offer.Product, w.Offer.MinPrice, w.Offer.Attributes = optional.Some(int64(9)), price("10"), `{"a":1}`
	l, err := inventory.NewListing(7, w, listingFindings(), listingDay)
	require.NoError(t, err)
	o := observed()
	amount := money.MustParse("21.5")
	o.Price, o.ProductType, o.Connection = &amount, "LAMP", 5
	o.Issues = []inventory.ObservedIssue{{Code: "E1", Message: "Wrong.", Severity: "error", Attributes: []string{"color", "size"}}}
	at := listingDay.Add(time.Minute)
	require.True(t, l.Observe(o, 3, at))
	s := l.Snapshot()
	require.Equal(t, inventory.ListingLive, s.Kind)
	require.Equal(t, inventory.ListingIsLive, s.Status)
	require.Equal(t, price("21.5"), s.Offer.Price)
	require.Equal(t, optional.Some("LAMP"), s.Offer.ProductType)
	require.Equal(t, []inventory.ListingIssue{{Code: "E1", Severity: "error", Attribute: optional.Some("color"), Message: "Wrong."}}, s.Issues)
	require.Equal(t, optional.Some(int64(9)), s.Offer.Product)
	require.Equal(t, price("10"), s.Offer.MinPrice)
	require.Equal(t, `{"a":1}`, s.Offer.Attributes)
	require.Equal(t, inventory.SourceAPI, s.Source.Kind)
	require.EqualValues(t, 2, s.Version)
	require.Equal(t, inventory.ListingSeen{Run: 3, At: optional.Some(at)}, s.Seen)

	require.False(t, l.Observe(o, 4, at.Add(time.Minute)), "the same again is no change")
	require.EqualValues(t, 2, l.Version())
	older := o
	older.ASIN = "B000000002"
	require.False(t, l.Observe(older, 5, at), "an older read knows less")
	require.Equal(t, "B000000001", l.Snapshot().Offer.ASIN)
	require.EqualValues(t, 5, l.Snapshot().Seen.Run)

	gone, err := l.Miss(at)
	require.NoError(t, err)
	require.True(t, gone)
	l = listingAt(t, inventory.ListingSubmitting)
	require.NoError(t, l.LeaveOpen(listingDay))
	gone, err = l.Miss(at)
	require.NoError(t, err)
	require.False(t, gone, "the offer never arrived")
	require.Equal(t, inventory.ListingReady, l.Snapshot().Status)
	require.Empty(t, l.Snapshot().Issues)
	_, err = listingAt(t, inventory.ListingReady).Miss(at)
	require.True(t, fault.Is(err, "invalid_state"))
}

func TestSKUTemplates(t *testing.T) {
	known := inventory.SKUWords{
		Supplier: optional.Some("Müller & Söhne GmbH"), ASIN: "B000000001", Day: date.MustParse("2026-11-05"), Cost: optional.Some("12.50"), Seq: 7,
	}
	bare := known
	bare.Supplier, bare.Cost = optional.None[string](), optional.None[string]()
	for _, c := range []struct {
		template string
		words    inventory.SKUWords
		want     string
		missing  []string
	}{
		{"{supplier}-{asin}-{yymmdd}", known, "M-ller-S-hne-GmbH-B000000001-261105", nil},
		{"{cost}_{seq}", known, "12.50_0007", nil},
		{"X{asin}Y", known, "XB000000001Y", nil},
		{"plain", known, "plain", nil},
		{"{supplier}-{asin}-{yymmdd}", bare, "B000000001-261105", []string{"supplier"}},
		{"{asin}-{cost}-{yymmdd}", bare, "B000000001-261105", []string{"cost"}},
		{"{asin}-{cost}", bare, "B000000001", []string{"cost"}},
		{"{cost}-{supplier}-{cost}", bare, "", []string{"cost", "supplier"}},
		{"A {supplier}", bare, "A", []string{"supplier"}},
	} {
		template, err := inventory.ParseSKUTemplate(c.template)
		require.NoError(t, err, c.template)
		got, missing := template.Fill(c.words)
		require.Equal(t, c.want, got, c.template)
		require.Equal(t, c.missing, missing, c.template)
		require.Equal(t, strings.Contains(c.template, "{seq}"), template.Numbers())
	}
	for _, bad := range []string{"", "{", "}", "{price}", "{asin", "asin}", "{{asin}}", "{}"} {
		_, err := inventory.ParseSKUTemplate(bad)
		require.True(t, fault.Is(err, "validation_failed"), bad)
	}
	for n, want := range map[int]string{1: "A", 2: "A-2", 10: "A-10"} {
		got, err := inventory.NthSKU("A", n)
		require.NoError(t, err)
		require.Equal(t, want, got)
	}
	for _, base := range []string{"", strings.Repeat("x", 41)} {
		_, err := inventory.NthSKU(base, 1)
		require.True(t, fault.Is(err, "validation_failed"))
	}
	_, err := inventory.NthSKU(strings.Repeat("x", 39), 2)
	require.True(t, fault.Is(err, "validation_failed"), "the number counts too")
}

// After any events a fault leaves a listing unchanged, the version counts the changes, and the
// listing can be stored.
func TestListingsKeepTheirRules(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		l := listingAt(t, rapid.SampledFrom(listingStatuses).Draw(t, "start"))
		now := listingDay
		for range rapid.IntRange(1, 15).Draw(t, "steps") {
			now = now.Add(time.Duration(rapid.IntRange(0, 200).Draw(t, "seconds")) * time.Second)
			before := l.Snapshot()
			did, err := true, error(nil)
			switch rapid.IntRange(0, 6).Draw(t, "verb") {
			case 0:
				err = l.Send(now)
			case 1:
				err = l.Accept("a", nil, now)
			case 2:
				err = l.Refuse("b", nil, now)
			case 3:
				err = l.CallOff(now)
			case 4:
				err = l.LeaveOpen(now)
			case 5:
				did = l.Observe(observed(), 2, now)
			case 6:
				w := listingWish()
				if rapid.Bool().Draw(t, "priced") {
					w.Offer.Price = optional.None[money.Amount]()
				}
				did, err = l.Replace(w, listingFindings(), now)
			}
			after := l.Snapshot()
			switch {
			case err != nil:
				require.Equal(t, before, after)
			case did:
				require.Equal(t, before.Version+1, after.Version)
			default:
				require.Equal(t, before.Version, after.Version)
			}
			faulty := slices.ContainsFunc(after.Issues, func(i inventory.ListingIssue) bool { return i.Severity == inventory.IssueError })
			require.False(t, after.Status == inventory.ListingReady && faulty)
			again, err := inventory.RestoreListing(after)
			require.NoError(t, err)
			require.Equal(t, after, again.Snapshot())
		}
	})
}

var listingStatuses = []inventory.ListingStatus{
	inventory.ListingIncomplete, inventory.ListingReady, inventory.ListingSubmitting, inventory.ListingIsLive, inventory.ListingRejected,
}

var listingEvents = []inventory.ListingEvent{
	inventory.ListingFaulty, inventory.ListingSound, inventory.ListingSent, inventory.ListingAccepted, inventory.ListingRefused,
	inventory.ListingCalledOff, inventory.ListingObserved, inventory.ListingMissed, inventory.ListingDeleted,
}
