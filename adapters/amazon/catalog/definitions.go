package catalog

import (
	"context"
	"encoding/json"
	"net/url"
	"strings"
	"sync"

	"sellingassistant/adapters/amazon/spapi"
	"sellingassistant/domain/kernel/account"
	"sellingassistant/domain/kernel/marketplace"
)

// Definitions reads the allowed content of a product type's listings (getDefinitionsProductType,
// version 2020-09-01, and the schema it links to).
type Definitions struct {
	client *spapi.Client

	mu sync.Mutex
	// channels caches Amazon's own fulfilment codes by the checksum of their schema: schemas are
	// large and rarely change.
	channels map[string]string
}

// maxSchemas bounds the cached codes.
const maxSchemas = 2000

func NewDefinitions(c *spapi.Client) *Definitions {
	return &Definitions{client: c, channels: map[string]string{}}
}

func (d *Definitions) OwnChannel(ctx context.Context, s account.Seller, m marketplace.ID, productType string) (string, error) {
	link, err := definition(ctx, d.client, s, m, productType, url.Values{"requirements": {"LISTING_OFFER_ONLY"}})
	if spapi.Is(err, spapi.Missing) {
		return "", nil
	}
	if err != nil {
		return "", err
	}
	if code, ok := d.known(link.checksum); ok {
		return code, nil
	}
	code, err := spapi.ReadDocument(ctx, d.client, s.Region, link.address, decodeOwnChannel)
	if err != nil {
		return "", err
	}
	d.remember(link.checksum, code)
	return code, nil
}

// definition reads the link to a product type's schema; query selects one of its schemas.
func definition(ctx context.Context, c *spapi.Client, s account.Seller, m marketplace.ID, productType string, query url.Values) (schemaLink, error) {
	query.Set("sellerId", s.ID)
	query.Set("marketplaceIds", string(m))
	return spapi.Read(ctx, c, spapi.Call{
		Operation: spapi.GetDefinitionsProductType, Seller: s, Priority: spapi.Interactive,
		Segments: map[string]string{"productType": productType}, Query: query,
	}, decodeDefinition)
}

func (d *Definitions) known(checksum string) (string, bool) {
	d.mu.Lock()
	defer d.mu.Unlock()
	code, ok := d.channels[checksum]
	return code, ok && checksum != ""
}

func (d *Definitions) remember(checksum, code string) {
	d.mu.Lock()
	defer d.mu.Unlock()
	if len(d.channels) >= maxSchemas {
		clear(d.channels) // there are fewer types than this, so it rarely happens
	}
	d.channels[checksum] = code
}

// schemaLink has the temporary address and the checksum of a schema.
type schemaLink struct{ address, checksum string }

func decodeDefinition(body []byte) (schemaLink, error) {
	var answer struct {
		Schema struct {
			Checksum string `json:"checksum"`
			Link     struct {
				Resource string `json:"resource"`
			} `json:"link"`
		} `json:"schema"`
	}
	if json.Unmarshal(body, &answer) != nil || answer.Schema.Link.Resource == "" {
		return schemaLink{}, spapi.ErrNotJSON
	}
	return schemaLink{answer.Schema.Link.Resource, answer.Schema.Checksum}, nil
}

const (
	availabilityProperty = "fulfillment_availability"
	channelProperty      = "fulfillment_channel_code"
	// ownChannelPrefix begins Amazon's own fulfilment codes: AMAZON_NA, AMAZON_EU and others.
	ownChannelPrefix = "AMAZON_"
)

// decodeOwnChannel finds the code of Amazon's own fulfilment in a product type's schema, or returns
// "". Schemas nest the list of codes in different ways, so the search covers everything below the
// attribute.
func decodeOwnChannel(body []byte) (string, error) {
	var schema struct {
		Properties map[string]json.RawMessage `json:"properties"`
	}
	if json.Unmarshal(body, &schema) != nil || schema.Properties == nil {
		return "", spapi.ErrNotJSON
	}
	var below any
	if raw := schema.Properties[availabilityProperty]; raw != nil && json.Unmarshal(raw, &below) != nil {
		return "", spapi.ErrNotJSON
	}
	code := ""
	for _, word := range codesOf(below, false) {
		if strings.HasPrefix(word, ownChannelPrefix) && (code == "" || word < code) {
			code = word
		}
	}
	return code, nil
}

// codesOf lists the values that the schema allows for the channel code.
func codesOf(schema any, inside bool) []string {
	var found []string
	switch v := schema.(type) {
	case map[string]any:
		for name, below := range v {
			words, isList := below.([]any)
			if inside && isList && name == "enum" {
				for _, w := range words {
					if word, ok := w.(string); ok {
						found = append(found, word)
					}
				}
				continue
			}
			found = append(found, codesOf(below, inside || name == channelProperty)...)
		}
	case []any:
		for _, below := range v {
			found = append(found, codesOf(below, inside)...)
		}
	}
	return found
}
