// Package fault makes the n-th action of a service on its database fail.
//
// On Postgres the service talks through a proxy that reads the protocol. The proxy cuts the
// connection before the n-th statement reaches the server, from any layer of the program. It can
// also cut it after a COMMIT reached the server and before the answer returns.
//
// SQLite has no network protocol. There every connection to the chosen file gets temporary triggers
// that call a function of this package before each row is written, and a commit hook. The n-th row
// or commit fails. Reads cannot be made to fail there.
package fault

import "sync"

// Switch counts the database's actions while it is armed.
type Switch struct {
	mu    sync.Mutex
	left  int
	after bool
	fired bool
}

// Arm makes the n-th action from now on fail, once.
func (s *Switch) Arm(n int) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.left, s.after, s.fired = n, false, false
}

// ArmCommit lets the n-th COMMIT from now on happen and loses its answer. Only the proxy can do
// this.
func (s *Switch) ArmCommit(n int) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.left, s.after, s.fired = n, true, false
}

// Disarm lets everything pass again and reports whether the fault happened.
func (s *Switch) Disarm() bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.left = 0
	return s.fired
}

// hit counts a statement, row or commit and reports whether it must fail.
func (s *Switch) hit() bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	return !s.after && s.count()
}

// hitCommit counts a commit and reports whether its answer must be lost.
func (s *Switch) hitCommit() bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.after && s.count()
}

func (s *Switch) count() bool {
	if s.left == 0 {
		return false
	}
	s.left--
	if s.left == 0 {
		s.fired = true
	}
	return s.left == 0
}
