package tariff

// class groups goods with a referral fee of their own.
type class uint8

const (
	other class = iota
	accessories
	automotive
	baby
	beauty
	books
	clothing
	computers
	electronics
	garden
	grocery
	household
	kitchen
	music
	office
	petFood
	pets
	powerTools
	shoes
	sports
	tools
	toys
	vitamins
)

// classes maps the catalogue's product types.
var classes = map[string]class{
	"ELECTRONIC_CABLE": accessories, "PORTABLE_POWER_BANK": accessories,
	"VEHICLE_FLUID": automotive, "VEHICLE_MAT": automotive, "WINDSHIELD_WIPER": automotive,
	"BABY_BLANKET": baby, "BABY_BOTTLE": baby, "STROLLER": baby,
	"CLEANING_AGENT": beauty, "COSMETIC_BRUSH": beauty, "HAIR_CARE_AGENT": beauty, "NAIL_POLISH": beauty, "PERSONAL_LUBRICANT": beauty, "PILL_CASE": beauty,
	"SKIN_SERUM":   beauty,
	"ABIS_BOOK":    books,
	"APPAREL_BELT": clothing, "SHIRT": clothing, "SOCKS": clothing,
	"MONITOR":    computers,
	"HEADPHONES": electronics, "SPEAKERS": electronics,
	"GARDEN_HOSE": garden, "GARDEN_TOOL_SET": garden, "OUTDOOR_GRILL": garden, "PLANTER": garden,
	"CHOCOLATE_CANDY": grocery, "EDIBLE_OIL_VEGETABLE": grocery, "TEA": grocery,
	"BASKET": household, "BLANKET": household, "LAMP": household, "MATTRESS_TOPPER": household,
	"KITCHEN_TOOL": kitchen, "MEASURING_CUP": kitchen,
	"INSTRUMENT_PARTS_AND_ACCESSORIES": music, "UKULELE": music,
	"DESK_ORGANIZER": office, "LABEL_PRINTER": office, "PAPER_NOTEBOOK": office, "WRITING_INSTRUMENT": office,
	"PET_FOOD":     petFood,
	"ANIMAL_LEASH": pets, "PET_BED_MAT": pets, "PET_SUPPLIES": pets,
	"POWER_DRILL":   powerTools,
	"SHOES":         shoes,
	"CAMPING_STOVE": sports, "EXERCISE_MAT": sports, "WATER_BOTTLE": sports, "WEIGHT_LIFTING_DUMBBELL": sports,
	"DOOR_LEVER": tools, "LIGHT_BULB": tools, "PAINT": tools, "SCREWDRIVER": tools,
	"BOARD_GAME": toys, "KICK_SCOOTER": toys, "PUZZLES": toys, "STUFFED_TOY": toys, "TOY_BUILDING_BLOCK": toys,
	"NUTRITIONAL_SUPPLEMENT": vitamins,
}

func classOf(productType string) class { return classes[productType] }

// cheapToTen reports goods that count as cheap in Europe up to about ten pounds or euros; others up
// to twenty.
func (c class) cheapToTen() bool {
	return c == beauty || c == office || c == grocery || c == books || c == kitchen
}

// selected reports goods with parcel fees of their own in Europe.
func (c class) selected() bool {
	return c == clothing || c == shoes || c == grocery || c == petFood || c == pets
}

// referral computes a share of the buyer's total. Totals up to a limit pay its share. In larger
// totals each slice has its own share.
type referral struct {
	limits, slices []band
	least, closing int64
}

// band has a share in thousandths up to a sum; 0 means any sum.
type band struct{ upTo, share int64 }

// thousandths returns the fee before it is rounded.
func (r referral) thousandths(total int64) (sum int64) {
	for _, b := range r.limits {
		if total <= b.upTo {
			return total * b.share
		}
	}
	from := int64(0)
	for _, b := range r.slices {
		to := total
		if b.upTo > 0 {
			to = min(total, b.upTo)
		}
		sum += max(0, to-from) * b.share
		from = to
	}
	return sum
}

func (r referral) of(total, least int64) int64 {
	return max(least, rounded(r.thousandths(total), 1000))
}

func flat(share int64) []band { return []band{{0, share}} }

func (s *Sale) referral() referral {
	c := classOf(s.Type)
	if s.Country == "US" {
		return americanReferral(c)
	}
	return europeanReferral(c, s.Country == "GB")
}

func americanReferral(c class) referral {
	r := referral{slices: flat(150), least: 30}
	switch c {
	case accessories:
		r.slices = []band{{10_000, 150}, {0, 80}}
	case automotive, powerTools:
		r.slices = flat(120)
	case baby, beauty, vitamins:
		r.limits = []band{{1000, 80}}
	case books:
		r.least, r.closing = 0, 180
	case clothing:
		r.limits, r.slices = []band{{1500, 50}, {2000, 100}}, flat(170)
	case computers, electronics:
		r.slices = flat(80)
	case grocery:
		r.limits, r.least = []band{{1500, 80}}, 0
	}
	return r
}

func europeanReferral(c class, british bool) referral {
	build := func(pence, cents int64) int64 {
		if british {
			return pence
		}
		return cents
	}
	r := referral{slices: flat(150), least: build(25, 30)}
	switch c {
	case accessories:
		r.slices = []band{{10_000, 150}, {0, 80}}
	case automotive:
		r.slices = []band{{build(4500, 5000), 150}, {0, 90}}
	case baby, beauty:
		r.limits = []band{{1000, 80}}
	case books:
		r.least, r.closing = 0, 50
	case clothing:
		r.limits, r.slices = []band{{1500, 50}, {2000, 100}}, []band{{build(4000, 4500), 150}, {0, 70}}
	case computers, electronics:
		r.slices = flat(70)
	case grocery:
		r.limits, r.least = []band{{1000, 50}}, 0
	case household:
		r.limits = []band{{2000, 80}}
	case music:
		r.slices = flat(120)
	case petFood, vitamins:
		r.limits = []band{{1000, 50}}
	case powerTools, tools:
		r.slices = flat(130)
	}
	return r
}
