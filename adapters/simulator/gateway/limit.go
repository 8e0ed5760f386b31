package gateway

import (
	"math"
	"time"
)

// Rate has a published limit.
type Rate struct {
	PerSecond float64
	Burst     float64
}

// bucket has the tokens of an application, seller and operation.
type bucket struct {
	tokens float64
	at     time.Time
}

// admit takes a token of a bucket, or refuses.
func (g *Gateway) admit(key string, r Rate) bool {
	if g.Limits.Off {
		return true
	}
	perSecond, burst := r.PerSecond*g.Limits.Scale, r.Burst*g.Limits.Scale
	g.mu.Lock()
	defer g.mu.Unlock()
	now := g.world.Clock.Now()
	b, ok := g.buckets[key]
	if !ok {
		b = &bucket{tokens: burst, at: now}
		g.buckets[key] = b
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
func (g *Gateway) empty(key string) {
	g.mu.Lock()
	defer g.mu.Unlock()
	g.buckets[key] = &bucket{at: g.world.Clock.Now()}
}
