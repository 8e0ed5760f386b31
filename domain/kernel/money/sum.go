package money

// Sum has an amount in its currency.
type Sum struct {
	Amount   Amount
	Currency Currency
}
