// Package connection links a team to its seller accounts.
//
// A connection covers one region of the marketplace and some of its shops. It
// begins active, needs attention once the seller's grant stops working, and
// ends revoked when it is removed:
//
//	stateDiagram-v2
//	    [*] --> active: connect
//	    active --> needs_attention: the grant is refused
//	    active --> revoked: remove
//	    needs_attention --> revoked: remove
//	    revoked --> [*]
package connection
