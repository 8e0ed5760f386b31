// Package annotation registers the operations of notes and tags.
package annotation
