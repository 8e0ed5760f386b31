// Package head reads issuer, numbers, dates and terms of payment of a document.
package head
