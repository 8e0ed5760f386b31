// Package inventory serves SKUs, inventory products and listing drafts over HTTP.
package inventory
