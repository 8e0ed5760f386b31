// Package bridge joins contexts: it implements a port of one context by the use cases of another.
// No other package may know two contexts.
package bridge
