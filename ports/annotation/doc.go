// Package annotation holds what notes and tags need from outside.
package annotation
