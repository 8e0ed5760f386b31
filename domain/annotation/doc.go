// Package annotation holds what a team attaches to its records: notes and tags.
package annotation
