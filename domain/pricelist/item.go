package pricelist

import (
	"sellingassistant/domain/kernel/money"
	"sellingassistant/domain/kernel/optional"
	"sellingassistant/domain/kernel/versioned"
)

// ItemID names a row of an analysis.
type ItemID int64

// Item stores a row.
type Item = versioned.Record[ItemID, ItemValues]

// ItemValues has a row and its list. Key has the key of its identifier, or "".
type ItemValues struct {
	Analysis ID
	Key      string
	Row      Row
}

// Line has the result of a row as lists filter and sort it, counted by a version of the expenses.
type Line struct {
	Item                    ItemID
	Analysis                ID
	Version                 int64
	Number                  int64
	Status                  Status
	Verdict                 Verdict
	Restriction             optional.Maybe[Restriction]
	Brand, Category, Search string
	InStock                 optional.Maybe[bool]
	Edited, Liked           bool
	Alerts                  []AlertCode
	Profit, Price, Cost     Maybe
	ROI, Margin, RankTop    optional.Maybe[money.Percent]
	Rank, Sales, OffersFBA  optional.Maybe[int64]
}

func NewLine(item Item, r Result, version int64) Line {
	row := item.Values.Row
	f, _ := row.Product()
	earned := r.Earned()
	l := Line{
		Item: item.ID, Analysis: item.Values.Analysis, Version: version, Number: row.Number, Status: row.Status, Verdict: r.Verdict,
		Restriction: f.Restriction, Brand: f.Brand, Category: f.Category, InStock: f.AmazonInStock, Edited: row.Edits != Edits{}, Liked: row.Liked,
		Search: row.Input.Identifier + "\n" + row.Input.Title + "\n" + f.Title + "\n" + f.ASIN.String() + "\n" + row.Input.SupplierSKU,
		Profit: earned.Profit, Price: r.Costing.Price, Cost: r.Costing.Cost, ROI: earned.ROI, Margin: earned.Margin, RankTop: f.RankTop,
		Rank: f.Rank, Sales: f.Sales, OffersFBA: f.OffersFBA,
	}
	for _, a := range r.Alerts {
		l.Alerts = append(l.Alerts, a.Code)
	}
	return l
}
