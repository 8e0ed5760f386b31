// Package annotation stores notes and tags on both databases.
package annotation
