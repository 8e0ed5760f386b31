// Package openapi builds the published document and writes it as OpenAPI 3.1 and 3.0.
package openapi
