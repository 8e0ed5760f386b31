package spapi

import (
	"context"
	"math"
	"math/rand/v2"
	"sync"
	"time"
)

// Rate has a published limit: tokens per second and the size of the bucket.
type Rate struct {
	PerSecond float64
	Burst     int
}

const (
	// pace leaves a margin below a rate, because calls sent evenly arrive unevenly. A bucket that
	// keeps one token of its burst in reserve needs less margin.
	pace       = 0.97
	pacePlenty = 0.985
	// jobsShare bounds the share of a bucket for background work while other priorities call too.
	jobsShare = 0.8
	// busyFor bounds the time after a call of another priority in which that share applies.
	busyFor = time.Minute
	// raiseAfter counts the equal readings of a higher rate that are needed to adopt it.
	raiseAfter = 10
	// lowest and highest bound the adopted rate, as shares of the published rate: an invalid header
	// must neither stop an operation for hours nor lift its limit.
	lowest, highest = 0.01, 100.0
	// maxStrikes bounds the doubling after refusals: 2^5 intervals.
	maxStrikes = 5
	// maxMore bounds the time that doubling adds to one interval.
	maxMore = time.Minute
	// wantSlack extends the time in which a waiting priority keeps back the lower priorities, past
	// its next chance.
	wantSlack = 200 * time.Millisecond
)

// size returns the number of calls that may go out at once. One token of a burst stays in reserve,
// for the same reason as pace.
func (r Rate) size() float64 {
	if r.Burst > 1 {
		return float64(r.Burst - 1)
	}
	return 1
}

// pace returns the share of the rate that is used.
func (r Rate) pace() float64 {
	if r.size() > 1 {
		return pacePlenty
	}
	return pace
}

// interval returns the time between two calls at an adopted rate.
func (r Rate) interval(perSecond float64) time.Duration {
	return time.Duration(float64(time.Second) / (perSecond * r.pace()))
}

// Priority orders callers: lower numbers go first.
type Priority uint8

// The priorities.
const (
	Interactive Priority = iota
	Repricer
	Jobs
	priorities = 3
)

// Turn has a bucket's answer to one caller.
type Turn struct {
	// OK means that a token was taken.
	OK bool
	// Wait has the time until the next request, if no token was taken.
	Wait time.Duration
	// Left has the number of tokens left; negative while a refusal of the upstream is waited out.
	Left float64
	// Interval has the time until a token is refilled.
	Interval time.Duration
}

// Buckets keeps the token buckets of all keys, for one process or for several. An unreachable store
// is an error, so limits are never ignored.
type Buckets interface {
	// Take requests one token.
	Take(ctx context.Context, key string, r Rate, l Priority) (Turn, error)
	// Refused records a 429: the bucket is empty for a time that doubles with every refusal in a
	// row, and at least for retryAfter.
	Refused(ctx context.Context, key string, r Rate, retryAfter time.Duration) error
	// Answered records any other answer and its rate, 0 if it has no rate. A lower rate is adopted
	// at once, a higher rate after ten equal readings.
	Answered(ctx context.Context, key string, r Rate, told float64) error
}

// bucket has the state of one key. The Redis script keeps the same fields.
type bucket struct {
	tokens, jobTokens float64
	at                time.Time
	perSecond         float64 // adopted rate
	candidate         float64
	readings          int
	strikes           int
	busyUntil         time.Time
	wanted            [priorities]time.Time
}

func newBucket(r Rate, now time.Time) *bucket {
	return &bucket{tokens: r.size(), jobTokens: jobSize(r), at: now, perSecond: r.PerSecond}
}

func jobSize(r Rate) float64 { return math.Max(1, jobsShare*r.size()) }

// refill adds the tokens since the last call. at is in the future while a refusal is waited out.
func (b *bucket) refill(r Rate, now time.Time) {
	passed := now.Sub(b.at).Seconds()
	if passed <= 0 {
		return
	}
	back := passed * b.perSecond * r.pace()
	b.tokens = math.Min(r.size(), b.tokens+back)
	b.jobTokens = math.Min(jobSize(r), b.jobTokens+jobsShare*back)
	b.at = now
}

// whole tolerates the rounding of floating point when adding up to one token.
const whole = 1 - 1e-9

func (b *bucket) take(r Rate, l Priority, now time.Time) Turn {
	b.refill(r, now)
	every := r.interval(b.perSecond)
	held := math.Max(0, b.at.Sub(now).Seconds())
	wait := held + (1-b.tokens)/(b.perSecond*r.pace())
	ok := b.tokens >= whole && held == 0
	if l != Jobs {
		b.busyUntil = now.Add(busyFor)
	} else if b.busyUntil.After(now) && b.jobTokens < whole {
		ok = false
		wait = math.Max(wait, (1-b.jobTokens)/(b.perSecond*r.pace()*jobsShare))
	}
	for _, until := range b.wanted[:l] {
		if until.After(now) {
			ok = false
			wait = math.Max(wait, every.Seconds())
		}
	}
	left := b.tokens - held*b.perSecond*r.pace()
	if !ok {
		d := time.Duration(math.Ceil(math.Max(wait, 0)*1e6)) * time.Microsecond
		d = max(d, time.Microsecond)
		b.wanted[l] = now.Add(d + wantSlack)
		return Turn{Wait: d, Left: left, Interval: every}
	}
	b.tokens--
	if l == Jobs {
		b.jobTokens = math.Max(0, b.jobTokens-1)
	}
	b.wanted[l] = time.Time{}
	return Turn{OK: true, Left: left - 1, Interval: every}
}

// refused empties the bucket. luck in [0, 1) selects the part of the doubled wait that is applied.
func (b *bucket) refused(r Rate, retryAfter time.Duration, luck float64, now time.Time) {
	b.refill(r, now)
	every := 1 / (b.perSecond * r.pace())
	b.strikes = min(b.strikes+1, maxStrikes)
	more := every * luck * (math.Pow(2, float64(b.strikes)) - 1)
	held := math.Max(every+math.Min(more, maxMore.Seconds()), retryAfter.Seconds())
	// The single token at the end of the wait takes an interval to refill.
	from := now.Add(time.Duration((held - every) * float64(time.Second)))
	if from.After(b.at) {
		b.at = from
	}
	b.tokens, b.jobTokens = 0, math.Min(b.jobTokens, 0)
}

func (b *bucket) answered(r Rate, told float64, now time.Time) {
	b.refill(r, now)
	b.strikes = 0
	if told <= 0 || math.IsNaN(told) || math.IsInf(told, 0) {
		return
	}
	told = math.Min(math.Max(told, lowest*r.PerSecond), highest*r.PerSecond)
	switch {
	case told < b.perSecond:
		b.perSecond, b.candidate, b.readings = told, 0, 0
	case told == b.perSecond:
		b.candidate, b.readings = 0, 0
	case told == b.candidate:
		b.readings++
		if b.readings >= raiseAfter {
			b.perSecond, b.candidate, b.readings = told, 0, 0
		}
	default:
		b.candidate, b.readings = told, 1
	}
}

// idle reports whether the bucket is full and has no adopted rate, so it can be dropped.
func (b *bucket) idle(r Rate, now time.Time) bool {
	b.refill(r, now)
	return b.tokens >= r.size() && b.perSecond == r.PerSecond && b.strikes == 0
}

// LocalBuckets keeps the buckets of one process.
type LocalBuckets struct {
	clock Clock
	luck  func() float64

	mu  sync.Mutex
	all bounded[string, *localBucket]
}

type localBucket struct {
	bucket
	rate Rate
}

// NewLocalBuckets makes the buckets of one process; a nil clock uses the machine's.
func NewLocalBuckets(c Clock) *LocalBuckets {
	if c == nil {
		c = System{}
	}
	return &LocalBuckets{clock: c, luck: rand.Float64, all: newBounded[string, *localBucket]()}
}

func (s *LocalBuckets) Take(_ context.Context, key string, r Rate, l Priority) (Turn, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	now := s.clock.Now()
	return s.of(key, r, now).take(r, l, now), nil
}

func (s *LocalBuckets) Refused(_ context.Context, key string, r Rate, retryAfter time.Duration) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	now := s.clock.Now()
	s.of(key, r, now).refused(r, retryAfter, s.luck(), now)
	return nil
}

func (s *LocalBuckets) Answered(_ context.Context, key string, r Rate, told float64) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	now := s.clock.Now()
	s.of(key, r, now).answered(r, told, now)
	return nil
}

func (s *LocalBuckets) of(key string, r Rate, now time.Time) *localBucket {
	b, ok := s.all.kept[key]
	if !ok {
		b = &localBucket{bucket: *newBucket(r, now), rate: r}
		s.all.put(key, b, func(b *localBucket) bool { return b.idle(b.rate, now) })
	}
	return b
}
