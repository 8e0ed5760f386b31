package doctor

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"net/url"
	"os"
	"path/filepath"
	"time"

	"sellingassistant/adapters/blob"
	"sellingassistant/adapters/ecb"
	"sellingassistant/adapters/keepa"
	"sellingassistant/adapters/mail"
	"sellingassistant/adapters/persistence/db"
	"sellingassistant/adapters/queue"
	"sellingassistant/adapters/redis"
	"sellingassistant/config"
	"sellingassistant/domain/document"
	"sellingassistant/domain/research/lookup"
	"sellingassistant/ports/clock"
	ports "sellingassistant/ports/document"
)

const serveFirst = "It is made by `selling-assistant serve --migrate`."

func database(ctx context.Context, cfg config.Config) Finding {
	if absent(cfg.DatabaseFile()) {
		return warning("There is no file "+cfg.DatabaseFile()+".", serveFirst)
	}
	s, err := db.Open(ctx, db.Config{URL: cfg.DatabaseURL})
	if err != nil {
		return failed(err, "Check the address and the password, and that the server lets this machine in.")
	}
	defer func() { _ = s.Close() }()
	if s.Dialect() == db.SQLite {
		return good("SQLite answers: %s", s.File())
	}
	var version string
	if err := s.Hot(ctx).QueryRow(ctx, "SHOW server_version").Scan(&version); err != nil {
		return failed(err, "Look into the log of the server.")
	}
	var endless string
	err = s.Hot(ctx).QueryRow(ctx, `SELECT coalesce(string_agg(name, ', ' ORDER BY name), '') FROM pg_settings
		WHERE name IN ('statement_timeout', 'lock_timeout', 'idle_in_transaction_session_timeout')
		AND setting = '0'`).Scan(&endless)
	if err != nil {
		return failed(err, "Look into the log of the server.")
	}
	if endless != "" {
		return warning(fmt.Sprintf("Postgres %s answers, without a limit: %s.", version, endless),
			"Set them by ALTER DATABASE: a pooler drops the limits that the program sets.")
	}
	return good("Postgres %s answers.", version)
}

// absent reports whether a path leads nowhere. It returns false for "".
func absent(path string) bool {
	if path == "" {
		return false
	}
	_, err := os.Stat(path)
	return errors.Is(err, fs.ErrNotExist)
}

func files(ctx context.Context, cfg config.Config) Finding {
	location := cfg.BlobURL.Reveal()
	if u, err := url.Parse(location); err == nil && u.Scheme == "file" {
		return writable(filepath.FromSlash(u.Path))
	}
	staging, err := os.MkdirTemp("", "sa-doctor-")
	if err != nil {
		return failed(err, "Give the program a folder for temporary files (TMPDIR).")
	}
	defer func() { _ = os.RemoveAll(staging) }()
	const do = "Check the bucket, the region, and that the credentials may read, write, list and delete."
	bucket, err := blob.Open(ctx, location, staging)
	if err != nil {
		return failed(err, do)
	}
	defer func() { _ = bucket.Close() }()
	// No content has a digest of zeros.
	nowhere := ports.Ref{Team: 1, Sum: document.Digest(fmt.Sprintf("%064d", 0))}
	if _, err := bucket.Exists(ctx, nowhere); err != nil {
		return failed(because(err), do)
	}
	return good("The bucket answers.")
}

// because prefers the cause of an error to its sentence for callers.
func because(err error) error {
	if cause := errors.Unwrap(err); cause != nil {
		return cause
	}
	return err
}

// writable makes and removes a file in a folder.
func writable(path string) Finding {
	if absent(path) {
		return warning("There is no folder "+path+".", serveFirst)
	}
	f, err := os.CreateTemp(path, ".doctor-*")
	if err != nil {
		return failed(err, "Let the user of the service write there.")
	}
	if err := errors.Join(f.Close(), os.Remove(f.Name())); err != nil {
		return failed(err, "Look for a full or a failing disk.")
	}
	return good("%s can be written.", path)
}

func limits(ctx context.Context, cfg config.Config) Finding {
	if cfg.RedisURL.Empty() {
		return unused("Each process counts limits alone.", "Set SA_REDIS_URL when several processes serve.")
	}
	const do = "Check the address and the password. Until Redis answers, each process counts its share."
	c, err := redis.Open(cfg.RedisURL.Reveal())
	if err != nil {
		return failed(err, do)
	}
	defer func() { _ = c.Close() }()
	if err := c.Ping(ctx); err != nil {
		return failed(err, do)
	}
	return good("Redis answers.")
}

func notifications(ctx context.Context, cfg config.Config) Finding {
	if cfg.Amazon.NotificationsURL.Empty() {
		return unused("Nothing is received.", "Set SA_NOTIFICATIONS_URL to get changes of offers at once.")
	}
	const do = "Check the address of the queue, and that the credentials may receive, delete and change messages."
	a, err := queue.ParseAddress(cfg.Amazon.NotificationsURL)
	if err != nil {
		return failed(fmt.Errorf("SA_NOTIFICATIONS_URL %w", err), do)
	}
	q, err := queue.OpenSQS(ctx, a)
	if err != nil {
		return failed(err, do)
	}
	if err := q.Check(ctx); err != nil {
		return failed(err, do)
	}
	return good("The queue answers.")
}

func histories(ctx context.Context, cfg config.Config) Finding {
	if cfg.Keepa.Key.Empty() {
		return unused("There are no price histories.", "Set SA_KEEPA_KEY to have them.")
	}
	c := keepa.NewClient(keepa.Config{Key: cfg.Keepa.Key, URL: cfg.Keepa.URL, Clock: clock.System{}, Watch: unwatched{}})
	_, meter, err := c.Do(ctx, keepa.Call{Lane: lookup.Interactive, Path: "/token"})
	if err != nil {
		return failed(because(err), "Check the key at Keepa, and that this machine reaches "+cfg.Keepa.URL+".")
	}
	return good("Keepa answers. Tokens left: %d, more in a minute: %d.", meter.Left.Or(0), meter.Rate)
}

func rates(ctx context.Context, cfg config.Config) Finding {
	if cfg.FXURL == "" {
		return unused("Exchange rates are only entered.", "Set SA_FX_URL to read the European Central Bank's.")
	}
	book, _, err := ecb.NewClient(cfg.FXURL, nil).Read(ctx, false)
	if err != nil {
		return failed(because(err), "Check SA_FX_URL, and that this machine reaches it.")
	}
	return good("The file of exchange rates is read. Rates: %d.", len(book))
}

// unwatched ignores the results of calls.
type unwatched struct{}

func (unwatched) Answered(lookup.Lane, time.Duration, keepa.Meter) {}
func (unwatched) KeyRefused(int)                                   {}
func (unwatched) Unsettled(error)                                  {}

func letters(ctx context.Context, cfg config.Config) Finding {
	if cfg.SMTPURL.Empty() {
		return unused("Alerts are not mailed.", "Set SA_SMTP_URL and SA_MAIL_FROM to mail them.")
	}
	n, err := mail.New(mail.Config{Server: cfg.SMTPURL, From: cfg.MailFrom})
	if err != nil {
		return failed(fmt.Errorf("SA_SMTP_URL %w", err), "Correct the address.")
	}
	if err := n.Check(ctx); err != nil {
		return failed(err, "Check the host, the port, the password and the certificate of the server.")
	}
	return good("The mail server takes the password.")
}
