package browser_test

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/chromedp/kb"
	"github.com/stretchr/testify/require"

	"sellingassistant/domain/kernel/money"
	"sellingassistant/domain/kernel/optional"
	"sellingassistant/domain/repricer"
	"sellingassistant/domain/repricer/decision"
	"sellingassistant/domain/repricer/history"
	"sellingassistant/domain/repricer/strategy"
	"sellingassistant/test/openapi/service"
)

// fill gives a shop sixty offers, some in need of their owner. The last has a history, and is
// listed first.
func fill(s *shop) repricer.ProductSnapshot {
	s.t.Helper()
	titles := []string{"Electric kettle, 1.7 l", "Garlic press", "Camping lantern, rechargeable", "Bread tin, 30 cm", "Yoga mat, 6 mm"}
	var rows []repricer.ProductSnapshot
	for i := range 60 {
		row := s.row(i, fmt.Sprintf("%s, no. %d", titles[i%len(titles)], i))
		switch i % 5 {
		case 1:
			row.Observed.BuyBox = decision.BuyBox{Price: some("22.4"), Owner: decision.BoxCompetitor}
		case 2:
			row.Observed.BuyBox = decision.BuyBox{Price: some("21.99"), Owner: decision.BoxAmazon}
			row.Mode = decision.ModeManual
		case 3:
			row.Observed.BuyBox = decision.BuyBox{Owner: decision.BoxUnknown}
		}
		switch i {
		case 7:
			row.Hold = optional.Some(repricer.Hold{
				Reason: decision.HoldExternalChange, Since: row.UpdatedAt, Details: "The live price is 3.49, sent was 24.90.",
			})
		case 8:
			row.Limits.MaxPrice, row.Mode = optional.None[money.Amount](), decision.ModeOff
		}
		rows = append(rows, row)
	}
	rows = s.team.Rows(s.t, rows...)
	main := rows[len(rows)-1]
	s.live(main, s.trade(main))
	return main
}

// stage has the service and the browser that the parts of the test share.
type stage struct {
	browser context.Context //nolint:containedctx // chromedp keeps a browser in a context
	s       *service.Service
	// full has offers, and main is its offer with a history; small, drawn, bad and bare have no
	// history.
	full, small, drawn, bad *shop
	main                    repricer.ProductSnapshot
	bare                    *service.Team
}

// TestTheConsole gives each part a tab of its own, which knows nothing of
// the others.
func TestTheConsole(t *testing.T) {
	s := listen(t)
	all := &stage{browser: start(t), s: s, full: openShop(t, s), small: openShop(t, s), drawn: openShop(t, s), bad: openShop(t, s), bare: s.Team(t, wish)}
	all.main = fill(all.full)
	for name, part := range map[string]func(*testing.T, *stage){
		"a seller looks around": looksAround, "a change shows by itself": showsByItself, "texts stay texts": textsStayTexts, "prices without decisions": drawsPrices,
		"keys": keys, "nothing there": nothingThere, "the service refuses": refuses, "without a mouse": withoutAMouse, "in every size": inEverySize,
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			part(t, all)
		})
	}
}

func looksAround(t *testing.T, on *stage) {
	s, main := on.full, on.main
	b := open(t, on.browser, on.s.URL)
	b.unlock(s.team.Key)
	b.shows("#live-text", "Live")
	for name, want := range map[string]string{"total": "60", "auto": "47", "manual": "12", "off": "1", "held": "1", "loss": "–"} {
		require.Equal(t, want, b.text("[data-tile="+name+"] .value"), name)
	}
	require.Equal(t, "you\n40%\n24", b.text("[data-owner=own]"))
	require.Equal(t, "a competitor\n20%\n12", b.text("[data-owner=competitor]"))
	require.Contains(t, b.text("#pipeline"), "Repricing\non")
	require.Contains(t, b.text("#pipeline"), "of 18,000")
	require.Contains(t, b.text("#attention"), "The live price is not what was sent. Check the price, then resume.")

	b.click("[data-view=products]")
	b.shows("#page-place", "1 to 50")
	require.Equal(t, 50, b.count("#rows tbody tr"))
	b.click("#next")
	b.shows("#page-place", "51 to 60")
	require.Equal(t, 10, b.count("#rows tbody tr"))
	require.True(t, value[bool](b, "document.querySelector('#next').disabled"))
	b.click("#previous")
	b.shows("#page-place", "1 to 50")
	b.write("#search", "LANTERN")
	b.shows("#page-place", "1 to 12")
	b.click("[data-chip=hold]")
	b.shows("#page-place", "1 to 1")
	b.shows("#rows .badge", "on hold")
	b.choose("#filter-mode", "off")
	b.shows("#rows-empty", "No row fits.")
	b.click("[data-focus=chip-clear]")
	b.shows("#page-place", "1 to 50")
	require.Equal(t, "#/products", value[string](b, "location.hash"))
	today := func(tile string) {
		t.Helper()
		b.click("[data-view=today]")
		b.click(tile)
	}
	today("[data-tile=held]")
	b.shows("#page-place", "1 to 1")
	require.Equal(t, "#/products?hold=any", value[string](b, "location.hash"), "the address has the filter")
	today("[data-tile=manual]")
	b.shows("#page-place", "1 to 12")
	today("[data-owner=own] button")
	b.shows("#page-place", "1 to 24")

	b.click(fmt.Sprintf("[data-focus='row-%d']", main.ID))
	b.shows("#row-title", "Yoga mat, 6 mm, no. 59")
	b.shows("#row-price", "€19.89")
	b.until("document.querySelector('.series.price path')")
	require.Equal(t, "Yoga mat, 6 mm, no. 59 · Console", value[string](b, "document.title"))
	// Thirty decisions, with one repeated. Each price that went live adds a point, and now is the
	// last point.
	points := func(series string) int {
		return value[int](b, "Number(document.querySelector('.series."+series+" path').dataset.points)")
	}
	require.Equal(t, 29, b.count("#changes details"))
	require.Equal(t, 29+29+1, points("price"))
	require.Equal(t, 29, b.count(".series.price circle.live"))
	require.Equal(t, 29+1, points("floor"))
	require.Equal(t, 29+1, points("ceiling"))
	require.Equal(t, 29, points("target"))
	b.click(".chart-legend [data-series=ceiling]")
	require.Zero(t, b.count(".series.ceiling"))
	require.Equal(t, 1, b.count(".series.floor"))

	newest := b.text("#changes details:first-child summary")
	require.Contains(t, newest, "€20.39 → €19.89 -2.5%")
	require.Contains(t, newest, "Undercuts A3RIVAL at €19.90 by €0.01: €19.89.")
	require.Contains(t, newest, "live")
	require.Contains(t, b.text("#changes"), "Undercutting A3RIVAL at €14.20 by €0.01 would take €14.19, below the floor of €14.50 (your minimum price), so the price stops there.")
	b.click("#changes details:first-child summary")
	b.click("#changes details:first-child .ask")
	b.shows("#changes .way", "Step by step")
	way := b.text("#changes .way")
	for _, want := range []string{
		"Found the floor\t\t€14.50\tminimum price", "Sorted the offers\t\t\t2 of 3 compete", "Chose the target\t€19.90\t€19.89\tA3RIVAL",
		"A4SLOW\t€27.45\tno: other condition", "A3RIVAL\t€19.90\tyes\t€19.89",
	} {
		require.Contains(t, way, want)
	}
	require.Equal(t, 2, b.asked("expand=trace"), "a way is read once it is asked for, and once for those who compete")

	b.click("[data-range='1']")
	b.until("document.querySelectorAll('#changes details').length < 10")
	b.click("[data-range=all]")
	b.until("document.querySelectorAll('#changes details').length === 29")
	require.Contains(t, b.text("#changes .way"), "Found the floor", "what is open stays open")
	b.click(".back")
	b.shows("#page-place", "1 to 50")
	b.requirePeace()
}

func showsByItself(t *testing.T, on *stage) {
	s := on.small.in(t)
	row := s.team.Rows(t, s.row(1, "Kettle"))[0]
	b := open(t, on.browser, on.s.URL)
	b.unlock(s.team.Key)
	b.click("[data-view=products]")
	b.click(fmt.Sprintf("[data-focus='row-%d']", row.ID))
	b.shows("#history-note", "Nothing was decided in this time.")
	at := s.s.Clock.Now().Add(-time.Minute)
	s.team.Decide(t, row, history.TriggerManual, s.input(row, at, eur("24.9"), rival("A3RIVAL", "24.4")))
	s.live(row, eur("24.39"))
	b.shows("#changes", "Undercuts A3RIVAL at €24.40 by €0.01: €24.39.")
	b.shows("#changes .badge", "waiting to be sent")
	b.shows("#row-price", "€24.39")
	require.Equal(t, 1, b.count(".series.price circle.planned"))
	require.Equal(t, 1, b.asked("page.js"), "the page was not loaded again")
	b.requirePeace()
}

// drawsPrices looks at rows with a long title, a far maximum, a loss and old offers, before and
// after a decision.
func drawsPrices(t *testing.T, on *stage) {
	s := on.drawn.in(t)
	loss, stale := s.row(1, strings.TrimSpace(strings.Repeat("Electric kettle, brushed steel ", 7)[:200])), s.row(2, "Garlic press")
	loss.Limits.MaxPrice, loss.Observed.BreakEven = some("9999"), some("30")
	loss.Observed.Variation = "color\tRed\nsize\t1.7 l"
	stale.Observed.OffersAt = optional.Some(s.s.Clock.Now().Add(-3 * time.Hour))
	loss = s.team.Rows(t, loss, stale, s.row(3, "Yoga mat"))[0]

	b := open(t, on.browser, on.s.URL)
	b.unlock(s.team.Key)
	const whole = "[...document.querySelectorAll('#rows .offer a, #attention a')].every((a) => a.scrollWidth <= a.clientWidth && a.scrollHeight <= a.clientHeight)"
	b.shows("#attention", "Electric kettle")
	inSizes(b, "prices-today", whole)
	b.click("[data-view=products]")
	b.shows("#rows", "Garlic press")
	require.Equal(t, "Color Red · Size 1.7 l", b.text("#rows .variation"))
	inSizes(b, "prices-products", whole)
	b.click("[data-view=today]")
	b.shows("[data-tile=loss]", "1")
	require.Equal(t, "1", b.text("[data-tile=loss] .value"))
	require.Equal(t, "1", b.text("[data-tile=stale] .value"))
	b.click("[data-tile=loss]")
	b.shows("#page-place", "1 to 1")
	b.shows("#rows", "Electric kettle")
	b.click("[data-view=today]")
	b.click("[data-tile=stale]")
	b.shows("#rows", "Garlic press")
	require.Equal(t, "1 to 1", b.text("#page-place"))
	b.click("[data-chip=stale]")
	b.shows("#page-place", "1 to 3")
	b.click("[data-chip=under_break_even]")
	b.shows("#page-place", "1 to 1")
	require.Contains(t, b.text("#rows"), "Electric kettle")

	b.click(fmt.Sprintf("[data-focus='row-%d']", loss.ID))
	b.shows("#row-variation", "Color Red · Size 1.7 l")
	b.shows("#history-note", "Nothing was decided in this time.")
	facts := b.text("#row-head .facts")
	require.Contains(t, facts, "Current market\n€24.90 with shipping, buy box: you, ")
	require.Contains(t, facts, "Target at the last decision\n–")
	b.until("document.querySelector('.series.price path.assumed')")
	points := func(series string) string {
		return value[string](b, "document.querySelector('.series."+series+" path').dataset.points")
	}
	require.Equal(t, "1", points("price"), "now")
	require.Equal(t, "0", points("ceiling"))
	require.Equal(t, "Maximum €9,999.00", value[string](b, "document.querySelector('.beyond text').textContent"))
	require.Equal(t, "24.9", value[string](b, "document.querySelector('.series.market path').dataset.value"))
	require.Less(t, value[float64](b, "Math.max(...[...document.querySelectorAll('.grid text')].map((mark) => Number(mark.textContent.slice(1))))"), 30.0)
	inSizes(b, "prices-row", "true")
	b.click(".chart-legend [data-series=ceiling]")
	require.Zero(t, b.count(".beyond"))

	at := s.s.Clock.Now().Add(-8 * 24 * time.Hour)
	s.team.Decide(t, loss, history.TriggerManual, s.input(loss, at, eur("24.9"), rival("A3RIVAL", "24.4")), sent(at))
	s.live(loss, eur("24.39"))
	b.click("[data-range='30']")
	b.until("document.querySelectorAll('#changes details').length === 1")
	b.until("document.querySelector('.series.price path.assumed')")
	b.click("[data-range='7']")
	b.until("document.querySelectorAll('#changes details').length === 0")
	b.until("document.querySelector('.series.price path').dataset.points === '2'")
	require.Zero(t, b.count(".assumed"), "the price is known from the decision before")
	require.Regexp(t, `^M62\.0 [0-9.]+H[0-9.]+V[0-9.]+$`, value[string](b, "document.querySelector('.series.price path').getAttribute('d')"))
	b.shows("#row-head .facts", "Target at the last decision\n€24.40 with shipping, A3RIVAL, ")
	b.requirePeace()
}

// inSizes looks at the page on a wide screen and on a phone, by day and by night, and waits for an
// expression to be true.
func inSizes(b *tab, view, expression string) {
	b.t.Helper()
	for _, width := range []int64{1400, 390} {
		for _, scheme := range []string{"light", "dark"} {
			b.window(width, 900, scheme)
			b.until(fmt.Sprintf("innerWidth === %d && document.documentElement.scrollWidth <= innerWidth && %s", width, expression))
			b.picture(strings.Join([]string{view, map[int64]string{1400: "wide", 390: "narrow"}[width], scheme}, "-"))
		}
	}
	b.window(1280, 900, "light")
}

// hostile would do harm if it were read as markup.
const hostile = `<img src=x onerror="window.harmed=1"><script>window.harmed=1</script><svg onload="window.harmed=1">{{7*7}}${7*7}"'`

func textsStayTexts(t *testing.T, on *stage) {
	s := on.bad.in(t)
	row := s.row(1, hostile)
	row.Key.SKU = `"><b onclick=x>&amp;`
	row.Hold = optional.Some(repricer.Hold{Reason: decision.HoldListingIssue, Since: row.UpdatedAt, Details: hostile})
	row = s.team.Rows(t, row)[0]
	at := s.s.Clock.Now().Add(-time.Hour)
	refused := func(c *history.PriceChange) error {
		return errors.Join(c.Submit(history.RoutePatch, at), c.Reject(history.Answer{ID: hostile, Status: hostile, Issues: []history.Issue{{Code: hostile, Message: hostile, Severity: hostile}}}))
	}
	s.team.Decide(t, row, history.TriggerSweep, s.input(row, at, eur("24.9"), rival(`<i>A3</i>`, "24.4")), refused)

	b := open(t, on.browser, on.s.URL)
	b.unlock(s.team.Key)
	b.shows("#attention", hostile)
	b.shows("#todo", hostile)
	b.click("[data-view=products]")
	b.shows("#rows .offer a", hostile)
	b.click(fmt.Sprintf("[data-focus='row-%d']", row.ID))
	b.shows("#row-title", hostile)
	b.shows("#row-hold", hostile)
	b.shows("#changes", "Undercuts <i>A3</i> at €24.40 by €0.01: €24.39.")
	b.click("#changes summary")
	b.shows("#changes .issues", hostile)
	b.click("#changes .ask")
	b.shows("#changes .way", "<i>A3</i>")
	require.Equal(t, hostile+" · Console", value[string](b, "document.title"))
	require.True(t, value[bool](b, "window.harmed === undefined"))
	require.Zero(t, b.count("main img, main script, main i, main b[onclick], main svg svg"))
	b.requirePeace()

	// The policy stops markup that the script would let through.
	require.True(t, value[bool](b, `(() => { try { document.body.innerHTML = '<p>'; return false; } catch { return true; } })()`))
}

func keys(t *testing.T, on *stage) {
	s := on.full
	b := open(t, on.browser, on.s.URL+"/app?api_key="+s.team.Key+"#")
	b.until("location.search === ''")
	b.mu.Lock()
	b.addresses = nil // the mistake was the user's
	b.mu.Unlock()
	b.unlock("sak_000000000000000000000000000000000000")
	b.shows("#problem", "The key was refused:")
	require.True(t, value[bool](b, "sessionStorage.length === 0"))
	require.Zero(t, b.count("#view *"))
	b.unlock("schlüssel")
	b.shows("#problem", "A key has letters, digits and _ only.")
	b.unlock(s.team.Key)
	b.shows("#attention", "Camping lantern")
	require.True(t, value[bool](b, "document.querySelector('#problem').hidden"))
	require.Empty(t, value[string](b, "document.querySelector('#key').value"))
	require.NotContains(t, value[string](b, "location.href + JSON.stringify(localStorage) + JSON.stringify(sessionStorage)"), "sak_")
	require.Equal(t, "[]", promised[string](b, "cookieStore.getAll().then(JSON.stringify)"), "no script reads the cookie")
	b.leave("location.reload()")
	b.shows("#attention", "Camping lantern")
	b.click("#forget")
	b.click("#leave")
	b.until("document.activeElement?.id === 'key'")
	require.True(t, value[bool](b, "sessionStorage.length === 0"))
	require.Zero(t, b.count("#view *"))
	b.leave("location.reload()")
	b.until("document.activeElement?.id === 'key'")
	require.Zero(t, b.count("#view *"), "the cookie is gone")
	b.requirePeace()
}

func nothingThere(t *testing.T, on *stage) {
	bare := &shop{t: t, s: on.s, team: on.bare}
	b := open(t, on.browser, on.s.URL)
	b.unlock(bare.team.Key)
	b.shows("#no-settings", "The repricer has no settings.")
	b.shows("#attention", "Nothing does at the moment.")
	require.Contains(t, b.text("#pipeline"), "no settings")
	require.Equal(t, "0", b.text("[data-tile=total] .value"))
	b.click("[data-view=products]")
	b.shows("#rows-empty", "There are no rows here yet.")
	row := bare.row(1, "Kettle")
	row.StrategyID, row.Mode, row.Observed = optional.None[strategy.ID](), decision.ModeOff, repricer.Observed{
		BuyBox: decision.BuyBox{Owner: decision.BoxUnknown},
	}
	row = bare.team.Rows(t, row)[0]
	value[bool](b, fmt.Sprintf("(location.hash = '#/rows/%d') !== ''", row.ID))
	b.shows("#row-title", "SKU-001")
	b.shows("#row-price", "–")
	b.click("[data-range=all]")
	b.shows("#history-note", "Nothing has been decided about this offer yet.")
	require.True(t, value[bool](b, "document.querySelector('.chart').hidden"))
	value[bool](b, "(location.hash = '#/rows/987654321') !== ''")
	b.shows("#problem", "There is no such record, or not any more.")
	value[bool](b, "(location.hash = '#/products') !== ''")
	b.until("document.querySelector('#problem').hidden && document.querySelector('#rows tbody tr')")
	b.requirePeace()
}

func refuses(t *testing.T, on *stage) {
	s := openShop(t, listen(t, "SA_RATE_LIMITS=default=1"))
	b := open(t, on.browser, s.s.URL)
	b.unlock(s.team.Key)
	b.shows("#problem", "Too many calls:")
	require.Regexp(t, `Tries again in [1-9][0-9]* s\.`, b.text("#problem"))
	b.shows("#live-text", "Not up to date")
	require.False(t, value[bool](b, "document.querySelector('#forget').hidden"), "the key is still good")
	b.requirePeace()
}

func withoutAMouse(t *testing.T, on *stage) {
	s, row := on.full, on.main
	b := open(t, on.browser, on.s.URL)
	b.unlock(s.team.Key)
	b.tabTo("dataset.view === 'products'")
	b.press(kb.Enter)
	b.until(fmt.Sprintf("document.querySelector(\"[data-focus='row-%d']\")", row.ID))
	b.tabTo(fmt.Sprintf("dataset.focus === 'row-%d'", row.ID))
	b.press(kb.Enter)
	b.until("document.querySelector('.series.price path')")
	b.tabTo("className === 'frame'")
	b.press(kb.ArrowLeft)
	b.shows(".tip", "€19.89")
	b.press(kb.ArrowLeft)
	b.shows(".tip", "€20.39")
	b.press(kb.Enter)
	b.until("document.activeElement.tagName === 'SUMMARY' && document.activeElement.parentElement.open")
	b.shows("#changes details[open] summary", "→ €20.39")
	b.tabTo("classList.contains('ask')")
	b.press(kb.Enter)
	b.shows("#changes details[open] .way", "Step by step")
	b.requirePeace()
}

// tabTo presses Tab until an element meets a condition.
func (b *tab) tabTo(what string) {
	b.t.Helper()
	for range 400 {
		b.press(kb.Tab)
		if value[bool](b, "Boolean(document.activeElement."+what+")") {
			return
		}
	}
	require.FailNow(b.t, "Tab does not lead to an element with "+what)
}

func inEverySize(t *testing.T, on *stage) {
	s, main := on.full, on.main
	b := open(t, on.browser, on.s.URL)
	b.picture("gate")
	b.unlock(s.team.Key)
	b.shows("#attention", "Camping lantern")
	look := func(view string) {
		t.Helper()
		paper := map[string]bool{}
		for _, width := range []int64{1280, 768, 360} {
			for _, scheme := range []string{"light", "dark"} {
				b.window(width, 800, scheme)
				b.until(fmt.Sprintf("innerWidth === %d && document.documentElement.scrollWidth <= %d", width, width))
				if width < 700 {
					b.until("[...document.querySelectorAll('#rows td')].every((cell) => cell.getBoundingClientRect().right <= innerWidth && cell.scrollWidth <= cell.clientWidth)")
				}
				b.picture(strings.Join([]string{view, fmt.Sprint(width), scheme}, "-"))
				paper[value[string](b, "getComputedStyle(document.body).backgroundColor")] = true
			}
		}
		require.Len(t, paper, 2, "light and dark")
		b.window(1280, 900, "light")
	}
	look("today")
	b.click("[data-view=products]")
	b.shows("#rows", "Yoga mat")
	look("products")
	b.click(fmt.Sprintf("[data-focus='row-%d']", main.ID))
	b.click("#changes summary")
	b.click("#changes .ask")
	b.shows("#changes .way", "Step by step")
	look("row")
	b.requirePeace()
}
