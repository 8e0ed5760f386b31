// Package repricer models a team's settings and its rows: the products that it reprices.
//
// Settings are present or absent. Without settings nothing is repriced:
//
//	stateDiagram-v2
//	    [*] --> absent
//	    absent --> absent: read, reset
//	    absent --> present: patched
//	    present --> present: read, patched
//	    present --> absent: reset
//
// A patch of absent settings starts from the defaults. The version of settings continues over a
// reset, so that a version read before it stays stale.
//
// A row has three independent members: Mode is the user's wish, Hold a stop for safety, and
// RunState the stage of the program's work:
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
// A row is evaluating only inside the transaction that stores its decision. A worker that dies
// therefore leaves no row in that state.
//
// The rules of a row are checked at each change of the row. If its strategy is disabled later, or
// serves fewer marketplaces, or the default strategy is removed, the row stays as it is. It is
// skipped until a strategy serves it again.
//
// The packages below it depend on each other in one direction. Package decision finds a price and
// imports no other. Packages schedule and strategy provide its rules. Rows and settings
// use these; history and sales use the rows.
//
// Amounts are in the currency of the row's marketplace; all numbers are exact.
package repricer
