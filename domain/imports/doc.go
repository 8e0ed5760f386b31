// Package imports writes tables into records. It models the meaning of a file's columns, the wishes
// of a row, and their results. An empty cell keeps the record's value, a dash clears it. Amounts
// are exact and in the currency of the record.
package imports
