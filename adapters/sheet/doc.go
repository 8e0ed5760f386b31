// Package sheet reads the rows of tables: delimited texts in any encoding, and workbooks (XLSX).
//
// It reads workbooks part by part from the archive, without copies on disk or in memory. A reader
// that loads whole files would let a small upload take the memory of the service. A reader that
// hides XML errors would lose rows silently.
package sheet
