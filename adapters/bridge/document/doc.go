// Package document gives documents the suppliers, products and orders of a team, and books imports.
package document
