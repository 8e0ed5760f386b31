// Package pdf reads the words and the embedded files of PDFs.
//
// The parser, PDFium, runs in a sandbox of WebAssembly. It sees no files, has a limited memory of
// its own, and ends with its context. Each document has its own sandbox. The first document
// compiles its code, which is stored below the data folder and dropped from memory after some idle
// time.
package pdf
