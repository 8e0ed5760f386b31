package doctor

import (
	"cmp"
	"context"
	"database/sql"
	"errors"
	"fmt"
	"net"
	"os/exec"
	"strings"

	"sellingassistant/adapters/persistence/db"
	"sellingassistant/adapters/vault"
	"sellingassistant/config"
	"sellingassistant/migrations"
)

// stored looks into the database: its tables, its secret key and its background jobs.
func stored(ctx context.Context, cfg config.Config) []Finding {
	if absent(cfg.DatabaseFile()) {
		return nil
	}
	s, err := db.Open(ctx, db.Config{URL: cfg.DatabaseURL})
	if err != nil {
		return nil // the look at the database says why
	}
	defer func() { _ = s.Close() }()
	missing, err := migrations.Missing(ctx, s)
	newer, unread := migrations.Newer(ctx, s)
	switch err := cmp.Or(err, unread); {
	case err != nil:
		return []Finding{failed(err, "Look into the log of the database.")}
	case len(newer) > 0:
		knows := fmt.Errorf("a newer version changed the database: %s", strings.Join(newer, ", "))
		return []Finding{failed(knows, "Start the newer version.")}
	case len(missing) > 0:
		lacks := fmt.Errorf("missing: %s", strings.Join(missing, ", "))
		return []Finding{failed(lacks, "Run `selling-assistant migrate up`.")}
	}
	return []Finding{good("All are applied."), secretKey(ctx, s, cfg), background(ctx, s)}
}

// kept implements vault.Checks for a value that was read before, so that nothing is written.
type kept []byte

func (k kept) Keep(context.Context, []byte) ([]byte, error) { return k, nil }

func secretKey(ctx context.Context, s *db.Store, cfg config.Config) Finding {
	f := good("It reads the data of the database.")
	var value []byte
	err := s.Hot(ctx).QueryRow(ctx, "SELECT value FROM secret_check WHERE id = $1", int64(1)).Scan(&value)
	switch {
	case errors.Is(err, sql.ErrNoRows):
		f = good("The first start ties the database to it.")
	case err != nil:
		f = failed(db.Fault(err), "Look into the log of the database.")
	default:
		if err := compareKeys(ctx, value, cfg); err != nil {
			f = failed(err, "Start with the original key, or set it as SA_SECRET_KEY_PREVIOUS.")
		}
	}
	f.Part = "secret key"
	return f
}

func compareKeys(ctx context.Context, value []byte, cfg config.Config) error {
	master, err := vault.ParseMaster(cfg.SecretKey)
	if err != nil {
		return err
	}
	var older [][]byte
	if !cfg.PreviousSecretKey.Empty() {
		previous, err := vault.ParseMaster(cfg.PreviousSecretKey)
		if err != nil {
			return err
		}
		older = append(older, previous)
	}
	return vault.Check(ctx, kept(value).Keep, master, older...)
}

// background counts jobs that failed for good. They are kept for a week.
func background(ctx context.Context, s *db.Store) Finding {
	var n int64
	err := s.Hot(ctx).QueryRow(ctx, "SELECT count(*) FROM river_job WHERE state = 'discarded'").Scan(&n)
	f := good("No job has failed for good.")
	switch {
	case err != nil:
		f = failed(db.Fault(err), "Look into the log of the database.")
	case n > 0:
		f = warning(fmt.Sprintf("Failed jobs: %d.", n), "Run `selling-assistant jobs list --state failed`.")
	}
	f.Part = "jobs"
	return f
}

func folder(_ context.Context, cfg config.Config) Finding { return writable(cfg.DataDir) }

// address compares the public address with the listener: a service that others reach has one.
func address(_ context.Context, cfg config.Config) Finding {
	host, _, err := net.SplitHostPort(cfg.HTTPAddr)
	ip := net.ParseIP(host)
	local := err == nil && (host == "localhost" || ip != nil && ip.IsLoopback())
	switch {
	case cfg.PublicURL != "":
		return good("Links begin with %s.", cfg.PublicURL)
	case local:
		return unused("Links begin with the address of the call.", "Set SA_PUBLIC_URL when others reach the service.")
	}
	return warning("Others reach "+cfg.HTTPAddr+", and links begin with the address of the call.", "Set SA_PUBLIC_URL.")
}

// proxies expects one for https, which the program does not speak itself.
func proxies(_ context.Context, cfg config.Config) Finding {
	switch {
	case len(cfg.TrustedProxies) > 0:
		return good("%d networks may name the address of a client.", len(cfg.TrustedProxies))
	case strings.HasPrefix(cfg.PublicURL, "https://"):
		return warning("All clients share the address of the proxy, in the limits of wrong keys and in the audit trail.",
			"Set SA_TRUSTED_PROXIES to the address of the proxy.")
	}
	return unused("Clients are known by the address of their connection.", "")
}

func pictures(_ context.Context, cfg config.Config) Finding {
	if cfg.OCR.Off() {
		return unused("Pictures stay unread.", "")
	}
	path, err := exec.LookPath("tesseract")
	if err != nil {
		return warning("There is no program tesseract, so pictures stay unread.", "Install tesseract 5, or set SA_OCR=off.")
	}
	return good("%s reads pictures.", path)
}
