// Package mcp_test calls the service as assistants do, by the client of the protocol's own library.
package mcp_test

import (
	"encoding/json"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	sdk "github.com/modelcontextprotocol/go-sdk/mcp"
	"github.com/stretchr/testify/require"

	"sellingassistant/test/openapi/service"
)

const (
	readPath  = "/mcp"
	writePath = "/mcp/write"
)

// withHeader adds a header to every call.
type withHeader struct{ name, value string }

func (w withHeader) RoundTrip(r *http.Request) (*http.Response, error) {
	r = r.Clone(r.Context())
	r.Header.Set(w.name, w.value)
	return http.DefaultTransport.RoundTrip(r)
}

// listen serves a service on a socket.
func listen(t *testing.T, s *service.Service) string {
	t.Helper()
	server := httptest.NewServer(s.Handler)
	t.Cleanup(server.Close)
	return server.URL
}

// assistant is a client with a key.
type assistant struct{ *sdk.ClientSession }

func connect(t *testing.T, url, key string) assistant {
	t.Helper()
	client := sdk.NewClient(&sdk.Implementation{Name: "test", Version: "1"}, nil)
	session, err := client.Connect(t.Context(), &sdk.StreamableClientTransport{
		Endpoint: url, HTTPClient: &http.Client{Transport: withHeader{"X-Api-Key", key}},
	}, nil)
	require.NoError(t, err)
	t.Cleanup(func() { _ = session.Close() })
	return assistant{session}
}

// names lists the tools that the key may use.
func (a assistant) names(t *testing.T) []string {
	t.Helper()
	list, err := a.ListTools(t.Context(), nil)
	require.NoError(t, err)
	names := []string{}
	for _, tool := range list.Tools {
		names = append(names, tool.Name)
	}
	return names
}

// answer is a result, as an assistant reads it.
type answer struct {
	text   string
	failed bool
	body   map[string]any
}

func (a assistant) call(t *testing.T, name string, arguments map[string]any) answer {
	t.Helper()
	r, err := a.CallTool(t.Context(), &sdk.CallToolParams{Name: name, Arguments: arguments})
	require.NoError(t, err, name)
	require.Len(t, r.Content, 1)
	text, ok := r.Content[0].(*sdk.TextContent)
	require.True(t, ok)
	out := answer{text: text.Text, failed: r.IsError}
	b, err := json.Marshal(r.StructuredContent)
	require.NoError(t, err)
	require.NoError(t, json.Unmarshal(b, &out.body))
	return out
}

// works calls a tool that must succeed.
func (a assistant) works(t *testing.T, name string, arguments map[string]any) answer {
	t.Helper()
	out := a.call(t, name, arguments)
	require.False(t, out.failed, "%s: %s", name, out.text)
	return out
}

// refuses calls a tool that must be refused with a code.
func (a assistant) refuses(t *testing.T, code, name string, arguments map[string]any) answer {
	t.Helper()
	out := a.call(t, name, arguments)
	require.True(t, out.failed, "%s: %s", name, out.text)
	require.Equal(t, code, out.body["code"], out.text)
	require.True(t, strings.HasPrefix(out.text, code+": "), out.text)
	return out
}
