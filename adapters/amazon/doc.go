// Package amazon is the client of Amazon's selling partner API.
//
// It is one thin client over a table of operations: a row says where an
// operation lives, how often it may be called and what may be repeated. Every
// call takes the same way: token, breaker, pacer, one or more tries, decoding.
//
//	caller ── lane ──► pacer ──► breaker ──► try ──► Amazon
//	                     ▲                    │
//	                     └── 429, rate header ┘
//
// The package implements ports of several contexts; each port has a file of
// its own (restrictions.go). Answers are untrusted: bounded, decoded
// leniently, and never repeated to clients except by the relay and for the words
// of a refusal.
package amazon
