// Package annotation has the use cases of notes and tags.
package annotation
