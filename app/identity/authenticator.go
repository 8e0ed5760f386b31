package identity

import (
	"context"
	"crypto/sha256"
	"sync"
	"time"

	"sellingassistant/domain/identity"
	"sellingassistant/domain/kernel/caller"
	"sellingassistant/domain/kernel/id"
	"sellingassistant/domain/kernel/secret"
	"sellingassistant/ports/audit"
	"sellingassistant/ports/clock"
	ports "sellingassistant/ports/identity"
	"sellingassistant/ports/tx"
)

const (
	useInterval = time.Minute
	useTimeout  = 5 * time.Second
	useBacklog  = 256

	// DefaultCacheSize bounds the keys that an Authenticator remembers.
	DefaultCacheSize = 10_000
)

// Authenticator turns a key into a caller. It belongs to one process and must be closed.
type Authenticator struct {
	tx      tx.Runner
	keys    ports.Keys
	trail   audit.Log
	clock   clock.Clock
	peppers identity.Peppers
	failed  func(error)
	cache   *cache

	uses chan use
	stop chan struct{}
	once sync.Once
	done sync.WaitGroup
}

type use struct {
	who caller.Caller
	ports.Use
}

// NewAuthenticator makes an authenticator that remembers up to cacheSize keys
// and starts its one background worker. A note of last use that could not be
// written is given to failed and dropped.
func NewAuthenticator(run tx.Runner, keys ports.Keys, trail audit.Log, clk clock.Clock,
	peppers identity.Peppers, cacheSize int, failed func(error),
) *Authenticator {
	a := &Authenticator{
		tx: run, keys: keys, trail: trail, clock: clk, peppers: peppers, failed: failed,
		cache: newCache(max(1, cacheSize)), uses: make(chan use, useBacklog), stop: make(chan struct{}),
	}
	a.done.Go(a.work)
	return a
}

// Authenticate finds the caller of a key that came from an address. It returns the same fault,
// Forbidden access_denied, for a key that is missing, malformed, unknown, revoked or expired, or
// has a user who left the team. The Scopes of the caller are shared and must not be changed.
//
// The first use of a key is written before the call continues, so that each used key has its line
// in the audit trail. Later uses are written in the background, at most once a minute.
func (a *Authenticator) Authenticate(ctx context.Context, key secret.Text, address string) (caller.Caller, error) {
	now := a.clock.Now()
	seen := sha256.Sum256([]byte(key.Reveal()))
	k, forgotten := a.cache.get(seen, now)
	if k == nil {
		// The cache has existing keys only, so a cached key needs no check of its form.
		if !identity.WellFormed(key) {
			return caller.Caller{}, identity.Denied()
		}
		access, err := a.lookUp(ctx, key)
		if err != nil {
			return caller.Caller{}, err
		}
		if access == nil {
			return caller.Caller{}, identity.Denied()
		}
		s := access.Key.Snapshot()
		k = &known{access: *access, key: s.ID, loaded: now}
		if s.LastUsedAt != nil {
			k.noted.Store(s.LastUsedAt.UnixMicro())
		}
		a.cache.put(seen, k, forgotten)
	}
	if k.login != nil || !k.access.Key.Usable(now) {
		return caller.Caller{}, identity.Denied()
	}
	who := k.access.Caller(address)
	return who, a.note(ctx, k, who, key, now)
}

// Forget makes the process read a key from the store at its next use.
func (a *Authenticator) Forget(key id.Key) {
	a.cache.forget(func(k *known) bool { return k.key == key })
}

// ForgetTeam makes the process read the keys of a team from the store at their next use.
func (a *Authenticator) ForgetTeam(team id.Team) {
	a.cache.forget(func(k *known) bool { return k.access.Key.Snapshot().Team == team })
}

// Close writes the uses noted so far and ends the background worker. Keys are still accepted
// afterwards, but their uses are no longer noted.
func (a *Authenticator) Close() {
	a.once.Do(func() { close(a.stop) })
	a.done.Wait()
}

func (a *Authenticator) lookUp(ctx context.Context, key secret.Text) (*identity.Access, error) {
	digests := a.peppers.Digests(key)
	access, err := a.keys.Access(ctx, digests)
	if access == nil || err != nil {
		return nil, err
	}
	stored, same := access.Key.Snapshot().Digest, false
	for _, d := range digests {
		same = stored.Equal(d) || same
	}
	if !same {
		return nil, nil
	}
	return access, nil
}

func (a *Authenticator) note(ctx context.Context, k *known, who caller.Caller, key secret.Text, now time.Time) error {
	last := k.noted.Load()
	since := now.Sub(time.UnixMicro(last))
	if last != 0 && since > -useInterval && since < useInterval {
		return nil
	}
	if !k.noted.CompareAndSwap(last, now.UnixMicro()) {
		return nil
	}
	u := ports.Use{Team: who.Team, Key: who.Key, At: now, Digest: a.peppers.Digest(key)}
	if last == 0 {
		if err := a.write(ctx, use{who, u}); err != nil {
			k.noted.Store(0)
			return err
		}
		return nil
	}
	select {
	case a.uses <- use{who, u}:
	default:
		// The store cannot keep up with the uses: a missing note is better than a call that waits.
	}
	return nil
}

func (a *Authenticator) write(ctx context.Context, u use) error {
	return a.tx.InTx(ctx, func(ctx context.Context) error {
		first, err := a.keys.Used(ctx, u.Use)
		if err != nil || !first {
			return err
		}
		return a.trail.Write(ctx, audit.For(u.who, "key", int64(u.Key), "first_used", u.At))
	})
}

func (a *Authenticator) work() {
	for {
		select {
		case u := <-a.uses:
			a.writeLate(u)
		case <-a.stop:
			for {
				select {
				case u := <-a.uses:
					a.writeLate(u)
				default:
					return
				}
			}
		}
	}
}

func (a *Authenticator) writeLate(u use) {
	ctx, cancel := context.WithTimeout(context.Background(), useTimeout)
	defer cancel()
	if err := a.write(ctx, u); err != nil {
		a.failed(err)
	}
}
