// Package relay passes calls of Amazon's own interface on.
package relay
