// Package catalog has the products of the simulated marketplace, the answers about them, the
// definitions of their listings, the approvals they need, and the few products with a fixed
// behaviour.
package catalog
