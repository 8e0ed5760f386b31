package catalog

import (
	"net/http"

	"sellingassistant/adapters/simulator/gateway"
	"sellingassistant/domain/kernel/marketplace"
)

// Case describes a product with a fixed behaviour for any seed. It is not part of the catalogue.
type Case struct {
	ASIN string `json:"asin"`
	// Does describes the answer to every call about the product.
	Does string `json:"does"`

	rows    func(asin string, shop marketplace.ID) []row
	refusal *gateway.Refusal
	fault   *gateway.Fault
}

// The products with a fixed behaviour. If a product answers with an error, its ASIN ends with the
// status.
const (
	CaseUnrestricted      = "B0CASE0001"
	CaseUnknownProduct    = "B0CASE0002"
	CaseNotEligible       = "B0CASE0003"
	CaseApproval          = "B0CASE0004"
	CaseApprovalUnknown   = "B0CASE0005"
	CaseBoth              = "B0CASE0006"
	CaseNoCodeLink        = "B0CASE0007"
	CaseNewCodeLink       = "B0CASE0008"
	CaseNoCode            = "B0CASE0009"
	CaseNewCode           = "B0CASE0010"
	CaseNoReason          = "B0CASE0011"
	CaseOtherCondition    = "B0CASE0012"
	CaseOtherMarketplace  = "B0CASE0013"
	CaseEveryCondition    = "B0CASE0014"
	CaseJunk              = "B0CASE0020"
	CaseWrongTypes        = "B0CASE0021"
	CaseNothing           = "B0CASE0022"
	CaseStall             = "B0CASE0030"
	CaseReset             = "B0CASE0031"
	CaseHalf              = "B0CASE0032"
	CaseDrip              = "B0CASE0033"
	CaseBig               = "B0CASE0034"
	CaseRedirect          = "B0CASE0302"
	CaseRejected          = "B0CASE0400"
	CaseRejectedByGateway = "B0CASE1400"
	CaseUnauthorized      = "B0CASE0401"
	CaseForbidden         = "B0CASE0403"
	CaseMissing           = "B0CASE0404"
	CaseTooLarge          = "B0CASE0413"
	CaseUnsupported       = "B0CASE0415"
	CaseThrottled         = "B0CASE0429"
	CaseError             = "B0CASE0500"
	CasePage              = "B0CASE0502"
	CaseUnavailable       = "B0CASE0503"
)

// Cases lists the products with a fixed behaviour.
func Cases() []Case { return append([]Case(nil), cases...) }

var cases = []Case{
	{ASIN: CaseUnrestricted, Does: "no restriction", rows: rows()},
	{ASIN: CaseUnknownProduct, Does: "only ASIN_NOT_FOUND", rows: rows(unknownProduct())},
	{ASIN: CaseNotEligible, Does: "NOT_ELIGIBLE", rows: rows(notEligible())},
	{ASIN: CaseApproval, Does: "APPROVAL_REQUIRED with a link", rows: rows(approval(CaseApproval))},
	{ASIN: CaseApprovalUnknown, Does: "APPROVAL_REQUIRED beside ASIN_NOT_FOUND", rows: rows(unknownProduct(), approval(CaseApprovalUnknown))},
	{ASIN: CaseBoth, Does: "APPROVAL_REQUIRED beside NOT_ELIGIBLE", rows: rows(approval(CaseBoth), notEligible())},
	{ASIN: CaseNoCodeLink, Does: "a reason without a code, with a link", rows: rows(uncoded("", approvalLink(CaseNoCodeLink)))},
	{ASIN: CaseNewCodeLink, Does: "a reason with an unknown code and a link", rows: rows(uncoded("BRAND_REVIEW", approvalLink(CaseNewCodeLink)))},
	{ASIN: CaseNoCode, Does: "a reason without a code and without a link", rows: rows(uncoded("", nil))},
	{ASIN: CaseNewCode, Does: "a reason with an unknown code, without a link", rows: rows(uncoded("BRAND_REVIEW", nil))},
	{ASIN: CaseNoReason, Does: "a restriction without any reason", rows: func(_ string, shop marketplace.ID) []row {
		return []row{{MarketplaceID: shop, ConditionType: NewItems}}
	}},
	{ASIN: CaseOtherCondition, Does: "used_acceptable with a link and no code", rows: func(asin string, shop marketplace.ID) []row {
		return []row{record(shop, "used_acceptable", uncoded("", approvalLink(asin)))}
	}},
	{ASIN: CaseOtherMarketplace, Does: "NOT_ELIGIBLE, but in a marketplace that was not asked for", rows: func(string, marketplace.ID) []row {
		return []row{record("A0SIMULATED000", NewItems, notEligible())}
	}},
	{ASIN: CaseEveryCondition, Does: "NOT_ELIGIBLE without a condition", rows: func(_ string, shop marketplace.ID) []row {
		return []row{record(shop, "", notEligible())}
	}},
	{ASIN: CaseJunk, Does: "200 that is no JSON", fault: &gateway.Fault{Mode: gateway.Junk}},
	{ASIN: CaseWrongTypes, Does: "200 with other JSON", fault: &gateway.Fault{Mode: gateway.WrongTypes}},
	{ASIN: CaseNothing, Does: "200 without a body", fault: &gateway.Fault{Mode: gateway.Nothing}},
	{ASIN: CaseStall, Does: "no answer", fault: &gateway.Fault{Mode: gateway.Stall}},
	{ASIN: CaseReset, Does: "the connection ends", fault: &gateway.Fault{Mode: gateway.Reset}},
	{ASIN: CaseHalf, Does: "the connection ends within the body", fault: &gateway.Fault{Mode: gateway.Half}},
	{ASIN: CaseDrip, Does: "a byte a second", fault: &gateway.Fault{Mode: gateway.Drip}},
	{ASIN: CaseBig, Does: "5 GB", fault: &gateway.Fault{Mode: gateway.Big, Bytes: 5_000_000_000}},
	{ASIN: CaseRedirect, Does: "302 to another host", fault: &gateway.Fault{Mode: gateway.Redirect}},
	{ASIN: CaseRejected, Does: "400 in the shape of the operation", refusal: gateway.InvalidInput("The product cannot be checked.")},
	{ASIN: CaseRejectedByGateway, Does: "400 in the shape of the gateway", fault: &gateway.Fault{Mode: gateway.BadRequest}},
	{ASIN: CaseUnauthorized, Does: "401", fault: &gateway.Fault{Mode: gateway.Unauthorized}},
	{ASIN: CaseForbidden, Does: "403", fault: &gateway.Fault{Mode: gateway.Forbid}},
	{ASIN: CaseMissing, Does: "404", refusal: &gateway.Refusal{Status: http.StatusNotFound, Code: "NotFound", Words: "The product was not found."}},
	{ASIN: CaseTooLarge, Does: "413", fault: &gateway.Fault{Mode: gateway.TooLarge}},
	{ASIN: CaseUnsupported, Does: "415", fault: &gateway.Fault{Mode: gateway.Unsupported}},
	{ASIN: CaseThrottled, Does: "429", fault: &gateway.Fault{Mode: gateway.Throttle}},
	{ASIN: CaseError, Does: "500", fault: &gateway.Fault{Mode: gateway.Error500}},
	{ASIN: CasePage, Does: "502 with a page", fault: &gateway.Fault{Mode: gateway.HTML}},
	{ASIN: CaseUnavailable, Does: "503", fault: &gateway.Fault{Mode: gateway.Error503}},
}

// rows returns one record for new items with these reasons; without reasons no record.
func rows(reasons ...gateway.Object) func(string, marketplace.ID) []row {
	return func(_ string, shop marketplace.ID) []row {
		if len(reasons) == 0 {
			return nil
		}
		return []row{record(shop, NewItems, reasons...)}
	}
}

// caseOf returns the product's fixed behaviour, or nil.
func caseOf(asin string) *Case {
	for i := range cases {
		if cases[i].ASIN == asin {
			return &cases[i]
		}
	}
	return nil
}

// FollowScript ends a call about a product if its case is an error or a fault.
func FollowScript(asin string) {
	switch c := caseOf(asin); {
	case c == nil:
	case c.refusal != nil:
		panic(c.refusal)
	case c.fault != nil:
		panic(c.fault)
	}
}
