package httpx_test

import (
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"runtime"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"sellingassistant/adapters/http/httpx/body"
	"sellingassistant/domain/kernel/fault"
)

// failed is the part of a problem that says what is wrong.
func failed(message, items string) string {
	return `"detail":"` + message + `","instance":"/api/v1/widgets","code":"validation_failed","message":"` + message +
		`","trace_id":"test-request-1","errors":[` + items + `]}`
}

func item(code, message, pointer string) string {
	return fmt.Sprintf(`{"code":%q,"message":%q,"pointer":%q}`, code, message, pointer)
}

func ids(n int) string {
	list := make([]string, n)
	for i := range list {
		list[i] = strconv.Itoa(i + 1)
	}
	return "[" + strings.Join(list, ",") + "]"
}

func TestBodiesThatBreakTheSchema(t *testing.T) {
	const id = "must be an id, a positive whole number"
	const between = "must be between 1 and 9223372036854775807"
	const digits = "must have at most 14 digits, 4 of them decimals"
	for _, c := range []struct{ body, message, items string }{
		{`{"ids":[1],"limits":{"min_price":"x"}}`, "limits.min_price must be a number", item("wrong_type", "must be a number", "/limits/min_price")},
		{`{"ids":[1],"limits":{"min_price":true}}`, "limits.min_price must be a number", item("wrong_type", "must be a number", "/limits/min_price")},
		{`{"ids":[1],"limits":{"min_price":0}}`, "limits.min_price must be greater than 0", item("out_of_range", "must be greater than 0", "/limits/min_price")},
		{`{"ids":[1],"limits":{"min_price":-0.0001}}`, "limits.min_price must be greater than 0", item("out_of_range", "must be greater than 0", "/limits/min_price")},
		{`{"ids":[1],"limits":{"min_price":1e400}}`, "limits.min_price " + digits, item("out_of_range", digits, "/limits/min_price")},
		{`{"ids":[1],"limits":{"min_price":1e9999999999}}`, "limits.min_price " + digits, item("out_of_range", digits, "/limits/min_price")},
		{`{"ids":[1],"limits":{"min_price":1e-9999999999999999999999}}`, "limits.min_price " + digits, item("out_of_range", digits, "/limits/min_price")},
		{`{"ids":[1],"limits":{"max_price":10000000000}}`, "limits.max_price " + digits, item("out_of_range", digits, "/limits/max_price")},
		{`{"ids":[1],"limits":{"max_price":0.00001}}`, "limits.max_price must have at most 4 decimals", item("invalid", "must have at most 4 decimals", "/limits/max_price")},
		{`{"ids":[1],"limits":{"max_change_percent":100.0001}}`, "limits.max_change_percent must be at most 100", item("out_of_range", "must be at most 100", "/limits/max_change_percent")},
		{`{"ids":[1],"limits":{"max_change_percent":-1}}`, "limits.max_change_percent must be at least 0", item("out_of_range", "must be at least 0", "/limits/max_change_percent")},
		{`{"ids":[1],"limits":[]}`, "limits must be an object", item("wrong_type", "must be an object", "/limits")},
		{`{"ids":[1],"mode":"OFF"}`, "mode must be one of: off, on", item("not_allowed", "must be one of: off, on", "/mode")},
		{`{"ids":[1],"mode":1}`, "mode must be a string", item("wrong_type", "must be a string", "/mode")},
		{`{"ids":[1],"mode":null}`, "mode must not be null", item("null_not_allowed", "must not be null", "/mode")},
		{`{"ids":null,"mode":"off"}`, "ids must not be null", item("null_not_allowed", "must not be null", "/ids")},
		{`{"ids":[null],"mode":"off"}`, "ids[0] must not be null", item("null_not_allowed", "must not be null", "/ids/0")},
		{`{"mode":"off"}`, "ids is required", item("required", "is required", "/ids")},
		{`{}`, "ids is required", item("required", "is required", "/ids")},
		{`{"ids":[1]}`, "The body must have at least 1 member besides ids", item("too_few", "must have at least 1 member besides ids", "")},
		{`{"ids":[],"mode":"off"}`, "ids must have at least 1 entry", item("too_few", "must have at least 1 entry", "/ids")},
		{`{"ids":` + ids(101) + `,"mode":"off"}`, "ids must have at most 100 entries", item("too_many", "must have at most 100 entries", "/ids")},
		{`{"ids":[1,0],"mode":"off"}`, "ids[1] " + between, item("out_of_range", between, "/ids/1")},
		{`{"ids":[-1],"mode":"off"}`, "ids[0] " + between, item("out_of_range", between, "/ids/0")},
		{`{"ids":["0"],"mode":"off"}`, "ids[0] " + id, item("invalid", id, "/ids/0")},
		{`{"ids":["012"],"mode":"off"}`, "ids[0] " + id, item("invalid", id, "/ids/0")},
		{`{"ids":[" 12"],"mode":"off"}`, "ids[0] " + id, item("invalid", id, "/ids/0")},
		{`{"ids":[""],"mode":"off"}`, "ids[0] " + id, item("invalid", id, "/ids/0")},
		{`{"ids":[1.5],"mode":"off"}`, "ids[0] " + id, item("wrong_type", id, "/ids/0")},
		{`{"ids":[true],"mode":"off"}`, "ids[0] " + id, item("wrong_type", id, "/ids/0")},
		{`{"ids":[9223372036854775808],"mode":"off"}`, "ids[0] " + between, item("out_of_range", between, "/ids/0")},
		{`{"ids":["9999999999999999999"],"mode":"off"}`, "ids[0] " + between, item("out_of_range", between, "/ids/0")},
		{`{"ids":12,"mode":"off"}`, "ids must be a list, in square brackets", item("wrong_type", "must be a list, in square brackets", "/ids")},
		{`{"ids":[1],"strategy_id":"5"}`, "strategy_id must be a whole number", item("wrong_type", "must be a whole number", "/strategy_id")},
		{`{"ids":[1],"strategy_id":1.5}`, "strategy_id must be a whole number", item("wrong_type", "must be a whole number", "/strategy_id")},
		{`{"ids":[1],"strategy_id":1e-400}`, "strategy_id must be a whole number", item("wrong_type", "must be a whole number", "/strategy_id")},
		{`{"ids":[1],"strategy_id":1e400}`, "strategy_id must be a 64-bit whole number", item("out_of_range", "must be a 64-bit whole number", "/strategy_id")},
		{`{"ids":[1],"strategy_id":0}`, "strategy_id must be at least 1", item("out_of_range", "must be at least 1", "/strategy_id")},
		{`{"ids":[1],"strategy_id":99999999999999999999}`, "strategy_id must be a 64-bit whole number", item("out_of_range", "must be a 64-bit whole number", "/strategy_id")},
		{`{"ids":[1],"note":""}`, "note must not be empty", item("out_of_range", "must not be empty", "/note")},
		{`{"ids":[1],"note":"` + repeat("ä", 21) + `"}`, "note must have at most 20 characters", item("too_long", "must have at most 20 characters", "/note")},
		{`{"ids":[1],"note":"a\u0000b"}`, "note must not contain control characters", item("invalid", "must not contain control characters", "/note")},
		{`{"ids":[1],"note":"a\u001fb"}`, "note must not contain control characters", item("invalid", "must not contain control characters", "/note")},
		{"{\"ids\":[1],\"note\":\"a\u0085b\"}", "note must not contain control characters", item("invalid", "must not contain control characters", "/note")},
		{"{\"ids\":[1],\"note\":\"a\x7fb\"}", "note must not contain control characters", item("invalid", "must not contain control characters", "/note")},
		{`{"ids":[1],"note":"a\ud800b"}`, "note must not contain half of a surrogate pair", item("invalid", "must not contain half of a surrogate pair", "/note")},
		{`{"ids":[1],"note":"\udc00\ud800"}`, "note must not contain half of a surrogate pair", item("invalid", "must not contain half of a surrogate pair", "/note")},
		{`{"ids":[1],"until":"2026-02-30T00:00:00Z"}`, "until must be a time such as 2026-01-31T09:30:00Z", item("invalid", "must be a time such as 2026-01-31T09:30:00Z", "/until")},
		{`{"ids":[1],"tags":["a","b","c","d"]}`, "tags must have at most 3 entries", item("too_many", "must have at most 3 entries", "/tags")},
		{`{"ids":[1],"asin":"B000"}`, "asin is not accepted", item("unknown_member", "is not accepted", "/asin")},
		{`{"ids":[1],"mode":"off","a/b~c":{"x":[1]}}`, "a/b~c is not accepted", item("unknown_member", "is not accepted", "/a~1b~0c")},
		{`{"Ids":[1],"mode":"off"}`, "Ids is not accepted; did you mean ids?", item("unknown_member", "is not accepted; did you mean ids?", "/Ids") + "," + item("required", "is required", "/ids")},
		{
			`{"ids":[1],"limits":{"Min_price":1}}`, "limits.Min_price is not accepted; did you mean min_price?",
			item("unknown_member", "is not accepted; did you mean min_price?", "/limits/Min_price"),
		},
		{`{"ids":[1],"mode":"off","mode":"on"}`, "mode is given twice", item("duplicate_member", "is given twice", "/mode")},
		{`{"ids":[1],"mode":"off","m\u006fde":"on"}`, "mode is given twice", item("duplicate_member", "is given twice", "/mode")},
		{`{"ids":[1],"limits":{"min_price":1,"min_price":1}}`, "limits.min_price is given twice", item("duplicate_member", "is given twice", "/limits/min_price")},
		{`{"ids":[1],"mode":"off","x":[{"y":{"z":1,"z":2}}]}`, "x is not accepted", item("unknown_member", "is not accepted", "/x") + "," + item("duplicate_member", "is given twice", "/x/0/y/z")},
		{`[]`, "The body must be an object", item("wrong_type", "must be an object", "")},
		{`null`, "The body must not be null", item("null_not_allowed", "must not be null", "")},
		{`"x"`, "The body must be an object", item("wrong_type", "must be an object", "")},
		{` `, "The body is required", item("required", "is required", "")},
		{
			`{"ids":[0,"x"],"limits":{"min_price":"x","max_price":0.00001,"y":1},"mode":"?","asin":1}`, "ids[0] " + between,
			item("out_of_range", between, "/ids/0") + "," + item("invalid", id, "/ids/1") + "," +
				item("wrong_type", "must be a number", "/limits/min_price") + "," + item("invalid", "must have at most 4 decimals", "/limits/max_price") + "," +
				item("unknown_member", "is not accepted", "/limits/y") + "," + item("not_allowed", "must be one of: off, on", "/mode") + "," +
				item("unknown_member", "is not accepted", "/asin"),
		},
	} {
		name := c.body
		if len(name) > 60 {
			name = name[:60]
		}
		t.Run(name, func(t *testing.T) {
			r := newRig(t)
			w := r.do(call{method: "PATCH", path: "/api/v1/widgets", body: c.body})
			require.Equal(t, 400, w.Code, w.Body.String())
			require.Equal(t, `{"type":"/problems/validation_failed","title":"Bad Request","status":400,`+failed(c.message, c.items), w.Body.String())
			require.Zero(t, r.world.count("bulk"))
			require.Equal(t, "600", w.Header().Get("X-RateLimit-Remaining"), "a call that breaks the schema is not counted")
			require.Equal(t, `"widgets";r=600;t=0`, w.Header().Get("RateLimit"))
		})
	}
}

func TestBodiesThatAreNoJSON(t *testing.T) {
	const invalid = "The body is not one valid JSON value"
	r := newRig(t)
	for body, message := range map[string]string{
		`{"ids":[1],"mode":"off"} x`:              "The body has text after its JSON value",
		`{"ids":[1],"mode":"off"}{}`:              "The body has text after its JSON value",
		`{"ids":[1],"mode":"off"`:                 invalid,
		`{"ids":[1],}`:                            invalid,
		`{ids:[1]}`:                               invalid,
		`{"ids":[01]}`:                            invalid,
		`{"ids":[1,]}`:                            invalid,
		`{"ids":[+1]}`:                            invalid,
		`{"ids":[.5]}`:                            invalid,
		`{"ids":[1.]}`:                            invalid,
		`{"ids":[1e]}`:                            invalid,
		`{"ids":[NaN]}`:                           invalid,
		`{"ids":[1],"note":"\x"}`:                 invalid,
		`{"ids":[1],"note":"\u12"}`:               invalid,
		`{"ids":[1],"note":"a`:                    invalid,
		`{"ids":[1],"note":"a\`:                   invalid,
		"\ufeff{}":                                invalid,
		"{\"ids\":[1],\"note\":\"a\x00b\"}":       "The body has a control character inside a string",
		"{\"ids\":[1],\"note\":\"a\nb\"}":         "The body has a control character inside a string",
		"{\"ids\":[1],\"note\":\"a\xffb\"}":       "The body is not valid UTF-8",
		"{\"ids\":[1],\"note\":\"\xed\xa0\x80\"}": "The body is not valid UTF-8",
		"\x00":                  invalid,
		`a=1`:                   invalid,
		repeat("[", 10_000):     "The body is nested deeper than 32 levels",
		repeat(`{"a":`, 10_000): "The body is nested deeper than 32 levels",
		`{"ids":` + repeat("[", 32) + repeat("]", 32) + `}`: "The body is nested deeper than 32 levels",
	} {
		w := r.do(call{method: "PATCH", path: "/api/v1/widgets", body: body})
		r.code(w, 400, fault.CodeMalformedBody)
		require.Regexp(t, `"message":"`+message+` at line \d+, column \d+\."`, w.Body.String(), "%.60q", body)
	}
	require.Zero(t, r.world.count("bulk"))
}

func TestMalformedBodiesSayWhere(t *testing.T) {
	r := newRig(t)
	for body, place := range map[string]string{
		`{"ids":[1],}`:                    "line 1, column 12",
		"{\n  \"ids\": [1,]\n}":           "line 2, column 13",
		"{\r\n\"note\": \"äöü\" x}":       "line 2, column 15",
		`{"ids":[1]`:                      "line 1, column 11",
		"{\"ids\":[1]\n":                  "line 2, column 1",
		`{"ids":[1],"mode":"off"} x`:      "line 1, column 26",
		"{\"ids\":[1],\"note\":\"a\nb\"}": "line 1, column 21",
		"{\n\"note\":\"ä\xffb\"}":         "line 2, column 10",
		repeat("[", 40):                   "line 1, column 33",
	} {
		w := r.do(call{method: "PATCH", path: "/api/v1/widgets", body: body})
		r.code(w, 400, fault.CodeMalformedBody)
		require.Contains(t, w.Body.String(), " at "+place+`."`, "%q", body)
	}
}

func TestBodiesThatAreTaken(t *testing.T) {
	r := newRig(t)
	send := func(body string) bulkUpdate {
		w := r.do(call{method: "PATCH", path: "/api/v1/widgets", body: body})
		require.Equal(t, 200, w.Code, w.Body.String())
		return r.last
	}
	update := send(`{"ids":["12",9007199254740993,"9223372036854775807"],"mode":"off"}`)
	require.Equal(t, []int64{12, 9007199254740993, 9223372036854775807}, body.Numbers[int64](update.IDs.IDs))
	require.Equal(t, "off", update.Mode.Value)
	require.False(t, update.Limits.Set)
	require.False(t, update.StrategyID.Set)

	update = send(`{"ids":[1],"strategy_id":null,"limits":{"min_price":null,"max_price":1.5e1,"max_change_percent":12.5}}`)
	require.True(t, update.StrategyID.Set && update.StrategyID.Null)
	require.True(t, update.Limits.Value.MinPrice.Null)
	require.EqualValues(t, 150_000, update.Limits.Value.MaxPrice.Value.Amount().Units())
	require.EqualValues(t, 125_000, update.Limits.Value.Change.Value.Exact().Units())

	update = send(`{"ids":[1],"limits":null}`)
	require.True(t, update.Limits.Set && update.Limits.Null)

	// Text is composed, written plainly or with escapes, and counted afterwards.
	require.Equal(t, "\u00e4", send("{\"ids\":[1],\"note\":\"a\u0308\"}").Note.Value)
	require.Equal(t, "x\u00e4\"\n", send(`{"note":"xa\u0308\"\n","ids":[1]}`).Note.Value)
	require.Equal(t, "😀", send(`{"ids":[1],"note":"\ud83d\ude00"}`).Note.Value)
	require.Equal(t, "a\n\tb", send(`{"ids":[1],"note":"a\n\tb"}`).Note.Value)
	require.Equal(t, repeat("ä", 20), send(`{"ids":[1],"note":"`+repeat("a\u0308", 20)+`"}`).Note.Value)
	require.Equal(t, "2026-01-31 08:30:00.123456 +0000 UTC", send(`{"ids":[1],"until":"2026-01-31T09:30:00.1234567+01:00"}`).Until.Value.Time().String())
	require.Len(t, send(`{"ids":`+ids(100)+`,"mode":"off"}`).IDs.IDs, 100)
	require.Equal(t, []string{"a"}, send(" \r\n\t{ \"ids\" : [ 1 ] , \"tags\" : [ \"a\" ] } \n").Tags.Value)
}

func TestMediaTypes(t *testing.T) {
	r := newRig(t)
	const body = `{"ids":[1],"mode":"off"}`
	for kind, want := range map[string]int{
		"application/json": 200, "application/json; charset=utf-8": 200, "Application/JSON;charset=UTF-8": 200,
		"application/merge-patch+json": 200, "application/merge-patch+json; charset=UTF-8": 200,
		"application/json; charset=latin1": 415, "text/plain": 415, "application/merge-patch+json; charset=latin1": 415,
		"application/json-patch+json": 415, "application/x-www-form-urlencoded": 415,
		"multipart/form-data; boundary=x": 415, "application/json, text/plain": 415, ";": 415,
	} {
		w := r.do(call{method: "PATCH", path: "/api/v1/widgets", body: body, contentType: kind})
		require.Equal(t, want, w.Code, kind)
		if want == 415 {
			r.code(w, 415, fault.CodeUnsupportedMediaType)
		}
	}
	without := call{method: "PATCH", path: "/api/v1/widgets", body: body, header: http.Header{"Content-Type": nil}}
	untyped := r.do(without)
	r.code(untyped, 415, fault.CodeUnsupportedMediaType)
	require.Contains(t, untyped.Body.String(), `"message":"The body must be application/json. Name it in the header Content-Type."`)
	r.code(r.do(call{method: "PATCH", path: "/api/v1/widgets", body: body, header: header("Content-Encoding", "gzip")}), 415, fault.CodeUnsupportedMediaType)
	// A body that is not there is missing, whatever its type.
	w := r.do(call{method: "PATCH", path: "/api/v1/widgets"})
	r.code(w, 400, fault.CodeValidationFailed)
	require.Contains(t, w.Body.String(), `"message":"The body is required"`)
	// What is wrong with the query comes before the media type.
	w = r.do(call{method: "PATCH", path: "/api/v1/widgets?x=1", body: body, contentType: "text/plain"})
	require.Contains(t, w.Body.String(), `"errors":[{"code":"unknown_parameter","message":"is not accepted","parameter":"x"}]`)
}

func TestFaultsOfQueryAndBodyComeTogether(t *testing.T) {
	r := newRig(t)
	w := r.do(call{method: "PATCH", path: "/api/v1/widgets?x=1", body: `{"ids":[0],"mode":"off"}`, header: header("Idempotency-Key", "")})
	require.Contains(t, w.Body.String(), `"errors":[{"code":"unknown_parameter","message":"is not accepted","parameter":"x"},`+
		`{"code":"invalid","message":"must have 1 to 255 visible ASCII characters","parameter":"Idempotency-Key"},`+
		`{"code":"out_of_range","message":"must be between 1 and 9223372036854775807","pointer":"/ids/0"}]`)
}

func TestManyFaultsAreCutAtAHundred(t *testing.T) {
	r := newRig(t)
	var body strings.Builder
	for i := range 50_000 {
		fmt.Fprintf(&body, `"m%d":1,`, i)
	}
	w := r.do(call{method: "PATCH", path: "/api/v1/widgets", body: `{` + body.String() + `"ids":[1]}`})
	r.code(w, 400, fault.CodeValidationFailed)
	require.Equal(t, 100, strings.Count(w.Body.String(), `"unknown_member"`))
	w = r.do(call{method: "PATCH", path: "/api/v1/widgets", body: `{"ids":[` + repeat("0,", 300_000) + `1],"mode":"off"}`})
	r.code(w, 400, fault.CodeValidationFailed)
	require.Less(t, w.Body.Len(), 20_000)
}

func TestBodiesThatAreTooLarge(t *testing.T) {
	r := newRig(t)
	w := r.do(call{method: "PATCH", path: "/api/v1/widgets", body: `{"ids":[1],"note":"` + repeat("a", 1<<20) + `"}`})
	r.code(w, 413, fault.CodeTooLarge)
	require.Contains(t, w.Body.String(), `"message":"The body is larger than 1048576 bytes."`)
	require.Equal(t, "close", w.Header().Get("Connection"))
	// Just as large as allowed.
	fill := 1<<20 - len(`{"ids":[1],"mode":"off"}`)
	w = r.do(call{method: "PATCH", path: "/api/v1/widgets", body: `{"ids":[1],"mode":"off"}` + repeat(" ", fill)})
	require.Equal(t, 200, w.Code)
	w = r.do(call{method: "PATCH", path: "/api/v1/widgets", body: `{"ids":[1],"mode":"off"}` + repeat(" ", fill+1)})
	r.code(w, 413, fault.CodeTooLarge)
}

// streamed sends a body without end in chunks, and returns the status of its answer, if
// the client did not see its own write break first.
func streamed(r *rig, stream *drip) int {
	server := httptest.NewServer(r.server.Handler())
	defer server.Close()
	var before, after runtime.MemStats
	runtime.GC()
	runtime.ReadMemStats(&before)
	req, err := http.NewRequest(http.MethodPatch, server.URL+"/api/v1/widgets", io.NopCloser(stream))
	require.NoError(r, err)
	req.Header.Set("Content-Type", "application/json")
	req.Header.Set("X-Api-Key", keyA)
	status := 0
	res, err := server.Client().Do(req)
	if err == nil {
		status = res.StatusCode
		require.NoError(r, res.Body.Close())
	}
	runtime.ReadMemStats(&after)
	require.Less(r, after.TotalAlloc-before.TotalAlloc, uint64(32<<20))
	require.Less(r, stream.read.Load(), int64(64<<20), "the rest of the body is not read")
	require.Zero(r, r.world.count("bulk"))
	return status
}

func TestAGigabyteInChunksTakesNoMemory(t *testing.T) {
	for text, want := range map[string]int{"    ": 413, "aaaa": 400, "[1,": 400, "1,[": 400} {
		status := streamed(newRig(t), &drip{chunk: []byte(repeat(text, 10_000)), limit: 1 << 30})
		require.Contains(t, []int{0, want}, status, text)
	}
}

// A list that is far too long is refused by its beginning. The client is not
// asked for the rest where it waits to be.
func TestAListIsReadALittleBeyondItsBound(t *testing.T) {
	r := newRig(t)
	start := `{"ids":[` + repeat("1,", 8<<10)
	body := &drip{chunk: []byte(start), limit: 1 << 20}
	req := call{method: "PATCH", path: "/api/v1/widgets", header: header("Expect", "100-continue"), contentType: "application/json"}.request()
	req.Body, req.ContentLength = io.NopCloser(body), 1<<20
	w := httptest.NewRecorder()
	r.server.Handler().ServeHTTP(w, req)
	r.code(w, 400, fault.CodeValidationFailed)
	require.Contains(t, w.Body.String(), item("too_many", "must have at most 100 entries", "/ids"))
	require.LessOrEqual(t, body.read.Load(), int64(32<<10))
}
