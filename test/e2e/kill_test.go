package e2e_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"sellingassistant/test/tier"
)

const (
	productsPath   = "/api/v1/sa/repricer/products"
	strategiesPath = "/api/v1/sa/repricer/strategies"
)

// kills counts the kills on a database during each kind of work. make test kills it at eleven
// points: imports and tables also while they are undone.
var kills = struct{ writes, jobs, readings, imports, tables, receipts, prices, analyses, events int }{
	tier.Of(1, 50), tier.Of(1, 12), tier.Of(1, 10), tier.Of(1, 10), tier.Of(1, 5), tier.Of(1, 10), tier.Of(2, 10), tier.Of(1, 20),
	tier.Of(2, 20),
}

func joined(ids []string) string { return strings.Join(ids, ",") }

// TestKilledDuringWrites kills the server at a random moment while 16 writers write, starts it
// again and compares acknowledged writes with the stored state.
func TestKilledDuringWrites(t *testing.T) {
	each(t, func(t *testing.T, p *place) {
		p.set("SA_RATE_LIMITS", "default=100000000", "SA_LOG_LEVEL", "warn")
		k := &killing{t: t, p: p, team: p.team("Acme"), seed: uint64(time.Now().UnixNano())}
		t.Logf("seed %d", k.seed)
		k.random = rand.New(rand.NewPCG(k.seed, 1))
		k.restart()
		k.rows = makeRows(t, k.c, "BULK", 100)
		k.singles = map[string]rowState{}
		for _, id := range makeRows(t, k.c, "SINGLE", singleWriters) {
			k.singles[id] = k.row(id)
		}
		for cycle := range kills.writes {
			k.cycle(cycle)
		}
		k.requireUsage()
		k.s.stop()
		k.requireIntact()
		k.report(kills.writes)
	})
}

// killing has an installation that is killed repeatedly.
type killing struct {
	t       *testing.T
	p       *place
	team    team
	seed    uint64
	random  *rand.Rand
	next    atomic.Int64
	s       *server
	c       client
	rows    []string
	singles map[string]rowState

	lastDocument   int64
	starts         []time.Duration
	acked, doubted int
	resumed        int // uploads with a claim that outlived the killed process
}

// restart starts the server. Its log of an earlier life goes.
func (k *killing) restart() {
	k.t.Helper()
	k.s = k.p.serve()
	k.c = k.s.client(k.team.key)
	k.starts = append(k.starts, k.s.took)
}

func (k *killing) cycle(n int) {
	k.t.Helper()
	before := k.bulkState()
	w := &writers{clients: []client{k.c}, prefix: fmt.Sprintf("c%03d", n), next: &k.next}
	w.start(k.rows, k.singles)
	if n == 0 {
		poll(k.t, "a write to be acknowledged before the first kill", func() bool { return w.acknowledged() > 0 })
	}
	timer := time.NewTimer(time.Duration(5+k.random.IntN(496)) * time.Millisecond)
	<-timer.C
	k.s.kill()
	w.all.Wait()
	k.count(w)
	k.restart()
	k.check(before, w)
	k.requireIntact()
}

// count counts the ended writes by their outcome.
func (k *killing) count(w *writers) {
	k.t.Helper()
	require.Empty(k.t, w.wrong, "answers of a server that was alive")
	for _, list := range [][]*write{w.bulk, w.single, w.upload, w.create} {
		for _, x := range list {
			if x.acked {
				k.acked++
			} else {
				k.doubted++
			}
		}
	}
}

// check compares the ended writes with the stored state.
func (k *killing) check(before rowState, w *writers) {
	k.t.Helper()
	k.checkBulk(before, w.bulk)
	k.checkSingles(w.single)
	k.checkUploads(w.upload)
	k.checkCreates(w.create)
}

func (k *killing) row(id string) rowState {
	k.t.Helper()
	return stateOf(k.t, k.c.want(200, "GET", productsPath+"/"+id, "")["data"])
}

// bulkState returns the common state of the rows of the bulk calls. Half a call would show as two
// states.
func (k *killing) bulkState() rowState {
	k.t.Helper()
	seen := map[rowState]int{}
	found := 0
	list := k.c.want(200, "GET", productsPath+"?limit=200", "")["data"].([]any)
	for _, row := range list {
		if m := row.(map[string]any); slices.Contains(k.rows, text(m["id"])) {
			seen[stateOf(k.t, row)]++
			found++
		}
	}
	require.Equal(k.t, len(k.rows), found)
	require.Len(k.t, seen, 1, "rows of one bulk call differ: half a call was kept")
	for state := range seen {
		return state
	}
	return rowState{}
}

// requireUsage checks that the team is charged for the bytes of its documents.
func (k *killing) requireUsage() {
	k.t.Helper()
	var sum int64
	for path := "/api/v1/documents?limit=200&sort=original_name"; path != ""; {
		page := k.c.want(200, "GET", path, "")
		for _, d := range page["data"].([]any) {
			n, err := strconv.ParseInt(text(d.(map[string]any)["file_size"]), 10, 64)
			require.NoError(k.t, err)
			sum += n
		}
		cursor := page["meta"].(map[string]any)["next_cursor"]
		if path = ""; cursor != nil {
			path = "/api/v1/documents?limit=200&sort=original_name&cursor=" + text(cursor)
		}
	}
	account := k.c.want(200, "GET", "/api/v1/account", "")["data"].(map[string]any)
	require.Equal(k.t, strconv.FormatInt(sum, 10), text(account["usage"].(map[string]any)["document_bytes"]))
}

// report logs the tried writes, and judges the starts.
func (k *killing) report(cycles int) {
	k.t.Helper()
	slices.Sort(k.starts)
	middle, nearly, worst := k.starts[len(k.starts)/2], k.starts[len(k.starts)*9/10], k.starts[len(k.starts)-1]
	k.t.Logf("%d kills, %d writes acknowledged, %d in doubt, %d uploads resumed; start to ready: median %s, nine of ten %s, worst %s",
		cycles, k.acked, k.doubted, k.resumed, middle.Round(time.Millisecond), nearly.Round(time.Millisecond), worst.Round(time.Millisecond))
	require.Positive(k.t, k.acked)
	require.Positive(k.t, k.doubted, "no kill hit a write: the test proves nothing")
}

// again repeats a doubtful write, with its key, and returns the answer.
func (k *killing) again(x *write, status int) answer {
	k.t.Helper()
	a := k.c.do(x.call)
	require.Equal(k.t, status, a.status, "%s %s again: %s", x.call.method, x.call.path, a.body)
	return a
}

func replayed(a answer) bool { return a.header.Get("Idempotent-Replayed") == "true" }

// inDoubt returns the writes without an answer, separately with and without a key.
func inDoubt(list []*write) (keyed, bare []*write) {
	for _, x := range list {
		switch {
		case x.acked:
		case x.key != "":
			keyed = append(keyed, x)
		default:
			bare = append(bare, x)
		}
	}
	return keyed, bare
}

func acknowledged(list []*write) []*write {
	return slices.DeleteFunc(slices.Clone(list), func(x *write) bool { return !x.acked })
}
