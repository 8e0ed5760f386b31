// Package catalog is the products of the simulated marketplace: what they are,
// what a call is told of them, how listings of them are defined, which of them
// need approval, and the few with a fixed behaviour.
package catalog
