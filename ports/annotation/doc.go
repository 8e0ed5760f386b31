// Package annotation has the ports of notes and tags.
package annotation
