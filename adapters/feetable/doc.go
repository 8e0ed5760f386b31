// Package feetable reads the embedded fee tables, and the tables of a folder, which take
// precedence.
package feetable
