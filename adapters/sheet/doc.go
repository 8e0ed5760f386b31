// Package sheet reads the rows of tables: texts with delimiters in any encoding, and workbooks (XLSX).
//
// Workbooks are read part by part from the archive, without copies on disk or in memory: a reader that
// holds whole files would let a small upload take the memory of the service, and one that hides faults
// of the XML would lose rows without a word.
package sheet
