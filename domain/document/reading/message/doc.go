// Package message has the rules that electronic messages share in every syntax: type codes, units,
// price bases and allowances.
package message
