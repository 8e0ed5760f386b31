// Package catalog has the products of the simulated marketplace and the answers about them. It also
// has the definitions of their listings, their restrictions, and the few products with a fixed
// behaviour.
package catalog
