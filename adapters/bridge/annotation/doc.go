// Package annotation finds the records that notes and tags can be attached to.
package annotation
