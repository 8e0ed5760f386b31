// Package imports writes tables into records: what the columns of a file mean, what a row asks for, and what became of it. An empty cell
// keeps what a record has, a dash clears it. Amounts are exact and in the currency of the record.
package imports
