package main

import (
	"bytes"
	"context"
	"encoding/json"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"sellingassistant/test/stores"
)

func TestTheSwitchOfTheRepricer(t *testing.T) {
	environ := []string{
		"SA_SECRET_KEY=" + strings.Repeat("0123456789abcdef", 4), "SA_DATABASE_URL=" + stores.SQLiteURL(t), "SA_DATA_DIR=" + t.TempDir(),
	}
	ask := func(args ...string) string {
		t.Helper()
		var out, errs bytes.Buffer
		code := run(context.Background(), append([]string{"repricer"}, args...), streams{strings.NewReader(""), &out, &errs}, environ)
		require.Equal(t, exitOK, code, errs.String())
		return out.String()
	}
	require.Equal(t, "prices leave\n", ask("status"))
	require.JSONEq(t, `{"stopped":false,"reason":"","changed_at":null}`, ask("status", "--json"))
	require.Regexp(t, `^no price leaves since \d{4}-\d\d-\d\dT\S+Z: odd prices\n$`, ask("stop", "--reason", "odd prices"))
	var now struct {
		Stopped bool
		Reason  string
	}
	require.NoError(t, json.Unmarshal([]byte(ask("status", "--json")), &now))
	require.True(t, now.Stopped)
	require.Equal(t, "odd prices", now.Reason)
	require.Regexp(t, `^prices leave since \d{4}-\d\d-\d\dT\S+Z\n$`, ask("start"))
	require.Regexp(t, `^prices leave since `, ask("status"))
}
