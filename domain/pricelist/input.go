package pricelist

import (
	"strings"

	"sellingassistant/domain/kernel/asin"
	"sellingassistant/domain/kernel/gtin"
	"sellingassistant/domain/kernel/money"
	"sellingassistant/domain/kernel/optional"
)

// Maybe has an amount that may be missing.
type Maybe = optional.Maybe[money.Amount]

// IdentifierType names the kind of a list's identifiers.
type IdentifierType string

// The types. The EAN of a book counts as its ISBN.
const (
	Auto     IdentifierType = "auto"
	TypeUPC  IdentifierType = "upc"
	TypeEAN  IdentifierType = "ean"
	TypeASIN IdentifierType = "asin"
	TypeISBN IdentifierType = "isbn"
	TypeSKU  IdentifierType = "sku"
)

// Words lists them, the default first.
func (IdentifierType) Words() []IdentifierType {
	return []IdentifierType{Auto, TypeUPC, TypeEAN, TypeASIN, TypeISBN, TypeSKU}
}

// Input has a row as the supplier wrote it.
type Input struct {
	// Ref has the caller's name of the row.
	Ref        string
	Identifier string
	Type       IdentifierType
	// Cost has the cost of one supplied item, CaseCost of PackSize items. Currency "" means the
	// list's currency. An ambiguous currency sign makes it money.Unknown.
	Cost, CaseCost              Maybe
	Currency                    money.Currency
	PackSize, Minimum, Quantity optional.Maybe[int64]
	Title, Brand, SupplierSKU   string
	MAP                         Maybe
	// Extra has cells that are passed on unchanged.
	Extra map[string]string
}

// Identity names the product of a row by a single member of the three.
type Identity struct {
	Code gtin.Code
	ASIN asin.ASIN
	SKU  string
}

// Key returns equal keys for all ways to write the same identity, and "" for an empty identity.
func (p Identity) Key() string {
	switch {
	case p.Code != gtin.Code{}:
		return "gtin " + p.Code.Key()
	case p.ASIN != asin.ASIN{}:
		return "asin " + p.ASIN.String()
	case p.SKU != "":
		return "sku " + p.SKU
	}
	return ""
}

// Identity reads the identifier; repaired says that it lost leading zeros. A code is tried before
// an ASIN, because ten digits are both, and a code with its check digit is no accident. A rounded
// code, or a wrong check digit, is an error and never a guess.
func (input Input) Identity() (p Identity, repaired bool, err error) {
	text := strings.TrimSpace(input.Identifier)
	switch input.Type {
	case TypeSKU:
		if text == "" {
			return p, false, gtin.ErrForm
		}
		return Identity{SKU: text}, false, nil
	case TypeASIN:
		book, repaired, broken := gtin.Mend(text)
		if broken == nil && repaired && len(text) == 9 { // the ISBN of a book without its leading zero
			return Identity{Code: book}, true, nil
		}
		p.ASIN, err = asin.Parse(text)
		return p, false, err
	}
	if p.Code, repaired, err = gtin.Mend(text); err == nil {
		return p, repaired, nil
	}
	if input.Type == Auto || input.Type == "" {
		if product, ok := asin.Recognise(text); ok {
			return Identity{ASIN: product}, false, nil
		}
	}
	return Identity{}, false, err
}
