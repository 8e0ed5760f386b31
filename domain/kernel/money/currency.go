package money

import "strings"

// Currency has an ISO 4217 code in capitals.
type Currency string

// Unknown marks an amount with an unknown currency. ISO 4217 reserves the code.
const Unknown Currency = "XXX"

// known lists the codes of money that people pay with or paid with lately. Metals, units of account
// and codes for tests do not count.
var known = func() map[Currency]bool {
	set := map[Currency]bool{}
	for code := range strings.FieldsSeq(`
	AED AFN ALL AMD ANG AOA ARS AUD AWG AZN BAM BBD BDT BGN BHD BIF BMD BND BOB BOV BRL BSD BTN BWP BYN BZD
	CAD CDF CHE CHF CHW CLF CLP CNY COP COU CRC CUC CUP CVE CZK DJF DKK DOP DZD EGP ERN ETB EUR FJD FKP GBP GEL GHS
	GIP GMD GNF GTQ GYD HKD HNL HRK HTG HUF IDR ILS INR IQD IRR ISK JMD JOD JPY KES KGS KHR KMF KPW KRW KWD KYD KZT
	LAK LBP LKR LRD LSL LYD MAD MDL MGA MKD MMK MNT MOP MRU MUR MVR MWK MXN MXV MYR MZN NAD NGN NIO NOK NPR NZD OMR
	PAB PEN PGK PHP PKR PLN PYG QAR RON RSD RUB RWF SAR SBD SCR SDG SEK SGD SHP SLE SLL SOS SRD SSP STN SVC SYP SZL
	THB TJS TMT TND TOP TRY TTD TWD TZS UAH UGX USD USN UYI UYU UYW UZS VED VES VND VUV WST XAF XCD XCG XOF XPF YER
	ZAR ZMW ZWG ZWL`) {
		set[Currency(code)] = true
	}
	return set
}()

// Known reports a code of ISO 4217. Currencies that ended a few years ago count too, because
// documents name them.
func (c Currency) Known() bool { return known[c] }

// decimals has the decimals of ISO 4217 for currencies with a minor unit other than a hundredth.
var decimals = map[Currency]int{
	"BIF": 0, "CLP": 0, "DJF": 0, "GNF": 0, "ISK": 0, "JPY": 0, "KMF": 0, "KRW": 0, "PYG": 0, "RWF": 0, "UGX": 0, "UYI": 0,
	"VND": 0, "VUV": 0, "XAF": 0, "XOF": 0, "XPF": 0,
	"BHD": 3, "IQD": 3, "JOD": 3, "KWD": 3, "LYD": 3, "OMR": 3, "TND": 3, "CLF": 4, "UYW": 4,
}

// Decimals returns the decimals of a price in the currency: 0 for the yen, 3 for the Kuwaiti dinar,
// 2 for most.
func (c Currency) Decimals() int {
	if n, ok := decimals[c]; ok {
		return n
	}
	return 2
}

// unit returns the smallest price step in ten-thousandths.
func (c Currency) unit() int64 { return powers[scale-c.Decimals()] }

// Unit returns the smallest price step: 0.01, or 1 for the yen.
func (c Currency) Unit() Amount { return Amount{c.unit()} }
