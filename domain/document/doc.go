// Package document is the aggregate of a file that belongs to a team: an
// invoice, a price list, a packing slip.
//
// Its reading is not served yet: the status processing, the guess, the lines and
// the lease are stored and shown, but nothing sets them.
//
//	stateDiagram-v2
//	    [*] --> uploaded
//	    uploaded --> failed: lose_bytes
//	    uploaded --> uploaded: delete
//	    processing --> failed: lose_bytes
//	    ready --> failed: lose_bytes
//	    ready --> uploaded: reread
//	    ready --> applied: apply
//	    ready --> dismissed: dismiss
//	    ready --> ready: delete
//	    failed --> failed: lose_bytes, delete
//	    failed --> uploaded: reread
//	    failed --> dismissed: dismiss
//	    applied --> applied: lose_bytes, delete
//	    dismissed --> dismissed: lose_bytes, delete
//	    dismissed --> uploaded: reread
//	    dismissed --> ready: restore
//
// The event lose_bytes leaves an applied or dismissed document where it is and
// only notes the failure. A deleted document keeps its status; one in processing
// cannot be deleted.
//
// A verb either changes the document or refuses with a *fault.Error and leaves
// it as it was. Times are UTC in microseconds and come from the caller.
package document
