package money

// Sum is an amount in its currency.
type Sum struct {
	Amount   Amount
	Currency Currency
}
