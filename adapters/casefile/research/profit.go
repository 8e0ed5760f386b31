package research

import (
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"sync"

	"sellingassistant/adapters/casefile"
	"sellingassistant/adapters/feetable"
	"sellingassistant/domain/kernel/date"
	"sellingassistant/domain/kernel/fault"
	"sellingassistant/domain/kernel/marketplace"
	"sellingassistant/domain/kernel/money"
	"sellingassistant/domain/kernel/optional"
	"sellingassistant/domain/kernel/vat"
	"sellingassistant/domain/kernel/words"
	"sellingassistant/domain/research/fee"
	"sellingassistant/domain/research/profit"
)

// tables returns the embedded fee tables.
var tables = sync.OnceValues(feetable.Read)

type profitInput struct {
	Marketplace             string              `json:"marketplace"`
	Date                    string              `json:"date"`
	Price                   *json.Number        `json:"price"`
	Shipping                *json.Number        `json:"shipping"`
	Cost                    *json.Number        `json:"cost"`
	CostIncludesVAT         *bool               `json:"costIncludesVat"`
	Fulfillment             *profit.Fulfillment `json:"fulfillment"`
	SalesTaxPercent         *json.Number        `json:"salesTaxPercent"`
	SalesTax                *json.Number        `json:"salesTax"`
	ThirdPartyCost          *json.Number        `json:"thirdPartyCost"`
	PrepCost                *json.Number        `json:"prepCost"`
	InboundShipping         *json.Number        `json:"inboundShipping"`
	FBMShippingCost         *json.Number        `json:"fbmShippingCost"`
	OtherCost               *json.Number        `json:"otherCost"`
	OtherCostPercentOfPrice *json.Number        `json:"otherCostPercentOfPrice"`
	StorageMonths           *json.Number        `json:"storageMonths"`
	Category                string              `json:"category"`
	FeeGroup                *fee.Group          `json:"feeGroup"`
	Dimensions              *dimensions         `json:"dimensions"`
	SIPP                    *bool               `json:"sipp"`
	LowInventoryDays        *int64              `json:"lowInventoryDays"`
	Placement               *fee.Placement      `json:"placement"`
	DigitalServicesPercent  *json.Number        `json:"digitalServicesPercent"`
	CentralEurope           bool                `json:"centralEurope"`
	FeeSource               *string             `json:"feeSource"`
	Fees                    *overrides          `json:"fees"`
	VAT                     *vatInput           `json:"vat"`
	TargetROI               *json.Number        `json:"targetRoi"`
	TargetMargin            *json.Number        `json:"targetMargin"`
	TargetProfit            *json.Number        `json:"targetProfit"`
	Returns                 *returns            `json:"returns"`
	Quantity                *int64              `json:"quantity"`
	Curve                   json.RawMessage     `json:"curve"`
}

type dimensions struct {
	LengthMm *json.Number `json:"lengthMm"`
	WidthMm  *json.Number `json:"widthMm"`
	HeightMm *json.Number `json:"heightMm"`
	WeightG  *json.Number `json:"weightG"`
}

type overrides struct {
	ReferralFee     *json.Number `json:"referralFee"`
	ReferralFeeRate *json.Number `json:"referralFeeRate"`
	FBAFee          *json.Number `json:"fbaFee"`
	StorageFee      *json.Number `json:"storageFee"`
	ClosingFee      *json.Number `json:"closingFee"`
}

type vatInput struct {
	Scheme   *vat.Scheme  `json:"scheme"`
	Rate     *json.Number `json:"rate"`
	CostRate *json.Number `json:"costRate"`
	FlatRate *json.Number `json:"flatRate"`
}

type returns struct {
	RatePercent       *json.Number `json:"ratePercent"`
	UnsellablePercent *json.Number `json:"unsellablePercent"`
	ProcessingFee     *json.Number `json:"processingFee"`
}

type curve struct {
	From   *json.Number `json:"from"`
	To     *json.Number `json:"to"`
	Points int          `json:"points"`
}

// numbers keeps the first number that cannot be read.
type numbers struct{ err error }

func parsed[T any](r *numbers, name string, n *json.Number, parse func(string) (T, error)) optional.Maybe[T] {
	if n == nil {
		return optional.None[T]()
	}
	v, err := parse(n.String())
	if err != nil && r.err == nil {
		r.err = fmt.Errorf("%s %w", name, err)
	}
	return optional.Some(v)
}

func (r *numbers) maybe(name string, n *json.Number) optional.Maybe[money.Amount] {
	return parsed(r, name, n, money.Parse)
}

func (r *numbers) amount(name string, n *json.Number) money.Amount {
	return r.maybe(name, n).Or(money.Amount{})
}

func (r *numbers) share(name string, n *json.Number) optional.Maybe[money.Percent] {
	return parsed(r, name, n, money.ParsePercent)
}

func (r *numbers) percent(name string, n *json.Number) money.Percent {
	return r.share(name, n).Or(money.Percent{})
}

// wordOf returns a word of a closed list, or the default.
func wordOf[T words.Closed[T]](r *numbers, name string, w *T, standard T) T {
	if w == nil {
		return standard
	}
	if !words.Known(*w) && r.err == nil {
		r.err = fmt.Errorf("%s %s", name, words.Choices[T]())
	}
	return *w
}

// input converts the input for a sale from Amazon's stock.
func (in profitInput) input() (profit.Input, error) {
	var r numbers
	i := slices.IndexFunc(marketplace.All(), func(m marketplace.Marketplace) bool { return m.Country == in.Marketplace })
	if i < 0 {
		return profit.Input{}, errors.New("marketplace must be the country of a marketplace")
	}
	m := marketplace.All()[i]
	day, err := date.Parse(in.Date)
	if err != nil {
		return profit.Input{}, fmt.Errorf("date is %w", err)
	}
	if in.Price == nil || in.Cost == nil {
		return profit.Input{}, errors.New("price and cost are required")
	}
	if in.SalesTax != nil && in.SalesTaxPercent != nil {
		return profit.Input{}, errors.New("salesTax and salesTaxPercent exclude each other")
	}
	if in.FeeSource != nil && *in.FeeSource != "auto" && *in.FeeSource != "table" {
		return profit.Input{}, errors.New("feeSource must be auto or table")
	}
	all, err := tables()
	if err != nil {
		return profit.Input{}, err
	}
	market, _ := all.Market(m.Country, in.CentralEurope)
	out := profit.Input{
		Market: market, Currency: m.Currency, Day: day, Price: r.amount("price", in.Price), Shipping: r.amount("shipping", in.Shipping),
		Postage: r.maybe("fbmShippingCost", in.FBMShippingCost), Cost: r.amount("cost", in.Cost),
		// The API takes a cost without VAT by default. The format of the cases is older.
		CostIncludesVAT: *cmp.Or(in.CostIncludesVAT, new(true)),
		SalesTax:        r.amount("salesTax", in.SalesTax), SalesTaxPercent: r.percent("salesTaxPercent", in.SalesTaxPercent),
		ThirdParty: r.amount("thirdPartyCost", in.ThirdPartyCost), Prep: r.amount("prepCost", in.PrepCost),
		Inbound: r.amount("inboundShipping", in.InboundShipping), Other: r.amount("otherCost", in.OtherCost),
		OtherPercent: r.percent("otherCostPercentOfPrice", in.OtherCostPercentOfPrice), VAT: in.VAT.read(&r).On(m, day),
		TargetROI: r.share("targetRoi", in.TargetROI), TargetMargin: r.share("targetMargin", in.TargetMargin),
		TargetProfit: r.maybe("targetProfit", in.TargetProfit), Quantity: optional.Of(in.Quantity), Given: in.Fees.read(&r),
		Product: fee.Product{
			Category: in.Category, Group: wordOf(&r, "feeGroup", in.FeeGroup, ""), ShipsInOwnPackaging: optional.Of(in.SIPP),
			LowInventoryDays: optional.Of(in.LowInventoryDays), Placement: wordOf(&r, "placement", in.Placement, fee.PlacementNone),
			DigitalServices: r.share("digitalServicesPercent", in.DigitalServicesPercent),
			StorageMonths:   r.maybe("storageMonths", in.StorageMonths).Or(money.MustParse("1")).Units(),
		},
	}
	if b := in.Returns; b != nil {
		out.Returns = optional.Some(profit.Returns{
			Rate:       r.percent("returns.ratePercent", b.RatePercent),
			Unsellable: r.share("returns.unsellablePercent", b.UnsellablePercent).Or(money.MustParsePercent("50")),
			Processing: r.amount("returns.processingFee", b.ProcessingFee),
		})
	}
	if out.Curve, err = curveOf(&r, in.Curve, out); err != nil {
		return out, err
	}
	if d := in.Dimensions; d != nil {
		size, err := fee.MetricSize(r.amount("dimensions.lengthMm", d.LengthMm).Units(), r.amount("dimensions.widthMm", d.WidthMm).Units(),
			r.amount("dimensions.heightMm", d.HeightMm).Units(), r.amount("dimensions.weightG", d.WeightG).Units())
		if err != nil {
			return out, plain(cmp.Or(r.err, err))
		}
		out.Product.Size = optional.Some(size)
	}
	return out, r.err
}

func (v *vatInput) read(r *numbers) (given vat.Given) {
	if v == nil {
		return given
	}
	given.Rate, given.Cost, given.Flat = r.share("vat.rate", v.Rate), r.share("vat.costRate", v.CostRate), r.share("vat.flatRate", v.FlatRate)
	if v.Scheme != nil {
		given.Scheme = optional.Some(wordOf(r, "vat.scheme", v.Scheme, ""))
	}
	return given
}

func (o *overrides) read(r *numbers) (given []fee.Given) {
	if o == nil {
		return nil
	}
	if rate, ok := r.share("fees.referralFeeRate", o.ReferralFeeRate).Get(); ok {
		given = append(given, fee.AtRate(fee.TypeReferral, fee.SourceOverride, rate))
	}
	for _, f := range []struct {
		of     fee.Type
		name   string
		amount *json.Number
	}{
		{fee.TypeReferral, "fees.referralFee", o.ReferralFee}, {fee.TypeFulfillment, "fees.fbaFee", o.FBAFee},
		{fee.TypeStorage, "fees.storageFee", o.StorageFee}, {fee.TypeClosing, "fees.closingFee", o.ClosingFee},
	} {
		if a, ok := r.maybe(f.name, f.amount).Get(); ok {
			given = append(given, fee.Fixed(f.of, fee.SourceOverride, a))
		}
	}
	return given
}

func curveOf(r *numbers, text json.RawMessage, in profit.Input) (optional.Maybe[profit.Range], error) {
	switch string(text) {
	case "", "null", "false":
		return optional.None[profit.Range](), nil
	case "true":
		return optional.Some(profit.AllCurve(in.Price, in.Currency)), nil
	}
	var c curve
	if err := json.Unmarshal(text, &c); err != nil {
		return optional.None[profit.Range](), errors.New("curve must be true, or an object of from, to and points")
	}
	return optional.Some(profit.Range{From: r.amount("curve.from", c.From), To: r.amount("curve.to", c.To), Points: c.Points}), nil
}

// plain returns the sentence of a refusal.
func plain(err error) error {
	if f, ok := fault.As(err); ok {
		return errors.New(f.Message)
	}
	return err
}

func profitOf(in profitInput) (casefile.Members, error) {
	question, err := in.input()
	if err != nil {
		return nil, err
	}
	answer := casefile.Members{"currency": question.Currency, "date": question.Day.String(), "price": text(question.Price)}
	way := *cmp.Or(in.Fulfillment, new(profit.Both))
	if !words.Known(way) {
		return nil, errors.New("fulfillment " + words.Choices[profit.Fulfillment]())
	}
	for name, merchant := range map[profit.Fulfillment]bool{profit.FBA: false, profit.FBM: true} {
		if !way.Has(name) {
			continue
		}
		question.Merchant = merchant
		side, err := profit.Evaluate(question)
		if err != nil {
			return nil, plain(err)
		}
		answer[string(name)] = sideOf(side, question)
	}
	return answer, nil
}

func text(v fmt.Stringer) json.Number { return json.Number(v.String()) }

func maybe[T fmt.Stringer](m optional.Maybe[T]) any {
	if v, ok := m.Get(); ok {
		return text(v)
	}
	return nil
}

func sideOf(s profit.Side, in profit.Input) casefile.Members {
	out := casefile.Members{
		"profit": maybe(s.Profit), "roi": maybe(s.ROI), "margin": maybe(s.Margin), "markup": maybe(s.Markup), "netProceeds": maybe(s.NetProceeds),
		"breakevenPrice": maybe(s.BreakEven), "breakevenPriceSafe": maybe(s.BreakEvenSafe), "fees": bill(s.Fees),
		"costs": casefile.Members{"net": text(s.Costs.Net), "salesTax": text(s.Costs.SalesTax), "landed": text(s.Costs.Landed), "other": text(s.Costs.Other)},
		"vat":   casefile.Members{"onSale": text(s.VAT.OnSale), "onCost": text(s.VAT.OnCost), "onFees": maybe(s.VAT.OnFees), "due": maybe(s.VAT.Due)},
	}
	if in.TargetROI.Known() || in.TargetMargin.Known() || in.TargetProfit.Known() {
		out["maxCost"] = casefile.Members{"forRoi": maybe(s.MaxCost.ROI), "forMargin": maybe(s.MaxCost.Margin), "forProfit": maybe(s.MaxCost.Profit)}
		out["priceFor"] = casefile.Members{"roi": maybe(s.PriceFor.ROI), "margin": maybe(s.PriceFor.Margin), "profit": maybe(s.PriceFor.Profit)}
	}
	if fit, ok := s.Fees.Fit.Get(); ok {
		out["fulfillment"] = fulfillment(s.Fees, fit, in.Market.Metric)
	}
	if e, ok := s.Expected.Get(); ok {
		out["expected"] = casefile.Members{"profit": text(e.Profit), "lossPerReturn": text(e.LossPerReturn)}
	}
	if t, ok := s.Totals.Get(); ok {
		out["totals"] = casefile.Members{
			"quantity": t.Quantity, "sales": text(t.Sales), "cost": text(t.Cost), "fees": maybe(t.Fees), "profit": maybe(t.Profit), "netProceeds": maybe(t.Proceeds),
		}
	}
	if in.Curve.Known() {
		points := make([]casefile.Members, len(s.Curve))
		for i, p := range s.Curve {
			points[i] = casefile.Members{"price": text(p.Price), "profit": maybe(p.Profit)}
		}
		out["curve"] = points
	}
	return out
}

// bill has the sum of each type besides the items.
func bill(b fee.Bill) casefile.Members {
	items := make([]casefile.Members, len(b.Lines))
	out := casefile.Members{"total": text(b.Total), "status": b.Status, "source": b.Source, "notes": append([]fee.Note{}, b.Notes...), "missing": append([]fee.Type{}, b.Missing...)}
	for i, l := range b.Lines {
		e := l.Explain
		explain := casefile.Members{"table": e.Table, "row": e.Row, "certainty": e.Certainty, "base": maybe(e.Base), "rate": maybe(e.Rate), "surcharge": maybe(e.Surcharge), "text": l.Text()}
		if l.Source == fee.SourceTable {
			explain["from"], explain["to"] = e.From.String(), optional.Convert(e.To, date.Date.String).Ptr()
		}
		items[i] = casefile.Members{"type": l.Type, "amount": text(l.Amount), "source": l.Source, "explain": explain}
		out[string(l.Type)] = text(b.Of(l.Type))
	}
	out["items"] = items
	return out
}

func fulfillment(b fee.Bill, fit fee.Fit, metric bool) casefile.Members {
	out := casefile.Members{"tier": fit.Tier.Name}
	if metric {
		out["shippingWeightG"] = text(money.FromUnits(fit.Grams()))
	} else {
		out["shippingWeightLb"] = text(money.FromUnits(fit.Pounds()))
	}
	for _, l := range b.Lines {
		if l.Type == fee.TypeFulfillment {
			out["base"], out["surcharge"], out["table"], out["row"] = maybe(l.Explain.Base), maybe(l.Explain.Surcharge), l.Explain.Table, l.Explain.Row
		}
	}
	return out
}
