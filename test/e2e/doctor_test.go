package e2e_test

import (
	"maps"
	"testing"

	"github.com/stretchr/testify/require"

	"sellingassistant/test/pgtest"
	"sellingassistant/test/stores"
)

// findings returns the states by part. The program tesseract may be absent.
func findings(t *testing.T, r result) map[string]string {
	t.Helper()
	require.NotContains(t, r.stdout+r.stderr, "hunter2")
	found := map[string]string{}
	for _, f := range rowsOf(t, object(t, r.stdout)) {
		requireMembers(t, f, "part", "state", "text", "do")
		require.NotEmpty(t, f["text"])
		switch f["state"] {
		case "ok":
			require.Nil(t, f["do"])
		case "failed", "warning":
			require.NotEmpty(t, f["do"], f)
		}
		found[text(f["part"])] = text(f["state"])
	}
	delete(found, "pictures")
	return found
}

func TestDoctor(t *testing.T) {
	t.Parallel()
	p := newPlace(t, stores.SQLiteURL(t))
	p.team("Acme")
	good := map[string]string{
		"database": "ok", "files": "ok", "redis": "unused", "amazon": "ok", "clock": "ok", "amazon na": "ok", "amazon eu": "ok", "amazon fe": "ok",
		"notifications": "ok", "keepa": "unused", "mail": "unused", "migrations": "ok", "secret key": "ok", "jobs": "ok", "data folder": "ok",
		"address": "unused", "proxies": "unused", "exchange rates": "unused",
	}
	well := p.run("", "doctor", "--json")
	require.Equal(t, 0, well.code, well.stderr)
	require.Equal(t, good, findings(t, well))
	require.Equal(t, 0, p.run("", "config", "check", "--connect").code)

	p.set("SA_REDIS_URL", "redis://:hunter2@127.0.0.1:1", "SA_SMTP_URL", "smtp://ann:hunter2@127.0.0.1:1", "SA_MAIL_FROM", "ann@example.com",
		"SA_KEEPA_KEY", "hunter2", "SA_KEEPA_URL", "http://127.0.0.1:1", "SA_LWA_CLIENT_SECRET", "hunter2", "SA_PUBLIC_URL", "https://sa.example.com",
		"SA_FX_URL", "http://127.0.0.1:1/eurofxref-daily.xml", "SA_SECRET_KEY", "ab"+secretKey[2:])
	bad := p.run("", "doctor", "--json")
	require.Equal(t, 1, bad.code)
	require.Contains(t, bad.stderr, "a part of the installation has failed")
	want := maps.Clone(good)
	maps.Copy(want, map[string]string{
		"redis": "failed", "mail": "failed", "keepa": "failed", "amazon": "failed", "address": "ok", "proxies": "warning", "secret key": "failed",
		"exchange rates": "failed",
	})
	require.Equal(t, want, findings(t, bad))

	checked := p.run("", "config", "check", "--connect", "--json")
	require.Equal(t, 1, checked.code)
	require.NotContains(t, checked.stdout+checked.stderr, "hunter2")
	states := map[string]string{}
	for _, row := range rowsOf(t, object(t, checked.stdout)) {
		states[text(row["name"])] = text(row["state"])
	}
	for _, name := range []string{"SA_REDIS_URL", "SA_SMTP_URL", "SA_KEEPA_KEY", "SA_LWA_CLIENT_ID", "SA_FX_URL"} {
		require.Equal(t, "unreachable", states[name], name)
		require.Contains(t, checked.stderr, name+": ")
	}
	require.Equal(t, "set", states["SA_DATABASE_URL"])
}

// TestDoctorMissesLimits looks at Postgres as it answers behind a pooler that drops parameters.
func TestDoctorMissesLimits(t *testing.T) {
	t.Parallel()
	p := newPlace(t, pgtest.URL(t))
	look := func() map[string]any { return rowsOf(t, object(t, p.run("", "doctor", "--json").stdout))[0] }
	require.Equal(t, "database", look()["part"])
	require.Equal(t, "ok", look()["state"])
	p.set("SA_DATABASE_URL", p.env["SA_DATABASE_URL"]+"&statement_timeout=0&lock_timeout=0")
	require.Equal(t, "warning", look()["state"])
	require.Contains(t, look()["text"], "answers, without a limit: lock_timeout, statement_timeout.")
}

// The doctor does not change a new installation.
func TestDoctorMakesNothing(t *testing.T) {
	t.Parallel()
	p := bare(t)
	p.set("SA_SECRET_KEY", secretKey)
	r := p.run("", "doctor", "--json")
	require.Equal(t, 0, r.code, r.stderr)
	found := findings(t, r)
	require.Equal(t, []string{"warning", "warning", "warning"}, []string{found["database"], found["files"], found["data folder"]})
	require.NoDirExists(t, p.data)
}
