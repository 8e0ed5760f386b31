// Package connection links a team to its seller accounts.
//
// A connection covers one region of the marketplace and some of its shops. It
// begins active, needs attention once the seller's grant stops working, and
// ends revoked when it is removed:
//
//	stateDiagram-v2
//	    [*] --> active: connect
//	    active --> needs_attention: the grant is refused
//	    needs_attention --> active: connect again, or the account answers
//	    active --> revoked: remove
//	    needs_attention --> revoked: remove
//	    revoked --> [*]
//
// A consent is the way to a connection in the browser: it is begun by a key of
// the team, lives 10 minutes and is used once.
package connection
