// Package document is the aggregate of a file that belongs to a team: an
// invoice, a price list, a packing slip.
//
// A document is stored first and read later. Reading says what kind of paper
// it probably is and, when a parser fits, which lines it holds; then it is
// applied to the team's records, or put aside.
//
//	stateDiagram-v2
//	    [*] --> uploaded
//	    uploaded --> processing: claim
//	    uploaded --> failed: lose_bytes
//	    uploaded --> uploaded: delete
//	    processing --> uploaded: lose_worker
//	    processing --> failed: give_up, fail, lose_bytes
//	    processing --> ready: mark_ready
//	    ready --> uploaded: reread
//	    ready --> applied: apply
//	    ready --> dismissed: dismiss
//	    ready --> failed: lose_bytes
//	    ready --> ready: delete
//	    failed --> uploaded: reread
//	    failed --> dismissed: dismiss
//	    failed --> failed: lose_bytes, delete
//	    dismissed --> uploaded: reread
//	    dismissed --> ready: restore
//	    dismissed --> dismissed: lose_bytes, delete
//	    applied --> applied: lose_bytes, delete
//
// A claim is a lease of 5 minutes. A worker that is lost gives the document back
// twice; the third loss gives it up. The event lose_bytes leaves an applied or
// dismissed document where it is and only notes the failure. A deleted document
// keeps its status; one in processing cannot be deleted.
//
// A verb either changes the document or refuses with a *fault.Error and leaves
// it as it was. Times are UTC in microseconds and come from the caller.
package document
