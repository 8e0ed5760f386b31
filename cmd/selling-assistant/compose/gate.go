package compose

import (
	"context"
	"sync/atomic"
	"time"

	"sellingassistant/adapters/http/httpx"
	"sellingassistant/domain/kernel/caller"
	"sellingassistant/domain/kernel/fault"
	"sellingassistant/domain/kernel/secret"
)

// gate refuses calls until the database has every migration. Without its tables no key can be
// checked, so the service is not ready; that is neither a bad key nor an internal error.
type gate struct {
	httpx.Authenticator
	ready readiness
	open  atomic.Bool
}

// Authenticate implements httpx.Authenticator.
func (g *gate) Authenticate(ctx context.Context, key secret.Text, address string) (caller.Caller, error) {
	if !g.open.Load() {
		if err := g.ready(ctx); err != nil {
			return caller.Caller{}, fault.New(fault.Unavailable, fault.CodeServiceUnavailable,
				"The service is not ready. Try again shortly.").After(time.Second).Because(err)
		}
		g.open.Store(true)
	}
	return g.Authenticator.Authenticate(ctx, key, address)
}
