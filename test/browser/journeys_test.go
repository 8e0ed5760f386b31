package browser_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
	"github.com/stretchr/testify/require"

	"sellingassistant/test/pgtest"
)

// journey has a person at a keyboard, in front of the demo.
type journey struct {
	*tab
	key string
}

// TestJourneys takes a seller's ways through the console, by keyboard alone, on both databases.
func TestJourneys(t *testing.T) {
	for name, environ := range map[string]func(t *testing.T) []string{
		"sqlite":   func(*testing.T) []string { return nil },
		"postgres": func(t *testing.T) []string { return []string{"SA_DATABASE_URL=" + pgtest.URL(t)} },
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			app, sample := demonstrate(t, append(environ(t), "SA_WEBHOOK_LOCAL=true")...)
			browser := start(t)
			// The journeys change the same team, so they follow each other.
			for _, part := range []struct {
				name string
				walk func(t *testing.T, j *journey)
			}{
				{"sign in", signsIn}, {"resume a hold", resumes}, {"find a losing row and fix it", fixesALoss}, {"conflict shown", meetsAConflict},
				{"bulk change with preview and take back", changesMany}, {"stop and start", stopsAndStarts}, {"document to order, and receive it", ordersByDocument},
				{"price list to order", ordersByPriceList}, {"an endpoint that fails and is retried", retriesADelivery}, {"the address of alerts", seesTheAlertAddress},
				{"mails", choosesMails}, {"no obstacles", isAccessible},
			} {
				if part.name == "no obstacles" && name != "sqlite" {
					continue // the views are the same
				}
				t.Run(part.name, func(t *testing.T) {
					b := open(t, browser, app.URL())
					b.unlock(sample.APIKey)
					b.shows("#live-text", "Live")
					part.walk(t, &journey{b, sample.APIKey})
					b.requirePeace()
				})
			}
		})
	}
}

// call calls the API as another program of the team does.
func (j *journey) call(method, path, body string) map[string]any {
	j.t.Helper()
	r, err := http.NewRequestWithContext(j.t.Context(), method, j.home+"/api/v1/"+path, strings.NewReader(body))
	require.NoError(j.t, err)
	r.Header.Set("X-Api-Key", j.key)
	if body != "" {
		r.Header.Set("Content-Type", "application/json")
	}
	answer, err := http.DefaultClient.Do(r)
	require.NoError(j.t, err)
	defer answer.Body.Close()
	text, err := io.ReadAll(answer.Body)
	require.NoError(j.t, err)
	require.Less(j.t, answer.StatusCode, 300, "%s %s: %s", method, path, text)
	var out map[string]any
	require.NoError(j.t, json.Unmarshal(text, &out))
	return out
}

// to goes to a view by its link.
func (j *journey) to(view string) {
	j.t.Helper()
	j.on("dataset.view === '" + view + "'")
}

// on presses Tab until an element meets a condition, and Enter there.
func (j *journey) on(what string) {
	j.t.Helper()
	j.until("[...document.querySelectorAll('a, button, input, select')].some((e) => { const activeElement = e; return e.checkVisibility() && !e.disabled && activeElement." + what + "; })")
	j.tabTo(what)
	j.press(kb.Enter)
}

// types replaces the text of the input that has the focus.
func (j *journey) types(text string) {
	j.t.Helper()
	j.until("document.activeElement.tagName === 'INPUT'")
	value[bool](j.tab, "(document.activeElement.select(), true)")
	j.press(text)
}

// brings puts a file into the place for files, as the window for choosing files does.
func (j *journey) brings(name, text string) {
	j.t.Helper()
	path := filepath.Join(j.t.TempDir(), name)
	require.NoError(j.t, os.WriteFile(path, []byte(text), 0o600))
	j.until("document.querySelector('#file')")
	j.do(chromedp.SendKeys("#file", path))
}

func signsIn(t *testing.T, j *journey) {
	j.shows("#todo", "PO-000005 · Shenzhen Outdoor Co.")
	require.Equal(t, "Today · Console", value[string](j.tab, "document.title"))
	// All days are summed up: a day has 50 units at most.
	j.until("Number(document.querySelector('#days figure b')?.innerText) > 100")
	require.Regexp(t, `^[0-9]+ on [A-Z][a-z]{2} [0-9]+$`, j.text("#days figure .hint"))
	require.Equal(t, "true", value[string](j.tab, "document.querySelector('[data-view=today]').getAttribute('aria-current')"))
	// Another tab of the same browser would be signed in: the cookie is the browser's.
	j.leave("location.reload()")
	j.shows("#todo", "PO-000005 · Shenzhen Outdoor Co.")
	j.on("id === 'forget'")
	j.on("id === 'leave'")
	j.until("document.activeElement?.id === 'key'")
	j.unlock(j.key)
	j.shows("#todo", "PO-000005 · Shenzhen Outdoor Co.")
}

// resumes lets the brake on large moves stop rows, and lets one go on.
func resumes(t *testing.T, j *journey) {
	before := map[string]string{}
	for _, row := range j.call("GET", "sa/repricer/products?hold=none&marketplace_id=ATVPDKIKX0DER", "")["data"].([]any) {
		r := row.(map[string]any)
		if r["sku"] == "SIM-0006" { // the other journeys use it
			continue
		}
		path := fmt.Sprintf("sa/repricer/products/%v", r["id"])
		limits, err := json.Marshal(map[string]any{"limits": r["limits"]})
		require.NoError(t, err)
		before[path] = string(limits)
		price, ok := r["current_price"].(float64)
		require.True(t, ok)
		j.call("PATCH", path, fmt.Sprintf(`{"limits":{"min_price":%.2f,"max_price":%.2f}}`, price*1.5, price*1.6))
	}
	j.until("document.querySelector('[data-resume]')")
	// With the old limits the next price is near the live one, so that the brake lets the row go on.
	for path, limits := range before {
		j.call("PATCH", path, limits)
	}
	j.tabTo("dataset.resume !== undefined")
	id := value[string](j.tab, "document.activeElement.dataset.resume")
	j.press(kb.Enter)
	stopped := func() bool {
		return j.call("GET", "sa/repricer/products/"+id, "")["data"].(map[string]any)["hold"] != nil
	}
	for range 400 { // a page that is drawn again between Tab and Enter loses the key
		if !stopped() {
			break
		}
		value[bool](j.tab, "(() => { document.querySelector('[data-resume]')?.focus(); return true; })()")
		j.press(kb.Enter)
	}
	j.until(fmt.Sprintf("document.querySelector('#todo') && !document.querySelector('[data-resume=\"%s\"]')", id))
	j.until("!document.querySelector('#toast').hidden")
	require.False(t, stopped())
}

// row5 has a row of the demo in dollars.
const row5 = "sa/repricer/products/5"

func (j *journey) skuOf5() (id, version any) {
	sku := j.call("GET", "skus?sku=SIM-0006&marketplace_id=ATVPDKIKX0DER", "")["data"].([]any)[0].(map[string]any)
	return sku["id"], sku["version"]
}

func fixesALoss(t *testing.T, j *journey) {
	id, _ := j.skuOf5()
	j.call("PATCH", fmt.Sprintf("skus/%v", id), `{"costs":{"unit_cost":90}}`)
	j.until("Number(document.querySelector('[data-tile=loss] .value')?.innerText) > 0")
	j.on("dataset.tile === 'loss'")
	j.shows("#rows", "SIM-0006")
	require.Equal(t, "#/products?under_break_even=true", value[string](j.tab, "location.hash"))
	j.on("dataset.focus === 'cost-5'")
	j.types("14.0431\r")
	j.shows("#toast", "Saved.")
	require.InDelta(t, 14.0431, j.call("GET", fmt.Sprintf("skus/%v", id), "")["data"].(map[string]any)["costs"].(map[string]any)["unit_cost"], 0)
	j.until("!document.querySelector(\"[data-focus='row-5']\")")
}

func meetsAConflict(t *testing.T, j *journey) {
	j.to("products")
	j.shows("#rows", "SIM-0006")
	j.on("dataset.focus === 'max_price-5'")
	j.until("document.activeElement.className === 'in-place'")
	j.call("PATCH", row5, `{"limits":{"max_price":61}}`)
	j.types("62\r")
	j.shows("#conflict", "Maximum, as stored now\n$61.00")
	j.shows("#conflict", "Maximum, as you entered it\n$62.00")
	j.picture("conflict")
	j.on("id === 'store-mine'")
	j.shows("[data-focus='max_price-5']", "$62.00")
	require.InDelta(t, 62, j.call("GET", row5, "")["data"].(map[string]any)["limits"].(map[string]any)["max_price"], 0)
	// A number that is none stays with its input, and Esc leaves everything as it is.
	j.on("dataset.focus === 'min_price-5'")
	j.types("many\r")
	j.shows("#rows .edit .trouble", "This is no number.")
	j.press(kb.Escape)
	j.until("document.activeElement.tagName === 'BUTTON'")
	j.press(kb.Enter)
	j.types("1" + kb.Escape)
	j.shows("[data-focus='min_price-5']", "$39.72")
}

func changesMany(t *testing.T, j *journey) {
	j.to("products")
	j.shows("#rows", "SIM-0006")
	j.tabTo("id === 'search'")
	j.press("DE-0")
	j.shows("#page-place", "1 to 2")
	j.on("id === 'change-all'")
	j.until("document.querySelector('dialog [name=min_price]')")
	j.tabTo("name === 'min_price'")
	j.press("26.5")
	j.on("id === 'bulk-preview'")
	j.shows("#bulk-counts", "Rows\n2")
	j.shows("dialog .preview", "27.28 → 26.5")
	j.shows("dialog .preview", "29 → 26.5")
	require.InDelta(t, 27.28, j.minimum(14), 0, "a preview changes nothing")
	j.picture("bulk-preview")
	// What was not previewed cannot be done.
	value[bool](j.tab, "(document.querySelector('dialog [name=min_price]').focus(), true)")
	j.types("26.50")
	j.until("!document.querySelector('#bulk-apply')")
	j.on("id === 'bulk-preview'")
	j.on("id === 'bulk-apply'")
	j.shows("#toast", "2 rows were changed.")
	require.InDelta(t, 26.5, j.minimum(14), 0)
	j.on("closest('#toast') !== null")
	j.shows("#toast", "2 rows are as before.")
	require.InDelta(t, 27.28, j.minimum(14), 0)
	require.InDelta(t, 29, j.minimum(13), 0)

	// A chosen row, and a change that is refused in words.
	j.tabTo("dataset.focus === 'choose-14'")
	j.press(" ")
	j.shows("#chosen", "1 chosen")
	j.on("id === 'change-chosen'")
	j.until("document.querySelector('dialog [name=min_price]')")
	j.tabTo("name === 'min_price'")
	j.on("id === 'bulk-preview'")
	j.shows("dialog .trouble:not([hidden])", "Fill in what shall change.")
	value[bool](j.tab, "(document.querySelector('dialog [name=min_price]').focus(), true)")
	j.press("9" + kb.Tab + "8")
	j.on("id === 'bulk-preview'")
	j.until("!document.querySelector('dialog .trouble')?.innerText.includes('Fill in')")
	j.until("document.querySelector('dialog .trouble:not([hidden])')?.innerText.length > 10")
	j.press(kb.Escape)
	j.until("!document.querySelector('dialog')")
}

// minimum returns the minimum of a row.
func (j *journey) minimum(row int) any {
	j.t.Helper()
	return j.call("GET", fmt.Sprintf("sa/repricer/products/%d", row), "")["data"].(map[string]any)["limits"].(map[string]any)["min_price"]
}

func stopsAndStarts(t *testing.T, j *journey) {
	enabled := func() any {
		return j.call("GET", "sa/repricer/settings", "")["data"].(map[string]any)["enabled"]
	}
	j.shows("#halt", "Stop repricing")
	j.on("id === 'halt'")
	j.shows("#halt", "Start repricing")
	require.Equal(t, false, enabled(), "one press stops everything")
	j.shows("#pipeline", "Repricing\noff")
	j.on("id === 'halt'")
	j.until("document.querySelector('dialog #start')")
	require.Equal(t, false, enabled(), "a start asks first")
	j.on("id === 'start'")
	j.shows("#halt", "Stop repricing")
	require.Equal(t, true, enabled())
}

// invoice names a supplier of the demo by its tax number.
const invoice = "Harbour Trading GmbH,,,,\nTax ID,DE136695976,,,\nInvoice number,HT-9001,,,\nASIN,Description,Qty,Unit price,Amount\n" +
	"B0SIM00003,Part one,24,$12.50,$300.00\nB0SIM00004,Part two,10,$4.20,$42.00\n,,,Subtotal,$342.00\n,,,Shipping,$25.00\n,,,Total,$367.00\n"

func ordersByDocument(t *testing.T, j *journey) {
	// Today has all documents that were read, also behind others.
	require.Eventually(t, func() bool {
		return len(j.call("GET", "documents?status=ready&has_parsed_data=true", "")["data"].([]any)) == 5
	}, 2*time.Minute, 200*time.Millisecond)
	j.leave("location.reload()")
	j.until("document.querySelectorAll('#todo [data-kind=document]').length === 5")
	j.to("documents")
	j.shows("#documents", "invoice-2026-0417.csv")
	j.brings("letter.txt", "Dear Sir,\nthis is a letter.\n")
	j.shows("#view", "No lines were read in this file.")
	j.to("documents")
	j.shows("#documents", "letter.txt")
	j.brings("invoice.csv", invoice)
	j.shows("#document h1", "invoice.csv")
	j.shows("#lines", "Part one")
	j.shows("#view", "$367.00")
	j.tabTo("name === 'accept'")
	j.press(" ")
	j.on("id === 'try-import'")
	j.until("document.querySelector('#import-outcome').innerText !== '' || document.querySelector('#view .trouble:not([hidden])')")
	j.on("id === 'import'")
	j.until("document.querySelector('#to-order') || document.querySelector('#view .act .trouble:not([hidden])')")
	if j.count("#to-order") == 0 {
		j.on("id === 'import'") // the service named a further warning, which is accepted now
	}
	j.on("id === 'to-order'")
	j.shows("#order", "ordered")
	j.shows("#items", "Part two")
	j.shows("#order", "0 of 34")
	j.on("id === 'receive'")
	j.until("document.querySelector('dialog #book')")
	j.picture("receive")
	j.on("id === 'book'")
	j.shows("#order .head .badge", "received")
	j.shows("#order", "34 of 34")
	j.shows("#receipts", "Part one")
}

func ordersByPriceList(t *testing.T, j *journey) {
	var list bytes.Buffer
	list.WriteString("ASIN,Cost,Dealer,RRP\n")
	require.Eventually(t, func() bool {
		return j.call("GET", "price-list-analyzer/analyses/1", "")["data"].(map[string]any)["finished_at"] != nil
	}, 2*time.Minute, 200*time.Millisecond)
	for _, row := range j.call("GET", "price-list-analyzer/analyses/1/results?limit=24", "")["data"].([]any) {
		r := row.(map[string]any)
		price, ok := r["price_used"].(float64)
		if !ok {
			price = 20
		}
		fmt.Fprintf(&list, "%v,%.2f,%.2f,%.2f\n", r["identifier"], price*0.6, price*0.4, price)
	}
	j.to("buying")
	j.shows("#orders", "PO-0000")
	j.on("hash === '#/buying/lists'")
	j.shows("#lists", "Harbour Trading, spring list")
	// No column of this list is what the service looks for.
	j.brings("plain.csv", "a,b,c\n1,2,3\n4,5,6\n")
	j.until("document.querySelector('dialog #analyze')")
	j.on("id === 'analyze'")
	j.shows("#mapping", "Which column is: identifier")
	require.Equal(t, []string{"", "1", "2", "3"}, value[[]string](j.tab, "[...document.querySelectorAll('[name=map-cost] option')].map((o) => o.value)"))
	j.press(kb.Escape)
	j.until("!document.querySelector('dialog')")
	j.brings("autumn.csv", list.String())
	j.until("document.querySelector('dialog #analyze')")
	value[bool](j.tab, "(document.querySelector('dialog [name=supplier_id]').focus(), true)")
	j.press("Har")
	j.on("id === 'analyze'")
	j.shows("#mapping", "Which column is: cost")
	value[bool](j.tab, "(document.querySelector('dialog [name=map-cost]').focus(), true)")
	j.press("C")
	j.on("id === 'analyze'")
	j.until("document.querySelector('#list h1')")
	require.Eventually(t, func() bool { return j.count("#propose") == 1 }, 2*time.Minute, 200*time.Millisecond)
	j.shows("#results", "accept")
	j.on("id === 'propose'")
	j.on("id === 'make-order'")
	j.shows("#order", "draft")
	j.until("document.querySelectorAll('#items tbody tr').length > 0")
	j.on("dataset.move === 'cancelled'")
	j.until("document.querySelector('dialog #cancel-order')")
	require.Equal(t, "draft", j.text("#order .head .badge"), "it asks first")
	j.on("id === 'cancel-order'")
	j.shows("#order .head .badge", "cancelled")
}

func retriesADelivery(t *testing.T, j *journey) {
	var fine atomic.Bool
	got := make(chan string, 100)
	receiver := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if !fine.Load() {
			w.WriteHeader(http.StatusInternalServerError)
			return
		}
		got <- r.Header.Get("Webhook-Id")
	}))
	t.Cleanup(receiver.Close)
	j.to("settings")
	j.on("hash === '#/settings/endpoints'")
	j.shows("#endpoints", "https://192.0.2.1/hooks")
	j.on("id === 'new-endpoint'")
	j.until("document.querySelector('dialog [name=url]')")
	j.tabTo("name === 'url'")
	j.press(receiver.URL + "/hooks")
	j.on("id === 'make-endpoint'")
	j.shows("#secret", "whsec_")
	j.press(kb.Escape)
	j.shows("#endpoints", receiver.URL)
	j.on("innerText === '" + receiver.URL + "/hooks'")
	j.shows("#endpoint h1", receiver.URL)
	j.on("id === 'edit-endpoint'")
	j.until("document.querySelector('dialog [name=about]')")
	value[bool](j.tab, "(document.querySelector('dialog [name=about]').focus(), true)")
	j.types("The till")
	j.on("id === 'make-endpoint'")
	j.shows("#endpoint .head", "The till")
	j.call("POST", "purchase-orders", `{"supplier_id":1}`)
	j.shows("#deliveries", "failed")
	fine.Store(true)
	j.on("dataset.retry !== undefined")
	j.shows("#deliveries", "succeeded")
	require.Regexp(t, "^evt_", <-got)
}

// seesTheAlertAddress looks at the endpoint that follows the settings of the repricer.
func seesTheAlertAddress(t *testing.T, j *journey) {
	const address = "http://127.0.0.1:9/alerts"
	j.call("PATCH", "sa/repricer/settings", `{"notify":{"webhook_url":"`+address+`"}}`)
	j.to("settings")
	j.on("hash === '#/settings/endpoints'")
	j.shows("#endpoints", "repricer.alerts")
	j.on("innerText === '" + address + "'")
	j.shows("#endpoint", "The address of alerts, from the settings of the repricer.")
	require.Equal(t, 0, j.count("#switch, #replay"))
	require.Equal(t, 1, j.count("#send-ping"))
}

// choosesMails has one more kind of event come at once, and looks at the morning mail.
func choosesMails(t *testing.T, j *journey) {
	j.to("settings")
	j.on("hash === '#/settings/mail'")
	j.shows("#mail", "owner@demo.example")
	j.tabTo("name === 'row_held'")
	j.press("a")
	j.on("id === 'save-mail'")
	j.shows("#toast", "Saved.")
	kinds := j.call("GET", "account/notices", "")["data"].(map[string]any)["kinds"].(map[string]any)
	require.Equal(t, []any{"at_once", "morning"}, []any{kinds["row_held"], kinds["buy_box_lost"]})
	j.on("id === 'preview'")
	j.shows("dialog", "Needs you")
	require.Contains(t, j.text("dialog"), "Good morning")
}
