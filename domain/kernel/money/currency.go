package money

// Currency is an ISO 4217 code in capitals.
type Currency string

// Decimals is how many decimals a price in the currency has: 0 for the yen, else 2.
func (c Currency) Decimals() int {
	if c == "JPY" {
		return 0
	}
	return 2
}

// unit is the smallest price step in ten-thousandths.
func (c Currency) unit() int64 {
	u := int64(factor)
	for range c.Decimals() {
		u /= 10
	}
	return u
}

// Unit is the smallest price step: 0.01, or 1 for the yen.
func (c Currency) Unit() Amount { return Amount{c.unit()} }
