package ledger

import (
	"regexp"
	"slices"
	"strings"

	"sellingassistant/adapters/simulator/catalog"
	"sellingassistant/adapters/simulator/gateway"
	"sellingassistant/adapters/simulator/world"
)

// readSubmission reads the parameters that all operations on a listing share.
func readSubmission(c *gateway.Call, v verb, mostShops int) submission {
	s := submission{verb: v, seller: c.Seller(), sku: c.Path("sku"), shops: c.Shops("marketplaceIds", mostShops)}
	c.WrongIf(s.sku == "", "'sku' is required.")
	return s
}

var productTypeName = regexp.MustCompile(`^[A-Z0-9_]+$`)

const badProductType = "'productType' is required and must be the name of a product type."

func (led *Ledger) putListing(c *gateway.Call) any {
	s := readSubmission(c, verbPut, 1)
	how := replyOf(c)
	var entry struct {
		ProductType  string     `json:"productType"`
		Requirements string     `json:"requirements"`
		Attributes   attributes `json:"attributes"`
	}
	c.JSON(&entry)
	s.productType, s.requirements, s.attributes = entry.ProductType, entry.Requirements, entry.Attributes
	c.WrongIf(!productTypeName.MatchString(entry.ProductType), badProductType)
	c.WrongIf(entry.Requirements != "" && !slices.Contains(catalog.ListingRequirements, entry.Requirements), "'requirements' has an unknown value.")
	c.WrongIf(entry.Attributes == nil, "'attributes' is required.")
	return led.answerSubmission(c, s, how)
}

func (led *Ledger) patchListing(c *gateway.Call) any {
	s := readSubmission(c, verbPatch, len(world.Shops))
	how := replyOf(c)
	var entry struct {
		ProductType string  `json:"productType"`
		Patches     []patch `json:"patches"`
	}
	c.JSON(&entry)
	s.productType, s.patches = entry.ProductType, entry.Patches
	c.WrongIf(!productTypeName.MatchString(entry.ProductType), badProductType)
	words := checkPatches(entry.Patches)
	c.WrongIf(words != "", words)
	return led.answerSubmission(c, s, how)
}

func (led *Ledger) deleteListing(c *gateway.Call) any {
	s := readSubmission(c, verbDelete, 1)
	return led.answerSubmission(c, s, reply{sets: []string{"issues"}})
}

// reply has the requested form of the answer to a submission.
type reply struct {
	preview bool
	sets    []string
}

func replyOf(c *gateway.Call) reply {
	r := reply{preview: c.Word("mode", "", "VALIDATION_PREVIEW") != "", sets: []string{"issues"}}
	if c.Has("includedData") {
		r.sets = c.List("includedData", 2, "identifiers", "issues")
	}
	return r
}

// checkPatches returns the error in the form of patches, or "".
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

// answerSubmission judges a submission and, unless it is a preview, accepts it.
func (led *Ledger) answerSubmission(c *gateway.Call, s submission, how reply) any {
	issues := led.judge(s)
	status := "ACCEPTED"
	switch {
	case len(issues) > 0:
		status = "INVALID"
	case how.preview:
		status = "VALID"
	default:
		led.submit(s, c.Fault)
	}
	answer := gateway.Object{"sku": s.sku, "status": status, "submissionId": led.world.Opaque("submission", c.Token.Seller, s.sku, c.Number)[:32]}
	if slices.Contains(how.sets, "issues") {
		answer["issues"] = append([]issue{}, issues...)
	}
	if slices.Contains(how.sets, "identifiers") {
		answer["identifiers"] = led.identifiersOf(s)
	}
	return answer
}

// identifiersOf returns the product of the SKU, if known.
func (led *Ledger) identifiersOf(s submission) []gateway.Object {
	asin := s.attributes.text(catalog.AttributeASIN)
	if l, ok := led.ListingOf(s.seller.ID, s.sku); ok {
		asin = l.ASIN
	}
	all := []gateway.Object{}
	for _, shop := range s.shops {
		row := gateway.Object{"marketplaceId": shop}
		if _, ok := led.world.Index(asin); ok {
			row["asin"] = asin
		}
		all = append(all, row)
	}
	return all
}
