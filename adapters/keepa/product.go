package keepa

import (
	"errors"
	"time"

	"sellingassistant/domain/kernel/marketplace"
	"sellingassistant/domain/kernel/optional"
	"sellingassistant/domain/research/lookup"
)

// domains are Keepa's numbers of the marketplaces that it has.
var domains = map[int64]string{
	1: "amazon.com", 2: "amazon.co.uk", 3: "amazon.de", 4: "amazon.fr", 5: "amazon.co.jp", 6: "amazon.ca", 8: "amazon.it", 9: "amazon.es",
	10: "amazon.in", 11: "amazon.com.mx", 12: "amazon.com.br",
}

// DomainOf is Keepa's number of a marketplace; false for one that Keepa does not have.
func DomainOf(m marketplace.Marketplace) (int64, bool) {
	for n, domain := range domains {
		if domain == m.Domain {
			return n, true
		}
	}
	return 0, false
}

func marketplaceOf(domain int64) (marketplace.Marketplace, bool) {
	name, ok := domains[domain]
	if !ok {
		return marketplace.Marketplace{}, false
	}
	m, err := marketplace.Choice{Domain: name}.Resolve()
	return m, err == nil
}

type (
	// Type says how much Keepa knows of a product.
	Type = lookup.Type
	// Product is one of an answer.
	Product = lookup.Product
)

// The types.
const (
	Standard   = lookup.Standard
	Download   = lookup.Download
	Ebook      = lookup.Ebook
	Unreadable = lookup.Unreadable
	Invalid    = lookup.Invalid
	Parent     = lookup.Parent
)

// Meter is the state of the token bucket, as every answer tells it.
type Meter struct {
	// Left may be below 0.
	Left     optional.Maybe[int64]
	RefillIn time.Duration
	// Rate is in tokens a minute.
	Rate     int64
	Consumed int64
}

// Answer is what a call for products is answered with.
type Answer struct {
	Products []Product
	Meter    Meter
}

// ErrJunk is an answer that is no JSON of products.
var ErrJunk = errors.New("the answer is not the JSON that was promised")

// Decode reads an answer. Members that are unknown or of another type are left out, and lists may be missing, short or odd.
// Products without an ASIN or of a marketplace that is not known are left out.
func Decode(body []byte) (Answer, error) {
	var wire struct {
		wireMeter
		Products *[]*wireProduct `json:"products"`
	}
	if err := unmarshal(body, &wire); err != nil {
		return Answer{}, err
	}
	if wire.Products == nil {
		return Answer{}, ErrJunk
	}
	a := Answer{Meter: wire.meter(), Products: make([]Product, 0, len(*wire.Products))}
	for _, p := range *wire.Products {
		if p == nil {
			continue
		}
		if m, ok := marketplaceOf(p.Domain.Or(0)); ok && p.ASIN.value != "" {
			a.Products = append(a.Products, p.product(m))
		}
	}
	return a, nil
}
