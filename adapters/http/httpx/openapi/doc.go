// Package openapi puts the published document together and writes it in its two
// forms, OpenAPI 3.1 and 3.0.
package openapi
