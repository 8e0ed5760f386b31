// Package relay routes a call of Amazon's own interface that is passed on for a team. It finds the
// marketplaces of the call and the seller account that makes it, and refuses parameters that
// contradict each other.
//
// The contents of a call and its answer are Amazon's and not looked at.
package relay

import (
	"slices"
	"strings"

	"sellingassistant/domain/kernel/account"
	"sellingassistant/domain/kernel/fault"
	"sellingassistant/domain/kernel/marketplace"
)

// Parameters has the texts of a call's parameters by name; a list is separated by commas.
type Parameters map[string]string

// Request has a call as Amazon gets it.
type Request struct {
	// Operation has Amazon's name of the call.
	Operation string
	// Segments has the values in its path and Query the values in its query, by Amazon's names.
	Segments, Query Parameters
	// Body goes out byte for byte; it may be nil.
	Body []byte
}

// Answer has a success as Amazon gave it.
type Answer struct {
	Status      int
	ContentType string
	// RequestID has Amazon's name of the call.
	RequestID string
	// RateLimit has the calls a second that Amazon allows, "" if unknown.
	RateLimit string
	Body      []byte
}

// Refused has the refusal of a call as Amazon sent it. If the call never left because of Amazon's
// limits, it has only RateLimit.
type Refused struct {
	Answer
	// Err has the refusal in the program's own words.
	Err error
}

func (r *Refused) Error() string { return r.Err.Error() }

// Unwrap returns the program's own fault.
func (r *Refused) Unwrap() error { return r.Err }

// Choice names the marketplaces of a call as its caller does.
type Choice struct {
	// Domain and MarketplaceID name one marketplace; Domain wins.
	Domain, MarketplaceID string
	// MarketplaceIDs names several, separated by commas, in place of both; MarketplaceID may repeat
	// a single identifier.
	MarketplaceIDs string
}

// Empty reports whether the call names no marketplace.
func (c Choice) Empty() bool { return c == Choice{} }

// Or returns the choice, or the first known marketplace of a body if the choice is empty.
func (c Choice) Or(inside []string) Choice {
	for _, text := range inside {
		if _, ok := marketplace.ByID(marketplace.ID(text)); ok && c.Empty() {
			return Choice{MarketplaceID: text}
		}
	}
	return c
}

// Only returns the first marketplace of a team's only account, in the region unless that is empty.
// Without an account it returns the first marketplace of the region. Several accounts are
// validation_failed (Invalid).
func Only(ours []account.Seller, region marketplace.Region) (marketplace.Marketplace, error) {
	found, ok := marketplace.First(region)
	if !ok {
		found, _ = marketplace.ByID(marketplace.US)
	}
	n := 0
	for _, seller := range ours {
		if region != "" && seller.Region != region || len(seller.Marketplaces) == 0 {
			continue
		}
		if n++; n > 1 {
			e := fault.New(fault.Invalid, fault.CodeValidationFailed,
				"The team has several seller accounts. Name a marketplace, or call the host of a region.").In("marketplaceId")
			e.Errors = []fault.Item{{Code: fault.CodeRequired, Message: "is required", Parameter: "marketplaceId"}}
			return marketplace.Marketplace{}, e
		}
		if m, known := marketplace.ByID(seller.Marketplaces[0]); known {
			found = m
		}
	}
	return found, nil
}

// Marketplaces returns the marketplaces of a call, at least one and all of one region. An empty
// choice is home. The first one decides which seller account makes the call. Faults are Invalid:
// conflicting_parameters for a list together with another marketplace or across regions, and an
// unknown marketplace.
func (c Choice) Marketplaces(home marketplace.ID) ([]marketplace.Marketplace, error) {
	if c.MarketplaceIDs == "" {
		m, err := marketplace.Choice{Domain: c.Domain, MarketplaceID: c.MarketplaceID}.Resolve(home)
		if err != nil {
			return nil, err
		}
		return []marketplace.Marketplace{m}, nil
	}
	if c.Domain != "" || c.MarketplaceID != "" && c.MarketplaceID != c.MarketplaceIDs {
		return nil, conflict("marketplaceIds", "marketplaceIds cannot be given with domain or another marketplaceId.")
	}
	var all []marketplace.Marketplace
	for text := range strings.SplitSeq(c.MarketplaceIDs, ",") {
		m, ok := marketplace.ByID(marketplace.ID(text))
		switch {
		case !ok:
			e := fault.New(fault.Invalid, fault.CodeValidationFailed, "marketplaceIds has an unknown marketplace").In("marketplaceIds")
			e.Errors = []fault.Item{{Code: fault.CodeNotAllowed, Message: "has an unknown marketplace", Parameter: "marketplaceIds"}}
			return nil, e
		case len(all) > 0 && m.Region != all[0].Region:
			return nil, conflict("marketplaceIds", "marketplaceIds names marketplaces of two regions; one call reaches one.")
		}
		all = append(all, m)
	}
	return all, nil
}

// IDs joins the identifiers of marketplaces.
func IDs(all []marketplace.Marketplace) string {
	ids := make([]string, len(all))
	for i, m := range all {
		ids[i] = string(m.ID)
	}
	return strings.Join(ids, ",")
}

// Serves checks that the account for the first marketplace of a call has the others too; a missing
// marketplace is marketplace_not_connected (Rule).
func Serves(connected []marketplace.ID, all []marketplace.Marketplace) error {
	for _, m := range all {
		if !slices.Contains(connected, m.ID) {
			return fault.Newf(fault.Rule, fault.CodeMarketplaceUnconnected, "The seller account of this call does not serve %s.", m.Domain)
		}
	}
	return nil
}

// Within checks marketplaces inside a body. A known one of another region than the call's account
// is conflicting_parameters (Invalid), because Amazon there does not know it.
func Within(inside []string, call marketplace.Marketplace) error {
	for _, text := range inside {
		if m, ok := marketplace.ByID(marketplace.ID(text)); ok && m.Region != call.Region {
			e := fault.Newf(fault.Invalid, fault.CodeConflictingParameters,
				"The body names %s, and the call goes to the region of %s; domain chooses it.", m.ID, call.Domain)
			return e
		}
	}
	return nil
}

// Rule checks a condition over several parameters of an operation. Its fault is
// conflicting_parameters (Invalid).
type Rule func(given Parameters) error

// Excludes returns the rule that at most one of the parameters is given.
func Excludes(names ...string) Rule {
	return func(given Parameters) error {
		first := ""
		for _, name := range names {
			switch {
			case given[name] == "":
			case first != "":
				return conflict(name, name+" cannot be given with "+first+".")
			default:
				first = name
			}
		}
		return nil
	}
}

// Needs returns the rule that a parameter requires another parameter.
func Needs(name, other string) Rule {
	return func(given Parameters) error {
		if given[name] != "" && given[other] == "" {
			return conflict(name, name+" needs "+other+".")
		}
		return nil
	}
}

// With returns the rule that a word of a parameter requires one of other parameters.
func With(name, word string, others ...string) Rule {
	return func(given Parameters) error {
		if given[name] != word || slices.ContainsFunc(others, func(o string) bool { return given[o] != "" }) {
			return nil
		}
		return conflict(name, name+" "+word+" needs "+strings.Join(others, " or ")+".")
	}
}

func conflict(parameter, message string) *fault.Error {
	return fault.New(fault.Invalid, fault.CodeConflictingParameters, message).In(parameter)
}
