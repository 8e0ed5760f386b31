package listings

import (
	"bytes"
	"encoding/json"
	"time"

	"sellingassistant/adapters/amazon/spapi"
	"sellingassistant/domain/kernel/money"
	"sellingassistant/domain/listingitem"
)

// Row decodes a listing of Amazon. Parts that were not requested are nil; members of a part may be
// missing although Amazon documents them as required.
type Row struct {
	SKU           string            `json:"sku"`
	Summaries     []summaryRow      `json:"summaries"`
	Attributes    json.RawMessage   `json:"attributes"`
	Issues        []issueRow        `json:"issues"`
	Offers        []offerRow        `json:"offers"`
	Availability  []availabilityRow `json:"fulfillmentAvailability"`
	Procurement   []procurementRow  `json:"procurement"`
	Relationships []relationsRow    `json:"relationships"`
	ProductTypes  []productTypeRow  `json:"productTypes"`
}

type summaryRow struct {
	MarketplaceID   string   `json:"marketplaceId"`
	ASIN            string   `json:"asin"`
	ProductType     string   `json:"productType"`
	ConditionType   string   `json:"conditionType"`
	Status          []string `json:"status"`
	FNSKU           string   `json:"fnSku"`
	ItemName        string   `json:"itemName"`
	CreatedDate     string   `json:"createdDate"`
	LastUpdatedDate string   `json:"lastUpdatedDate"`
	MainImage       *struct {
		Link   string      `json:"link"`
		Height json.Number `json:"height"`
		Width  json.Number `json:"width"`
	} `json:"mainImage"`
}

type issueRow struct {
	Code           string   `json:"code"`
	Message        string   `json:"message"`
	Severity       string   `json:"severity"`
	AttributeNames []string `json:"attributeNames"`
	Categories     []string `json:"categories"`
	MarketplaceIDs []string `json:"marketplaceIds"`
	Enforcements   struct {
		Actions []struct {
			Action string `json:"action"`
		} `json:"actions"`
		Exemption struct {
			Status string `json:"status"`
		} `json:"exemption"`
	} `json:"enforcements"`
}

type moneyRow struct {
	CurrencyCode string      `json:"currencyCode"`
	Amount       json.Number `json:"amount"`
}

type offerRow struct {
	MarketplaceID string    `json:"marketplaceId"`
	OfferType     string    `json:"offerType"`
	Price         *moneyRow `json:"price"`
	Points        struct {
		PointsNumber json.Number `json:"pointsNumber"`
	} `json:"points"`
	Audience struct {
		Value string `json:"value"`
	} `json:"audience"`
}

type availabilityRow struct {
	FulfillmentChannelCode string      `json:"fulfillmentChannelCode"`
	Quantity               json.Number `json:"quantity"`
}

type procurementRow struct {
	CostPrice *moneyRow `json:"costPrice"`
}

type relationsRow struct {
	MarketplaceID string `json:"marketplaceId"`
	Relationships []struct {
		Type           string   `json:"type"`
		ParentSKUs     []string `json:"parentSkus"`
		ChildSKUs      []string `json:"childSkus"`
		VariationTheme struct {
			Theme      string   `json:"theme"`
			Attributes []string `json:"attributes"`
		} `json:"variationTheme"`
	} `json:"relationships"`
}

type productTypeRow struct {
	MarketplaceID string `json:"marketplaceId"`
	ProductType   string `json:"productType"`
}

// decodeItem reads getListingsItem. A listing without its SKU is an error.
func decodeItem(body []byte) (listingitem.Item, error) {
	row, err := decodeRow(body)
	return row.item(), err
}

func decodeRow(body []byte) (Row, error) {
	var row Row
	if json.Unmarshal(body, &row) != nil || row.SKU == "" {
		return Row{}, spapi.ErrNotJSON
	}
	return row, nil
}

// rows decodes an answer of searchListingsItems.
type rows struct {
	NumberOfResults json.Number `json:"numberOfResults"`
	Items           []Row       `json:"items"`
	Pagination      struct {
		NextToken     string `json:"nextToken"`
		PreviousToken string `json:"previousToken"`
	} `json:"pagination"`
}

// decodeRows reads searchListingsItems. A missing list is an error, because it must not read as an
// empty list.
func decodeRows(body []byte) (rows, error) {
	var answer rows
	if json.Unmarshal(body, &answer) != nil || answer.Items == nil {
		return rows{}, spapi.ErrNotJSON
	}
	return answer, nil
}

// total returns the number of listings found, or the page's own count if it is missing.
func (r rows) total() int64 {
	if n := wholeNumber(r.NumberOfResults); n != nil {
		return *n
	}
	return int64(len(r.Items))
}

// decodePage reads searchListingsItems.
func decodePage(body []byte) (listingitem.Page, error) {
	answer, err := decodeRows(body)
	if err != nil {
		return listingitem.Page{}, err
	}
	page := listingitem.Page{Total: answer.total(), Next: answer.Pagination.NextToken, Previous: answer.Pagination.PreviousToken}
	for _, row := range answer.Items {
		page.Items = append(page.Items, row.item())
	}
	return page, nil
}

// DecodeSubmission reads the answer to a sent or deleted listing. An answer without a status is an
// error, because Amazon's action remains unknown.
func DecodeSubmission(body []byte) (listingitem.Submission, error) {
	var answer struct {
		Status       string     `json:"status"`
		SubmissionID string     `json:"submissionId"`
		Issues       []issueRow `json:"issues"`
	}
	if json.Unmarshal(body, &answer) != nil || answer.Status == "" {
		return listingitem.Submission{}, spapi.ErrNotJSON
	}
	issues := answer.Issues[:min(len(answer.Issues), maxIssues)]
	return listingitem.Submission{Status: spapi.Clean(answer.Status), ID: spapi.Clean(answer.SubmissionID), Issues: convert(issues, issueRow.issue)}, nil
}

// maxIssues bounds the issues of one submission.
const maxIssues = 100

func (r Row) item() listingitem.Item {
	return listingitem.Item{
		SKU: r.SKU, Attributes: object(r.Attributes),
		Summaries:     convert(r.Summaries, summaryRow.summary),
		Issues:        convert(r.Issues, issueRow.issue),
		Offers:        convert(r.Offers, offerRow.price),
		Availability:  convert(r.Availability, availabilityRow.availability),
		Procurement:   convert(r.Procurement, func(p procurementRow) listingitem.Cost { return listingitem.Cost{Paid: p.CostPrice.sum()} }),
		Relationships: convert(r.Relationships, relationsRow.relations),
		ProductTypes: convert(r.ProductTypes, func(p productTypeRow) listingitem.ProductType {
			return listingitem.ProductType{MarketplaceID: p.MarketplaceID, Type: p.ProductType}
		}),
	}
}

func (r summaryRow) summary() listingitem.Summary {
	s := listingitem.Summary{
		MarketplaceID: r.MarketplaceID, ASIN: r.ASIN, ProductType: r.ProductType, Condition: r.ConditionType, Status: r.Status,
		FNSKU: r.FNSKU, Name: r.ItemName, CreatedAt: instant(r.CreatedDate), UpdatedAt: instant(r.LastUpdatedDate),
	}
	if i := r.MainImage; i != nil && i.Link != "" {
		s.Image = &listingitem.Image{Link: i.Link, Height: orZero(wholeNumber(i.Height)), Width: orZero(wholeNumber(i.Width))}
	}
	return s
}

func (r issueRow) issue() listingitem.Issue {
	i := listingitem.Issue{
		Code: spapi.Clean(r.Code), Message: spapi.CleanTo(r.Message, spapi.MaxSentence), Severity: spapi.Clean(r.Severity),
		Attributes: r.AttributeNames, Categories: r.Categories,
	}
	for _, a := range r.Enforcements.Actions {
		i.Actions = append(i.Actions, a.Action)
	}
	return i
}

func (r offerRow) price() listingitem.Price {
	return listingitem.Price{
		MarketplaceID: r.MarketplaceID, OfferType: r.OfferType, Audience: r.Audience.Value,
		Offered: r.Price.sum(), Points: wholeNumber(r.Points.PointsNumber),
	}
}

func (r availabilityRow) availability() listingitem.Availability {
	return listingitem.Availability{Channel: r.FulfillmentChannelCode, Quantity: wholeNumber(r.Quantity)}
}

func (r relationsRow) relations() listingitem.Relations {
	out := listingitem.Relations{MarketplaceID: r.MarketplaceID}
	for _, one := range r.Relationships {
		out.Relations = append(out.Relations, listingitem.Relation{
			Type: one.Type, ParentSKUs: one.ParentSKUs, ChildSKUs: one.ChildSKUs,
			Theme: one.VariationTheme.Theme, Attributes: one.VariationTheme.Attributes,
		})
	}
	return out
}

// sum returns nil if the value is not an amount.
func (r *moneyRow) sum() *money.Sum {
	if r == nil {
		return nil
	}
	a, err := money.Parse(r.Amount.String())
	if err != nil {
		return nil
	}
	return &money.Sum{Amount: a, Currency: money.Currency(r.CurrencyCode)}
}

// convert maps a list; nil, which means "not requested", stays nil.
func convert[A, B any](rows []A, to func(A) B) []B {
	if rows == nil {
		return nil
	}
	out := make([]B, len(rows))
	for i, r := range rows {
		out[i] = to(r)
	}
	return out
}

// wholeNumber returns nil if the value is missing or not a whole number.
func wholeNumber(n json.Number) *int64 {
	i, err := n.Int64()
	if err != nil {
		return nil
	}
	return &i
}

func orZero(n *int64) int64 {
	if n == nil {
		return 0
	}
	return *n
}

// instant returns nil if the value is missing or not a time.
func instant(s string) *time.Time {
	t, err := time.Parse(time.RFC3339Nano, s)
	if err != nil {
		return nil
	}
	t = t.UTC()
	return &t
}

// object returns a JSON object unchanged, and nil for any other value.
func object(raw json.RawMessage) []byte {
	raw = bytes.TrimSpace(raw)
	if len(raw) == 0 || raw[0] != '{' {
		return nil
	}
	return bytes.ToValidUTF8(raw, []byte("\uFFFD"))
}
