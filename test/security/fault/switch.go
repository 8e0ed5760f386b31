// Package fault makes the n-th thing a service does with its database fail.
//
// On Postgres the service talks through a proxy that reads the protocol: the
// connection is cut before the n-th statement reaches the server, whichever
// layer of the program sent it, or after a COMMIT did and before its answer is
// back. On SQLite, which has no wire, every connection to the chosen file gets
// temporary triggers that call a function of this package before each row is
// written, and a commit hook: the n-th row or commit fails. Reads cannot be
// made to fail there.
package fault

import "sync"

// Switch counts what a database is asked to do while it is armed.
type Switch struct {
	mu    sync.Mutex
	left  int
	after bool
	fired bool
}

// Arm makes the n-th thing from now on fail, once.
func (s *Switch) Arm(n int) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.left, s.after, s.fired = n, false, false
}

// ArmCommit makes the n-th COMMIT from now on happen and its answer get lost.
// Only the proxy can do this.
func (s *Switch) ArmCommit(n int) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.left, s.after, s.fired = n, true, false
}

// Disarm lets everything through again and reports whether the fault happened.
func (s *Switch) Disarm() bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.left = 0
	return s.fired
}

// hit counts a statement, row or commit and reports whether it has to fail.
func (s *Switch) hit() bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	return !s.after && s.count()
}

// hitCommit is hit for commits whose answer is to get lost.
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
