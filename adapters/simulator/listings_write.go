package simulator

import (
	"net/http"
	"regexp"
	"slices"
	"strings"

	"sellingassistant/domain/kernel/marketplace"
)

// submitted is what an operation that changes a listing was asked.
type submitted struct {
	submission
	preview     bool
	identifiers bool
	issues      bool
}

func (a *asked) submitted(v verb, mostShops int) submitted {
	s, _ := a.m.seller(a.call.token.seller)
	in := submitted{submission: submission{verb: v, seller: s, sku: a.path("sku"), shops: a.shops("marketplaceIds", mostShops)}, issues: true}
	if in.sku == "" {
		a.wrong("'sku' is required.")
	}
	if v == verbDelete {
		return in
	}
	in.preview = a.word("mode", "", "VALIDATION_PREVIEW") != ""
	if a.has("includedData") {
		sets := a.list("includedData", 2, "identifiers", "issues")
		in.identifiers, in.issues = slices.Contains(sets, "identifiers"), slices.Contains(sets, "issues")
	}
	return in
}

var productTypeName = regexp.MustCompile(`^[A-Z0-9_]+$`)

func (a *asked) productType(text string) string {
	if !productTypeName.MatchString(text) {
		a.wrong("'productType' is required and must be the name of a product type.")
	}
	return text
}

func readPut(a *asked) submitted {
	in := a.submitted(verbPut, 1)
	body := struct {
		ProductType  string     `json:"productType"`
		Requirements string     `json:"requirements"`
		Attributes   attributes `json:"attributes"`
	}{}
	a.json(&body)
	in.productType = a.productType(body.ProductType)
	in.requirements, in.attributes = body.Requirements, body.Attributes
	if in.requirements != "" && !slices.Contains([]string{wholeListing, productOnly, offerOnly}, in.requirements) {
		a.wrong("'requirements' has an unknown value.")
	}
	if in.attributes == nil {
		a.wrong("'attributes' is required.")
	}
	return in
}

func readPatch(a *asked) submitted {
	in := a.submitted(verbPatch, len(marketplace.All()))
	body := struct {
		ProductType string  `json:"productType"`
		Patches     []patch `json:"patches"`
	}{}
	a.json(&body)
	in.productType, in.patches = a.productType(body.ProductType), body.Patches
	if words := checkPatches(in.patches); words != "" {
		a.wrong(words)
	}
	return in
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

func readDelete(a *asked) submitted { return a.submitted(verbDelete, 1) }

// answerSubmission judges a submission and, unless it is a preview, takes it.
func (m *Marketplace) answerSubmission(c *call, in submitted) (int, any) {
	issues := m.judge(in.submission)
	status := "ACCEPTED"
	switch {
	case len(issues) > 0:
		status = "INVALID"
	case in.preview:
		status = "VALID"
	default:
		m.submit(in.submission, c.fault)
	}
	answer := map[string]any{
		"sku": in.sku, "status": status, "submissionId": m.opaque("submission", c.token.seller, in.sku, c.number)[:32],
	}
	if in.issues {
		answer["issues"] = append([]issue{}, issues...)
	}
	if in.identifiers {
		answer["identifiers"] = m.identifiersOf(in.submission)
	}
	return http.StatusOK, answer
}

// identifiersOf is which product the SKU stands for, where it is known.
func (m *Marketplace) identifiersOf(s submission) []map[string]any {
	asin := s.attributes.text(attributeASIN)
	if l, ok := m.listingOf(s.seller.ID, s.sku); ok {
		asin = l.asin
	}
	all := []map[string]any{}
	for _, shop := range s.shops {
		row := map[string]any{"marketplaceId": shop}
		if _, ok := m.Index(asin); ok {
			row["asin"] = asin
		}
		all = append(all, row)
	}
	return all
}
