// Package lookup models the questions to a provider of price histories, and its answers.
package lookup

import "sellingassistant/domain/kernel/marketplace"

// Kind names the kind of a question to a provider of price histories.
type Kind string

// The kinds: products by ASIN or code, products by words, products by a selection.
const (
	ByName   Kind = "product"
	ByWords  Kind = "search"
	ByFinder Kind = "finder"
)

// Question has a question in the provider's own words.
type Question struct {
	Kind        Kind
	Marketplace marketplace.Marketplace
	// Query has the provider's parameters, without the marketplace.
	Query map[string]string
	// Body has a selection, nil for the other kinds.
	Body []byte
	// Cost estimates the provider's tokens for the answer.
	Cost int64
	Lane Lane
}

// Answer has the provider's JSON without the state of its meter.
type Answer struct {
	Body []byte
	// Again has the body for a repeated answer, which costs nothing.
	Again []byte
	// Consumed counts the provider's tokens that it cost.
	Consumed int64
}
