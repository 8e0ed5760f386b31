// Package parse reads what files say, each kind by its reader, within the limits of its kind.
package parse
