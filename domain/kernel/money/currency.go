package money

// Currency is an ISO 4217 code in capitals.
type Currency string

// decimals are those of ISO 4217 where the minor unit is not a hundredth.
var decimals = map[Currency]int{
	"BIF": 0, "CLP": 0, "DJF": 0, "GNF": 0, "ISK": 0, "JPY": 0, "KMF": 0, "KRW": 0, "PYG": 0, "RWF": 0, "UGX": 0, "UYI": 0,
	"VND": 0, "VUV": 0, "XAF": 0, "XOF": 0, "XPF": 0,
	"BHD": 3, "IQD": 3, "JOD": 3, "KWD": 3, "LYD": 3, "OMR": 3, "TND": 3, "CLF": 4, "UYW": 4,
}

// Decimals is how many decimals a price in the currency has: 0 for the yen, 3
// for the Kuwaiti dinar, 2 for most.
func (c Currency) Decimals() int {
	if n, ok := decimals[c]; ok {
		return n
	}
	return 2
}

// unit is the smallest price step in ten-thousandths.
func (c Currency) unit() int64 { return powers[scale-c.Decimals()] }

// Unit is the smallest price step: 0.01, or 1 for the yen.
func (c Currency) Unit() Amount { return Amount{c.unit()} }
