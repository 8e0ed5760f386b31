// Package spapi is the client of Amazon's selling partner API.
//
// It is one thin client over a table of operations: a row says where an
// operation lives, how often it may be called and what may be repeated. Every
// call takes the same way: token, breaker, pacer, one or more tries, decoding.
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
