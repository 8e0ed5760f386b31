// Package bridge joins contexts: it implements a port of one by calling the
// use cases of another. Nothing else may know two contexts.
package bridge
