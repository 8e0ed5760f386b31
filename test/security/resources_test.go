package security_test

import (
	"bytes"
	"fmt"
	"net/http"
	"runtime"
	"runtime/debug"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"

	"github.com/stretchr/testify/require"

	"sellingassistant/adapters/simulator"
	"sellingassistant/test/openapi"
	"sellingassistant/test/openapi/checked"
	"sellingassistant/test/openapi/service"
	"sellingassistant/test/stores"
)

const (
	maxJSON   = 1 << 20
	maxUpload = 25 << 20
	// maxGrowth bounds the growth of the heap by a hostile call.
	maxGrowth = 64 << 20
	gigabyte  = 1 << 30
)

// padded fills a JSON body up with blanks.
func padded(body []byte, size int) []byte {
	return append(slices.Clone(body), bytes.Repeat([]byte(" "), size-len(body))...)
}

// withoutBody lists the operations that change something, take no JSON body, and do not delete a
// single record.
var withoutBody = []string{
	"pingWebhookEndpoint", "resetRepricerSettings", "retryWebhookDelivery", "startAnalysisFromFile", "startImport",
	"takeBackImport", "uploadDocument",
}

// withBody runs a test for each operation that takes a JSON body.
func withBody(t *testing.T, m *team, test func(t *testing.T, op checked.Operation, call checked.Call)) {
	t.Helper()
	require.Equal(t, withoutBody, m.doc.IDs(func(op checked.Operation) bool {
		one := op.Method == http.MethodDelete && strings.HasSuffix(op.Path, "}")
		return op.Method != http.MethodGet && op.Body() == nil && !one
	}), "what takes no JSON body stands in withoutBody")
	m.doc.Each(t, func(t *testing.T, op checked.Operation) {
		if op.Body() != nil {
			test(t, op, m.sample(t, op))
		}
	})
}

func TestSizesOfJSON(t *testing.T) {
	t.Parallel()
	listening(t, func(t *testing.T, s *service.Service, m *team) {
		withBody(t, m, func(t *testing.T, op checked.Operation, call checked.Call) {
			whole := bytesOf(t, call.Body)
			before := s.Dump(t)
			for _, size := range []int{maxJSON + 1, 2 * maxJSON} {
				call.Body = padded(whole, size)
				requireProblem(t, m, op, m.socket(t, call), 413, "too_large", "one byte too many")
			}
			require.Empty(t, before.Diff(s.Dump(t)), op.OperationID)
			call.Body = padded(whole, maxJSON)
			a := m.socket(t, call)
			require.Contains(t, op.Succeeds(), a.Status, "%s: %.300s", op.OperationID, a.Body)
		})
	})
}

func TestSizesOfUploads(t *testing.T) {
	listening(t, func(t *testing.T, s *service.Service, m *team) {
		op := m.doc.Operation(t, "uploadDocument")
		upload := func(size int) checked.Answer {
			content := "sku,price\n" + strings.Repeat("A-1,2.50\n", size/9+1)
			body, kind := checked.Form(t, checked.Part{Name: "file", FileName: "list.csv", Value: content[:size]})
			return m.socket(t, checked.Call{Method: op.Method, Path: op.Path, Body: body, Header: http.Header{"Content-Type": {kind}}})
		}
		a := upload(maxUpload)
		require.Equal(t, 201, a.Status, "%.300s", a.Body)
		before := s.Dump(t)
		requireProblem(t, m, op, upload(maxUpload+1), 413, "file_too_large", "one byte too many")
		requireProblem(t, m, op, upload(2*maxUpload), 413, "file_too_large", "twice")
		requireProblem(t, m, op, upload(0), 422, "empty_file", "nothing")
		require.Empty(t, before.Diff(s.Dump(t)))
	})
}

// TestCounts asks for as many records as allowed and for one more, wherever a
// list in a body or a page has a bound.
func TestCounts(t *testing.T) {
	t.Parallel()
	service.ByTier(t, service.Options{}, func(t *testing.T, s *service.Service) {
		m := newTeam(t, s, s.Document(t))
		bulk := func(op checked.Operation) bool { return op.Responses.Value("200") != nil }
		takes := func(op checked.Operation, lists ...string) bool {
			return op.Body() != nil && bulk(op) && slices.ContainsFunc(lists, func(list string) bool { return op.Body().Properties[list] != nil })
		}
		for word, lists := range map[openapi.Takes][]string{openapi.IDs: {"ids"}, openapi.Rows: {"products", "items", "movements", "updates"}} {
			requireTakes(t, word, m.doc.IDs(func(op checked.Operation) bool { return takes(op, lists...) }))
		}
		withBody(t, m, func(t *testing.T, op checked.Operation, call checked.Call) {
			for _, list := range []string{"ids", "products", "items", "movements", "updates"} {
				if op.Body().Properties[list] == nil {
					continue
				}
				body, _ := call.Body.(map[string]any)
				counts := []int{100, 101, 0}
				if !bulk(op) { // parts of a record, perhaps without any
					counts = []int{int(*op.Body().Properties[list].Value.MaxItems) + 1}
				}
				for _, count := range counts {
					body[list] = many(m, op, list, count)
					call.Invalid = count != 100
					a := m.client.Do(t, call)
					if count == 100 {
						require.Equal(t, 200, a.Status, "%s: %s", op.OperationID, a.Body)
						require.Len(t, object(a.Body)["data"], 100)
						continue
					}
					p := requireProblem(t, m, op, a, 400, "validation_failed", list)
					require.Equal(t, map[bool]string{true: "too_many", false: "too_few"}[count > 0], p.Errors[0].Code)
					require.Equal(t, "/"+list, *p.Errors[0].Pointer)
				}
			}
			m.order = 0 // the next operation uses another order
		})
		paged := func(op checked.Operation) bool { return op.Parameters.GetByInAndName("query", "limit") != nil }
		requireTakes(t, openapi.Page, m.doc.IDs(paged))
		m.doc.Each(t, func(t *testing.T, op checked.Operation) {
			if !paged(op) {
				return
			}
			for limit, want := range map[string]int{"200": 200, "1": 200, "201": 400, "0": 400, "-1": 400} {
				a := m.client.Do(t, checked.Call{Method: op.Method, Path: m.sample(t, op).Path + "?limit=" + limit, Invalid: want != 200})
				require.Equal(t, want, a.Status, "%s limit=%s", op.OperationID, limit)
				if want == 400 {
					require.Equal(t, "limit", a.Problem(t).Errors[0].Parameter)
				}
			}
		})
	})
}

// requireTakes compares operations of the document with the inventory's operations of the same
// input.
func requireTakes(t *testing.T, word openapi.Takes, ids []string) {
	t.Helper()
	all, err := openapi.Inventory()
	require.NoError(t, err)
	want := openapi.IDsOf(all, func(o openapi.Operation) bool { return o.Served && o.Takes == word })
	require.NotEmpty(t, want)
	require.Equal(t, want, ids, "the word %q in the column takes of test/openapi/operations.tsv", word)
}

// many makes count different entries of a bulk call.
func many(m *team, op checked.Operation, list string, count int) []any {
	out := []any{}
	for i := range count {
		m.made++
		if list == "products" {
			out = append(out, map[string]any{"sku": fmt.Sprintf("M-%d", m.made), "marketplace_id": "ATVPDKIKX0DER", "asin": "B0SIM00001", "mode": "off"})
			continue
		}
		if list == "items" && strings.Contains(op.Path, "/price-list-analyzer") {
			out = append(out, map[string]any{"asin": simulator.ASIN(0)})
			continue
		}
		if list == "items" && strings.Contains(op.Path, "/purchase-orders") {
			out = append(out, map[string]any{"title": fmt.Sprintf("Thing %d", m.made), "quantity": 1})
			continue
		}
		if list == "items" {
			out = append(out, map[string]any{"sku": fmt.Sprintf("M-%d", m.made), "asin": simulator.CaseUnrestricted})
			continue
		}
		if list == "updates" {
			out = append(out, map[string]any{"id": 1_000_000 + i, "mode": "off"})
			continue
		}
		if list == "movements" {
			out = append(out, map[string]any{"kind": "adjust", "inventory_product_id": 1, "warehouse_id": 1, "units": 1})
			continue
		}
		out = append(out, 1_000_000+i)
	}
	return out
}

func TestSizesOfQueriesAndHeaders(t *testing.T) {
	t.Parallel()
	listening(t, func(t *testing.T, _ *service.Service, m *team) {
		m.doc.Each(t, func(t *testing.T, op checked.Operation) {
			path := filled(op.Path, "1")
			long := func(size int) checked.Answer {
				return m.socket(t, checked.Call{Method: op.Method, Path: path + "?nonsense=" + strings.Repeat("a", size-len("nonsense="))})
			}
			p := requireProblem(t, m, op, long(8<<10), 400, "validation_failed", "8 KiB of query")
			require.Equal(t, "nonsense", p.Errors[0].Parameter)
			requireTooLong(t, long(8<<10+1))
		})
		const path = "/api/v1/users/me"
		a := m.socket(t, checked.Call{Method: "GET", Path: path}, "X-Filler: "+strings.Repeat("a", 15<<10))
		require.Equal(t, 200, a.Status)
		a = m.socket(t, checked.Call{Method: "GET", Path: path}, "X-Filler: "+strings.Repeat("a", 21<<10))
		require.Equal(t, 431, a.Status)
		a = m.socket(t, checked.Call{Method: "GET", Path: path}, slices.Repeat([]string{"X-Filler: a"}, 5000)...)
		require.Equal(t, 431, a.Status)
	})
}

// requireTooLong wants the refusal of a query that is not even read: no
// operation knows of it, so the limits of one do not show.
func requireTooLong(t *testing.T, a checked.Answer) {
	t.Helper()
	require.Equal(t, 400, a.Status)
	require.Contains(t, string(a.Body), "The query is longer than 8192 bytes.")
}

func nested(depth int) []byte {
	return []byte(strings.Repeat(`{"a":`, depth-1) + "{}" + strings.Repeat("}", depth-1))
}

func nestedLists(depth int) []byte {
	return []byte(strings.Repeat("[", depth) + strings.Repeat("]", depth))
}

// reading runs a test of the steps before the store is asked. A single database is enough for it.
func reading(t *testing.T, test func(t *testing.T, s *service.Service, m *team)) {
	t.Helper()
	s := service.Start(t, service.Options{DatabaseURL: stores.SQLiteURL(t), Listen: true})
	test(t, s, newTeam(t, s, s.Document(t)))
}

// TestDeepAndWideBodies sends bodies that exhaust the memory of a careless reader.
func TestDeepAndWideBodies(t *testing.T) {
	reading(t, func(t *testing.T, s *service.Service, m *team) {
		withBody(t, m, func(t *testing.T, op checked.Operation, call checked.Call) {
			before := s.Dump(t)
			call.Invalid = true
			grown := heapGrowth(func() {
				for what, c := range map[string]struct {
					body []byte
					code string
				}{
					"32 deep":         {nested(32), "validation_failed"},
					"33 deep":         {nested(33), "malformed_body"},
					"10,000 deep":     {nested(10_000), "malformed_body"},
					"33 lists":        {nestedLists(33), "malformed_body"},
					"100,000 lists":   {nestedLists(100_000), "malformed_body"},
					"half a million":  {[]byte(`{"ids":[` + strings.Repeat("1,", 500_000) + `1]}`), "validation_failed"},
					"300,000 objects": {[]byte(`{"ids":[` + strings.Repeat("{},", 300_000) + `{}]}`), "validation_failed"},
					"50,000 members":  {[]byte(manyMembers(50_000)), "validation_failed"},
					"a long number":   {[]byte(`{"ids":[1` + strings.Repeat("0", 900_000) + `]}`), "validation_failed"},
					"a long string":   {[]byte(`{"ids":["` + strings.Repeat("é", 400_000) + `"]}`), "validation_failed"},
				} {
					call.Body = c.body
					requireProblem(t, m, op, m.socket(t, call), 400, c.code, what)
				}
				call.Body = []byte(`{"ids":[` + strings.Repeat("1,", 1_000_000) + `1]}`)
				requireProblem(t, m, op, m.socket(t, call), 413, "too_large", "a million")
			})
			require.Less(t, grown, int64(maxGrowth), op.OperationID)
			require.Empty(t, before.Diff(s.Dump(t)), op.OperationID)
		})
	})
}

// TestLongNamesAreNotRepeated sends a name of nearly a megabyte with many faults
// below it: the refusal must not carry the name in each of them.
func TestLongNamesAreNotRepeated(t *testing.T) {
	reading(t, func(t *testing.T, _ *service.Service, m *team) {
		withBody(t, m, func(t *testing.T, op checked.Operation, call checked.Call) {
			call.Body = []byte(`{"` + strings.Repeat("x", 900_000) + `":[` + strings.Repeat(`"\u0000",`, 99) + `1]}`)
			var a checked.Answer
			grown := heapGrowth(func() { a = m.socket(t, call) })
			require.Equal(t, 400, a.Status)
			require.Less(t, len(a.Body), 64<<10, "%s answers 1 MB with %d bytes", op.OperationID, len(a.Body))
			require.Less(t, grown, int64(maxGrowth), op.OperationID)
		})
	})
}

func manyMembers(n int) string {
	var b strings.Builder
	b.WriteString("{")
	for i := range n {
		if i > 0 {
			b.WriteByte(',')
		}
		b.WriteString(`"m` + strconv.Itoa(i) + `":1`)
	}
	return b.String() + "}"
}

// heapGrowth measures the memory that the heap has taken from the system at the end of work. It
// does not return memory that soon.
func heapGrowth(work func()) int64 {
	defer debug.SetGCPercent(debug.SetGCPercent(100))
	var before, after runtime.MemStats
	runtime.GC()
	runtime.ReadMemStats(&before)
	work()
	runtime.ReadMemStats(&after)
	return int64(after.HeapSys) - int64(before.HeapSys)
}

// TestEndlessBodies sends a gigabyte in chunks to every operation, whether it
// takes a body or not.
func TestEndlessBodies(t *testing.T) {
	listening(t, func(t *testing.T, s *service.Service, m *team) {
		m.doc.Each(t, func(t *testing.T, op checked.Operation) {
			call := m.sample(t, op)
			call.Path = filled(op.Path, "999999")
			before := s.Dump(t)
			kind, start := "application/json", `{"ids":[1`
			switch {
			case op.Form() != nil:
				kind = "multipart/form-data; boundary=b"
				start = "--b\r\nContent-Disposition: form-data; name=\"file\"; filename=\"a.csv\"\r\n\r\na,b\r\n"
			case op.Body() == nil:
				start = "{}"
			}
			var a checked.Answer
			var sent int64
			grown := heapGrowth(func() {
				l := dial(t, s)
				l.head(t, call.Method, call.Path, "X-Api-Key: "+m.Key, "Content-Type: "+kind, "Transfer-Encoding: chunked")
				done := make(chan int64)
				go func() { done <- l.flood(start, gigabyte) }()
				a = l.answer(t, call.Method)
				_ = l.Close()
				sent = <-done
			})
			require.Less(t, sent, int64(gigabyte), "%s reads everything", op.OperationID)
			require.Less(t, grown, int64(maxGrowth), op.OperationID)
			switch {
			case op.Form() != nil:
				require.Contains(t, []int{400, 413}, a.Status, "%s", a.Body)
			case op.Body() != nil:
				requireProblem(t, m, op, a, 413, "too_large", "endless")
			default:
				require.Less(t, a.Status, 500, op.OperationID)
			}
			if op.Writes() && op.OperationID != "resetRepricerSettings" {
				require.Empty(t, before.Diff(s.Dump(t)), op.OperationID)
			}
		})
	})
}

// TestSlowBodies sends a byte of a body to every operation with a body and then nothing, all at
// once. Each is refused after the time limit of a body.
func TestSlowBodies(t *testing.T) {
	t.Parallel()
	listening(t, func(t *testing.T, s *service.Service, m *team) {
		type waiting struct {
			op checked.Operation
			l  *line
		}
		var all []waiting
		// The lines stay open after their subtests.
		withBody(t, m, func(_ *testing.T, op checked.Operation, call checked.Call) {
			l := dial(t, s)
			l.head(t, call.Method, call.Path, "X-Api-Key: "+m.Key, "Content-Type: application/json", "Content-Length: 1000")
			_, err := l.Write([]byte("{"))
			require.NoError(t, err)
			all = append(all, waiting{op, l})
		})
		half := dial(t, s) // a head that never ends
		_, err := half.Write([]byte("GET /api/v1/users/me HTTP/1.1\r\nHost: x\r\nX-Api-Key: "))
		require.NoError(t, err)
		before := s.Dump(t)
		var wg sync.WaitGroup
		for _, w := range all {
			wg.Go(func() {
				a := w.l.answer(t, w.op.Method)
				p := requireProblem(t, m, w.op, a, 400, "malformed_body", "slow")
				require.Equal(t, "The body was not read in time.", p.Message)
			})
		}
		// Other calls are served meanwhile.
		require.Equal(t, 200, m.socket(t, checked.Call{Method: "GET", Path: "/api/v1/users/me"}).Status)
		wg.Wait()
		b, err := half.r.ReadByte()
		require.Error(t, err, "a head that never ends is answered with %q", b)
		require.Empty(t, before.Diff(s.Dump(t)))
	})
}
