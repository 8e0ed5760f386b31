// Package pricing decides the prices of rows from stored data, events and what the marketplace
// answers.
package pricing
