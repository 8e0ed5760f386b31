// Package listingitem gives listing items permissions and drafts.
package listingitem
