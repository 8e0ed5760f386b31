package notification

import (
	"sellingassistant/domain/kernel/marketplace"
	"sellingassistant/domain/notification"
)

// body has the stored part of an event. It has all values of events about listings, which are read
// again, and nothing of other events.
type body struct {
	Seller      string         `json:"seller,omitempty"`
	Marketplace marketplace.ID `json:"marketplace,omitempty"`
	ASIN        string         `json:"asin,omitempty"`
	SKU         string         `json:"sku,omitempty"`

	Status *statusBody `json:"status,omitempty"`
	Issues *issuesBody `json:"issues,omitempty"`
}

type statusBody struct {
	Statuses []string `json:"statuses"`
}

type issuesBody struct {
	Issues  []issueBody `json:"issues"`
	Actions []string    `json:"actions"`
}

type issueBody struct {
	Code       string   `json:"code"`
	Severity   string   `json:"severity"`
	Categories []string `json:"categories"`
}

func bodyOf(e notification.Event) body {
	switch {
	case e.Status != nil:
		s := e.Status
		return body{Seller: s.SellerID, Marketplace: s.Marketplace, ASIN: s.ASIN, SKU: s.SKU, Status: &statusBody{s.Statuses}}
	case e.Issues != nil:
		i := e.Issues
		b := &issuesBody{Actions: i.Actions}
		for _, one := range i.Issues {
			b.Issues = append(b.Issues, issueBody(one))
		}
		return body{Seller: i.SellerID, Marketplace: i.Marketplace, ASIN: i.ASIN, SKU: i.SKU, Issues: b}
	}
	return body{}
}

// event returns the stored event without its id, type and time.
func (b body) event() notification.Event {
	var e notification.Event
	switch {
	case b.Status != nil:
		e.Status = &notification.ListingStatus{
			SellerID: b.Seller, Marketplace: b.Marketplace, ASIN: b.ASIN, SKU: b.SKU, Statuses: b.Status.Statuses,
		}
	case b.Issues != nil:
		e.Issues = &notification.ListingIssues{
			SellerID: b.Seller, Marketplace: b.Marketplace, ASIN: b.ASIN, SKU: b.SKU, Actions: b.Issues.Actions,
		}
		for _, one := range b.Issues.Issues {
			e.Issues.Issues = append(e.Issues.Issues, notification.Issue(one))
		}
	}
	return e
}
