package keepa

import (
	"errors"
	"time"

	"sellingassistant/domain/kernel/marketplace"
	"sellingassistant/domain/kernel/optional"
	"sellingassistant/domain/research/lookup"
)

type (
	// Type grades how much Keepa knows of a product.
	Type = lookup.Type
	// Product has one product of an answer.
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

// Meter has the state of the token bucket from an answer.
type Meter struct {
	// Left may be below 0.
	Left     optional.Maybe[int64]
	RefillIn time.Duration
	// Rate counts tokens a minute.
	Rate     int64
	Consumed int64
}

// Answer has the answer to a call for products.
type Answer struct {
	Products []Product
	Meter    Meter
}

// ErrJunk reports an answer that is not the JSON of products.
var ErrJunk = errors.New("the answer is not the JSON that was promised")

// Decode reads an answer. It leaves out unknown members and members of another type; lists may be
// missing, short or odd. It drops products without an ASIN or of an unknown marketplace.
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
		if m, ok := marketplace.ByKeepa(p.Domain.Or(0)); ok && p.ASIN.value != "" {
			a.Products = append(a.Products, p.product(m))
		}
	}
	return a, nil
}
