// Package lookup is what a provider of price histories is asked, and answers.
package lookup

import "sellingassistant/domain/kernel/marketplace"

// Kind says what is asked of a provider of price histories.
type Kind string

// The kinds: products by ASIN or code, products by words, products by a selection.
const (
	ByName   Kind = "product"
	ByWords  Kind = "search"
	ByFinder Kind = "finder"
)

// Question is a question in the provider's own words.
type Question struct {
	Kind        Kind
	Marketplace marketplace.Marketplace
	// Query has the provider's parameters, without the marketplace.
	Query map[string]string
	// Body is a selection, nil for the other kinds.
	Body []byte
	// Cost is how many of the provider's tokens the answer is expected to cost.
	Cost int64
	Lane Lane
}

// Answer is the provider's JSON without the state of its meter.
type Answer struct {
	Body []byte
	// Again is the body as it is repeated, when it costs nothing.
	Again []byte
	// Consumed is how many of the provider's tokens it cost.
	Consumed int64
}
