package openapi

import (
	"bytes"
	"encoding/json"
	"errors"
	"slices"

	"github.com/danielgtaylor/huma/v2"
)

// JSON writes the document as OpenAPI 3.1.
func (d *Document) JSON() ([]byte, error) {
	d.tidied.Do(d.tidy)
	b, err := d.api.MarshalJSON()
	if err != nil {
		return nil, err
	}
	return share(b, false)
}

// JSON30 writes the document as OpenAPI 3.0.
func (d *Document) JSON30() ([]byte, error) {
	d.tidied.Do(d.tidy)
	b, err := d.api.Downgrade()
	if err != nil {
		return nil, err
	}
	var v any
	if err := json.Unmarshal(b, &v); err != nil {
		return nil, err
	}
	downgrade(v)
	if doc, ok := v.(map[string]any); ok && doc["webhooks"] != nil {
		doc["x-webhooks"] = doc["webhooks"]
		delete(doc, "webhooks")
	}
	if b, err = json.Marshal(v); err != nil {
		return nil, err
	}
	return share(b, true)
}

// anywhere lists the servers of a document without an address; guide begins a link to a guide.
var anywhere, guide = []byte(`"servers":[{"url":"/"}]`), []byte(`"url":"/guides/`)

// At returns a written document with the address of the service instead of a relative address.
func At(document []byte, address string) ([]byte, error) {
	before, after, ok := bytes.Cut(document, anywhere)
	if !ok {
		return nil, errors.New("openapi: the document has no list of servers")
	}
	servers, err := json.Marshal([]*huma.Server{{URL: address}})
	if err != nil {
		return nil, err
	}
	guides, err := json.Marshal(address + "/guides/")
	if err != nil {
		return nil, err
	}
	after = bytes.ReplaceAll(after, guide, append([]byte(`"url":`), bytes.TrimSuffix(guides, []byte(`"`))...))
	return slices.Concat(before, []byte(`"servers":`), servers, after), nil
}

func (d *Document) tidy() {
	for _, s := range d.api.Components.Schemas.Map() {
		tidy(s)
	}
}

// tidy adds null to the words of a nullable value, as JSON Schema requires, and removes huma's own
// members, which the format does not have.
func tidy(s *huma.Schema) {
	if s == nil {
		return
	}
	if s.Nullable && len(s.Enum) > 0 && s.Enum[len(s.Enum)-1] != nil {
		s.Enum = append(append([]any{}, s.Enum...), nil)
	}
	s.PatternDescription = ""
	for _, p := range s.Properties {
		tidy(p)
	}
	tidy(s.Items)
}

// downgrade removes the parts of 3.1 that huma's own downgrade leaves: the media type of binary
// text and null as a type. A reference that may be null becomes an allOf with one entry, because
// generators fail at a choice between a reference and null.
func downgrade(v any) {
	switch v := v.(type) {
	case map[string]any:
		if _, ok := v["contentMediaType"].(string); ok {
			delete(v, "contentMediaType")
		}
		if either, ok := v["oneOf"].([]any); ok && len(either) == 2 {
			if second, ok := either[1].(map[string]any); ok && second["type"] == "null" {
				delete(v, "oneOf")
				v["allOf"], v["nullable"] = either[:1], true
			}
		}
		for _, w := range v {
			downgrade(w)
		}
	case []any:
		for _, w := range v {
			downgrade(w)
		}
	}
}
