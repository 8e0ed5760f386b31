// Package idempotency has the port of stored answers to calls with an Idempotency-Key.
package idempotency

import (
	"context"
	"time"

	"sellingassistant/domain/kernel/id"
)

// Scope names one key. The same text from another team or for another operation is another key.
type Scope struct {
	Team      id.Team
	Operation string
	Key       string
}

// Answer has the answer to the first call.
type Answer struct {
	Status int
	// Header has Content-Type, ETag and Location if they were sent.
	Header map[string]string
	Body   []byte
}

// Entry has a stored claim. Answer is nil while the first call runs.
type Entry struct {
	// Fingerprint has the digest of the request. Another fingerprint under the same key is a
	// misuse.
	Fingerprint string
	Answer      *Answer
	// LeaseUntil sets when another call may take over a claim without an answer.
	LeaseUntil time.Time
}

// Store stores claims for 24 hours. Its methods take part in the transaction of ctx, if any.
type Store interface {
	// Lock takes the scope for the rest of the transaction of ctx without
	// waiting and reports whether it got it.
	Lock(ctx context.Context, s Scope) (bool, error)
	// Find returns the entry of the scope; nil if it is absent, or older than 24 hours at now.
	Find(ctx context.Context, s Scope, now time.Time) (*Entry, error)
	// Claim writes the entry of a call that starts at now, in place of an expired entry. It reports
	// false if a live claim or answer exists.
	Claim(ctx context.Context, s Scope, e Entry, now time.Time) (bool, error)
	// Complete stores the fingerprint and the answer of a claimed scope.
	Complete(ctx context.Context, s Scope, fingerprint string, a Answer) error
	// Release deletes the claim of a refused call.
	Release(ctx context.Context, s Scope) error
}
