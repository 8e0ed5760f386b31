package catalog

import (
	_ "embed"
	"encoding/json"
)

// category is a root of the browse tree with its kinds of products.
type category struct {
	ID   string // browse node
	Name string
	// Group is the display group of the product's ranks.
	Group string
	// Referral fee in thousandths of the price.
	Referral int64
	// Products compete for rank 1 to 1<<Population.
	Population int
	// Prices lie between these, in US cents.
	Cheapest, Dearest int
	Kinds             []kind
}

// kind is a leaf of the browse tree: products of about one size.
type kind struct {
	Node, Noun, Type string
	// Weight in thousandths of a pound, Size in thousandths of an inch.
	Weight int64
	Size   [3]int64
}

// BookType is the product type of books, which have codes and fees of their own.
const BookType = "ABIS_BOOK"

//go:embed words.json
var wordsFile []byte

// Words are what products are made of and called by. Brands are put together from
// three parts; none is meant to be anybody's.
var Words = func() (w struct {
	Categories                           []category
	BrandStarts, BrandMiddles, BrandEnds []string
	Qualities, Materials                 []string
	Colors, Sizes                        []string
	Origins                              []string // countries
}) {
	if err := json.Unmarshal(wordsFile, &w); err != nil {
		panic(err) // the file is part of the program
	}
	return w
}()
