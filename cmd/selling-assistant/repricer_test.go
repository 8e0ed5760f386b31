package main

import (
	"bytes"
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

const decideLines = `{"id":1,"input":{"now":"2026-01-15T12:00:00Z","offers_at":"2026-01-15T11:59:00Z","settings":{"own_seller_ids":["ME"]},"product":{"seller_id":"ME","marketplace_id":"ATVPDKIKX0DER","mode":"auto","current_price":20.0,"limits":{"min_price":15,"max_price":30}},"strategy":{"type":"competitor","compete_with":"buy_box","action":"below","by":0.01},"offers":[{"seller_id":"A","price":19.50,"is_buy_box":true}]}}
{"id":2,"input":{"now":"2026-01-15T12:00:00Z","settings":null,"product":{"seller_id":"ME","marketplace_id":"ATVPDKIKX0DER","current_price":"x"}}}
{"id":3,"input":{"now":"2026-01-15T12:00:00Z","settings":null,"product":{"seller_id":"ME","marketplace_id":"ATVPDKIKX0DER","current_price":20}}}
`

func execute(t *testing.T, stdin string, args ...string) (int, string, string) {
	t.Helper()
	var out, errs bytes.Buffer
	code := run(context.Background(), args, streams{strings.NewReader(stdin), &out, &errs}, nil)
	return code, out.String(), errs.String()
}

func TestRepricerDecide(t *testing.T) {
	t.Parallel()
	first := `{"id":1,"action":"change","price":19.49,"reason":"beat_target","adjustments":[],"target_seller_id":"A"}` + "\n"
	third := `{"id":3,"action":"skip","price":20,"reason":"settings_absent","adjustments":[],"target_seller_id":null}` + "\n"

	code, out, errs := execute(t, decideLines, "repricer", "decide", "--cases", "-")
	require.Equal(t, exitFault, code)
	require.Equal(t, first+third, out)
	require.Equal(t, "selling-assistant: case 2: product.current_price must be a number\n"+
		"selling-assistant: 1 of 3 cases could not be read\n", errs)

	lines := strings.SplitAfter(decideLines, "\n")
	file := filepath.Join(t.TempDir(), "cases.json")
	require.NoError(t, os.WriteFile(file, []byte("["+lines[0]+","+lines[2]+"]"), 0o600))
	code, out, errs = execute(t, "", "repricer", "decide", "--cases", file)
	require.Equal(t, exitOK, code, errs)
	require.Equal(t, first+third, out)

	code, out, errs = execute(t, lines[0], "repricer", "decide", "--cases", "-", "--trace")
	require.Equal(t, exitOK, code, errs)
	require.Equal(t, strings.TrimSuffix(first, "}\n")+`,"trace":[{"step":2,"rule":"floor","in":null,"out":15,"note":"manual"},`+
		`{"step":2,"rule":"ceiling","in":30,"out":30,"note":""},{"step":4,"rule":"filter","in":null,"out":null,"note":"1 of 1"},`+
		`{"step":5,"rule":"buy_box","in":null,"out":19.5,"note":"competitor"},{"step":7,"rule":"target","in":19.5,"out":19.49,"note":"A"},`+
		`{"step":12,"rule":"outcome","in":20,"out":19.49,"note":"change"}],"offers":[{"seller_id":"A","landed":19.5,"used":true,`+
		`"excluded_reason":null,"candidate":19.49}]}`+"\n", out)
}

func TestRepricerDecideRefuses(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		stdin string
		args  []string
		code  int
		says  string
	}{
		"no file named": {"", nil, exitUsage, "--cases"},
		"another flag":  {"", []string{"--cases", "-", "--x"}, exitUsage, "--x"},
		"no such file":  {"", []string{"--cases", filepath.Join(t.TempDir(), "none.json")}, exitFault, "none.json"},
		"nothing in it": {"", []string{"--cases", "-"}, exitFault, "there are no cases"},
		"a broken list": {"[{}", []string{"--cases", "-"}, exitFault, "not a list of cases"},
	} {
		code, out, errs := execute(t, c.stdin, append([]string{"repricer", "decide"}, c.args...)...)
		require.Equal(t, c.code, code, name)
		require.Contains(t, errs, c.says, name)
		require.NotContains(t, out, "action", name)
	}
}
