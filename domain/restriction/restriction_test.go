package restriction_test

import (
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"sellingassistant/domain/kernel/marketplace"
	"sellingassistant/domain/restriction"
)

var newInUS = restriction.Item{Marketplace: marketplace.US, Condition: restriction.ConditionNew}

func TestReason(t *testing.T) {
	for _, c := range []struct {
		code   string
		linked bool
		want   restriction.Status
	}{
		{"NOT_ELIGIBLE", false, "NOT_ELIGIBLE"},
		{"NOT_ELIGIBLE", true, "NOT_ELIGIBLE"},
		{"APPROVAL_REQUIRED", true, "APPROVAL_REQUIRED"},
		{"APPROVAL_REQUIRED", false, "APPROVAL_REQUIRED"},
		{"ASIN_NOT_FOUND", false, "ALLOWED_TO_SELL"},
		{"", true, "APPROVAL_REQUIRED"},
		{"", false, "NOT_ELIGIBLE"},
		{"SOMETHING_NEW", true, "APPROVAL_REQUIRED"},
		{"SOMETHING_NEW", false, "NOT_ELIGIBLE"},
		{"not_eligible", true, "APPROVAL_REQUIRED"},
	} {
		require.Equal(t, c.want, restriction.Reason{Code: c.code, Linked: c.linked}.Status(), "%+v", c)
	}
}

func TestFold(t *testing.T) {
	reasons := func(codes ...string) restriction.Record {
		r := restriction.Record{}
		for _, c := range codes {
			r.Reasons = append(r.Reasons, restriction.Reason{Code: c})
		}
		return r
	}
	for name, c := range map[string]struct {
		records []restriction.Record
		want    restriction.Status
	}{
		"none":                        {nil, "ALLOWED_TO_SELL"},
		"unknown product":             {[]restriction.Record{reasons("ASIN_NOT_FOUND")}, "ALLOWED_TO_SELL"},
		"approval":                    {[]restriction.Record{reasons("APPROVAL_REQUIRED")}, "APPROVAL_REQUIRED"},
		"approval and unknown":        {[]restriction.Record{reasons("APPROVAL_REQUIRED", "ASIN_NOT_FOUND")}, "APPROVAL_REQUIRED"},
		"unknown and approval":        {[]restriction.Record{reasons("ASIN_NOT_FOUND"), reasons("APPROVAL_REQUIRED")}, "APPROVAL_REQUIRED"},
		"not eligible first":          {[]restriction.Record{reasons("NOT_ELIGIBLE", "APPROVAL_REQUIRED")}, "NOT_ELIGIBLE"},
		"not eligible last":           {[]restriction.Record{reasons("APPROVAL_REQUIRED"), reasons("ASIN_NOT_FOUND", "NOT_ELIGIBLE")}, "NOT_ELIGIBLE"},
		"no reason":                   {[]restriction.Record{reasons()}, "NOT_ELIGIBLE"},
		"no reason beside an unknown": {[]restriction.Record{reasons("ASIN_NOT_FOUND"), reasons()}, "NOT_ELIGIBLE"},
	} {
		require.Equal(t, c.want, restriction.Fold(c.records), name)
	}
}

func TestAbout(t *testing.T) {
	const us, de = marketplace.ID("ATVPDKIKX0DER"), marketplace.ID("A1PA6795UKMFR9")
	records := []restriction.Record{
		{Marketplace: us},
		{Marketplace: us, Condition: "new_new"},
		{Marketplace: us, Condition: "used_acceptable"},
		{Marketplace: us, Condition: "new_open_box"},
		{Marketplace: de, Condition: "new_new"},
		{Condition: "new_new"},
	}
	about := func(m marketplace.ID, c restriction.Condition) []restriction.Record {
		return restriction.About(records, restriction.Item{Marketplace: m, Condition: c})
	}
	require.Equal(t, records[:2], about(us, "new_new"))
	require.Equal(t, records[4:5], about(de, "new_new"))
	require.Equal(t, []restriction.Record{records[0], records[2]}, about(us, "used_acceptable"))
	require.Empty(t, about(de, "used_acceptable"))
}

// The mapper alone calls a linked reason without a code open to approval; the
// filter removes it when it is about used items.
func TestOtherConditionsDoNotCount(t *testing.T) {
	records := []restriction.Record{{
		Marketplace: marketplace.US, Condition: "used_acceptable", Reasons: []restriction.Reason{{Linked: true}},
	}}
	require.Equal(t, restriction.ApprovalRequired, restriction.Fold(records))
	require.Equal(t, restriction.AllowedToSell, restriction.Decide(records, newInUS))
}

func TestMoreRecordsNeverWeaken(t *testing.T) {
	rank := map[restriction.Status]int{"ALLOWED_TO_SELL": 0, "APPROVAL_REQUIRED": 1, "NOT_ELIGIBLE": 2}
	record := rapid.Custom(func(t *rapid.T) restriction.Record {
		return restriction.Record{
			Marketplace: rapid.SampledFrom([]marketplace.ID{"ATVPDKIKX0DER", "A1PA6795UKMFR9", ""}).Draw(t, "marketplace"),
			Condition:   rapid.SampledFrom([]restriction.Condition{"", "new_new", "used_good"}).Draw(t, "condition"),
			Reasons: rapid.SliceOfN(rapid.Custom(func(t *rapid.T) restriction.Reason {
				return restriction.Reason{
					Code:   rapid.SampledFrom([]string{"", "NOT_ELIGIBLE", "APPROVAL_REQUIRED", "ASIN_NOT_FOUND", "X"}).Draw(t, "code"),
					Linked: rapid.Bool().Draw(t, "linked"),
				}
			}), 0, 3).Draw(t, "reasons"),
		}
	})
	rapid.Check(t, func(t *rapid.T) {
		some, more := rapid.SliceOfN(record, 0, 4).Draw(t, "some"), rapid.SliceOfN(record, 0, 4).Draw(t, "more")
		before := restriction.Decide(some, newInUS)
		after := restriction.Decide(append(append([]restriction.Record{}, more...), some...), newInUS)
		if rank[after] < rank[before] {
			t.Fatalf("%s became %s", before, after)
		}
	})
}
