package relay

import "github.com/danielgtaylor/huma/v2"

// Schemas of bodies name the members at the top level and allow any others: Amazon omits and adds
// members without notice.

type members map[string]*huma.Schema

func object(doc string, m members) *huma.Schema {
	return &huma.Schema{Type: huma.TypeObject, Description: doc, Properties: m, AdditionalProperties: true}
}

// open describes an object with any members.
func open(doc string) *huma.Schema { return object(doc, nil) }

// list describes a list of such objects.
func list(doc string) *huma.Schema {
	return &huma.Schema{Type: huma.TypeArray, Description: doc, Items: &huma.Schema{Type: huma.TypeObject, AdditionalProperties: true}}
}

func str(doc string) *huma.Schema { return &huma.Schema{Type: huma.TypeString, Description: doc} }

func count(doc string) *huma.Schema { return &huma.Schema{Type: huma.TypeInteger, Description: doc} }

func oneOf(doc string, list ...string) *huma.Schema {
	return &huma.Schema{Type: huma.TypeString, Description: doc, Enum: anyOf(list...)}
}

// page describes the reference to further pages in the newer interfaces.
func page() *huma.Schema {
	return object("Reference to the next page; absent on the last page.", members{"nextToken": str("The token of the next page, to be sent back unchanged.")})
}

// required makes members of a body mandatory.
func required(s *huma.Schema, names ...string) *huma.Schema {
	s.Required = names
	return s
}
