// Package parse reads files, each kind with its reader and within the limits of its kind.
package parse
