// Package schema is the compiled request check.
package schema
