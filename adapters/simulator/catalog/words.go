package catalog

import (
	_ "embed"
	"encoding/json"
)

// category has a root of the browse tree with its kinds of products.
type category struct {
	ID   string // browse node
	Name string
	// Group names the display group of the product's ranks.
	Group string
	// Referral has the fee in thousandths of the price.
	Referral int64
	// Population bounds ranks: products compete for rank 1 to 1<<Population.
	Population int
	// Cheapest and Dearest bound the prices, in US cents.
	Cheapest, Dearest int
	Kinds             []kind
}

// kind has a leaf of the browse tree: products of about one size.
type kind struct {
	Node, Noun, Type string
	// Weight counts thousandths of a pound, Size thousandths of an inch.
	Weight int64
	Size   [3]int64
}

// BookType names the product type of books, which have codes and fees of their own.
const BookType = "ABIS_BOOK"

//go:embed words.json
var wordsFile []byte

// Words has the parts of products and their names. Brands consist of three parts and are meant to
// be nobody's.
var Words = func() (w struct {
	Categories                           []category
	BrandStarts, BrandMiddles, BrandEnds []string
	Qualities, Materials                 []string
	Colors, Sizes                        []string
	Origins                              []string // countries
}) {
	if err := json.Unmarshal(wordsFile, &w); err != nil {
		panic(err) // the file belongs to the program
	}
	return w
}()
