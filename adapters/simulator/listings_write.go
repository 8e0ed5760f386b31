package simulator

import (
	"regexp"
	"slices"
	"strings"

	"sellingassistant/adapters/simulator/world"
)

// submission reads what all operations that change a listing are asked.
func (c *call) submission(v verb, mostShops int) submission {
	s := submission{verb: v, seller: c.seller(), sku: c.path("sku"), shops: c.shops("marketplaceIds", mostShops)}
	c.wrongIf(s.sku == "", "'sku' is required.")
	return s
}

var productTypeName = regexp.MustCompile(`^[A-Z0-9_]+$`)

const badProductType = "'productType' is required and must be the name of a product type."

func (m *Marketplace) putListing(c *call) any {
	s := c.submission(verbPut, 1)
	how := c.reply()
	var in struct {
		ProductType  string     `json:"productType"`
		Requirements string     `json:"requirements"`
		Attributes   attributes `json:"attributes"`
	}
	c.json(&in)
	s.productType, s.requirements, s.attributes = in.ProductType, in.Requirements, in.Attributes
	c.wrongIf(!productTypeName.MatchString(in.ProductType), badProductType)
	c.wrongIf(in.Requirements != "" && !slices.Contains(listingRequirements, in.Requirements), "'requirements' has an unknown value.")
	c.wrongIf(in.Attributes == nil, "'attributes' is required.")
	return c.submit(s, how)
}

func (m *Marketplace) patchListing(c *call) any {
	s := c.submission(verbPatch, len(world.Shops))
	how := c.reply()
	var in struct {
		ProductType string  `json:"productType"`
		Patches     []patch `json:"patches"`
	}
	c.json(&in)
	s.productType, s.patches = in.ProductType, in.Patches
	c.wrongIf(!productTypeName.MatchString(in.ProductType), badProductType)
	words := checkPatches(in.Patches)
	c.wrongIf(words != "", words)
	return c.submit(s, how)
}

func (m *Marketplace) deleteListing(c *call) any {
	s := c.submission(verbDelete, 1)
	return c.submit(s, reply{sets: []string{"issues"}})
}

// reply is how a submission is answered.
type reply struct {
	preview bool
	sets    []string
}

func (c *call) reply() reply {
	r := reply{preview: c.word("mode", "", "VALIDATION_PREVIEW") != "", sets: []string{"issues"}}
	if c.has("includedData") {
		r.sets = c.list("includedData", 2, "identifiers", "issues")
	}
	return r
}

// checkPatches says what is wrong with the form of patches, "" for nothing.
func checkPatches(patches []patch) string {
	if len(patches) == 0 {
		return "'patches' must have at least one operation."
	}
	for _, p := range patches {
		name, ok := strings.CutPrefix(p.Path, "/attributes/")
		switch {
		case !slices.Contains([]string{"add", "replace", "merge", "delete"}, p.Op):
			return "'op' has an unknown value."
		case !ok || name == "" || strings.Contains(name, "/"):
			return "'path' must name one attribute."
		case p.Op != "delete" && len(p.Value) == 0:
			return "'value' is required."
		case slices.ContainsFunc(p.Value, func(v map[string]any) bool { return v == nil }):
			return "'value' must be a list of objects."
		}
	}
	return ""
}

// submit judges a submission and, unless it is a preview, takes it.
func (c *call) submit(s submission, how reply) any {
	issues := c.m.judge(s)
	status := "ACCEPTED"
	switch {
	case len(issues) > 0:
		status = "INVALID"
	case how.preview:
		status = "VALID"
	default:
		c.m.submit(s, c.fault)
	}
	answer := object{"sku": s.sku, "status": status, "submissionId": c.m.Opaque("submission", c.token.seller, s.sku, c.number)[:32]}
	if slices.Contains(how.sets, "issues") {
		answer["issues"] = append([]issue{}, issues...)
	}
	if slices.Contains(how.sets, "identifiers") {
		answer["identifiers"] = c.m.identifiersOf(s)
	}
	return answer
}

// identifiersOf is the product of the SKU, if known.
func (m *Marketplace) identifiersOf(s submission) []object {
	asin := s.attributes.text(attributeASIN)
	if l, ok := m.listingOf(s.seller.ID, s.sku); ok {
		asin = l.asin
	}
	all := []object{}
	for _, shop := range s.shops {
		row := object{"marketplaceId": shop}
		if _, ok := m.Index(asin); ok {
			row["asin"] = asin
		}
		all = append(all, row)
	}
	return all
}
