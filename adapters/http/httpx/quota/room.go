package quota

import (
	"context"
	"sync"
	"time"

	"golang.org/x/sync/semaphore"

	"sellingassistant/domain/kernel/fault"
	"sellingassistant/domain/kernel/id"
)

// How many bytes of bodies are held at once, and how long a call waits for its share.
const (
	bytesOfTeam = 4 << 20
	bytesOfAll  = 32 << 20
	waitForRoom = time.Second
)

// Room bounds the bytes of bodies that are held at once, those of one team and those of all.
type Room struct {
	all   *semaphore.Weighted
	mu    sync.Mutex
	teams map[id.Team]*share
}

// share is the room of a team with calls that hold it or wait for it.
type share struct {
	*semaphore.Weighted
	calls int
}

// NewRoom is empty room.
func NewRoom() *Room {
	return &Room{all: semaphore.NewWeighted(bytesOfAll), teams: map[id.Team]*share{}}
}

// Enter holds so many bytes, at most 4 MiB, until leave is called. After a second in
// vain, too many bytes of the team are a fault of kind Limited, and too many of all
// teams one of kind Unavailable.
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
