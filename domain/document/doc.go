// Package document models a file that belongs to a team: an invoice, a price list, a packing slip.
//
// A document is stored first and read later: a worker claims it, and marks it ready with its
// contents, or failed with the reason why it cannot be read.
//
//	stateDiagram-v2
//	    [*] --> uploaded
//	    uploaded --> failed: lose_bytes
//	    uploaded --> processing: claim
//	    uploaded --> uploaded: delete
//	    processing --> failed: lose_bytes, give_up, fail
//	    processing --> uploaded: release, lose_worker, delete
//	    processing --> ready: mark_ready
//	    ready --> failed: lose_bytes
//	    ready --> ready: reparse, delete
//	    ready --> uploaded: reread
//	    ready --> applied: apply
//	    ready --> dismissed: dismiss
//	    failed --> failed: lose_bytes, delete
//	    failed --> uploaded: reread
//	    failed --> dismissed: dismiss
//	    applied --> applied: lose_bytes, delete
//	    applied --> ready: take_back
//	    dismissed --> dismissed: lose_bytes, delete
//	    dismissed --> uploaded: reread
//	    dismissed --> ready: restore
//
// A claim is a lease, longer than any reading lasts. A worker that stops in order releases the
// document. A lost worker gives it back twice, and the third loss gives it up.
//
// The event lose_bytes leaves an applied or dismissed document in its status and only notes the
// failure. A deleted document keeps its status, but one in processing becomes uploaded: no worker
// reads it any more.
//
// A verb either changes the document or refuses with a *fault.Error and leaves it as it was. Times
// are UTC in microseconds and come from the caller.
package document
