package sandbox_test

import (
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"net/url"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"sellingassistant/adapters/simulator"
	"sellingassistant/test/openapi"
	"sellingassistant/test/openapi/sandbox"
	"sellingassistant/test/openapi/service"
)

const relay = "/api/v1/sp-api"

// seller calls Amazon's operations through the relay.
type seller struct {
	handler    http.Handler
	key        string
	operations map[string]simulator.Operation
}

// style has the differences between clients: the form of lists and the place of the key.
type style struct {
	name, header string
	repeated     bool
}

var styles = []style{
	{"lists with commas", "X-Api-Key", false}, {"repeated names", "X-Api-Key", true},
	{"Amazon's header, lists with commas", "x-amz-access-token", false}, {"Amazon's header, repeated names", "x-amz-access-token", true},
}

func (s seller) call(t *testing.T, st style, operation string, parameters []sandbox.Parameter, body string) *httptest.ResponseRecorder {
	t.Helper()
	op, ok := s.operations[operation]
	require.True(t, ok, "the marketplace has no operation %s", operation)
	path, query := op.Path, url.Values{}
	for _, p := range parameters {
		place := "{" + p.Name + "}"
		switch {
		case strings.Contains(path, place):
			path = strings.ReplaceAll(path, place, url.PathEscape(p.Values[0]))
		case st.repeated:
			query[p.Name] = p.Values
		default:
			query.Set(p.Name, strings.Join(p.Values, ","))
		}
	}
	r := httptest.NewRequest(op.Method, relay+path+"?"+query.Encode(), strings.NewReader(body))
	r.Header.Set(st.header, s.key)
	if body != "" {
		r.Header.Set("Content-Type", "application/json")
	}
	w := httptest.NewRecorder()
	s.handler.ServeHTTP(w, r)
	return w
}

// read makes a call to find ids.
func (s seller) read(t *testing.T) sandbox.Call {
	return func(operation string, parameters sandbox.World) any {
		var list []sandbox.Parameter
		for name, value := range parameters {
			if name == "pageSize" || name == "sortBy" || strings.Contains(s.operations[operation].Path, "{"+name+"}") {
				list = append(list, sandbox.Parameter{Name: name, Values: []string{value}})
			}
		}
		return decode(t, s.call(t, styles[0], operation, list, ""))
	}
}

func decode(t *testing.T, w *httptest.ResponseRecorder) any {
	t.Helper()
	var value any
	d := json.NewDecoder(w.Body)
	d.UseNumber()
	require.NoError(t, d.Decode(&value))
	return value
}

// TestStaticCases sends the cases of Amazon's static sandbox through the relay, in all styles of
// clients.
func TestStaticCases(t *testing.T) {
	s := service.SQLite(t)
	team := s.Team(t, service.Wish{})
	caller := seller{handler: s.Handler, key: team.Key, operations: map[string]simulator.Operation{}}
	for _, op := range s.Market.Operations() {
		caller.operations[op.ID] = op
	}
	world, err := sandbox.Discover(team.Seller, caller.read(t))
	require.NoError(t, err)
	cases, err := sandbox.Cases()
	require.NoError(t, err)
	for i, c := range cases {
		for _, st := range styles {
			t.Run(fmt.Sprintf("%s %d/%s", c.Operation, i+2, st.name), func(t *testing.T) {
				parameters := slices.Clone(c.Parameters)
				for i, p := range parameters {
					parameters[i].Values = strings.Split(world.In(strings.Join(p.Values, "\n")), "\n")
				}
				first := slices.DeleteFunc(slices.Clone(parameters), func(p sandbox.Parameter) bool { return p.Values[0] == "{token}" })
				w := caller.call(t, st, c.Operation, first, world.In(c.Body))
				holds(t, c, world, w)
				if len(first) == len(parameters) {
					return
				}
				token := sandbox.At(decode(t, w), "/pagination/nextToken")
				if c.Operation == "listPackingOptions" || c.Operation == "listPlacementOptions" {
					require.Empty(t, token, "a plan has two options")
					return
				}
				require.NotEmpty(t, token)
				parameters[len(parameters)-1].Values = []string{token}
				holds(t, c, world, caller.call(t, st, c.Operation, parameters, ""))
			})
		}
	}
}

func holds(t *testing.T, c sandbox.Case, world sandbox.World, w *httptest.ResponseRecorder) {
	t.Helper()
	require.Equal(t, c.Status, w.Code, w.Body)
	var answer any
	d := json.NewDecoder(strings.NewReader(w.Body.String()))
	d.UseNumber()
	require.NoError(t, d.Decode(&answer))
	for _, f := range c.Holds {
		got := sandbox.At(answer, f.Pointer)
		require.NotEmpty(t, got, "%s of %s", f.Pointer, w.Body)
		if f.Value != "" {
			require.Equal(t, world.In(f.Value), got, f.Pointer)
		}
	}
}

// inBraces finds the parameters of a path. Amazon's older interfaces name them with a capital.
var inBraces = regexp.MustCompile(`\{[^}]*\}`)

// route returns the method and path of an operation without the names of its parameters.
func route(method, path string) string { return method + " " + inBraces.ReplaceAllString(path, "{}") }

// TestEveryRelayedOperationHasACase looks for a success of each.
func TestEveryRelayedOperationHasACase(t *testing.T) {
	all, err := openapi.Inventory()
	require.NoError(t, err)
	cases, err := sandbox.Cases()
	require.NoError(t, err)
	tried := map[string]bool{}
	for _, op := range simulator.New(simulator.Config{}).Operations() {
		tried[route(op.Method, relay+op.Path)] = slices.ContainsFunc(cases, func(c sandbox.Case) bool { return c.Operation == op.ID && c.Status == http.StatusOK })
	}
	require.Empty(t, openapi.IDsOf(all, func(o openapi.Operation) bool {
		return o.Served && o.Style == "relay" && !tried[route(o.Method, o.Path)]
	}))
}
