// Package purchasing models suppliers, their offers, and the warehouses that goods are kept in.
package purchasing
