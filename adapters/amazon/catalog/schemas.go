package catalog

import (
	"context"
	"net/url"
	"sync"
	"time"

	"sellingassistant/adapters/amazon/spapi"
	"sellingassistant/domain/inventory"
	"sellingassistant/domain/kernel/account"
	"sellingassistant/domain/kernel/flight"
	"sellingassistant/domain/kernel/marketplace"
)

// Schemas validates attributes by the schemas of product types (getDefinitionsProductType, version
// 2020-09-01, and the schema it links to).
type Schemas struct {
	client  *spapi.Client
	flights *flight.Group[schemaKey, *typeSchema]

	mu sync.Mutex
	// links caches the checksum of each type's schema. Schemas are cached by checksum, because
	// they are large and rarely change.
	links   map[schemaKey]knownLink
	schemas map[string]*typeSchema
}

type schemaKey struct {
	region      marketplace.Region
	marketplace marketplace.ID
	productType string
}

type knownLink struct {
	checksum string
	until    time.Time
}

const (
	// schemaBudget bounds a read if the caller sets no deadline.
	schemaBudget = 15 * time.Second
	// linkFor bounds the use of a cached checksum.
	linkFor = time.Hour
	// keptSchemas bounds the cached schemas: a schema can have several megabytes.
	keptSchemas = 30
	// keptLinks bounds the cached checksums.
	keptLinks = 5000
)

func NewSchemas(c *spapi.Client) *Schemas {
	return &Schemas{
		client: c, flights: flight.New[schemaKey, *typeSchema](schemaBudget),
		links: map[schemaKey]knownLink{}, schemas: map[string]*typeSchema{},
	}
}

func (s *Schemas) Check(ctx context.Context, seller account.Seller, m marketplace.ID, productType, attributes string) (inventory.SchemaFindings, error) {
	key := schemaKey{seller.Region, m, productType}
	schema, ok := s.known(key)
	if !ok {
		var err error
		schema, err = s.flights.Do(ctx, key, func(ctx context.Context) (*typeSchema, error) {
			return s.read(ctx, seller, key)
		})
		if spapi.Is(err, spapi.Missing) {
			return inventory.SchemaFindings{Unknown: true}, nil
		}
		if err != nil {
			return inventory.SchemaFindings{}, err
		}
	}
	return schema.check(attributes)
}

func (s *Schemas) read(ctx context.Context, seller account.Seller, key schemaKey) (*typeSchema, error) {
	// Accepts missing attributes, because requirements are not enforced.
	link, err := definition(ctx, s.client, seller, key.marketplace, key.productType, url.Values{
		"requirements": {"LISTING"}, "requirementsEnforced": {"NOT_ENFORCED"},
	})
	if err != nil {
		return nil, err
	}
	if schema, ok := s.kept(key, link.checksum); ok {
		return schema, nil
	}
	schema, err := spapi.ReadDocument(ctx, s.client, key.region, link.address, decodeSchema)
	if err != nil {
		return nil, err
	}
	s.keep(key, link.checksum, schema)
	return schema, nil
}

// known returns the cached schema of a type if its link is fresh.
func (s *Schemas) known(key schemaKey) (*typeSchema, bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	link, ok := s.links[key]
	if !ok || s.client.Now().After(link.until) {
		return nil, false
	}
	schema, ok := s.schemas[link.checksum]
	return schema, ok
}

// kept returns the cached schema with a checksum, and links the type to it.
func (s *Schemas) kept(key schemaKey, checksum string) (*typeSchema, bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	schema, ok := s.schemas[checksum]
	if !ok || checksum == "" {
		return nil, false
	}
	s.link(key, checksum)
	return schema, true
}

func (s *Schemas) keep(key schemaKey, checksum string, schema *typeSchema) {
	if checksum == "" {
		return
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if len(s.schemas) >= keptSchemas {
		for old := range s.schemas {
			delete(s.schemas, old) // any: few teams sell more types at once
			break
		}
	}
	s.schemas[checksum] = schema
	s.link(key, checksum)
}

// link caches a checksum; the caller has the lock.
func (s *Schemas) link(key schemaKey, checksum string) {
	if len(s.links) >= keptLinks {
		clear(s.links)
	}
	s.links[key] = knownLink{checksum, s.client.Now().Add(linkFor)}
}
