// Package syncing keeps SKUs and live listings true to the marketplace.
package syncing
