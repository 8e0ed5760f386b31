package sellingassistant

import (
	"context"
	"encoding/json"
	"errors"
	"io"
	"mime"
	"mime/multipart"
	"net/http"
	"net/http/httptest"
	"reflect"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"
)

// service answers the attempts of a call in turn. A nil answer is a lost connection.
type service struct {
	answers []*httptest.ResponseRecorder
	got     []*http.Request
	bodies  []string
	at      []time.Time
}

func (s *service) RoundTrip(r *http.Request) (*http.Response, error) {
	body := ""
	if r.Body != nil {
		b, err := io.ReadAll(r.Body)
		if err != nil {
			return nil, err
		}
		body = string(b)
	}
	s.got, s.bodies, s.at = append(s.got, r), append(s.bodies, body), append(s.at, time.Now())
	if err := r.Context().Err(); err != nil {
		return nil, err
	}
	next := s.answers[0]
	s.answers = s.answers[1:]
	if next == nil {
		return nil, io.ErrUnexpectedEOF
	}
	return next.Result(), nil
}

func with(status int, body string, header ...string) *httptest.ResponseRecorder {
	w := httptest.NewRecorder()
	for i := 0; i < len(header); i += 2 {
		w.Header().Set(header[i], header[i+1])
	}
	w.WriteHeader(status)
	_, _ = w.WriteString(body)
	return w
}

// client returns a client of a service. Its waits take no time in a bubble.
func (s *service) client() *Client {
	c := New("http://service.test/", "sak_1")
	c.HTTP = &http.Client{Transport: s}
	return c
}

func equal[T any](t *testing.T, want, got T) {
	t.Helper()
	if !reflect.DeepEqual(want, got) {
		t.Errorf("want %#v, got %#v", want, got)
	}
}

type mouse struct {
	Name string `json:"name"`
}

func TestACallIsSentAgainWithItsKey(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := &service{answers: []*httptest.ResponseRecorder{
			nil,
			with(409, `{"code":"idempotency_in_flight","status":409}`, "Retry-After", "1"),
			with(429, `{"code":"rate_limited","status":429}`, "Retry-After", "7"),
			with(503, `<html>`),
			with(201, `{"data":{"name":"Ada"}}`, "ETag", `"1"`),
		}}
		var r Response
		got, err := record[mouse](t.Context(), s.client(), request{method: "POST", path: "/mice", body: mouse{"Ada"}}, []Option{Into(&r)})
		equal(t, nil, err)
		equal(t, &mouse{"Ada"}, got)
		equal(t, Response{201, http.Header{"Etag": {`"1"`}}, 5}, r)
		equal(t, `"1"`, r.ETag())
		key := s.got[0].Header.Get("Idempotency-Key")
		equal(t, 26, len(key))
		for i, sent := range s.got {
			equal(t, key, sent.Header.Get("Idempotency-Key"))
			equal(t, "Bearer sak_1", sent.Header.Get("Authorization"))
			equal(t, "http://service.test/mice", sent.URL.String())
			equal(t, `{"name":"Ada"}`, s.bodies[i])
		}
		equal(t, time.Second, s.at[2].Sub(s.at[1]))
		equal(t, 7*time.Second, s.at[3].Sub(s.at[2]))
		if wait := s.at[4].Sub(s.at[3]); wait < 2*time.Second || wait > 4*time.Second {
			t.Errorf("the fourth wait without Retry-After takes %s", wait)
		}
	})
}

func TestACallGivesUp(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		busy := func() *httptest.ResponseRecorder { return with(503, `{"code":"service_unavailable"}`) }
		s := &service{answers: []*httptest.ResponseRecorder{busy(), busy(), busy(), busy(), busy()}}
		err := nothing(t.Context(), s.client(), request{method: "GET", path: "/mice"}, nil)
		equal(t, true, HasCode(err, "service_unavailable"))
		equal(t, 5, len(s.got))

		s = &service{answers: []*httptest.ResponseRecorder{with(429, `{"code":"quota"}`, "Retry-After", "61")}}
		err = nothing(t.Context(), s.client(), request{method: "GET", path: "/mice"}, nil)
		var refused *Error
		equal(t, true, errors.As(err, &refused))
		equal(t, 61*time.Second, refused.RetryAfter)

		s = &service{answers: []*httptest.ResponseRecorder{busy()}}
		ctx, cancel := context.WithTimeout(t.Context(), 100*time.Millisecond)
		defer cancel()
		err = nothing(ctx, s.client(), request{method: "GET", path: "/mice"}, nil)
		equal(t, true, errors.Is(err, context.DeadlineExceeded))
		equal(t, true, HasCode(err, "service_unavailable"))
	})
}

func TestADeletionThatWasLost(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		missing := func() *httptest.ResponseRecorder { return with(404, `{"code":"not_found"}`) }
		s := &service{answers: []*httptest.ResponseRecorder{nil, missing(), missing()}}
		equal(t, nil, nothing(t.Context(), s.client(), request{method: "DELETE", path: "/mice/1"}, nil))
		err := nothing(t.Context(), s.client(), request{method: "DELETE", path: "/mice/1"}, nil)
		equal(t, true, HasCode(err, "not_found"))
		equal(t, "", s.got[0].Header.Get("Idempotency-Key"))
	})
}

func TestRefusals(t *testing.T) {
	s := &service{answers: []*httptest.ResponseRecorder{
		with(400, `{"status":400,"code":"validation_failed","message":"two faults","trace_id":"t1",
			"errors":[{"code":"required","message":"is required","pointer":"/a"},{"code":"invalid","message":"is wrong","parameter":"b"}]}`),
		with(304, ""), with(404, ""), with(403, `<html>`, "X-Request-Id", "r1"),
	}}
	said := []string{
		"two faults; /a is required; b is wrong (400 validation_failed, trace t1)", "Not Modified (304 not_modified, trace )",
		"Not Found (404 not_found, trace )", "Forbidden (403 , trace r1)",
	}
	for _, want := range said {
		equal(t, want, nothing(t.Context(), s.client(), request{method: "GET", path: "/a"}, []Option{IfNoneMatch(`"1"`)}).Error())
	}
	equal(t, `"1"`, s.got[0].Header.Get("If-None-Match"))
	var refused *Error
	equal(t, false, errors.As(errors.New("other"), &refused))
	equal(t, 3*time.Second, retryAfter("3"))
	equal(t, 0, retryAfter("soon"))
}

func TestQueries(t *testing.T) {
	no := false
	equal(t, "at=2026-01-02T03%3A04%3A05.000006Z&grey=false&names=a&names=b%2Cc&one=%22d%2C%22%22e%22%22%22&price=1.50&tails=0",
		query(struct {
			At    time.Time `query:"at"`
			Grey  *bool     `query:"grey"`
			Names []string  `query:"names"`
			None  string    `query:"none"`
			One   []string  `query:"one"`
			Price Decimal   `query:"price"`
			Tails *int64    `query:"tails"`
		}{
			time.Date(2026, 1, 2, 4, 4, 5, 6000, time.FixedZone("", 3600)), &no, []string{"a", "b,c"}, "", []string{`d,"e"`}, "1.50", new(int64),
		}).Encode())
	equal(t, "A%2FB%20C", segment("A/B C"))
}

func TestForms(t *testing.T) {
	header := http.Header{}
	content, err := form{struct {
		File  File   `form:"file"`
		Kind  string `form:"kind"`
		Left  *bool  `form:"left"`
		Lines any    `form:"lines"`
		Text  any    `form:"text"`
	}{File: File{"é.csv", "text/csv", []byte("a,b")}, Kind: "sku", Lines: []int{1, 2}, Text: "[3]"}}.encode(header)
	equal(t, nil, err)
	_, parameters, err := mime.ParseMediaType(header.Get("Content-Type"))
	equal(t, nil, err)
	read := multipart.NewReader(strings.NewReader(string(content)), parameters["boundary"])
	var parts []string
	for {
		part, err := read.NextPart()
		if err != nil {
			equal(t, io.EOF, err)
			break
		}
		b, _ := io.ReadAll(part)
		parts = append(parts, part.FormName()+" "+part.FileName()+" "+part.Header.Get("Content-Type")+" "+string(b))
	}
	equal(t, []string{"file é.csv text/csv a,b", "kind   sku", "lines   [1,2]", "text   [3]"}, parts)
}

func TestValues(t *testing.T) {
	type patch struct {
		Kept  Nullable[Decimal] `json:"kept,omitzero"`
		Gone  Nullable[Decimal] `json:"gone,omitzero"`
		Price Nullable[Decimal] `json:"price,omitzero"`
		Empty []string          `json:"empty,omitzero"`
		None  []string          `json:"none,omitzero"`
	}
	b, err := json.Marshal(patch{Gone: Null[Decimal](), Price: Value(Decimal("19.90")), Empty: []string{}})
	equal(t, nil, err)
	equal(t, `{"gone":null,"price":19.90,"empty":[]}`, string(b))
	var back patch
	equal(t, nil, json.Unmarshal(b, &back))
	equal(t, Decimal("19.90"), *back.Price.Get())
	equal(t, true, back.Kept.IsZero())
	equal(t, false, back.Gone.IsZero())
	equal(t, DecimalOf(back.Price.Get().Rat(), 4), "19.9000")
	for _, wrong := range []Decimal{"", "x", "1/2", "+1", `"1"`} {
		if _, err := json.Marshal(wrong); err == nil {
			t.Errorf("%q is written", wrong)
		}
	}
}

func TestPages(t *testing.T) {
	for token, pages := range map[string][]string{
		"cursor":          {`{"data":[{"name":"a"},{"name":"b"}],"meta":{"next_cursor":"n"}}`, `{"data":[{"name":"c"}],"meta":{"next_cursor":null}}`},
		"paginationToken": {`{"data":[{"name":"a"},{"name":"b"}],"pagination":{"nextToken":"n"}}`, `{"data":[{"name":"c"}],"pagination":{"nextToken":null}}`},
		"nextToken":       {`{"payload":{"data":[{"name":"a"},{"name":"b"}],"NextToken":"n"}}`, `{"payload":{"data":[{"name":"c"}]}}`},
	} {
		s := &service{answers: []*httptest.ResponseRecorder{with(200, pages[0]), with(200, pages[1]), with(500, `{"code":"internal_error"}`)}}
		q, grey := request{method: "GET", path: "/mice", takes: "miceParams"}, []Option{miceParams{Grey: Ptr(true)}}
		var names []string
		for m, err := range all[mouse](t.Context(), s.client(), q, "data", token, grey) {
			equal(t, nil, err)
			names = append(names, m.Name)
		}
		equal(t, []string{"a", "b", "c"}, names)
		equal(t, []string{"grey=true", token + "=n&grey=true"}, sorted(s.got[0].URL.RawQuery, s.got[1].URL.RawQuery, token))
		for _, err := range all[mouse](t.Context(), s.client(), q, "data", token, grey) {
			equal(t, true, HasCode(err, "internal_error"))
		}
		equal(t, 1, len(grey))
	}
}

// miceParams has the parameters of a call, as generated types have them.
type miceParams struct {
	Grey *bool `query:"grey"`
}

func (p miceParams) set(q *request) error { return q.ask(p) }

func TestParametersAreOptions(t *testing.T) {
	s := &service{answers: []*httptest.ResponseRecorder{with(204, ""), with(204, "")}}
	mice := request{method: "GET", path: "/mice", takes: "miceParams"}
	equal(t, nil, nothing(t.Context(), s.client(), mice, nil))
	equal(t, nil, nothing(t.Context(), s.client(), mice, []Option{IfMatch(`"1"`), miceParams{Grey: Ptr(false)}}))
	equal(t, "", s.got[0].URL.RawQuery)
	equal(t, "grey=false", s.got[1].URL.RawQuery)
	equal(t, `"1"`, s.got[1].Header.Get("If-Match"))
	err := nothing(t.Context(), s.client(), request{method: "GET", path: "/rats"}, []Option{miceParams{}})
	equal(t, "GET /rats: miceParams belongs to another operation", err.Error())
	equal(t, 2, len(s.got))
}

// sorted puts the token of the second query first.
func sorted(first, second, token string) []string {
	parts := strings.Split(second, "&")
	slices.SortFunc(parts, func(a, _ string) int {
		if strings.HasPrefix(a, token) {
			return -1
		}
		return 1
	})
	return []string{first, strings.Join(parts, "&")}
}

func TestWait(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		looks, begin := 0, time.Now()
		look := func(context.Context) (*int, error) { looks++; return &looks, nil }
		got, err := Wait(t.Context(), look, func(n *int) bool { return *n == 4 })
		equal(t, nil, err)
		equal(t, 4, *got)
		equal(t, 1187500*time.Microsecond, time.Since(begin)) // 250, 375 and 562.5 milliseconds
		ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
		defer cancel()
		_, err = Wait(ctx, look, func(*int) bool { return false })
		equal(t, context.DeadlineExceeded, err)
	})
}

func TestWebhooks(t *testing.T) {
	// The example of the Standard Webhooks specification.
	const secret = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw"
	body := []byte(`{"test": 2432232314}`)
	at := time.Unix(1614265330, 0)
	header := http.Header{}
	header.Set("webhook-id", "msg_p5jXN8AQM9LWM0D4loKWxJek")
	header.Set("webhook-timestamp", "1614265330")
	header.Set("webhook-signature", "v1,AAAA v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=")
	equal(t, nil, VerifyWebhook(secret, header, body, at.Add(5*time.Minute)))
	equal(t, ErrWebhook, VerifyWebhook(secret, header, body, at.Add(5*time.Minute+time.Second)))
	equal(t, ErrWebhook, VerifyWebhook(secret, header, body[1:], at))
	equal(t, ErrWebhook, VerifyWebhook("whsec_!", header, body, at))
	equal(t, ErrWebhook, VerifyWebhook(secret, http.Header{}, body, at))
}
