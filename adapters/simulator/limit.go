package simulator

import (
	"math"
	"time"
)

// rate is a published limit.
type rate struct {
	perSecond float64
	burst     float64
}

// bucket is the token bucket of an application, seller and operation.
type bucket struct {
	tokens float64
	at     time.Time
}

// admit takes a token of a bucket, or refuses.
func (m *Marketplace) admit(key string, r rate) bool {
	if m.cfg.Limits.Off {
		return true
	}
	perSecond, burst := r.perSecond*m.cfg.Limits.Scale, r.burst*m.cfg.Limits.Scale
	m.mu.Lock()
	defer m.mu.Unlock()
	now := m.World.Clock.Now()
	b, ok := m.buckets[key]
	if !ok {
		b = &bucket{tokens: burst, at: now}
		m.buckets[key] = b
	}
	b.tokens = math.Min(burst, b.tokens+math.Max(0, now.Sub(b.at).Seconds())*perSecond)
	b.at = now
	if b.tokens < 1-1e-9 {
		return false
	}
	b.tokens--
	return true
}

// empty takes all tokens of a bucket.
func (m *Marketplace) empty(key string) {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.buckets[key] = &bucket{at: m.World.Clock.Now()}
}
