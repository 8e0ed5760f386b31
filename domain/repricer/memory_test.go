package repricer_test

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"sellingassistant/domain/kernel/date"
	"sellingassistant/domain/kernel/money"
	"sellingassistant/domain/kernel/optional"
	"sellingassistant/domain/repricer"
	"sellingassistant/domain/repricer/decision"
	"sellingassistant/domain/repricer/schedule"
)

func sending(from, price string, at time.Time) repricer.SentPrice {
	return repricer.SentPrice{From: eur(from), Price: eur(price), Reason: decision.ReasonMatchTarget, At: at, Day: date.Of(at)}
}

func TestAMemoryCountsPricesOfADay(t *testing.T) {
	var m repricer.Memory
	m.NoteSent(sending("20", "19", monday))
	m.NoteSent(sending("19", "18", monday.Add(time.Hour)))
	var f decision.Row
	m.AddTo(&f, nil, monday.Add(2*time.Hour), date.Of(monday))
	require.Equal(t, 2, f.ChangesToday)
	require.Equal(t, optional.Some(eur("20")), f.DayPrice, "the live price before the first of the day")
	require.Equal(t, optional.Some(monday.Add(time.Hour)), f.LastChangeAt)
	require.Equal(t, decision.ReasonMatchTarget, f.LastChange)
	require.False(t, f.LastSubmitted.Known(), "sent is not live")

	m.AddTo(&f, nil, tuesday, date.Of(tuesday))
	require.Equal(t, 0, f.ChangesToday)
	require.False(t, f.DayPrice.Known())
	m.NoteSent(sending("18", "18.50", tuesday))
	m.AddTo(&f, nil, tuesday, date.Of(tuesday))
	require.Equal(t, 1, f.ChangesToday)
	require.Equal(t, optional.Some(eur("18")), f.DayPrice)
}

func TestAMemoryCountsFallsInsideTheWarsWindow(t *testing.T) {
	plan := &decision.Strategy{PriceWar: optional.Some(decision.PriceWar{MaxDrops: 2, WindowMinutes: 60, CooldownMinutes: 30})}
	var m repricer.Memory
	m.NoteSent(sending("20", "19", monday))
	m.NoteSent(sending("19", "21", monday.Add(10*time.Minute)))
	m.NotePriceWar(plan.PriceWar, monday.Add(15*time.Minute))
	require.False(t, m.PriceWarAt.Known(), "a rise is no fall")
	m.NoteSent(sending("21", "20", monday.Add(30*time.Minute)))
	var f decision.Row
	m.AddTo(&f, plan, monday.Add(40*time.Minute), date.Of(monday))
	require.Equal(t, 2, f.FallsInWindow)
	m.NotePriceWar(plan.PriceWar, monday.Add(40*time.Minute))
	require.Equal(t, optional.Some(monday.Add(40*time.Minute)), m.PriceWarAt)
	m.AddTo(&f, plan, monday.Add(60*time.Minute), date.Of(monday))
	require.Equal(t, 1, f.FallsInWindow, "the first lies outside the window")
	m.NotePriceWar(plan.PriceWar, monday.Add(60*time.Minute))
	require.Equal(t, optional.Some(monday.Add(40*time.Minute)), m.PriceWarAt, "when it was last seen")
	m.AddTo(&f, nil, monday.Add(60*time.Minute), date.Of(monday))
	require.Equal(t, 0, f.FallsInWindow, "without a strategy there is no war")

	m = repricer.Memory{}
	for i := range 150 {
		m.NoteSent(sending("20", "19", monday.Add(time.Duration(i)*time.Minute)))
	}
	require.Len(t, m.Falls, repricer.MaxFalls)
	require.Equal(t, monday.Add(149*time.Minute), m.Falls[repricer.MaxFalls-1])
	m.NoteSent(sending("20", "19", monday.Add(60*24*time.Hour)))
	require.Len(t, m.Falls, 1, "old ones are forgotten")
}

func TestAMemoryLearnsASoftCeilingFromGoingBack(t *testing.T) {
	var m repricer.Memory
	m.NoteDecision(optional.Some(monday), eur("20"), decision.BoxOwn)
	m.NoteDecision(optional.Some(monday.Add(-time.Hour)), eur("21"), decision.BoxCompetitor)
	require.Equal(t, optional.Some(eur("20")), m.LastWon, "only a price that had the box")
	require.Equal(t, optional.Some(monday), m.OffersAt, "never back in time")
	back := sending("21", "20", tuesday)
	back.Reason = decision.ReasonRevertToLastWin
	m.NoteSent(back)
	require.Equal(t, optional.Some(decision.SoftCeiling{Price: eur("20"), Until: tuesday.Add(24 * time.Hour)}), m.SoftCeiling)
}

func TestAPriceFromElsewhereIsTakenOver(t *testing.T) {
	var m repricer.Memory
	m.NoteAdoptedPrice(eur("30"))
	require.False(t, m.LastSubmitted.Known(), "nothing was ever sent")
	m.NoteConfirmed(eur("20"), monday)
	require.Equal(t, optional.Some(monday), m.SeenAt)
	m.NoteAdoptedPrice(eur("22"))
	require.Equal(t, optional.Some(eur("22")), m.LastSubmitted)
}

func TestAWindowKnowsThePriceOfItsStart(t *testing.T) {
	w := func() *decision.ActiveWindow {
		return &decision.ActiveWindow{Action: decision.WindowPercent, Since: monday}
	}
	var m repricer.Memory
	first := w()
	m.NoteWindow(first, eur("20"))
	require.Equal(t, optional.Some(eur("20")), first.StartPrice)
	m.NoteSent(sending("20", "22", monday.Add(time.Minute)))
	second := w()
	m.NoteWindow(second, eur("22"))
	require.Equal(t, optional.Some(eur("20")), second.StartPrice, "not of the price the window made")
	m.NoteWindow(nil, eur("22"))
	late := w()
	m.NoteWindow(late, eur("22"))
	require.Equal(t, optional.None[money.Amount](), late.StartPrice, "a price was sent since it began")
}

func TestTheDayIsThatOfTheZone(t *testing.T) {
	at := time.Date(2026, 3, 2, 23, 30, 0, 0, time.UTC)
	day, err := schedule.DayIn(at, "Europe/Berlin")
	require.NoError(t, err)
	require.Equal(t, "2026-03-03", day.String())
	_, err = schedule.DayIn(at, "Nowhere/Land")
	require.Error(t, err)
}

func TestAMemoryKnowsThatTheStockWasGone(t *testing.T) {
	var m repricer.Memory
	none, some, unknown := optional.Some(int64(0)), optional.Some(int64(3)), optional.None[int64]()
	for i, step := range []struct {
		quantity optional.Maybe[int64]
		verdict  decision.Verdict
		want     bool
	}{
		{some, decision.VerdictKeep, false},
		{none, decision.VerdictSkip, true},
		{unknown, decision.VerdictKeep, true},
		{some, decision.VerdictSkip, true},
		{some, decision.VerdictHold, true},
		{some, decision.VerdictError, true},
		{some, decision.VerdictChange, false},
		{none, decision.VerdictSkip, true},
		{some, decision.VerdictSuggest, false},
	} {
		m.NoteStock(step.quantity, step.verdict)
		var f decision.Row
		m.AddTo(&f, nil, monday, date.Of(monday))
		require.Equal(t, step.want, f.WasSoldOut, "step %d", i)
	}
}

func TestRatesThatMoved(t *testing.T) {
	known := func(rate string) optional.Maybe[money.Rate] {
		if rate == "" {
			return optional.None[money.Rate]()
		}
		return optional.Some(money.MustParseRate(rate))
	}
	for _, c := range []struct {
		was, is string
		moved   bool
	}{
		{"1", "1.02", false}, {"1", "0.98", false}, {"1", "1.02000001", true}, {"1", "0.97999999", true}, {"", "", false}, {"", "1", true}, {"1", "", true},
	} {
		require.Equal(t, c.moved, repricer.CostFX{From: "USD", Rate: known(c.was)}.Moved(known(c.is)), "%s to %s", c.was, c.is)
	}
}
