package e2e_test

import (
	"crypto/sha256"
	"encoding/hex"
	"net/url"
	"strconv"
	"strings"

	"github.com/stretchr/testify/require"

	"sellingassistant/adapters/persistence/db"
	"sellingassistant/domain/kernel/secret"
)

// checkBulk compares the rows with the bulk calls. Each applied call raises the version of every
// row by exactly 1, so versions count the calls that took effect.
func (k *killing) checkBulk(before rowState, calls []*write) {
	k.t.Helper()
	now := k.bulkState()
	applied := now.version - before.version
	acked := acknowledged(calls)
	keyed, bare := inDoubt(calls)
	require.GreaterOrEqual(k.t, applied, int64(len(acked)), "an acknowledged bulk call is lost")
	require.LessOrEqual(k.t, applied, int64(len(calls)), "a bulk call took effect twice")
	prices := map[int64]string{before.version: before.minPrice}
	for _, x := range acked {
		version := k.oneVersion(x)
		require.NotContains(k.t, prices, version, "two calls made the same version")
		require.LessOrEqual(k.t, version, now.version)
		prices[version] = x.value
	}
	if price, known := prices[now.version]; known {
		require.Equal(k.t, price, now.minPrice)
	} else {
		var open []string
		for _, x := range append(keyed, bare...) {
			open = append(open, x.value)
		}
		require.Contains(k.t, open, now.minPrice, "a price that no open call has sent")
	}

	missing := applied - int64(len(acked)) // calls in doubt that took effect
	for _, x := range keyed {
		was := k.bulkState()
		a := k.again(x, 200)
		is := k.bulkState()
		if replayed(a) {
			missing--
			require.Equal(k.t, was, is, "a replay changes nothing")
		} else {
			require.Equal(k.t, rowState{was.version + 1, x.value}, is)
		}
		second := k.again(x, 200)
		require.True(k.t, replayed(second))
		require.Equal(k.t, a.body, second.body)
		require.Equal(k.t, is, k.bulkState())
	}
	require.GreaterOrEqual(k.t, missing, int64(0), "a replayed answer without its effect")
	require.LessOrEqual(k.t, missing, int64(len(bare)), "an effect without its stored answer")
}

// oneVersion returns the version that an acknowledged bulk call gave to all its rows.
func (k *killing) oneVersion(x *write) int64 {
	k.t.Helper()
	body := object(k.t, x.got.body)
	data, _ := body["data"].([]any)
	require.Len(k.t, data, len(k.rows))
	var first rowState
	for i, entry := range data {
		row := entry.(map[string]any)
		require.Equal(k.t, "updated", row["status"])
		state := stateOf(k.t, row["product"])
		if i == 0 {
			first = state
		}
		require.Equal(k.t, first, state)
	}
	require.Equal(k.t, x.value, first.minPrice)
	return first.version
}

// checkSingles compares each row that had a single writer with that writer's state.
func (k *killing) checkSingles(calls []*write) {
	k.t.Helper()
	for _, x := range acknowledged(calls) {
		state := rowState{x.from.version + 1, x.value}
		require.Equal(k.t, state, stateOf(k.t, object(k.t, x.got.body)["data"]))
		k.singles[x.row] = state
	}
	keyed, bare := inDoubt(calls)
	touched := map[string]bool{}
	for _, x := range append(keyed, bare...) {
		touched[x.row] = true
		now, applied := k.row(x.row), rowState{x.from.version + 1, x.value}
		require.Equal(k.t, k.singles[x.row], x.from)
		require.Contains(k.t, []rowState{x.from, applied}, now)
		if x.key != "" {
			a := k.again(x, 200)
			require.Equal(k.t, now == applied, replayed(a))
			require.Equal(k.t, applied, k.row(x.row))
			require.True(k.t, replayed(k.again(x, 200)))
			now = k.row(x.row)
			require.Equal(k.t, applied, now)
		}
		k.singles[x.row] = now
	}
	for id, state := range k.singles {
		if !touched[id] {
			require.Equal(k.t, state, k.row(id), "an acknowledged change is lost")
		}
	}
}

// checkUploads compares the documents with the uploads: every row has its
// bytes, every acknowledged upload its row, and no bytes have two rows.
func (k *killing) checkUploads(calls []*write) {
	k.t.Helper()
	// A doubtful upload without a key may exist or not; its bytes are checked.
	keyed, _ := inDoubt(calls)
	there := k.newDocuments()
	for _, x := range acknowledged(calls) {
		require.Equal(k.t, x.got.header.Get("Location"), there[digestOf(x.value)], "an acknowledged upload is lost")
	}
	known := map[string]bool{}
	for _, x := range calls {
		known[digestOf(x.value)] = true
	}
	for digest := range there {
		require.True(k.t, known[digest], "a document that no call has sent")
	}
	for _, x := range keyed {
		a := k.c.do(x.call)
		if a.status == 409 {
			// The claim of the killed process lasts until its lease ends.
			require.Equal(k.t, "idempotency_in_flight", a.code(k.t))
			require.NotContains(k.t, there, digestOf(x.value), "the effect is there but not the answer")
			k.endLeases()
			k.resumed++
			a = k.again(x, 201)
		}
		require.Equal(k.t, 201, a.status, a.body)
		location, before := there[digestOf(x.value)]
		require.Equal(k.t, before, replayed(a))
		if before {
			require.Equal(k.t, location, a.header.Get("Location"))
		}
		second := k.again(x, 201)
		require.True(k.t, replayed(second))
		require.Equal(k.t, a.body, second.body)
	}
	for digest := range k.newDocuments() {
		require.True(k.t, known[digest])
	}
	k.lastDocument = k.maxDocument()
}

func digestOf(content string) string {
	sum := sha256.Sum256([]byte(content))
	return hex.EncodeToString(sum[:])
}

// newDocuments returns the documents of this cycle with their paths by digest. It checks the bytes
// of each.
func (k *killing) newDocuments() map[string]string {
	k.t.Helper()
	there := map[string]string{}
	for _, d := range k.documents() {
		path := "/api/v1/documents/" + text(d["id"])
		digest := text(d["sha256"])
		require.NotContains(k.t, there, digest, "the same bytes twice")
		there[digest] = path
		link := k.c.want(200, "GET", path+"/download", "")["data"].(map[string]any)
		u, err := url.Parse(text(link["url"]))
		require.NoError(k.t, err)
		a := k.c.do(call{path: u.Path})
		require.Equal(k.t, 200, a.status, "a document without bytes: %s", a.body)
		require.Equal(k.t, digest, digestOf(a.body))
	}
	return there
}

// documents returns the documents made since the last cycle, newest first.
func (k *killing) documents() []map[string]any {
	k.t.Helper()
	var list []map[string]any
	for path := "/api/v1/documents?limit=200"; ; {
		page := k.c.want(200, "GET", path, "")
		for _, entry := range page["data"].([]any) {
			d := entry.(map[string]any)
			if n, err := strconv.ParseInt(text(d["id"]), 10, 64); err != nil || n <= k.lastDocument {
				return list
			}
			list = append(list, d)
		}
		cursor := page["meta"].(map[string]any)["next_cursor"]
		if cursor == nil {
			return list
		}
		path = "/api/v1/documents?limit=200&cursor=" + url.QueryEscape(text(cursor))
	}
}

func (k *killing) maxDocument() int64 {
	k.t.Helper()
	highest := k.lastDocument
	for _, d := range k.documents() {
		n, err := strconv.ParseInt(text(d["id"]), 10, 64)
		require.NoError(k.t, err)
		highest = max(highest, n)
	}
	return highest
}

// checkCreates compares the strategies with their creations.
func (k *killing) checkCreates(calls []*write) {
	k.t.Helper()
	for _, x := range acknowledged(calls) {
		got := k.c.want(200, "GET", x.got.header.Get("Location"), "")["data"].(map[string]any)
		require.Equal(k.t, x.value, got["name"])
	}
	keyed, bare := inDoubt(calls)
	for _, x := range append(keyed, bare...) {
		before := k.named(x.value)
		require.LessOrEqual(k.t, len(before), 1)
		if x.key == "" {
			continue
		}
		a := k.again(x, 201)
		require.Equal(k.t, len(before) == 1, replayed(a))
		require.True(k.t, replayed(k.again(x, 201)))
		after := k.named(x.value)
		require.Len(k.t, after, 1)
		require.True(k.t, strings.HasSuffix(a.header.Get("Location"), "/"+after[0]))
	}
}

// named returns the ids of the strategies with a name.
func (k *killing) named(name string) []string {
	k.t.Helper()
	var ids []string
	for _, entry := range k.c.want(200, "GET", strategiesPath+"?q="+url.QueryEscape(name), "")["data"].([]any) {
		ids = append(ids, text(entry.(map[string]any)["id"]))
	}
	return ids
}

// open opens the database beside the server.
func (p *place) open() *db.Store {
	p.t.Helper()
	s, err := db.Open(p.t.Context(), db.Config{URL: secret.New(p.env["SA_DATABASE_URL"]), Pool: 1})
	require.NoError(p.t, err)
	return s
}

// endLeases lets the claims of killed processes run out, as time does.
func (k *killing) endLeases() {
	k.t.Helper()
	s := k.p.open()
	_, err := s.Hot(k.t.Context()).Exec(k.t.Context(), "UPDATE idempotency_keys SET lease_until = 0 WHERE status IS NULL")
	require.NoError(k.t, err)
	require.NoError(k.t, s.Close())
}

// requireIntact lets SQLite check its file. Postgres would not have started.
func (k *killing) requireIntact() {
	k.t.Helper()
	if k.p.onPostgres() {
		return
	}
	s := k.p.open()
	var verdict string
	require.NoError(k.t, s.Hot(k.t.Context()).QueryRow(k.t.Context(), "PRAGMA integrity_check").Scan(&verdict))
	require.Equal(k.t, "ok", verdict)
	var orphans int
	require.NoError(k.t, s.Hot(k.t.Context()).QueryRow(k.t.Context(), "SELECT count(*) FROM pragma_foreign_key_check").Scan(&orphans))
	require.Zero(k.t, orphans)
	require.NoError(k.t, s.Close())
}
