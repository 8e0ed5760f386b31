// Package pdf reads the words and the embedded files of PDFs.
//
// The parser, PDFium, runs in a sandbox of WebAssembly: it sees no files, has a memory of its own that is bounded, and ends
// with its context. Each document has its own sandbox. Its code is compiled with the first document, kept below the data
// folder, and let go after some idle time.
package pdf
