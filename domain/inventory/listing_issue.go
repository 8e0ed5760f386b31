package inventory

import (
	"unicode/utf8"

	"sellingassistant/domain/kernel/optional"
)

// IssueSeverity says how serious an issue is.
type IssueSeverity string

// The severities. An error prevents a draft from being sent.
const (
	IssueError   IssueSeverity = "error"
	IssueWarning IssueSeverity = "warning"
)

// Codes of the issues that are found here; the marketplace has its own codes.
const (
	IssuePriceMissing       = "price_missing"
	IssueQuantityMissing    = "quantity_missing"
	IssueProductTypeUnknown = "product_type_unknown"
	IssueApprovalRequired   = "approval_required"
	IssueNotEligible        = "not_eligible"
	// IssueRestrictionUnknown reports a restriction check that got no answer.
	IssueRestrictionUnknown = "restriction_unknown"
	IssueAttributeInvalid   = "attribute_invalid"
	IssueAttributeUnknown   = "attribute_unknown"
	// IssueAttributeOverridden reports an attribute that a member of the draft replaces.
	IssueAttributeOverridden = "attribute_overridden"
	// IssueSchemaUnavailable reports attributes that could not be checked.
	IssueSchemaUnavailable = "schema_unavailable"
	// IssueTemplateWord reports a word of a template without a known value.
	IssueTemplateWord = "sku_template_word_unknown"
	// IssueOutcomeUnknown reports an offer that may or may not have reached the marketplace.
	IssueOutcomeUnknown = "submission_outcome_unknown"
)

const (
	maxIssues       = 50
	maxIssueMessage = 500
)

// ListingIssue describes a problem or note about a listing.
type ListingIssue struct {
	Code     string
	Severity IssueSeverity
	// Attribute names the attribute or the member that the issue is about.
	Attribute optional.Maybe[string]
	Message   string
}

func issue(code string, s IssueSeverity, attribute, message string) ListingIssue {
	i := ListingIssue{Code: code, Severity: s, Message: message}
	if attribute != "" {
		i.Attribute = optional.Some(attribute)
	}
	return i
}

// bounded limits the number and length of issues, because they come from outside.
func bounded(issues []ListingIssue) []ListingIssue {
	var out []ListingIssue
	for _, i := range issues[:min(len(issues), maxIssues)] {
		i.Code, i.Message = firstRunes(i.Code, 100), firstRunes(i.Message, maxIssueMessage)
		if a, ok := i.Attribute.Get(); ok {
			i.Attribute = optional.Some(firstRunes(a, 200))
		}
		out = append(out, i)
	}
	return out
}

// settled leaves out the issues about an unknown outcome of a call.
func settled(issues []ListingIssue) []ListingIssue {
	var out []ListingIssue
	for _, i := range issues {
		if i.Code != IssueOutcomeUnknown {
			out = append(out, i)
		}
	}
	return out
}

func firstRunes(s string, n int) string {
	if utf8.RuneCountInString(s) <= n {
		return s
	}
	return string([]rune(s)[:n])
}

func observedIssues(observed []ObservedIssue) []ListingIssue {
	out := make([]ListingIssue, len(observed))
	for n, o := range observed {
		severity := IssueWarning
		if o.Severity == string(IssueError) {
			severity = IssueError
		}
		attribute := ""
		if len(o.Attributes) > 0 {
			attribute = o.Attributes[0]
		}
		out[n] = issue(o.Code, severity, attribute, o.Message)
	}
	return bounded(out)
}
