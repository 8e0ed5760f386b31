package versioned_test

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"sellingassistant/domain/kernel/date"
	"sellingassistant/domain/kernel/money"
	"sellingassistant/domain/kernel/optional"
	"sellingassistant/domain/kernel/versioned"
)

type word string

type part struct{ LeadTimeDays int }

type whole struct {
	TaxID     word
	GTINs     []string
	Unit      money.Amount
	Share     optional.Maybe[money.Percent]
	From      date.Date
	At        optional.Maybe[time.Time]
	Parts     []part
	Known     optional.Maybe[bool]
	Missing   optional.Maybe[part]
	Elsewhere int `member:"-"`
}

func TestPlain(t *testing.T) {
	require.Equal(t, map[string]any{
		"tax_id": "x", "gtins": []any{"1"}, "unit": versioned.Number("12.5"), "share": versioned.Number("19"), "from": "2026-03-01",
		"at": "2026-03-01T08:00:00.000001Z", "parts": []any{map[string]any{"lead_time_days": 3}}, "known": false, "missing": nil,
	}, versioned.Plain(whole{
		TaxID: "x", GTINs: []string{"1"}, Unit: money.MustParse("12.5"), Share: optional.Some(money.MustParsePercent("19")),
		From: date.MustParse("2026-03-01"), At: optional.Some(time.Date(2026, 3, 1, 9, 0, 0, 1000, time.FixedZone("", 3600))),
		Parts: []part{{3}}, Known: optional.Some(false), Elsewhere: 7,
	}))
}

func TestMemberNames(t *testing.T) {
	for field, want := range map[string]string{
		"Name": "name", "TaxID": "tax_id", "ASIN": "asin", "GTINs": "gtins", "TagIDs": "tag_ids", "URL": "url", "MOQ": "moq", "MarketplaceID": "marketplace_id",
		"DefaultLeadTimeDays": "default_lead_time_days", "InboundPerKG": "inbound_per_kg", "Line1": "line1", "AsOf": "as_of",
	} {
		require.Equal(t, want, versioned.Member(field))
	}
}
