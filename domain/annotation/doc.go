// Package annotation models the notes and tags that a team attaches to its records.
package annotation
