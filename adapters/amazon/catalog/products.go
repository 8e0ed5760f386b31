package catalog

import (
	"cmp"
	"context"
	"encoding/json"
	"math/big"
	"net/url"
	"slices"
	"strconv"
	"strings"

	"sellingassistant/adapters/amazon/spapi"
	"sellingassistant/domain/kernel/account"
	"sellingassistant/domain/kernel/asin"
	"sellingassistant/domain/kernel/marketplace"
	"sellingassistant/domain/kernel/money"
	"sellingassistant/domain/kernel/optional"
	"sellingassistant/domain/research/fee"
	"sellingassistant/domain/research/lookup"
)

const productParts = "attributes,classifications,dimensions,identifiers,images,productTypes,relationships,salesRanks,summaries"

// Products reads products by ASIN: a single product by getCatalogItem, more by searchCatalogItems
// in batches.
func (c *Client) Products(ctx context.Context, s account.Seller, m marketplace.Marketplace, asins []asin.ASIN) (map[asin.ASIN]lookup.Facts, error) {
	found := make(map[asin.ASIN]lookup.Facts, len(asins))
	query := url.Values{"marketplaceIds": {string(m.ID)}, "includedData": {productParts}}
	if len(asins) == 1 {
		item, err := spapi.Read(ctx, c.client, spapi.Call{
			Operation: spapi.GetCatalogItem, Seller: s, Priority: spapi.Interactive, Query: query, Segments: map[string]string{"asin": asins[0].String()},
		}, decodeItem)
		if err == nil {
			found[asins[0]] = item.facts(m)
		}
		if spapi.Is(err, spapi.Missing) {
			err = nil
		}
		return found, err
	}
	for batch := range slices.Chunk(asins, spapi.SearchCatalogItems.Items) {
		codes := make([]string, len(batch))
		for i, a := range batch {
			codes[i] = a.String()
		}
		query.Set("identifiers", strings.Join(codes, ","))
		query.Set("identifiersType", "ASIN")
		query.Set("pageSize", strconv.Itoa(spapi.SearchCatalogItems.Page))
		items, err := spapi.Read(ctx, c.client, spapi.Call{
			Operation: spapi.SearchCatalogItems, Seller: s, Priority: spapi.Interactive, Query: query, Items: len(batch),
		}, decodeItems)
		if err != nil && !spapi.Is(err, spapi.Missing) {
			return found, err
		}
		for _, item := range items {
			if a, err := asin.Parse(item.ASIN); err == nil && slices.Contains(batch, a) {
				found[a] = item.facts(m)
			}
		}
	}
	return found, nil
}

// about names the marketplace of a part of a product.
type about struct {
	MarketplaceID marketplace.ID `json:"marketplaceId"`
}

func (a about) of(m marketplace.Marketplace) bool {
	return a.MarketplaceID == "" || a.MarketplaceID == m.ID
}

type wireItem struct {
	ASIN       string                     `json:"asin"`
	Attributes map[string]json.RawMessage `json:"attributes"`
	Summaries  []struct {
		about
		Name   string `json:"itemName"`
		Brand  string `json:"brand"`
		Color  string `json:"color"`
		Size   string `json:"size"`
		Style  string `json:"style"`
		Adult  *bool  `json:"adultProduct"`
		Units  int64  `json:"packageQuantity"`
		Browse *node  `json:"browseClassification"`
	} `json:"summaries"`
	Classifications []struct {
		about
		Classifications []node `json:"classifications"`
	} `json:"classifications"`
	Dimensions []struct {
		about
		Item    wireSize `json:"item"`
		Package wireSize `json:"package"`
	} `json:"dimensions"`
	Identifiers []struct {
		about
		Identifiers []struct {
			Type  string `json:"identifierType"`
			Value string `json:"identifier"`
		} `json:"identifiers"`
	} `json:"identifiers"`
	Images []struct {
		about
		Images []struct {
			Variant string `json:"variant"`
			Link    string `json:"link"`
		} `json:"images"`
	} `json:"images"`
	Types []struct {
		about
		Type string `json:"productType"`
	} `json:"productTypes"`
	Relationships []struct {
		about
		Relationships []struct {
			Parents  []string  `json:"parentAsins"`
			Children []string  `json:"childAsins"`
			Theme    wireTheme `json:"variationTheme"`
		} `json:"relationships"`
	} `json:"relationships"`
	Ranks []struct {
		about
		Groups []struct {
			Rank int64 `json:"rank"`
		} `json:"displayGroupRanks"`
	} `json:"salesRanks"`
}

// node has a place in the browse tree and its ancestors.
type node struct {
	ID     string `json:"classificationId"`
	Name   string `json:"displayName"`
	Parent *node  `json:"parent"`
}

type wireSize struct {
	Length, Width, Height, Weight *wireMeasure
}

type wireMeasure struct {
	Unit  string      `json:"unit"`
	Value json.Number `json:"value"`
}

func decodeItem(body []byte) (wireItem, error) {
	var item wireItem
	if json.Unmarshal(body, &item) != nil || item.ASIN == "" {
		return item, spapi.ErrNotJSON
	}
	return item, nil
}

func decodeItems(body []byte) ([]wireItem, error) {
	var answer struct {
		Items []json.RawMessage `json:"items"`
	}
	if json.Unmarshal(body, &answer) != nil || answer.Items == nil {
		return nil, spapi.ErrNotJSON
	}
	var items []wireItem
	for _, raw := range answer.Items {
		if item, err := decodeItem(raw); err == nil {
			items = append(items, item)
		}
	}
	return items, nil
}

func (w wireItem) facts(m marketplace.Marketplace) lookup.Facts {
	f := lookup.Facts{
		Items: number(first[json.Number](w.Attributes["number_of_items"], m)), Meltable: first[bool](w.Attributes["is_heat_sensitive"], m),
		Fragile: first[bool](w.Attributes["is_fragile"], m), Adult: first[bool](w.Attributes["is_adult_product"], m),
		HazMat: optional.Convert(first[string](w.Attributes["supplier_declared_dg_hz_regulation"], m), func(word string) bool {
			return word != "not_applicable"
		}),
		ListPrice: optional.None[money.Amount](),
	}
	if n, ok := first[json.Number](w.Attributes["list_price"], m).Get(); ok {
		if price, err := money.Parse(n.String()); err == nil && price.Positive() {
			f.ListPrice = optional.Some(price)
		}
	}
	for _, s := range w.Summaries {
		if s.of(m) {
			f.Title, f.Brand = cmp.Or(f.Title, spapi.CleanTo(s.Name, 2000)), cmp.Or(f.Brand, spapi.Clean(s.Brand))
			f.Adult = cmp.Or(f.Adult, optional.Of(s.Adult))
			if s.Units > 0 {
				f.Units = optional.Some(s.Units)
			}
		}
	}
	for _, c := range w.Classifications {
		if c.of(m) && len(c.Classifications) > 0 {
			root := c.Classifications[0].root()
			f.Root, f.RootName = number(optional.Some(json.Number(root.ID))), spapi.Clean(root.Name)
		}
	}
	for _, t := range w.Types {
		if t.of(m) {
			f.Type = cmp.Or(f.Type, spapi.Clean(t.Type))
		}
	}
	for _, d := range w.Dimensions {
		if d.of(m) {
			f.Package, f.Item = cmp.Or(f.Package, d.Package.dimensions()), cmp.Or(f.Item, d.Item.dimensions())
		}
	}
	w.codes(m, &f.Codes)
	for _, i := range w.Images {
		for _, one := range i.Images {
			if u, err := url.Parse(one.Link); i.of(m) && f.Image == "" && one.Variant == "MAIN" && err == nil && u.Scheme == "https" && len(one.Link) < 2000 {
				f.Image = one.Link
			}
		}
	}
	for _, r := range w.Relationships {
		for _, family := range r.Relationships {
			if r.of(m) && len(family.Parents) > 0 {
				if parent, err := asin.Parse(family.Parents[0]); err == nil {
					f.ParentASIN = parent.String()
				}
				if v := w.variation(family.Theme, m); v != nil {
					f.Variation = v
				}
			}
			if r.of(m) && len(family.Children) > 0 {
				f.Variations = optional.Some(int64(len(family.Children)))
			}
		}
	}
	for _, r := range w.Ranks {
		if r.of(m) && len(r.Groups) > 0 && r.Groups[0].Rank > 0 {
			f.Rank = optional.Some(r.Groups[0].Rank)
		}
	}
	return f
}

func (w wireItem) codes(m marketplace.Marketplace, to *lookup.Codes) {
	for _, group := range w.Identifiers {
		for _, one := range group.Identifiers {
			list := map[string]*[]string{"UPC": &to.UPC, "EAN": &to.EAN, "GTIN": &to.GTIN, "ISBN": &to.ISBN}[strings.ToUpper(one.Type)]
			if code := spapi.Clean(one.Value); group.of(m) && list != nil && code != "" && !slices.Contains(*list, code) {
				*list = append(*list, code)
			}
		}
	}
}

// deepest bounds how far up a browse tree is followed.
const deepest = 50

func (n node) root() node {
	for range deepest {
		if n.Parent == nil {
			break
		}
		n = *n.Parent
	}
	return n
}

// first returns the value of an attribute in a marketplace, or nothing if its type differs.
func first[T any](attribute json.RawMessage, m marketplace.Marketplace) optional.Maybe[T] {
	var values []struct {
		ID    marketplace.ID `json:"marketplace_id"`
		Value *T             `json:"value"`
	}
	if json.Unmarshal(attribute, &values) != nil {
		return optional.None[T]()
	}
	for _, v := range values {
		if v.ID == "" || v.ID == m.ID {
			return optional.Of(v.Value)
		}
	}
	return optional.None[T]()
}

func number(text optional.Maybe[json.Number]) optional.Maybe[int64] {
	n, err := text.Or("").Int64()
	if err != nil || n <= 0 {
		return optional.None[int64]()
	}
	return optional.Some(n)
}

// units maps Amazon's units to lengths in nanometres and weights in nanograms.
var units = map[string]int64{
	"inches": fee.Inch, "feet": 12 * fee.Inch, "millimeters": fee.Millimetre, "centimeters": 10 * fee.Millimetre, "meters": 1000 * fee.Millimetre,
	"pounds": fee.Pound, "ounces": fee.Ounce, "grams": fee.Gram, "kilograms": 1000 * fee.Gram, "milligrams": fee.Gram / 1000,
}

func (s wireSize) dimensions() lookup.Dimensions {
	return lookup.Dimensions{
		Length: s.Length.in(fee.MaxSide), Width: s.Width.in(fee.MaxSide), Height: s.Height.in(fee.MaxSide), Weight: s.Weight.in(fee.MaxWeight),
	}
}

// in converts the measure and cuts it to a whole number. It returns 0 if the measure is unreadable
// or above the plausible maximum.
func (w *wireMeasure) in(most int64) int64 {
	if w == nil || len(w.Value) > 30 || strings.ContainsAny(string(w.Value), "eE") {
		return 0
	}
	n, ok := new(big.Rat).SetString(string(w.Value))
	unit := units[strings.ToLower(w.Unit)]
	if !ok || unit == 0 {
		return 0
	}
	n.Mul(n, new(big.Rat).SetInt64(unit))
	whole := new(big.Int).Quo(n.Num(), n.Denom())
	if whole.Sign() <= 0 || whole.Cmp(big.NewInt(most)) > 0 {
		return 0
	}
	return whole.Int64()
}
