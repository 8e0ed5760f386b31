// Package card reads quantities and amounts that rows print in words, without a table: 2 @ 23.88 /
// pack, Qty: 2, x10 $4,999.90.
package card
