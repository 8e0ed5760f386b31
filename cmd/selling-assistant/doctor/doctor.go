// Package doctor looks for faults of an installation, and says how to repair them. It changes
// nothing.
package doctor

import (
	"context"
	"fmt"
	"slices"
	"sync"
	"time"

	"sellingassistant/config"
)

// State has the result of a look.
type State string

// The states.
const (
	Good State = "ok"
	// Unused marks a part that the settings leave out.
	Unused  State = "unused"
	Warning State = "warning"
	Failed  State = "failed"
)

// Finding has the result for a part of the installation.
type Finding struct {
	Part  string
	State State
	// Text describes the part. It has no secrets.
	Text string
	// Do says how to repair the part, "" for a good one.
	Do string
	// Setting names the variable that leads to the part, "" without one.
	Setting string
}

func good(format string, args ...any) Finding {
	return Finding{State: Good, Text: fmt.Sprintf(format, args...)}
}

func unused(text, do string) Finding { return Finding{State: Unused, Text: text, Do: do} }

func warning(text, do string) Finding { return Finding{State: Warning, Text: text, Do: do} }

func failed(err error, do string) Finding { return Finding{State: Failed, Text: err.Error(), Do: do} }

// within bounds the look at a part.
const within = 15 * time.Second

// look examines a part. It may return several findings.
type look struct {
	part, setting string
	examine       func(ctx context.Context, cfg config.Config) []Finding
}

// single adapts a look with one finding.
func single(examine func(context.Context, config.Config) Finding) func(context.Context, config.Config) []Finding {
	return func(ctx context.Context, cfg config.Config) []Finding { return []Finding{examine(ctx, cfg)} }
}

var connections = []look{
	{"database", "SA_DATABASE_URL", single(database)},
	{"files", "SA_BLOB_URL", single(files)},
	{"redis", "SA_REDIS_URL", single(limits)},
	{"amazon", "SA_LWA_CLIENT_ID", amazon},
	{"notifications", "SA_NOTIFICATIONS_URL", single(notifications)},
	{"keepa", "SA_KEEPA_KEY", single(histories)},
	{"mail", "SA_SMTP_URL", single(letters)},
	{"exchange rates", "SA_FX_URL", single(rates)},
}

var inside = []look{
	{"migrations", "", stored},
	{"data folder", "SA_DATA_DIR", single(folder)},
	{"address", "SA_PUBLIC_URL", single(address)},
	{"proxies", "SA_TRUSTED_PROXIES", single(proxies)},
	{"pictures", "SA_OCR", single(pictures)},
}

// Connect looks at everything that the settings lead to.
func Connect(ctx context.Context, cfg config.Config) []Finding { return examine(ctx, cfg, connections) }

// Examine looks at the whole installation.
func Examine(ctx context.Context, cfg config.Config) []Finding {
	return examine(ctx, cfg, slices.Concat(connections, inside))
}

// examine looks at all parts at once, because absent ones answer late.
func examine(ctx context.Context, cfg config.Config, looks []look) []Finding {
	found := make([][]Finding, len(looks))
	var all sync.WaitGroup
	for i, l := range looks {
		all.Go(func() {
			ctx, cancel := context.WithTimeout(ctx, within)
			defer cancel()
			for _, f := range l.examine(ctx, cfg) {
				if f.Part == "" {
					f.Part = l.part
				}
				f.Setting = l.setting
				found[i] = append(found[i], f)
			}
		})
	}
	all.Wait()
	return slices.Concat(found...)
}
