// Package listingitem serves the listings of a team's seller accounts.
package listingitem

import (
	"context"
	"net/http"

	"sellingassistant/adapters/http/httpx"
	"sellingassistant/adapters/http/httpx/body"
	"sellingassistant/adapters/http/httpx/records"
	app "sellingassistant/app/listingitem"
	"sellingassistant/domain/kernel/caller"
	"sellingassistant/domain/kernel/marketplace"
	"sellingassistant/domain/listingitem"
)

const group = "listings-items"

// locale sets the language of issues.
type locale struct {
	IssueLocale string `query:"issueLocale" pattern:"^[a-z]{2}_[A-Z]{2}$" patternDescription:"a language and a country such as en_US" doc:"Language of the issues; the marketplace's own when absent." example:"en_US"`
}

// named identifies the listing of a call.
type named struct {
	SKU string `path:"sku" exact:"true" minLength:"1" maxLength:"40" doc:"The seller's own name of the offer, letter by letter, without space at its ends and percent-encoded (a slash is %2F)." example:"SIM-0000"`
}

type parts struct {
	IncludedData []string `query:"includedData" enum:"summaries,attributes,issues,offers,fulfillmentAvailability,procurement,relationships,productTypes" maxItems:"8" doc:"Parts of a listing to read; summaries alone when absent."`
}

type searchInput struct {
	Identifiers         []string            `query:"identifiers" exact:"true" minLength:"1" maxLength:"40" maxItems:"20" doc:"Any of these codes, with identifiersType, which it needs. A SKU with a comma cannot be named here."`
	IdentifiersType     string              `query:"identifiersType" enum:"ASIN,EAN,FNSKU,GTIN,ISBN,JAN,MINSAN,SKU,UPC" doc:"Type of the identifiers; needs identifiers."`
	VariationParentSKU  string              `query:"variationParentSku" exact:"true" maxLength:"40" doc:"The variations below this listing; not beside identifiers."`
	PackageHierarchySKU string              `query:"packageHierarchySku" exact:"true" maxLength:"40" doc:"The packages around and inside this listing; not beside identifiers or variationParentSku."`
	CreatedAfter        body.Opt[body.Time] `query:"createdAfter" doc:"Made at this time or later."`
	CreatedBefore       body.Opt[body.Time] `query:"createdBefore" doc:"Made at this time or earlier."`
	LastUpdatedAfter    body.Opt[body.Time] `query:"lastUpdatedAfter" doc:"Changed at this time or later."`
	LastUpdatedBefore   body.Opt[body.Time] `query:"lastUpdatedBefore" doc:"Changed at this time or earlier."`
	WithIssueSeverity   []string            `query:"withIssueSeverity" enum:"WARNING,ERROR" maxItems:"2" doc:"Has issues of any of these."`
	WithStatus          []string            `query:"withStatus" enum:"BUYABLE,DISCOVERABLE" maxItems:"2" doc:"Has all of these."`
	WithoutStatus       []string            `query:"withoutStatus" enum:"BUYABLE,DISCOVERABLE" maxItems:"2" doc:"Without any of these."`
	SortBy              string              `query:"sortBy" enum:"sku,createdDate,lastUpdatedDate" doc:"Field to sort by; lastUpdatedDate when absent."`
	SortOrder           string              `query:"sortOrder" enum:"ASC,DESC" doc:"Ascending or descending; DESC when absent."`
	PageSize            int                 `query:"pageSize" minimum:"1" maximum:"20" doc:"Listings of a page; 10 when absent."`
	PageToken           string              `query:"pageToken" maxLength:"2048" pattern:"^[!-~]+$" patternDescription:"printable" doc:"Where the page starts: pagination.nextToken of the page before, unchanged."`
	parts
	locale
	httpx.Marketplace
}

type getInput struct {
	named
	parts
	locale
	httpx.Marketplace
}

type putInput struct {
	named
	DryRun bool `query:"dryRun" doc:"Whether Amazon only judges the listing; nothing is written then."`
	locale
	httpx.Marketplace
	Body Offer
}

type deleteInput struct {
	named
	locale
	httpx.Marketplace
}

// Routes adds the operations of the context.
func Routes(items *app.ListingItems) httpx.Routes {
	return func(r *httpx.Router) {
		readRoutes(r, items)
		writeRoutes(r, items)
	}
}

func readRoutes(r *httpx.Router, items *app.ListingItems) {
	httpx.Register(r, httpx.Operation{
		ID: "searchListingsItems", Method: http.MethodGet, Path: "/listings-items", Group: group,
		Summary: "Search listings items",
		Description: "Lists the listings of the team's seller account on one marketplace, as Amazon has them now. " +
			"Amazon shows no more than the first 1,000 that a search finds. Parameters that exclude or need each other are 400 conflicting_parameters.",
		Errors: []int{http.StatusUnprocessableEntity}, Example: exampleResult,
	}, records.AnswerPage("pageToken", nextOf, toResult, func(ctx context.Context, who caller.Caller, in *searchInput) (listingitem.Page, error) {
		return items.Search(ctx, who, marketplace.Choice(in.Marketplace), in.search())
	}))
	httpx.Register(r, httpx.Operation{
		ID: "getListingsItem", Method: http.MethodGet, Path: "/listings-items/{sku}", Group: group, Noun: "listing",
		Summary:     "Get a listings item",
		Description: "Reads one listing of the team's seller account on one marketplace, as Amazon has it now.",
		Errors:      []int{http.StatusNotFound, http.StatusUnprocessableEntity}, Example: exampleItem,
	}, httpx.AnswerPlain(toItem, func(ctx context.Context, who caller.Caller, in *getInput) (listingitem.Item, error) {
		return items.Get(ctx, who, marketplace.Choice(in.Marketplace), in.SKU, listingitem.View{Parts: in.IncludedData, IssueLocale: in.IssueLocale})
	}))
}

func nextOf(p listingitem.Page) string { return p.Next }

func writeRoutes(r *httpx.Router, items *app.ListingItems) {
	httpx.Register(r, httpx.Operation{
		ID: "putListingsItemFromAsin", Method: http.MethodPut, Path: "/listings-items/{sku}", Group: group, Noun: "listing",
		Summary: "Create or replace a listings item from an ASIN",
		Description: "Offers a product that Amazon knows under a SKU of the seller; a listing that already has the SKU is " +
			"replaced. Amazon shows an accepted listing to buyers some minutes later.\n\n" +
			"It is refused with 422 when the seller may not sell the product in this condition " +
			"(approval_required, not_eligible), when the offer breaks a rule, and when Amazon finds it wrong " +
			"(listing_invalid, Amazon's issues in errors).\n\n" +
			"Absent members come from a ready draft of the same SKU, marketplace and ASIN (quantity only where " +
			"the fulfillmentChannel is the draft's). Without such a draft, asin and price are required (400). The " +
			"draft is submitting while Amazon is asked, live when Amazon accepts, rejected with Amazon's issues " +
			"when it refuses, and ready again when nothing reached Amazon. A draft that changes meanwhile is 409 " +
			"conflict. dryRun leaves it alone.\n\n" +
			"A 503 leaves open whether Amazon has the listing: the draft stays submitting until the next sync has " +
			"looked, and the call may be repeated as it is.",
		Errors:  []int{http.StatusNotFound, http.StatusConflict, http.StatusUnprocessableEntity},
		Example: exampleSubmission, RequestExample: exampleOffer,
	}, func(ctx context.Context, who caller.Caller, in *putInput) (*httpx.Plain[Submission], error) {
		wish, err := in.Body.wish()
		if err != nil {
			return nil, err
		}
		s, err := items.Put(ctx, who, app.Put{
			Choice: marketplace.Choice(in.Marketplace), SKU: in.SKU, Wish: wish, DryRun: in.DryRun, IssueLocale: in.IssueLocale,
		})
		if err != nil {
			return nil, err
		}
		return httpx.PlainOf(Submission{
			SKU: in.SKU, ASIN: s.ASIN.String(), Status: s.Status, SubmissionID: body.Text(s.ID), Issues: body.Each(s.Issues, toIssue), DryRun: in.DryRun,
		}), nil
	})
	httpx.Register(r, httpx.Operation{
		ID: "deleteListingsItem", Method: http.MethodDelete, Path: "/listings-items/{sku}", Group: group, Noun: "listing",
		Summary: "Delete a listings item",
		Description: "Takes a listing of the team's seller account away from one marketplace; Amazon carries the order out " +
			"some minutes later. A SKU that Amazon does not know is 404. A refusal by Amazon for another reason " +
			"is 422 listing_invalid with its issues in errors. A 503 leaves open whether Amazon has the order; " +
			"the call may be repeated.",
		Errors: []int{http.StatusNotFound, http.StatusUnprocessableEntity}, Example: exampleDeletion,
	}, func(ctx context.Context, who caller.Caller, in *deleteInput) (*httpx.Plain[Deletion], error) {
		s, err := items.Delete(ctx, who, marketplace.Choice(in.Marketplace), in.SKU, in.IssueLocale)
		if err != nil {
			return nil, err
		}
		return httpx.PlainOf(Deletion{SKU: in.SKU, Status: s.Status, SubmissionID: body.Text(s.ID), Issues: body.Each(s.Issues, toIssue)}), nil
	})
}

func (in *searchInput) search() listingitem.Search {
	return listingitem.Search{
		View:        listingitem.View{Parts: in.IncludedData, IssueLocale: in.IssueLocale},
		Identifiers: in.Identifiers, IdentifiersType: in.IdentifiersType,
		VariationParentSKU: in.VariationParentSKU, PackageHierarchySKU: in.PackageHierarchySKU,
		CreatedAfter: body.Moment(in.CreatedAfter), CreatedBefore: body.Moment(in.CreatedBefore),
		UpdatedAfter: body.Moment(in.LastUpdatedAfter), UpdatedBefore: body.Moment(in.LastUpdatedBefore),
		IssueSeverity: in.WithIssueSeverity, Status: in.WithStatus, NoStatus: in.WithoutStatus,
		SortBy: in.SortBy, SortOrder: in.SortOrder, PageSize: in.PageSize, PageToken: in.PageToken,
	}
}
