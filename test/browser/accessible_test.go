package browser_test

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// axe reads the program that looks for obstacles on a page.
func axe(t *testing.T) string {
	t.Helper()
	packages, err := exec.Command("bash", "../../scripts/packages.sh").Output()
	require.NoError(t, err)
	program, err := os.ReadFile(filepath.Join(strings.TrimSpace(string(packages)), "node_modules/axe-core/axe.min.js"))
	require.NoError(t, err)
	return string(program)
}

// obstacles asks axe for what keeps people out, a line for each.
const obstacles = `axe.run(document, { resultTypes: ['violations'] }).then((found) => found.violations.map((v) =>
	v.id + ': ' + v.nodes.map((node) => node.html.slice(0, 200)).join(' | ')))`

// small lists what a thumb may miss: everything to press that is less than 24 pixels wide or high.
const small = `[...document.querySelectorAll('a[href], button, input, select, summary')].filter((e) => e.checkVisibility() && !e.matches('.unseen, .skip'))
	.filter((e) => e.getBoundingClientRect().width < 24 || e.getBoundingClientRect().height < 24).map((e) => e.outerHTML.slice(0, 200))`

// clipped lists what shows less than its whole text: cells, and tables that are wider than their card.
const clipped = `[...document.querySelectorAll('main .scroll, main td, main th, main dd, main .badge, main a')]
	.filter((e) => e.checkVisibility() && !e.closest('.unseen') && getComputedStyle(e).display !== 'inline')
	.filter((e) => e.scrollWidth > e.clientWidth + 1 && e.clientWidth > 0).map((e) => e.outerHTML.slice(0, 200))`

// ragged lists the cells with a number that do not end where the others of their column end.
const ragged = `[...document.querySelectorAll('table.cards td, table.rows td')]
	.filter((e) => /^-?\D{0,3}[0-9][0-9.,]*( ?[%€])?$/.test(e.innerText.trim()))
	.filter((e) => !e.querySelector('a') && getComputedStyle(e).textAlign !== 'right').map((e) => e.outerHTML.slice(0, 200))`

// mute lists the dashes that do not say why there is no value.
const mute = `[...document.querySelectorAll('main td, main dd')]
	.filter((e) => e.innerText.trim() === '–' && !e.querySelector('button')).map((e) => e.outerHTML.slice(0, 200))`

// views names each view of the console, and an element that it has once it is filled.
var views = map[string]string{
	"#/today": "#todo li, #todo .empty", "#/products": "#rows tbody tr", "#/products/5": "#rivals table, #rivals .hint", "#/strategies": "#strategies",
	"#/documents": "#documents", "#/documents/1": "#lines", "#/buying": "#orders", "#/buying/orders/1": "#items", "#/buying/lists": "#lists",
	"#/buying/lists/1": "#results", "#/settings": "#repricer-settings", "#/settings/mail": "#mail", "#/settings/endpoints": "#endpoints", "#/settings/endpoints/1": "#endpoint h1",
}

// isAccessible looks at every view and at dialogs, wide and narrow, by day and by night.
func isAccessible(t *testing.T, j *journey) {
	value[bool](j.tab, axe(t)+";true")
	look := func(what string) {
		t.Helper()
		for _, width := range []int64{1400, 390} {
			for _, scheme := range []string{"light", "dark"} {
				j.window(width, 900, scheme)
				j.until(fmt.Sprintf("innerWidth === %d && document.documentElement.scrollWidth <= innerWidth", width))
				j.until("document.getAnimations().every((a) => a.effect.getComputedTiming().iterations === Infinity || a.playState === 'finished')")
				require.Empty(t, promised[[]string](j.tab, obstacles), "%s, %d pixels wide, %s", what, width, scheme)
				require.Empty(t, value[[]string](j.tab, mute), "%s: dashes without a reason", what)
				require.Empty(t, value[[]string](j.tab, clipped), "%s, %d pixels wide: cut off", what, width)
				if width == 1400 {
					require.Empty(t, value[[]string](j.tab, ragged), "%s: numbers that are not right-aligned", what)
				}
				if width == 390 {
					require.Empty(t, value[[]string](j.tab, small), "%s: too small for a thumb", what)
				}
				j.picture(fmt.Sprintf("view-%s-%d-%s", name(what), width, scheme))
			}
		}
		j.window(1400, 900, "light")
	}
	for hash, filled := range views {
		value[bool](j.tab, "(location.hash = "+quoted(hash)+", true)")
		j.until("document.querySelector(" + quoted(filled) + ")")
		look(hash)
	}
	for hash, opener := range map[string]string{"#/products": "#add", "#/products/5": "#edit-row", "#/strategies": "#new-strategy", "#/settings/endpoints": "#new-endpoint"} {
		value[bool](j.tab, "(location.hash = "+quoted(hash)+", true)")
		j.click(opener)
		j.until("document.querySelector('dialog .field')")
		look(hash + " with a dialog")
		value[bool](j.tab, "(document.querySelector('dialog').close(), true)")
	}
}

// name makes a file name of a view.
func name(view string) string {
	return strings.Trim(strings.NewReplacer("#", "", "/", "-", " ", "-").Replace(view), "-")
}
