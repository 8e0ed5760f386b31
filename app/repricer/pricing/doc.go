// Package pricing decides the prices of rows, from what is stored, told and asked.
package pricing
