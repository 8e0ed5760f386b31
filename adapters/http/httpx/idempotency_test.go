package httpx_test

import (
	"errors"
	"net/http"
	"net/http/httptest"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"sellingassistant/domain/kernel/fault"
	"sellingassistant/ports/idempotency"
)

func (r *rig) create(key, title string) *httptest.ResponseRecorder {
	return r.do(call{method: "POST", path: "/api/v1/widgets", body: `{"title":"` + title + `"}`, header: header("Idempotency-Key", key)})
}

func TestARetryGetsTheStoredAnswer(t *testing.T) {
	r := newRig(t)
	first := r.create("k1", "ball")
	require.Equal(t, 201, first.Code, first.Body.String())
	require.Empty(t, first.Header().Get("Idempotent-Replayed"))
	again := r.create("k1", "ball")
	require.Equal(t, 201, again.Code)
	require.Equal(t, first.Body.String(), again.Body.String())
	for _, name := range []string{"Content-Type", "ETag", "Location"} {
		require.Equal(t, first.Header().Get(name), again.Header().Get(name))
		require.NotEmpty(t, again.Header().Get(name))
	}
	require.Equal(t, "true", again.Header().Get("Idempotent-Replayed"))
	require.Equal(t, "598", again.Header().Get("X-RateLimit-Remaining"), "a replay counts as a call")
	require.Equal(t, 1, r.world.count("create"))

	// Another team, another operation and another key are other calls.
	w := r.do(call{method: "POST", path: "/api/v1/widgets", body: `{"title":"ball"}`, key: keyB, header: header("Idempotency-Key", "k1")})
	require.Equal(t, 201, w.Code)
	w = r.do(call{method: "PATCH", path: "/api/v1/widgets", body: `{"ids":[1],"mode":"off"}`, header: header("Idempotency-Key", "k1")})
	require.Equal(t, 200, w.Code)
	require.Equal(t, 201, r.create("k2", "ball").Code)
	require.Equal(t, 3, r.world.count("create"))
	// Without a key every call is a new one.
	require.Equal(t, 201, r.do(call{method: "POST", path: "/api/v1/widgets", body: `{"title":"ball"}`}).Code)
	require.Equal(t, 4, r.world.count("create"))
}

func TestAKeyForAnotherCallIsRefused(t *testing.T) {
	r := newRig(t)
	require.Equal(t, 201, r.create("k1", "ball").Code)
	w := r.create("k1", "bell")
	r.problem(w, 422, `{"type":"/problems/idempotency_key_reused","title":"Unprocessable Entity","status":422,`+
		`"detail":"The Idempotency-Key has been used for another call.","instance":"/api/v1/widgets","code":"idempotency_key_reused",`+
		`"message":"The Idempotency-Key has been used for another call.","trace_id":"test-request-1",`+
		`"errors":[{"code":"idempotency_key_reused","message":"The Idempotency-Key has been used for another call.","parameter":"Idempotency-Key"}]}`)
	require.Equal(t, 201, r.create("k1", "ball").Code, "the stored answer stays")
	require.Equal(t, 1, r.world.count("create"))

	patch := func(path, match, body string) int {
		h := header("Idempotency-Key", "k2")
		if match != "" {
			h.Set("If-Match", match)
		}
		return r.do(call{method: "PATCH", path: path, body: body, header: h}).Code
	}
	require.Equal(t, 200, patch("/api/v1/widgets/12", "", `{"title":"a"}`))
	require.Equal(t, 200, patch("/api/v1/widgets/12", "", `{"title":"a"}`))
	require.Equal(t, 422, patch("/api/v1/widgets/13", "", `{"title":"a"}`), "the path is part of the call")
	require.Equal(t, 422, patch("/api/v1/widgets/12", `"3"`, `{"title":"a"}`), "If-Match is part of the call")
	require.Equal(t, 422, patch("/api/v1/widgets/12", "", `{"title":"b"}`))
}

func TestKeysOfRetriesThatAreNone(t *testing.T) {
	r := newRig(t)
	for _, key := range []string{"", "a b", "a\tb", "ä", repeat("k", 256), "a\x7f"} {
		w := r.create(key, "ball")
		r.code(w, 400, fault.CodeValidationFailed)
		require.Contains(t, w.Body.String(), `{"code":"invalid","message":"must have 1 to 255 visible ASCII characters","parameter":"Idempotency-Key"}`)
	}
	require.Equal(t, 201, r.create(repeat("k", 255), "ball").Code)
	w := r.do(call{method: "POST", path: "/api/v1/widgets", body: `{"title":"a"}`, header: http.Header{"Idempotency-Key": {"a", "b"}}})
	require.Contains(t, w.Body.String(), `{"code":"repeated_parameter","message":"is given twice","parameter":"Idempotency-Key"}`)
	// Where nothing is retried the header means nothing.
	require.Equal(t, 200, r.do(call{method: "GET", path: "/api/v1/widgets/12", header: header("Idempotency-Key", "a b")}).Code)
	require.Equal(t, 1, r.world.count("create"))
}

func TestRefusalsAreStoredOrNot(t *testing.T) {
	r := newRig(t)
	// A conflict would be met again: it is stored, and what the handler did is not.
	w := r.create("k1", "taken")
	r.code(w, 409, fault.CodeConflict)
	require.Contains(t, w.Body.String(), `"existing_id":5`)
	require.Zero(t, r.world.count("create"))
	again := r.create("k1", "taken")
	require.Equal(t, w.Body.String(), again.Body.String())
	require.Equal(t, "application/problem+json", again.Header().Get("Content-Type"))
	require.Equal(t, "true", again.Header().Get("Idempotent-Replayed"))

	// Ours, the store's and the form's faults are not.
	r.code(r.create("k2", "down"), 503, fault.CodeServiceUnavailable)
	r.code(r.create("k3", "panic"), 500, fault.CodeInternal)
	r.code(r.create("k4", ""), 400, fault.CodeValidationFailed)
	require.Zero(t, r.world.count("create"), "rolled back")
	require.Len(t, r.world.entries, 1)
	for _, key := range []string{"k2", "k3", "k4"} {
		require.Equal(t, 201, r.create(key, "ball").Code)
	}
	// 412 and 404 are stored as well.
	for path, status := range map[string]int{"/api/v1/widgets/12": 412} {
		h := http.Header{"Idempotency-Key": {"k5"}, "If-Match": {`"2"`}}
		require.Equal(t, status, r.do(call{method: "PATCH", path: path, body: `{}`, header: h}).Code)
		require.Equal(t, "true", r.do(call{method: "PATCH", path: path, body: `{}`, header: h}).Header().Get("Idempotent-Replayed"))
	}
}

func TestATwinThatRunsIs409(t *testing.T) {
	r := newRig(t)
	scope := idempotency.Scope{Team: 7, Operation: "createWidget", Key: "k1"}
	r.world.locked[scope] = true
	w := r.create("k1", "ball")
	r.code(w, 409, fault.CodeIdempotencyInFlight)
	require.Equal(t, "1", w.Header().Get("Retry-After"))
	require.Empty(t, r.world.entries, "being in flight is not an answer to keep")
	delete(r.world.locked, scope)
	require.Equal(t, 201, r.create("k1", "ball").Code)
}

func TestATransactionThatRunsAgainStartsFresh(t *testing.T) {
	r := newRig(t)
	r.world.again = 1
	w := r.create("k1", "ball")
	require.Equal(t, 201, w.Code, w.Body.String())
	require.Equal(t, 1, r.world.count("create"))
	require.Contains(t, w.Body.String(), `"id":101`)
	require.Equal(t, w.Body.String(), r.create("k1", "ball").Body.String())
}

func TestACommitThatFailsIsNoAnswer(t *testing.T) {
	r := newRig(t)
	r.world.fail = fault.New(fault.Unavailable, fault.CodeServiceUnavailable, "The store cannot be reached. Try again.")
	r.code(r.create("k1", "ball"), 503, fault.CodeServiceUnavailable)
	require.Empty(t, r.world.entries)
	require.Zero(t, r.world.count("create"))
	r.world.fail = errors.New("pq: secret")
	r.code(r.create("k1", "ball"), 500, fault.CodeInternal)
	require.Equal(t, 201, r.create("k1", "ball").Code)
}

func TestOutsideEffects(t *testing.T) {
	form := func(boundary, name, text string) (string, string) {
		return "multipart/form-data; boundary=" + boundary, "--" + boundary + "\r\nContent-Disposition: form-data; name=\"type\"\r\n\r\ninvoice\r\n--" +
			boundary + "\r\nContent-Disposition: form-data; name=\"file\"; filename=\"" + name + "\"\r\nContent-Type: application/pdf\r\n\r\n" + text +
			"\r\n--" + boundary + "--\r\n"
	}
	send := func(r *rig, boundary, name, text string) *httptest.ResponseRecorder {
		kind, body := form(boundary, name, text)
		return r.do(call{method: "POST", path: "/api/v1/files", body: body, contentType: kind, header: header("Idempotency-Key", "k1")})
	}
	t.Run("replay compares parts, not bytes", func(t *testing.T) {
		r := newRig(t)
		w := send(r, "one", "a.pdf", "abc")
		require.Equal(t, 201, w.Code, w.Body.String())
		require.Equal(t, `{"data":{"name":"a.pdf","size":3,"type":"invoice"}}`, w.Body.String())
		require.Equal(t, 2, r.world.commits, "the claim, then row and answer together")
		again := send(r, "two", "a.pdf", "abc")
		require.Equal(t, w.Body.String(), again.Body.String())
		require.Equal(t, "true", again.Header().Get("Idempotent-Replayed"))
		r.code(send(r, "two", "a.pdf", "abd"), 422, fault.CodeIdempotencyKeyReused)
		r.code(send(r, "two", "b.pdf", "abc"), 422, fault.CodeIdempotencyKeyReused)
		require.Equal(t, 1, r.world.count("blob"))
		require.Equal(t, 1, r.world.count("row"))
	})
	t.Run("what is not stored lets the claim go", func(t *testing.T) {
		r := newRig(t)
		r.fail = fault.New(fault.Unavailable, fault.CodeServiceUnavailable, "away")
		r.code(send(r, "one", "a.pdf", "abc"), 503, fault.CodeServiceUnavailable)
		require.Empty(t, r.world.entries, "the claim is released")
		r.fail = errPanic
		r.code(send(r, "one", "a.pdf", "abc"), 500, fault.CodeInternal)
		require.Empty(t, r.world.entries, "also by a panic")
		r.fail = nil
		require.Equal(t, 201, send(r, "one", "a.pdf", "abc").Code)
	})
	t.Run("a refusal is stored", func(t *testing.T) {
		r := newRig(t)
		r.fail = fault.New(fault.Conflict, fault.CodeDuplicateDocument, "There already.").With("existing_id", 4)
		w := send(r, "one", "a.pdf", "abc")
		r.code(w, 409, fault.CodeDuplicateDocument)
		r.fail = nil
		again := send(r, "two", "a.pdf", "abc")
		require.Equal(t, w.Body.String(), again.Body.String())
		require.Equal(t, "true", again.Header().Get("Idempotent-Replayed"))
	})
	t.Run("a refusal before the form was read is not", func(t *testing.T) {
		r := newRig(t)
		kind, body := form("one", "a.pdf", "abc")
		h := header("Idempotency-Key", "k1")
		r.early = fault.New(fault.Conflict, fault.CodeDuplicateDocument, "There already.")
		r.code(r.do(call{method: "POST", path: "/api/v1/files", body: body, contentType: kind, header: h}), 409, fault.CodeDuplicateDocument)
		require.Empty(t, r.world.entries)
		r.early = nil
		require.Equal(t, 201, send(r, "two", "a.pdf", "abc").Code)
	})
	t.Run("a lease holds, then runs out", func(t *testing.T) {
		r := newRig(t)
		scope := idempotency.Scope{Team: 7, Operation: "upload", Key: "k1"}
		r.world.entries[scope] = idempotency.Entry{LeaseUntil: r.clock.Now().Add(time.Minute)}
		w := send(r, "one", "a.pdf", "abc")
		r.code(w, 409, fault.CodeIdempotencyInFlight)
		require.Equal(t, "3", w.Header().Get("Retry-After"))
		require.Zero(t, r.world.count("blob"))
		r.clock.add(time.Minute - 2*time.Second)
		require.Equal(t, "2", send(r, "one", "a.pdf", "abc").Header().Get("Retry-After"), "the lease ends sooner")
		r.clock.add(2 * time.Second)
		require.Equal(t, 201, send(r, "one", "a.pdf", "abc").Code)
	})
}
