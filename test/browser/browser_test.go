// Package browser_test looks at the pages of the service with a real browser,
// against the whole program.
package browser_test

import (
	"context"
	"encoding/json"
	"fmt"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/chromedp/cdproto/audits"
	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/cdproto/log"
	"github.com/chromedp/cdproto/network"
	"github.com/chromedp/cdproto/runtime"
	"github.com/chromedp/chromedp"
	"github.com/stretchr/testify/require"
)

// patience bounds every wait; nothing is expected to take so long.
const patience = 20 * time.Second

// names lists the names of Chromium on different systems.
var names = []string{"chromium", "chromium-browser", "google-chrome", "google-chrome-stable"}

func program(t *testing.T) string {
	t.Helper()
	for _, name := range append([]string{os.Getenv("CHROMIUM")}, names...) {
		if path, err := exec.LookPath(name); name != "" && err == nil {
			return path
		}
	}
	require.FailNow(t, "there is no Chromium: install it, or name it in CHROMIUM")
	return ""
}

// start starts a browser that ends with the test. It runs without its own
// sandbox, which root may not have, and reaches only the service: every other name
// is unknown to it.
func start(t *testing.T) context.Context {
	t.Helper()
	options := append(chromedp.DefaultExecAllocatorOptions[:],
		chromedp.ExecPath(program(t)), chromedp.NoSandbox, chromedp.UserDataDir(t.TempDir()), chromedp.Env("TZ=UTC", "LANG=en_US.UTF-8"),
		chromedp.Flag("disable-gpu", true), chromedp.Flag("disable-quic", true), chromedp.Flag("disable-component-update", true),
		chromedp.Flag("lang", "en-US"), chromedp.Flag("host-resolver-rules", "MAP * ~NOTFOUND, EXCLUDE 127.0.0.1"),
	)
	ctx, end := chromedp.NewExecAllocator(context.Background(), options...)
	t.Cleanup(end)
	ctx, end = chromedp.NewContext(ctx)
	t.Cleanup(end)
	require.NoError(t, chromedp.Do(ctx), "start the browser")
	return ctx
}

// tab has a tab of the browser and its complaints.
type tab struct {
	t    *testing.T
	ctx  context.Context //nolint:containedctx // chromedp keeps a tab in a context
	home string

	mu         sync.Mutex
	addresses  []string
	complaints []string
}

// open opens the console in a new tab. The address may say more than where the service is.
func open(t *testing.T, browser context.Context, address string) *tab {
	t.Helper()
	home, _, more := strings.Cut(address, "/app")
	if !more {
		address += "/app"
	}
	return openAt(t, browser, home, address)
}

// openAt opens an address of the service at home in a new tab.
func openAt(t *testing.T, browser context.Context, home, address string) *tab {
	t.Helper()
	b := &tab{t: t, home: home}
	ctx, end := chromedp.NewContext(browser, chromedp.WithNewBrowserContext(), chromedp.WithListener(b.hear))
	t.Cleanup(end)
	b.ctx = ctx
	require.NoError(t, chromedp.Do(ctx))
	command(b, audits.Enable, cdp.Empty{})
	// Every tab takes itself for the front tab.
	command(b, emulation.SetFocusEmulationEnabled, emulation.SetFocusEmulationEnabledParams{Enabled: true})
	b.window(1280, 900, "light")
	b.do(chromedp.Navigate(address))
	return b
}

// do runs actions.
func (b *tab) do(actions ...chromedp.Action[chromedp.Void]) {
	b.t.Helper()
	ctx, end := context.WithTimeout(b.ctx, patience)
	defer end()
	require.NoError(b.t, chromedp.Do(ctx, actions...))
}

// command sends a command without an action of its own.
func command[P, R any](b *tab, c cdp.Command[P, R], params P) {
	b.t.Helper()
	b.do(func(ctx context.Context, target *chromedp.Target) (chromedp.Void, error) {
		_, err := cdp.Call(ctx, target, c, params)
		return chromedp.Void{}, err
	})
}

// window sets the size of the window and the colours the user likes.
func (b *tab) window(width, height int64, scheme string) {
	b.t.Helper()
	b.do(chromedp.EmulateViewport(width, height))
	command(b, emulation.SetEmulatedMedia, emulation.SetEmulatedMediaParams{
		Features: []*emulation.MediaFeature{{Name: "prefers-color-scheme", Value: scheme}},
	})
}

// hear keeps every address that is asked and everything that goes wrong. That
// the service refuses a call is the page's business, not a fault.
func (b *tab) hear(event any) {
	b.mu.Lock()
	defer b.mu.Unlock()
	switch e := event.(type) {
	case *network.EventRequestWillBeSent:
		b.addresses = append(b.addresses, e.Request.URL)
	case *runtime.EventExceptionThrown:
		b.complaints = append(b.complaints, fmt.Sprintf("exception: %s %+v", e.ExceptionDetails.Text, e.ExceptionDetails.Exception))
	case *runtime.EventConsoleAPICalled:
		b.complaints = append(b.complaints, fmt.Sprintf("console.%s", e.Type))
	case *log.EventEntryAdded:
		if e.Entry.Source != log.EntrySourceNetwork || !strings.Contains(e.Entry.URL, "/api/v1/") && !strings.HasSuffix(e.Entry.URL, "/app/sign-in") {
			b.complaints = append(b.complaints, fmt.Sprintf("%s %s: %s %s", e.Entry.Source, e.Entry.Level, e.Entry.Text, e.Entry.URL))
		}
	case *audits.EventIssueAdded:
		b.complaints = append(b.complaints, "issue: "+string(e.Issue.Code))
	}
}

// requirePeace requires that only the service was called, that no address has a key, and that the
// browser had no complaints.
func (b *tab) requirePeace() {
	b.t.Helper()
	b.mu.Lock()
	defer b.mu.Unlock()
	require.Empty(b.t, b.complaints)
	require.NotEmpty(b.t, b.addresses)
	for _, address := range b.addresses {
		require.True(b.t, strings.HasPrefix(address, b.home+"/"), address)
		u, err := url.Parse(address)
		require.NoError(b.t, err)
		require.NotContains(b.t, address, "sak_")
		require.NotContains(b.t, u.Query(), "api_key")
	}
}

// asked counts the calls of addresses with a text in them.
func (b *tab) asked(text string) int {
	b.mu.Lock()
	defer b.mu.Unlock()
	n := 0
	for _, address := range b.addresses {
		if strings.Contains(address, text) {
			n++
		}
	}
	return n
}

// value returns the result of an expression.
func value[T any](b *tab, expression string) T {
	b.t.Helper()
	v, err := evaluate[T](b, expression)
	require.NoError(b.t, err, expression)
	return v
}

func evaluate[T any](b *tab, expression string) (T, error) {
	ctx, end := context.WithTimeout(b.ctx, patience)
	defer end()
	return chromedp.Run(ctx, chromedp.Evaluate[T](expression))
}

// promised returns what a promise is kept with.
func promised[T any](b *tab, expression string) T {
	b.t.Helper()
	ctx, end := context.WithTimeout(b.ctx, patience)
	defer end()
	v, err := chromedp.Run(ctx, chromedp.Evaluate[T](expression, chromedp.EvalAwaitPromise))
	require.NoError(b.t, err, expression)
	return v
}

// leave goes to another page after the answer: a page that is left does not answer.
func (b *tab) leave(text string) {
	b.t.Helper()
	value[bool](b, "(setTimeout(() => "+text+"), true)")
}

// left reports the error of a page that was left while it was asked.
func left(err error) bool {
	return strings.Contains(err.Error(), "navigated or closed") || strings.Contains(err.Error(), "context was destroyed")
}

// until waits for an expression to become true.
func (b *tab) until(expression string) {
	b.t.Helper()
	tick := time.NewTicker(15 * time.Millisecond)
	defer tick.Stop()
	for end := time.Now().Add(patience); time.Now().Before(end); <-tick.C {
		yes, err := evaluate[bool](b, "Boolean("+expression+")")
		if yes {
			return
		}
		if err != nil && !left(err) {
			require.NoError(b.t, err, expression)
		}
	}
	b.picture("in-vain")
	seen := value[string](b, "document.body.innerText")
	b.mu.Lock()
	defer b.mu.Unlock()
	require.FailNow(b.t, "waited in vain for "+expression, "complaints: %v\n%s", b.complaints, seen)
}

// quoted writes a text as JavaScript.
func quoted(text string) string {
	b, err := json.Marshal(text)
	if err != nil {
		panic(err) // a text can always be written
	}
	return string(b)
}

// shows waits for a text in the first element of a selector, as a person sees it.
func (b *tab) shows(selector, text string) {
	b.t.Helper()
	b.until("document.querySelector(" + quoted(selector) + ")?.innerText.includes(" + quoted(text) + ")")
}

// text returns the text of the first element of a selector, as a person reads it.
func (b *tab) text(selector string) string {
	b.t.Helper()
	return value[string](b, "document.querySelector("+quoted(selector)+").innerText")
}

// count counts the elements of a selector.
func (b *tab) count(selector string) int {
	b.t.Helper()
	return value[int](b, "document.querySelectorAll("+quoted(selector)+").length")
}

func (b *tab) click(selector string) {
	b.t.Helper()
	b.until("document.querySelector(" + quoted(selector) + ")?.checkVisibility()")
	b.do(chromedp.Click(selector))
}

func (b *tab) press(keys string) {
	b.t.Helper()
	b.do(chromedp.KeyEvent(keys))
}

// write puts a text into an input, as if it had been typed.
func (b *tab) write(selector, text string) {
	b.t.Helper()
	b.do(chromedp.SendKeys(selector, text))
}

// choose takes an entry of a list.
func (b *tab) choose(selector, entry string) {
	b.t.Helper()
	value[bool](b, "(() => { const list = document.querySelector("+quoted(selector)+"); list.value = "+quoted(entry)+
		"; list.dispatchEvent(new Event('change', { bubbles: true })); return true; })()")
}

// unlock types a key and waits for the page to be up to date.
func (b *tab) unlock(key string) {
	b.t.Helper()
	b.until("document.activeElement?.id === 'key'")
	b.press(key + "\r")
}

// picture keeps a picture of the page in the folder of BROWSER_PICTURES, for
// people who want to look at it.
func (b *tab) picture(name string) {
	b.t.Helper()
	b.keep(name, chromedp.FullScreenshot(100))
}

// view keeps a picture of the window, as picture does of the page.
func (b *tab) view(name string) {
	b.t.Helper()
	b.keep(name, chromedp.CaptureScreenshot())
}

func (b *tab) keep(name string, shot chromedp.Action[[]byte]) {
	b.t.Helper()
	folder := os.Getenv("BROWSER_PICTURES")
	if folder == "" {
		return
	}
	png, err := chromedp.Run(b.ctx, shot)
	require.NoError(b.t, err)
	require.NoError(b.t, os.WriteFile(filepath.Join(folder, name+".png"), png, 0o600))
}
