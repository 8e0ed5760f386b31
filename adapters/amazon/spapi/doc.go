// Package spapi calls Amazon's selling partner API.
//
// It has a thin client over a table of operations: a row has an operation's address, its rate limit
// and whether it may be repeated. Every call takes the same way: token, breaker, pacer, tries,
// decoding.
//
//	caller ── priority ──► pacer ──► breaker ──► try ──► Amazon
//	                     ▲                    │
//	                     └── 429, rate header ┘
//
// The packages beside it fulfil ports of the contexts with it:
//
//	account  catalog  inbound  listings ◄── pricing  notices  relay
//	   └────────┴────────┴────────┴────────────┴────────┴───────┘
//	                              ▼
//	                            spapi
//
// Answers are untrusted: bounded, decoded leniently, and passed on to clients only by the relay
// and as messages of a rejection.
package spapi
