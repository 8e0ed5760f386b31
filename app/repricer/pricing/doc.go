// Package pricing decides the prices of rows from stored data, events and the marketplace's
// answers.
package pricing
