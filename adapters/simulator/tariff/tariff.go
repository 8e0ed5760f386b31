package tariff

import (
	"math/bits"
	"slices"

	"sellingassistant/domain/kernel/date"
)

// Sale has the data that fees depend on.
type Sale struct {
	Country string
	Day     date.Date
	// Type names the product type, in the words of the catalogue.
	Type string
	// Hazardous goods cost more to store and ship.
	Hazardous bool
	// Sides and Weight measure the packaged unit.
	Sides  [3]int64
	Weight int64
	// Shipping has the buyer's payment besides the price.
	Price, Shipping int64
	// Merchant marks a sale that the seller ships.
	Merchant bool
}

// Fees lists the fees of a sale. Shipped, Overlong and Hazard occur only if the marketplace ships;
// Overlong and Hazard are surcharges of single products.
type Fees struct {
	Referral, Closing         int64
	Shipped, Overlong, Hazard int64
	// Digital has a share of Referral, Closing and Shipped.
	Digital int64
}

// Of returns the fees; false for a country without a tariff.
func Of(s Sale) (Fees, bool) {
	slices.Sort(s.Sides[:])
	slices.Reverse(s.Sides[:])
	var f Fees
	least := int64(0)
	switch s.Country {
	case "US":
		if !s.Merchant {
			f.Shipped, f.Overlong = s.american()
		}
	case "GB", "DE":
		if !s.Merchant {
			f.Shipped, least = s.european()
			if s.Hazardous {
				f.Hazard = 10
			}
		}
	default:
		return Fees{}, false
	}
	r := s.referral()
	f.Referral, f.Closing = r.of(s.Price+s.Shipping, max(r.least, least)), r.closing
	if s.Country == "GB" {
		f.Digital = share(f.Referral+f.Closing+f.Shipped, 20)
	}
	return f, true
}

// Pays returns the referral fee as a share of the total, in ten-thousandths, without its least
// amount.
func Pays(s Sale) (int64, bool) {
	if _, ok := Of(s); !ok {
		return 0, false
	}
	total := s.Price + s.Shipping
	return rounded(s.referral().thousandths(total)*10, max(total, 1)), true
}

// share returns so many thousandths, rounded half up.
func share(sum, thousandths int64) int64 { return rounded(sum*thousandths, 1000) }

// rounded returns a quotient, rounded half up.
func rounded(sum, number int64) int64 { return (2*sum + number) / (2 * number) }

// begun counts the steps that begin above a weight.
func begun(weight, above, step int64) int64 { return max(0, (weight-above+step-1)/step) }

// The fuel surcharge begins in the spring of 2026, the season lasts from October to January.
var (
	fuelFrom   = date.MustParse("2026-04-17")
	seasonFrom = date.MustParse("2026-10-15")
	seasonTo   = date.MustParse("2027-01-14")
)

func (s *Sale) season() bool { return !s.Day.Before(seasonFrom) && !s.Day.After(seasonTo) }

// fuelled adds the fuel surcharge.
func (s *Sale) fuelled(fee, thousandths int64) int64 {
	if s.Day.Before(fuelFrom) {
		return fee
	}
	return share(fee, 1000+thousandths)
}

// cubic returns the volume in thousandths of an inch times a factor, divided and rounded up.
func cubic(sides [3]int64, factor, number int64) int64 {
	hi, lo := bits.Mul64(uint64(sides[0]*sides[1]*sides[2]), uint64(factor))
	q, rest := bits.Div64(hi, lo, uint64(number))
	if rest > 0 {
		q++
	}
	return int64(q)
}
