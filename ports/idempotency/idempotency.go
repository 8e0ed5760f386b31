// Package idempotency is the port of stored answers to calls that carry an
// Idempotency-Key.
package idempotency

import (
	"context"
	"time"

	"sellingassistant/domain/kernel/id"
)

// Scope names one key: the same text used by another team or for another
// operation is another key.
type Scope struct {
	Team      id.Team
	Operation string
	Key       string
}

// Answer is the answer to the first call.
type Answer struct {
	Status int
	// Header holds Content-Type, ETag and Location where they were sent.
	Header map[string]string
	Body   []byte
}

// Entry is a stored claim. Answer is nil while the first call runs.
type Entry struct {
	// Fingerprint is the digest of the request; another one under the same key is a misuse.
	Fingerprint string
	Answer      *Answer
	// LeaseUntil is when a claim without an answer may be taken over.
	LeaseUntil time.Time
}

// Store keeps claims for 24 hours. Its methods take part in the transaction
// of ctx, if there is one.
type Store interface {
	// Lock takes the scope for the rest of the transaction of ctx without
	// waiting and reports whether it got it.
	Lock(ctx context.Context, s Scope) (bool, error)
	// Find returns the entry of the scope, nil if there is none or it is older than 24 hours at
	// now.
	Find(ctx context.Context, s Scope, now time.Time) (*Entry, error)
	// Claim writes the entry of a call that starts at now, in place of an
	// expired one. It reports false when a live claim or answer is there.
	Claim(ctx context.Context, s Scope, e Entry, now time.Time) (bool, error)
	// Complete stores the fingerprint and the answer of a claimed scope.
	Complete(ctx context.Context, s Scope, fingerprint string, a Answer) error
	// Release forgets a claim whose call was refused.
	Release(ctx context.Context, s Scope) error
}
