package quota

import (
	"context"
	"sync"
	"time"

	"golang.org/x/sync/semaphore"

	"sellingassistant/domain/kernel/fault"
	"sellingassistant/domain/kernel/id"
)

// Bounds of the bytes of bodies in memory at once, and the wait of a call for its share.
const (
	bytesOfTeam = 4 << 20
	bytesOfAll  = 32 << 20
	waitForRoom = time.Second
)

// Room bounds the bytes of bodies in memory at once, per team and in total.
type Room struct {
	all   *semaphore.Weighted
	mu    sync.Mutex
	teams map[id.Team]*share
}

// share has the bytes of a team and counts its calls that use or wait for them.
type share struct {
	*semaphore.Weighted
	calls int
}

// NewRoom returns a Room without calls.
func NewRoom() *Room {
	return &Room{all: semaphore.NewWeighted(bytesOfAll), teams: map[id.Team]*share{}}
}

// Enter reserves bytes, at most 4 MiB, until leave is called. If they are not free within a second,
// it returns a fault: Limited for the bound of the team, Unavailable for the bound of all teams.
func (r *Room) Enter(ctx context.Context, team id.Team, bytes int64) (leave func(), err error) {
	own := r.join(team)
	if !acquire(ctx, own.Weighted, bytes) {
		r.quit(team, own)
		return nil, fault.New(fault.Limited, fault.CodeRateLimited, "Too many bodies of this team are being read.").After(time.Second)
	}
	leaveOwn := func() {
		own.Release(bytes)
		r.quit(team, own)
	}
	if !acquire(ctx, r.all, bytes) {
		leaveOwn()
		return nil, fault.New(fault.Unavailable, fault.CodeServiceUnavailable, "Too many bodies are being read. Try again.").After(time.Second)
	}
	return func() {
		r.all.Release(bytes)
		leaveOwn()
	}, nil
}

func acquire(ctx context.Context, s *semaphore.Weighted, bytes int64) bool {
	if s.TryAcquire(bytes) {
		return true
	}
	ctx, cancel := context.WithTimeout(ctx, waitForRoom)
	defer cancel()
	return s.Acquire(ctx, bytes) == nil
}

func (r *Room) join(team id.Team) *share {
	r.mu.Lock()
	defer r.mu.Unlock()
	own := r.teams[team]
	if own == nil {
		own = &share{Weighted: semaphore.NewWeighted(bytesOfTeam)}
		r.teams[team] = own
	}
	own.calls++
	return own
}

func (r *Room) quit(team id.Team, own *share) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if own.calls--; own.calls == 0 {
		delete(r.teams, team)
	}
}
