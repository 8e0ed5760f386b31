// Package ratelimit keeps the call limits: in this process, or in Redis if several processes share
// them. Both keep a sliding log, which is exact: no window, wherever it starts, has more accepted
// calls than the limit.
package ratelimit

import (
	"context"
	"hash/maphash"
	"strings"
	"sync"
	"time"

	"sellingassistant/domain/kernel/fault"
	"sellingassistant/ports/ratelimit"
)

const (
	shards = 64
	// maxKeys bounds the live keys of one kind, the part of a key before its first bar. Kinds are
	// separate, so that keys that outsiders can make up (addresses) cannot crowd out the keys of
	// teams.
	maxKeys = 128 << 10
	// sweepFrom has the size from which a shard searches for keys without live calls.
	sweepFrom = 64
)

// Memory keeps the limits of one process. It stores at most Limit.Calls times per key, and drops
// keys once their calls have left the window.
type Memory struct {
	now    func() time.Time
	start  time.Time
	seed   maphash.Seed
	shards [shards]shard
}

type shard struct {
	mu      sync.Mutex
	logs    map[string]*callLog
	kinds   map[string]int
	sweepAt int
	swept   time.Duration // time of the last sweep
}

// callLog has the times of the accepted calls of a key, oldest first, in a ring.
type callLog struct {
	mu     sync.Mutex
	times  []time.Duration // since Memory.start
	oldest int
	count  int
	until  time.Duration // time at which the newest call leaves the window
	gone   bool          // swept: look the key up again
}

// NewMemory returns a limiter. nil uses the machine's steady clock, which does not jump when the
// time of day is set.
func NewMemory(now func() time.Time) *Memory {
	if now == nil {
		now = time.Now
	}
	m := &Memory{now: now, start: now(), seed: maphash.MakeSeed()}
	for i := range m.shards {
		m.shards[i] = shard{logs: map[string]*callLog{}, kinds: map[string]int{}, sweepAt: sweepFrom}
	}
	return m
}

func (m *Memory) Take(_ context.Context, key string, limit ratelimit.Limit) (ratelimit.State, error) {
	for {
		l, ok := m.log(key)
		if !ok {
			return ratelimit.State{}, fault.New(fault.Unavailable, fault.CodeServiceUnavailable, "Too many callers are counted.").After(time.Second)
		}
		l.mu.Lock()
		if l.gone {
			l.mu.Unlock()
			continue
		}
		now := m.now().Sub(m.start)
		l.drop(now, limit.Window)
		allowed := l.count < limit.Calls
		if allowed {
			l.add(now, limit)
		}
		st := l.state(now, limit)
		st.Allowed = allowed
		l.mu.Unlock()
		return st, nil
	}
}

func (m *Memory) Peek(_ context.Context, key string, limit ratelimit.Limit) (ratelimit.State, error) {
	s := m.shard(key)
	s.mu.Lock()
	l := s.logs[key]
	s.mu.Unlock()
	if l == nil {
		return ratelimit.State{Allowed: limit.Calls > 0, Remaining: limit.Calls}, nil
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	now := m.now().Sub(m.start)
	l.drop(now, limit.Window)
	return l.state(now, limit), nil
}

// Keys counts the stored keys, for tests of the bound.
func (m *Memory) Keys() int {
	n := 0
	for i := range m.shards {
		s := &m.shards[i]
		s.mu.Lock()
		n += len(s.logs)
		s.mu.Unlock()
	}
	return n
}

func (m *Memory) shard(key string) *shard { return &m.shards[maphash.String(m.seed, key)%shards] }

// log finds or makes the log of a key. It returns false if its kind has too many keys.
func (m *Memory) log(key string) (*callLog, bool) {
	s := m.shard(key)
	s.mu.Lock()
	defer s.mu.Unlock()
	if l := s.logs[key]; l != nil {
		return l, true
	}
	kind := kindOf(key)
	full := s.kinds[kind] >= maxKeys/shards
	now := m.now().Sub(m.start)
	if len(s.logs) >= s.sweepAt || full && now-s.swept >= time.Second {
		s.sweep(now)
		full = s.kinds[kind] >= maxKeys/shards
	}
	if full {
		return nil, false
	}
	l := &callLog{}
	s.logs[key] = l
	s.kinds[kind]++
	return l, true
}

func kindOf(key string) string {
	kind, _, _ := strings.Cut(key, "|")
	return kind
}

// sweep drops keys if all their calls have left their window.
func (s *shard) sweep(now time.Duration) {
	for key, l := range s.logs {
		if !l.mu.TryLock() {
			continue // in use, so alive
		}
		if l.until <= now {
			l.gone = true
			delete(s.logs, key)
			s.kinds[kindOf(key)]--
		}
		l.mu.Unlock()
	}
	s.sweepAt, s.swept = max(sweepFrom, 2*len(s.logs)), now
}

// drop forgets the calls that have left the window.
func (l *callLog) drop(now, window time.Duration) {
	for l.count > 0 && now-l.times[l.oldest] >= window {
		l.oldest = (l.oldest + 1) % len(l.times)
		l.count--
	}
}

// add notes a call. The ring grows with use, up to the limit.
func (l *callLog) add(now time.Duration, limit ratelimit.Limit) {
	if l.count == len(l.times) {
		bigger := make([]time.Duration, min(max(8, 2*l.count), limit.Calls))
		for i := range l.count {
			bigger[i] = l.times[(l.oldest+i)%len(l.times)]
		}
		l.times, l.oldest = bigger, 0
	}
	if l.count > 0 {
		// A clock that is set back must not break the order of the log.
		now = max(now, l.times[(l.oldest+l.count-1)%len(l.times)])
	}
	l.times[(l.oldest+l.count)%len(l.times)] = now
	l.count++
	l.until = now + limit.Window
}

func (l *callLog) state(now time.Duration, limit ratelimit.Limit) ratelimit.State {
	left := max(0, limit.Calls-l.count)
	st := ratelimit.State{Allowed: left > 0, Remaining: left}
	if l.count > 0 {
		// If the limit has been lowered, more than one call must leave first.
		first := l.oldest + max(0, l.count-limit.Calls)
		st.Reset = l.times[first%len(l.times)] + limit.Window - now
	}
	return st
}
