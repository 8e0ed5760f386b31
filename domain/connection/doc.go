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
// A consent connects an account through the browser: a key of the team begins it, it lives 10
// minutes, and it is used once.
package connection
