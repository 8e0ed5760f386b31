// Package document is the aggregate of a file that belongs to a team: an
// invoice, a price list, a packing slip.
//
// A document is stored first and read later. Reading says what kind of paper
// it probably is and, when a parser fits, which lines it holds; then it is
// applied to the team's records, or put aside.
//
//	stateDiagram-v2
//	    [*] --> uploaded: upload
//	    uploaded --> processing: claim (lease 5 min)
//	    processing --> uploaded: lose_worker (first and second time)
//	    processing --> failed: give_up (third loss), fail
//	    processing --> ready: mark_ready
//	    ready --> uploaded: reread
//	    failed --> uploaded: reread
//	    dismissed --> uploaded: reread
//	    ready --> applied: apply
//	    ready --> dismissed: dismiss
//	    failed --> dismissed: dismiss
//	    dismissed --> ready: restore
//	    uploaded --> failed: lose_bytes
//	    processing --> failed: lose_bytes
//	    ready --> failed: lose_bytes
//	    failed --> failed: lose_bytes
//	    uploaded --> [*]: delete
//	    ready --> [*]: delete
//	    failed --> [*]: delete
//	    applied --> [*]: delete
//	    dismissed --> [*]: delete
//
// The event lose_bytes leaves an applied or dismissed document where it is and
// only notes the failure. A document in processing cannot be deleted.
//
// A verb either changes the document or refuses with a *fault.Error and leaves
// it as it was. Times are UTC in microseconds and come from the caller.
package document
