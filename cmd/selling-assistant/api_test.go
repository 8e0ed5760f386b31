package main

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// TestCommandAPI calls a service that repeats the call, with the keys that a user may have.
func TestCommandAPI(t *testing.T) {
	s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		body, _ := io.ReadAll(r.Body)
		if strings.HasSuffix(r.URL.Path, "/nothing") {
			w.WriteHeader(http.StatusNotFound)
			_, _ = io.WriteString(w, `{"code":"not_found","message":"There is nothing."}`)
			return
		}
		_, _ = fmt.Fprintf(w, `{"data":[{"id":1,"call":"%s %s","body":%q}]}`, r.Method, r.URL.RequestURI(), body)
	}))
	defer s.Close()
	folder := t.TempDir()
	file := filepath.Join(folder, "body.json")
	require.NoError(t, os.WriteFile(file, []byte(`{"a":1}`), 0o600))
	api := func(environ []string, stdin string, args ...string) (int, string, string) {
		var out, errs bytes.Buffer
		code := run(context.Background(), append([]string{"api"}, args...), streams{strings.NewReader(stdin), &out, &errs}, environ)
		require.NotContains(t, out.String()+errs.String(), "sak_1")
		return code, out.String(), errs.String()
	}
	keyed := []string{"SA_API_KEY=sak_1"}
	for _, c := range []struct {
		stdin, args, want string
	}{
		{"", "get skus --field limit=5 --table", "ID  CALL                          BODY\n1   GET /api/v1/skus?limit=5  \n"},
		{"", "POST suppliers --field name=Acme --table --columns body", "BODY\n{\"name\":\"Acme\"}\n"},
		{"", "PATCH account --table --columns body --body @" + file, "BODY\n{\"a\":1}\n"},
		{`{"b":2}`, "PUT x --table --columns body --body @-", "BODY\n{\"b\":2}\n"},
		{"", "GET x --all", "[\n  {\n    \"id\": 1,\n    \"call\": \"GET /api/v1/x\",\n    \"body\": \"\"\n  }\n]\n"},
	} {
		code, out, errs := api(keyed, c.stdin, append(strings.Fields(c.args), "--url", s.URL)...)
		require.Equal(t, 0, code, errs)
		require.Equal(t, strings.Join(strings.Fields(c.want), " "), strings.Join(strings.Fields(out), " "), c.args)
	}
	code, out, errs := api(keyed, "", "GET", "nothing", "--url", s.URL, "--table")
	require.Equal(t, 1, code)
	require.Contains(t, out, "not_found", "a refusal is no table")
	require.Equal(t, "selling-assistant: 404 not_found: There is nothing.\n", errs)

	code, _, errs = api(keyed, "", "FETCH", "skus")
	require.Equal(t, 2, code)
	require.Contains(t, errs, "<method> must be one of GET, POST, PUT, PATCH, DELETE")
	code, _, errs = api([]string{"SA_DATA_DIR=" + folder}, "", "GET", "skus")
	require.Equal(t, 1, code)
	require.Equal(t, "selling-assistant: SA_API_KEY is not set, and "+folder+" has no demo: start it by selling-assistant serve --demo\n", errs)

	// The demo's key goes to the demo's address.
	state := fmt.Sprintf(`{"base_url":%q,"api_key":"sak_1"}`, s.URL)
	require.NoError(t, os.WriteFile(filepath.Join(folder, "demo.json"), []byte(state), 0o600))
	for _, flag := range []string{"--all", "--demo"} {
		code, out, errs = api([]string{"SA_DATA_DIR=" + folder}, "", "GET", "skus", flag)
		require.Equal(t, 0, code, errs)
		require.Contains(t, out, "GET /api/v1/skus")
	}
}
