package ledger

import (
	"slices"
	"strings"

	"sellingassistant/adapters/simulator/catalog"
	"sellingassistant/domain/kernel/marketplace"
)

// issue has a problem of a listing or a submission.
type issue struct {
	Code           string           `json:"code"`
	Message        string           `json:"message"`
	Severity       string           `json:"severity"`
	AttributeNames []string         `json:"attributeNames,omitempty"`
	Categories     []string         `json:"categories"`
	Enforcements   *enforcements    `json:"enforcements,omitempty"`
	MarketplaceIDs []marketplace.ID `json:"marketplaceIds,omitempty"`
}

type enforcements struct {
	Actions   []enforcement `json:"actions"`
	Exemption exemption     `json:"exemption"`
}

type enforcement struct {
	Action string `json:"action"`
}

type exemption struct {
	Status string `json:"status"`
}

const severityError = "ERROR"

// wrong returns an issue that prevents the acceptance of a submission.
func wrong(code, category, words string, names ...string) issue {
	return issue{Code: code, Message: words, Severity: severityError, AttributeNames: names, Categories: []string{category}}
}

// issues returns the issues of a listing in these marketplaces.
func (l *Listing) issues(ids []marketplace.ID) []issue {
	all := []issue{}
	for _, t := range l.Tags {
		if !slices.Contains(ids, t.Shop) {
			continue
		}
		if l.flaw != nil {
			all = append(all, l.flaw.issue.in(t.Shop))
		}
		if t.outside() {
			all = append(all, priceAlarm.in(t.Shop))
		}
	}
	return all
}

var priceAlarm = issue{
	Code: "8541005", Severity: severityError, AttributeNames: []string{catalog.AttributeOffer}, Categories: []string{"INVALID_PRICE"},
	Message: "The price is outside the range of your minimum and maximum price. The offer is inactive until one of them changes.",
	Enforcements: &enforcements{
		Actions:   []enforcement{{"LISTING_SUPPRESSED"}},
		Exemption: exemption{Status: "NOT_EXEMPT"},
	},
}

func (i issue) in(shop marketplace.ID) issue {
	i.MarketplaceIDs = []marketplace.ID{shop}
	return i
}

// severities returns the severities of the listing's issues in these marketplaces.
func (l *Listing) severities(ids []marketplace.ID) string {
	var all []string
	for _, i := range l.issues(ids) {
		all = append(all, i.Severity)
	}
	return strings.Join(all, " ")
}
