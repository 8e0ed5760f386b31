// Package form says in words and figures what stands on a purchase order that goes to its supplier; writers of files lay it out.
package form
