// Package console serves the pages that people work in. The pages call the published operations
// only. A person signs in with a key once, and the browser then keeps a token in a cookie.
package console
