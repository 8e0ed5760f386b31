package tariff

// Weights count nanograms.
const (
	gram = 1_000_000_000
	// perWeight converts a thousandth of a pound.
	perWeight = 453_592_370
)

// Indexes of the sizes with rules of their own.
const (
	smallParcel    = 4
	standardParcel = 5
	heavyOversize  = 11
	specialSize    = 12
)

// europeanSizes lists the sizes in the order in which they are tried.
var europeanSizes = [...]struct {
	// millimetres bounds the sides, 0 for any.
	millimetres [3]int64
	// grams bounds the weight, cubic the dimensional weight, around the girth in millimetres; 0 for
	// any.
	grams, cubic, around int64
	// scaled charges a size by the weight on the scale alone.
	scaled bool
}{
	{millimetres: [3]int64{330, 230, 25}, grams: 100, scaled: true},
	{millimetres: [3]int64{330, 230, 25}, grams: 460, scaled: true},
	{millimetres: [3]int64{330, 230, 40}, grams: 960, scaled: true},
	{millimetres: [3]int64{330, 230, 60}, grams: 960, scaled: true},
	{millimetres: [3]int64{350, 250, 120}, grams: 3900, cubic: 2100},
	{millimetres: [3]int64{450, 340, 260}, grams: 11900, cubic: 7960},
	{millimetres: [3]int64{610, 460, 460}, grams: 1760, cubic: 25820},
	{millimetres: [3]int64{1010, 600, 600}, grams: 15000, cubic: 72720},
	{millimetres: [3]int64{1010, 600, 600}, grams: 23000, cubic: 72720},
	{millimetres: [3]int64{1200, 600, 600}, grams: 23000, cubic: 86400},
	{millimetres: [3]int64{1750, 0, 0}, grams: 23000, cubic: 126000, around: 3600},
	{millimetres: [3]int64{1750, 0, 0}, grams: 31500, cubic: 126000, around: 3600},
	{scaled: true},
}

// within compares thousandths of an inch with millimetres; 0 means any length.
func within(length, millimetres int64) bool {
	return millimetres == 0 || length*254 <= millimetres*10_000
}

func (s *Sale) within(millimetres [3]int64) bool {
	return within(s.Sides[0], millimetres[0]) && within(s.Sides[1], millimetres[1]) && within(s.Sides[2], millimetres[2])
}

func (s *Sale) country() int {
	if s.Country == "GB" {
		return 0
	}
	return 1
}

// lightSeason replaces the fee of small parcels in the United Kingdom in the season. The fees of
// other sizes and of Germany in the season are unknown.
const (
	lightSeason     = 315
	lightSeasonUpTo = 900
)

// european returns the shipping fee, and the least referral fee of large goods.
func (s *Sale) european() (shipped, least int64) {
	weight := s.Weight * perWeight
	// 5000 cubic centimetres count as a kilogram.
	cubic := cubic(s.Sides, 32_774_128, 10_000_000)
	for i, z := range europeanSizes {
		counted := max(weight, cubic)
		if z.scaled {
			counted = weight
		}
		around := within(2*(s.Sides[1]+s.Sides[2]), z.around)
		if !s.within(z.millimetres) || !around || z.grams > 0 && weight > z.grams*gram || z.cubic > 0 && cubic > z.cubic*gram {
			continue
		}
		if s.Country == "GB" {
			least = map[int]int64{heavyOversize: 2000, specialSize: 2500}[i]
		}
		return s.fuelled(s.byEuropeanSize(i, counted, max(weight, cubic)), 15), least
	}
	return 0, 0
}

// byEuropeanSize returns the fee before the fuel surcharge, by the counted weight of the size and
// of parcels.
func (s *Sale) byEuropeanSize(size int, counted, parcel int64) int64 {
	class, to := classOf(s.Type), s.country()
	cheap := int64(2000)
	if class.cheapToTen() {
		cheap = [...]int64{1000, 1100}[to]
	}
	if s.Price <= cheap && size < len(lowPriceRates) {
		if fee, ok := rate(lowPriceRates[size], counted, to); ok {
			return fee
		}
	}
	if parcelled := size == smallParcel || size == standardParcel; parcelled && class.selected() {
		for _, p := range parcels {
			if s.within([3]int64{p.centimetres[0] * 10, p.centimetres[1] * 10, p.centimetres[2] * 10}) && s.Weight*perWeight <= p.grams*gram {
				return p.first[to] + begun(parcel, 100*gram, 100*gram)*p.more[to]
			}
		}
	}
	if size == smallParcel && s.Country == "GB" && s.season() && counted <= lightSeasonUpTo*gram {
		return lightSeason
	}
	rows := europeanRates[size]
	if fee, ok := rate(rows, counted, to); ok {
		return fee
	}
	last := rows[len(rows)-1]
	return last.fee[to] + begun(counted, last.grams*gram, 1000*gram)*perKilogram[size][to]
}

func rate(rows []upTo, weight int64, to int) (int64, bool) {
	for _, r := range rows {
		if weight <= r.grams*gram {
			return r.fee[to], true
		}
	}
	return 0, false
}
