package pricelist

import (
	"sellingassistant/domain/kernel/fault"
	"sellingassistant/domain/kernel/marketplace"
	"sellingassistant/domain/kernel/money"
	"sellingassistant/domain/kernel/optional"
	"sellingassistant/domain/kernel/vat"
	"sellingassistant/domain/pricelist"
	"sellingassistant/domain/research/fee"
	"sellingassistant/domain/research/profit"
	goods "sellingassistant/domain/research/reduced"
	"sellingassistant/ports/clock"
)

// Research calculates the earnings of sales for price lists.
type Research struct {
	tables fee.Tables
	clock  clock.Clock
}

// NewResearch takes the fee tables of all marketplaces.
func NewResearch(tables fee.Tables, c clock.Clock) *Research {
	return &Research{tables, c}
}

func (r *Research) Evaluate(m marketplace.Marketplace, sales []pricelist.Sale) ([]pricelist.Earnings, error) {
	out := make([]pricelist.Earnings, len(sales))
	for i, s := range sales {
		var err error
		out[i], err = r.earned(m, s)
		switch f, ok := fault.As(err); {
		case ok && f.Kind == fault.Rule:
			out[i] = pricelist.Earnings{Missing: true}
		case err != nil:
			return nil, err
		}
	}
	return out, nil
}

func (r *Research) earned(m marketplace.Marketplace, s pricelist.Sale) (pricelist.Earnings, error) {
	in, err := r.input(m, s)
	if err != nil {
		return pricelist.Earnings{}, err
	}
	side, err := profit.Evaluate(in)
	return earnings(side, in.VAT), err
}

func (r *Research) input(m marketplace.Marketplace, s pricelist.Sale) (profit.Input, error) {
	in := profit.Input{
		Currency: m.Currency, Day: m.Day(r.clock.Now()), Price: s.Price,
		Merchant: s.Merchant, Postage: optional.Some(s.Postage),
		Cost: s.Cost.Or(money.Amount{}), Uncosted: !s.Cost.Known(),
		CostIncludesVAT: s.VAT.CostIncludesVAT, SalesTaxPercent: s.SalesTax, ThirdParty: s.ThirdParty, Prep: s.Handling, Inbound: s.Inbound,
		Other: s.Other, OtherPercent: s.OtherOfPrice, OtherOfCost: s.OtherOfCost, TargetROI: s.TargetROI, Unsolved: !s.Solve,
		VAT: vat.Given{
			Scheme: s.VAT.Scheme, Rate: s.VAT.Rate, Flat: s.VAT.Flat, CostLayer: s.KnownVAT.CostLayer, Class: s.KnownVAT.Class,
			Unsure: goods.Usually(m.Country, s.Facts.Type, s.Facts.Category), Doubt: s.VATDoubt,
		}.On(m, m.Day(r.clock.Now())),
	}
	in.Market, _ = r.tables.Market(m.Country, false)
	in.Product.StorageMonths, in.Product.FromRoot = s.StorageMonths, true
	if in.Market != nil {
		name, by := in.Market.Category(s.Facts.Type, s.Facts.Root, in.Day)
		in.Product.Category, in.Product.FromRoot = name, by != fee.ByType
	}
	if s.Facts.Hazmat.Or(false) {
		in.Product.Group = fee.GroupDangerous
	}
	if size, err := fee.NewSize(s.Facts.Size.Length, s.Facts.Size.Width, s.Facts.Size.Height, s.Facts.Size.Weight); err == nil {
		in.Product.Size = optional.Some(size)
	}
	for of, edited := range map[fee.Type]pricelist.Maybe{fee.TypeReferral: s.ReferralFee, fee.TypeFulfillment: s.FulfillmentFee} {
		if amount, ok := edited.Get(); ok {
			in.Given = append(in.Given, fee.Fixed(of, fee.SourceOverride, amount))
		}
	}
	if answer := charges(s); len(answer) > 0 {
		table, err := fee.NewSchedule(fee.Question{
			Market: in.Market, Currency: in.Currency, Day: in.Day, Merchant: in.Merchant, Product: in.Product,
		})
		if err != nil {
			return in, err
		}
		in.Given = append(in.Given, table.With(answer, s.Price)...)
	}
	return in, nil
}

// charges returns Amazon's fees for the price and the fulfillment of the sale.
func charges(s pricelist.Sale) (answer []fee.Given) {
	for _, c := range s.Facts.Charges {
		if c.Merchant != s.Merchant || c.Price != s.Price {
			continue
		}
		line := fee.Fixed(fee.Type(c.Type), fee.SourceAmazon, c.Amount)
		if line.Type == fee.TypeReferral {
			line = fee.InProportion(line.Type, fee.SourceAmazon, c.Amount, c.Price)
		}
		line.Name = c.Name
		answer = append(answer, line)
	}
	return answer
}

// earnings leaves out unknown fees.
func earnings(s profit.Side, settings vat.Settings) pricelist.Earnings {
	missing := map[fee.Type]bool{}
	for _, of := range s.Fees.Missing {
		missing[of] = true
	}
	line := func(of fee.Type) pricelist.Maybe {
		if missing[of] {
			return pricelist.Maybe{}
		}
		return optional.Some(s.Fees.Of(of))
	}
	e := pricelist.Earnings{
		Referral: line(fee.TypeReferral), Fulfillment: line(fee.TypeFulfillment), Storage: line(fee.TypeStorage), Closing: line(fee.TypeClosing),
		VAT: s.VAT.Due, FeesStatus: string(s.Fees.Status), FeesSource: string(s.Fees.Source), Missing: len(missing) > 0,
		Profit: s.Profit, ROI: s.ROI, Margin: s.Margin, BreakEven: s.BreakEven, BreakEvenSafe: s.BreakEvenSafe,
		MaxCost: s.MaxCost.ROI, Notes: settings.Notes(),
	}
	if settings.Basis != "" {
		e.VATRate, e.VATSource = optional.Some(settings.Rate), settings.Basis
	}
	if !e.Missing {
		e.Fees = optional.Some[money.Amount](s.Fees.Total)
	}
	return e
}
