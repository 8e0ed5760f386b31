// Package repricer holds a team's settings and its rows, the products whose prices
// are moved.
//
// Settings are there or not, and without them nothing is repriced:
//
//	stateDiagram-v2
//	    [*] --> absent
//	    absent --> absent: read, reset
//	    absent --> present: patched
//	    present --> present: read, patched
//	    present --> absent: reset
//
// A patch of absent settings starts from the defaults. The version of settings
// goes on counting over a reset, so that a version read before it stays stale.
//
// What the user wants of a row (Mode), what safety imposes on it (Hold) and
// what the machine does with it (RunState) are three members that never stand
// in for each other:
//
//	stateDiagram-v2
//	    [*] --> idle
//	    idle --> queued: woken
//	    idle --> submitting: left
//	    idle --> awaiting_confirmation: taken
//	    queued --> queued: woken
//	    queued --> evaluating: claimed
//	    queued --> submitting: left
//	    queued --> awaiting_confirmation: taken
//	    evaluating --> evaluating: woken
//	    evaluating --> idle: settled
//	    evaluating --> submitting: priced, left
//	    evaluating --> awaiting_confirmation: taken
//	    submitting --> submitting: woken, left
//	    submitting --> awaiting_confirmation: taken
//	    submitting --> idle: over
//	    awaiting_confirmation --> awaiting_confirmation: woken, taken
//	    awaiting_confirmation --> submitting: left
//	    awaiting_confirmation --> idle: over
//
// A row is evaluating only inside the transaction that stores its decision, so
// that a worker that dies leaves no row behind in that state.
//
// A row keeps its rules at the moment it is changed. When later its strategy is
// disabled, serves fewer marketplaces or the default strategy goes away, the
// row stays as it is and is passed over until a strategy serves it again.
//
// The rooms below it stand on each other in one direction: decision finds a price and
// knows none of the others; schedule and strategy say what it is to follow; rows and
// settings use these; history and sales use the rows.
//
// Amounts are in the currency of the row's marketplace; all numbers are exact.
package repricer
