package inventory_test

import (
	"slices"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"sellingassistant/domain/inventory"
	"sellingassistant/domain/kernel/date"
	"sellingassistant/domain/kernel/fault"
	"sellingassistant/domain/kernel/money"
	"sellingassistant/domain/kernel/optional"
)

func costOf(unit string) inventory.Cost {
	return inventory.Cost{Unit: money.MustParse(unit), Currency: "USD", Source: inventory.Source{Kind: inventory.SourceAPI}}
}

func days(from, to string) inventory.CostSpan {
	s := inventory.CostSpan{From: date.MustParse(from)}
	if to != "" {
		s.To = optional.Some(date.MustParse(to))
	}
	return s
}

// told writes layers as «from/to unit» lines; an unknown end is "".
func told(c inventory.CostLayers) []string {
	out := []string{}
	for _, l := range c.All() {
		line := l.From.String() + "/"
		if to, ok := l.To.Get(); ok {
			line += to.String()
		}
		out = append(out, line+" "+l.Cost.Unit.String())
	}
	return out
}

func TestCostLayers(t *testing.T) {
	type step struct{ from, to, unit string }
	for name, x := range map[string]struct {
		steps []step
		want  []string
	}{
		"first":                            {[]step{{"2026-03-01", "", "5"}}, []string{"2026-03-01/ 5"}},
		"the layer in force ends":          {[]step{{"2026-03-01", "", "5"}, {"2026-04-01", "", "6"}}, []string{"2026-03-01/2026-03-31 5", "2026-04-01/ 6"}},
		"the same day corrects":            {[]step{{"2026-03-01", "", "5"}, {"2026-03-01", "", "6"}}, []string{"2026-03-01/ 6"}},
		"the same cost changes nothing":    {[]step{{"2026-03-01", "", "5"}, {"2026-04-01", "", "5"}}, []string{"2026-03-01/ 5"}},
		"some days only":                   {[]step{{"2026-03-01", "", "5"}, {"2026-03-10", "2026-03-12", "6"}}, []string{"2026-03-01/2026-03-09 5", "2026-03-10/2026-03-12 6", "2026-03-13/ 5"}},
		"the first days only":              {[]step{{"2026-03-01", "", "5"}, {"2026-03-01", "2026-03-12", "6"}}, []string{"2026-03-01/2026-03-12 6", "2026-03-13/ 5"}},
		"before the known layers":          {[]step{{"2026-03-01", "", "5"}, {"2026-01-01", "2026-02-28", "4"}}, []string{"2026-01-01/2026-02-28 4", "2026-03-01/ 5"}},
		"a gap":                            {[]step{{"2026-03-01", "2026-03-05", "5"}, {"2026-03-10", "", "6"}}, []string{"2026-03-01/2026-03-05 5", "2026-03-10/ 6"}},
		"no longer known":                  {[]step{{"2026-03-01", "", "5"}, {"2026-03-10", "", ""}}, []string{"2026-03-01/2026-03-09 5"}},
		"not known for some days":          {[]step{{"2026-03-01", "", "5"}, {"2026-03-10", "2026-03-10", ""}}, []string{"2026-03-01/2026-03-09 5", "2026-03-11/ 5"}},
		"an end without a layer":           {[]step{{"2026-03-10", "", ""}}, []string{}},
		"the last day of the layer before": {[]step{{"2026-03-01", "2026-03-05", "5"}, {"2026-03-05", "", "6"}}, []string{"2026-03-01/2026-03-04 5", "2026-03-05/ 6"}},
		"the day after the layer before":   {[]step{{"2026-03-01", "2026-03-05", "5"}, {"2026-03-06", "", "6"}}, []string{"2026-03-01/2026-03-05 5", "2026-03-06/ 6"}},
	} {
		t.Run(name, func(t *testing.T) {
			var c inventory.CostLayers
			for _, s := range x.steps {
				var err error
				if s.unit == "" {
					c, _, err = c.Clear(days(s.from, s.to))
				} else {
					c, _, err = c.Set(days(s.from, s.to), costOf(s.unit))
				}
				require.NoError(t, err)
			}
			require.Equal(t, x.want, told(c))
		})
	}
}

func TestALayerThatBeginsLaterStandsInTheWay(t *testing.T) {
	var c inventory.CostLayers
	c, _, err := c.Set(days("2026-03-01", "2026-03-31"), costOf("5"))
	require.NoError(t, err)
	c, _, err = c.Set(days("2026-05-01", ""), costOf("6"))
	require.NoError(t, err)

	same, changed, err := c.Set(days("2026-02-01", ""), costOf("4"))
	f, _ := fault.As(err)
	require.NotNil(t, f)
	require.Equal(t, fault.Rule, f.Kind)
	require.Equal(t, fault.CodeCostLayerOverlap, f.Code)
	require.Equal(t, map[string]any{"layer": map[string]any{"from": "2026-03-01", "to": "2026-03-31"}}, f.Details)
	require.False(t, changed)
	require.Equal(t, c, same)

	_, _, err = c.Set(days("2026-03-01", ""), costOf("4"))
	f, _ = fault.As(err)
	require.NotNil(t, f)
	require.Equal(t, map[string]any{"layer": map[string]any{"from": "2026-05-01", "to": nil}}, f.Details)

	_, _, err = c.Clear(days("2026-02-01", "2026-03-01"))
	require.True(t, fault.Is(err, fault.CodeCostLayerOverlap))
	_, _, err = c.Set(days("2026-02-01", "2026-02-28"), costOf("4"))
	require.NoError(t, err)
}

func TestDaysOfALayer(t *testing.T) {
	for _, bad := range [][2]string{{"1999-12-31", ""}, {"2100-01-01", ""}, {"2026-03-02", "2026-03-01"}, {"2026-03-02", "2100-01-01"}} {
		_, _, err := inventory.CostLayers{}.Set(days(bad[0], bad[1]), costOf("5"))
		require.True(t, fault.Is(err, fault.CodeValidationFailed), bad)
	}
	for _, good := range [][2]string{{"2000-01-01", ""}, {"2099-12-31", ""}, {"2026-03-02", "2026-03-02"}, {"2026-03-02", "2099-12-31"}} {
		_, _, err := inventory.CostLayers{}.Set(days(good[0], good[1]), costOf("5"))
		require.NoError(t, err, good)
	}
}

func TestTheSourceAloneChangesNothing(t *testing.T) {
	c, _, err := inventory.CostLayers{}.Set(days("2026-03-01", ""), costOf("5"))
	require.NoError(t, err)
	again := costOf("5")
	again.Source = inventory.Source{Kind: inventory.SourceDocument, ID: optional.Some(int64(7))}
	_, changed, err := c.Set(days("2026-03-20", ""), again)
	require.NoError(t, err)
	require.False(t, changed)
}

func TestLayersAreBounded(t *testing.T) {
	var list []inventory.CostLayer
	first := date.MustParse("2026-01-01")
	for i := range inventory.MaxCostLayers {
		d := first.Add(2 * i)
		list = append(list, inventory.CostLayer{From: d, To: optional.Some(d), Cost: costOf("5")})
	}
	c, err := inventory.RestoreCostLayers(list)
	require.NoError(t, err)
	_, _, err = c.Set(days("2025-01-01", "2025-01-02"), costOf("5"))
	require.True(t, fault.Is(err, fault.CodeValidationFailed))
	_, changed, err := c.Set(days("2026-01-01", "2026-01-01"), costOf("6"))
	require.NoError(t, err)
	require.True(t, changed)
}

func TestRestoreRefusesLayersThatOverlap(t *testing.T) {
	layer := func(from, to string) inventory.CostLayer {
		s := days(from, to)
		return inventory.CostLayer{From: s.From, To: s.To, Cost: costOf("5")}
	}
	for name, bad := range map[string][]inventory.CostLayer{
		"ends before it begins":  {layer("2026-03-02", "2026-03-01")},
		"shares a day":           {layer("2026-03-02", "2026-03-09"), layer("2026-03-09", "")},
		"goes on for ever":       {layer("2026-03-02", ""), layer("2026-03-09", "")},
		"begins on the same day": {layer("2026-03-02", "2026-03-02"), layer("2026-03-02", "")},
	} {
		_, err := inventory.RestoreCostLayers(bad)
		require.Error(t, err, name)
	}
	c, err := inventory.RestoreCostLayers([]inventory.CostLayer{layer("2026-03-10", ""), layer("2026-03-02", "2026-03-09")})
	require.NoError(t, err)
	require.Equal(t, []string{"2026-03-02/2026-03-09 5", "2026-03-10/ 5"}, told(c))
	for day, next := range map[string]string{"2026-03-01": "2026-03-02", "2026-03-02": "2026-03-10", "2026-03-09": "2026-03-10"} {
		require.Equal(t, optional.Some(date.MustParse(next)), c.Next(date.MustParse(day)), day)
	}
	require.False(t, c.Next(date.MustParse("2026-03-10")).Known())
}

// often checks a property of a thousand random lives of a cost, each of some hundred random
// figures.
func often(t *testing.T, property func(*rapid.T)) {
	t.Helper()
	for range 10 {
		rapid.Check(t, property)
	}
}

// TestLayersAgainstACalendar compares layers with a plain list of days.
func TestLayersAgainstACalendar(t *testing.T) {
	first := date.MustParse("2026-01-01")
	// The last day is open to the right. No span reaches it, so the rest of a layer after a span
	// always begins within the calendar.
	const horizon = 60
	often(t, func(t *rapid.T) {
		var c inventory.CostLayers
		calendar := make([]int64, horizon) // 0 for unknown
		for range rapid.IntRange(1, 12).Draw(t, "changes") {
			from := rapid.IntRange(0, horizon-11).Draw(t, "from")
			span := inventory.CostSpan{From: first.Add(from)}
			last := horizon - 1
			if n := rapid.IntRange(-1, 9).Draw(t, "days"); n >= 0 {
				last = from + n
				span.To = optional.Some(first.Add(last))
			}
			unit := rapid.Int64Range(0, 3).Draw(t, "unit")
			before := c.All()
			var next inventory.CostLayers
			var changed bool
			var err error
			if unit == 0 {
				next, changed, err = c.Clear(span)
			} else {
				next, changed, err = c.Set(span, inventory.Cost{Unit: money.FromUnits(unit), Currency: "USD"})
			}
			require.Equal(t, before, c.All())
			if err != nil {
				require.True(t, fault.Is(err, fault.CodeCostLayerOverlap))
				inside := false
				for _, l := range before {
					inside = inside || l.From.After(span.From) && !l.From.After(first.Add(last))
				}
				require.True(t, inside)
				continue
			}
			require.True(t, changed || slices.Equal(before, next.All()))
			c = next
			for d := from; d <= last; d++ {
				calendar[d] = unit
			}
		}
		_, err := inventory.RestoreCostLayers(c.All())
		require.NoError(t, err)
		for d := range horizon {
			l, ok := c.In(first.Add(d))
			require.Equal(t, calendar[d] != 0, ok, "day %d", d)
			require.Equal(t, calendar[d], l.Cost.Unit.Units(), "day %d", d)
		}
		for d := range horizon - 1 {
			turns, ok := c.TurnsOn(first.Add(d)).Get()
			for e := d + 1; e < horizon && (!ok || first.Add(e).Before(turns)); e++ {
				require.Equal(t, calendar[d], calendar[e], "between day %d and its turn", d)
			}
		}
	})
}
