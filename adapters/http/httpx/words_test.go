package httpx_test

import (
	"encoding/json"
	"fmt"
	"io"
	"net"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"sellingassistant/domain/kernel/fault"
)

func TestARefusalNamesTheRecord(t *testing.T) {
	r := newRig(t)
	r.fail = fault.Missing()
	for path, want := range map[string]string{
		"/api/v1/offers/12":        "There is no offer 12.",
		"/api/v1/offers/12/parent": "There is no offer 12.",
		"/api/v1/widgets/13":       "Not found.", // it has no noun
	} {
		w := r.get(path)
		r.code(w, 404, fault.CodeNotFound)
		require.Contains(t, w.Body.String(), `"detail":"`+want+`"`, path)
	}
	w := r.do(call{method: "DELETE", path: "/api/v1/offers", body: `{"ids":[9,"8"]}`})
	require.JSONEq(t, `{"data":[
		{"id":9,"status":"failed","error":{"code":"not_found","message":"There is no offer 9."}},
		{"id":8,"status":"failed","error":{"code":"not_found","message":"There is no offer 8."}}],
		"meta":{"succeeded":0,"failed":2},
		"errors":[{"code":"not_found","message":"There is no offer 9.","id":9,"index":0},{"code":"not_found","message":"There is no offer 8.","id":8,"index":1}]}`,
		w.Body.String())
}

func TestWhereAKeyBelongs(t *testing.T) {
	r := newRig(t)
	said := func(c call) string {
		w := r.do(c)
		r.code(w, 403, fault.CodeAccessDenied)
		var p struct{ Message string }
		require.NoError(t, json.Unmarshal(w.Body.Bytes(), &p))
		return p.Message
	}
	require.Equal(t, "Send your key in the X-Api-Key header.", said(call{method: "GET", path: "/api/v1/widgets/12", key: "none"}))
	const wrong = "The API key is not valid. Send your key in the X-Api-Key header."
	require.Equal(t, wrong, said(call{method: "GET", path: "/api/v1/widgets/12", key: "has space"}))
	require.Equal(t, wrong, said(call{method: "GET", path: "/api/v1/widgets/12?api_key=has+space", key: "none"}))
	require.Equal(t, wrong, said(call{method: "GET", path: "/api/v1/widgets/12?api_key=", key: "none"}))
}

// TestTheSameCallInAnotherOrder writes one body in several ways.
func TestTheSameCallInAnotherOrder(t *testing.T) {
	r := newRig(t)
	send := func(key, body string) int {
		return r.do(call{method: "PATCH", path: "/api/v1/widgets", body: body, header: header("Idempotency-Key", key)}).Code
	}
	first := `{"ids":[3,"4"],"limits":{"min_price":1.50,"max_change_percent":10},"strategy_id":7,"note":"\u00e4"}`
	require.Equal(t, 200, send("k", first))
	for _, same := range []string{
		`{"note":"ä","strategy_id":7,"limits":{"max_change_percent":10.0,"min_price":15e-1},"ids":["3",4]}`,
		"{ \"ids\":[3,4],\n\"limits\":{\"min_price\":1.5000,\"max_change_percent\":1e1},\"strategy_id\":7,\"note\":\"a\u0308\"}",
	} {
		require.Equal(t, 200, send("k", same), same)
	}
	require.Equal(t, 1, r.world.count("bulk"))
	for _, other := range []string{
		`{"ids":[4,3],"limits":{"min_price":1.5,"max_change_percent":10},"strategy_id":7,"note":"ä"}`,
		`{"ids":[3,4],"limits":{"min_price":1.51,"max_change_percent":10},"strategy_id":7,"note":"ä"}`,
		`{"ids":[3,4],"limits":{"min_price":1.5,"max_change_percent":10,"max_price":null},"strategy_id":7,"note":"ä"}`,
		`{"ids":[3,4],"limits":{"min_price":1.5,"max_change_percent":10},"strategy_id":7,"note":"A"}`,
		`{"ids":[3,4],"limits":{"min_price":1.5,"max_change_percent":10},"strategy_id":null,"note":"ä"}`,
	} {
		require.Equal(t, 422, send("k", other), other)
	}
	require.Equal(t, 1, r.world.count("bulk"))
}

// TestTooLargeABodyIsToldToWhoSendsFirst sends everything before it reads.
func TestTooLargeABodyIsToldToWhoSendsFirst(t *testing.T) {
	r := newRig(t)
	l, err := net.Listen("tcp", "127.0.0.1:0")
	require.NoError(t, err)
	server := r.server.HTTPServer(r.server.Handler())
	go func() { _ = server.Serve(l) }()
	defer server.Close()
	post := func(path, kind, head string, size int) string {
		conn, err := net.Dial("tcp", l.Addr().String())
		require.NoError(t, err)
		defer conn.Close()
		require.NoError(t, conn.SetDeadline(time.Now().Add(10*time.Second)))
		_, err = fmt.Fprintf(conn, "POST %s HTTP/1.1\r\nHost: x\r\nX-Api-Key: %s\r\nContent-Type: %s\r\n%sContent-Length: %d\r\n\r\n", path, keyA, kind, head, size)
		require.NoError(t, err)
		if head == "" {
			_, err = io.WriteString(conn, repeat(" ", size))
			require.NoError(t, err)
		}
		answer, err := io.ReadAll(conn)
		require.NoError(t, err)
		return string(answer)
	}
	for range 5 {
		for _, size := range []int{1_100_000, 7 << 20} {
			answer := post("/api/v1/widgets", "application/json", "", size)
			require.True(t, strings.HasPrefix(answer, "HTTP/1.1 413 "), "%.200s", answer)
			require.Contains(t, answer, "Connection: close\r\n")
		}
	}
	require.True(t, strings.HasPrefix(post("/api/v1/files", "multipart/form-data; boundary=x", "", 3<<20), "HTTP/1.1 413 "))
	// One that waits to be asked for its body is refused without.
	require.True(t, strings.HasPrefix(post("/api/v1/widgets", "application/json", "Expect: 100-continue\r\n", 1_100_000), "HTTP/1.1 413 "))
	require.Zero(t, r.world.count("create"))
	require.Equal(t, http.StatusOK, r.get("/healthz").Code)
}
