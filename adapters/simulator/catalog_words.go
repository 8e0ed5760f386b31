package simulator

// category is a root of the browse tree with its kinds of products.
type category struct {
	ID   string // browse node
	Name string
	// group is the display group that ranks are told for.
	group string
	// referral fee in thousandths of the price.
	referral int64
	// products compete for rank 1 to 1<<population.
	population int
	// prices lie between these, in US cents.
	cheapest, dearest int
	kinds             []kind
}

// kind is a leaf of the browse tree: products of about one size.
type kind struct {
	node, noun  string
	productType string
	// weight in thousandths of a pound, size in thousandths of an inch.
	weight int64
	size   [3]int64
}

const bookType = "ABIS_BOOK"

var categories = []category{
	{"1055398", "Home & Kitchen", "kitchen_display_on_website", 150, 22, 600, 9000, []kind{
		{"289754", "Garlic Press", "KITCHEN_TOOL", 450, [3]int64{8200, 3100, 1300}},
		{"289782", "Measuring Cup Set", "MEASURING_CUP", 600, [3]int64{9000, 4200, 3100}},
		{"510136", "Storage Basket", "BASKET", 1400, [3]int64{13000, 10200, 8000}},
		{"1063278", "Fleece Blanket", "BLANKET", 2300, [3]int64{14000, 11000, 4200}},
		{"13397451", "Floor Lamp", "LAMP", 9800, [3]int64{46000, 12000, 10500}},
		{"3733551", "Mattress Topper", "MATTRESS_TOPPER", 17500, [3]int64{38000, 16000, 15500}},
	}},
	{"165793011", "Toys & Games", "toy_display_on_website", 150, 20, 700, 8000, []kind{
		{"166220011", "Puzzle", "PUZZLES", 1100, [3]int64{10500, 8000, 2300}},
		{"166118011", "Building Blocks", "TOY_BUILDING_BLOCK", 1900, [3]int64{12000, 9000, 4100}},
		{"166099011", "Plush Toy", "STUFFED_TOY", 500, [3]int64{10000, 8000, 6000}},
		{"166225011", "Board Game", "BOARD_GAME", 2200, [3]int64{10600, 10600, 3000}},
		{"166508011", "Ride-On Scooter", "KICK_SCOOTER", 8700, [3]int64{29000, 12500, 7000}},
	}},
	{"3760911", "Beauty & Personal Care", "beauty_display_on_website", 150, 20, 500, 6000, []kind{
		{"11060711", "Face Serum", "SKIN_SERUM", 250, [3]int64{5100, 1900, 1900}},
		{"11057651", "Hair Oil", "HAIR_CARE_AGENT", 600, [3]int64{7200, 2100, 2100}},
		{"11062741", "Nail Polish", "NAIL_POLISH", 120, [3]int64{3200, 1300, 1300}},
		{"11058691", "Makeup Brush Set", "COSMETIC_BRUSH", 550, [3]int64{8700, 4300, 1800}},
	}},
	{"3760901", "Health & Household", "health_and_beauty_display_on_website", 150, 20, 500, 7000, []kind{
		{"3764441", "Vitamin Tablets", "NUTRITIONAL_SUPPLEMENT", 350, [3]int64{4900, 2600, 2600}},
		{"15342811", "Dish Tablets", "CLEANING_AGENT", 2600, [3]int64{9800, 7000, 4400}},
		{"3775161", "Pill Organizer", "PILL_CASE", 300, [3]int64{8800, 4700, 1200}},
		{"3777371", "Personal Lubricant", "PERSONAL_LUBRICANT", 400, [3]int64{6600, 1900, 1900}},
	}},
	{"2619533011", "Pet Supplies", "pet_products_display_on_website", 150, 19, 500, 9000, []kind{
		{"2975312011", "Dog Leash", "ANIMAL_LEASH", 400, [3]int64{8100, 4000, 1500}},
		{"2975268011", "Cat Litter Mat", "PET_SUPPLIES", 1500, [3]int64{24000, 15000, 800}},
		{"2975221011", "Dog Bed", "PET_BED_MAT", 5200, [3]int64{30000, 22000, 9000}},
		{"2975241011", "Cat Treats", "PET_FOOD", 900, [3]int64{8000, 5500, 2800}},
	}},
	{"228013", "Tools & Home Improvement", "home_improvement_display_on_website", 150, 21, 600, 20000, []kind{
		{"552262", "Screwdriver Set", "SCREWDRIVER", 1700, [3]int64{11800, 8900, 2300}},
		{"2445457011", "LED Bulb", "LIGHT_BULB", 350, [3]int64{5100, 2600, 2600}},
		{"552684", "Cordless Drill", "POWER_DRILL", 4400, [3]int64{13200, 11000, 4600}},
		{"13749581", "Door Handle", "DOOR_LEVER", 1600, [3]int64{8200, 6000, 3200}},
		{"328867011", "Spray Paint", "PAINT", 1100, [3]int64{7900, 2700, 2700}},
	}},
	{"3375251", "Sports & Outdoors", "sports_display_on_website", 150, 21, 700, 25000, []kind{
		{"3407731", "Yoga Mat", "EXERCISE_MAT", 2400, [3]int64{24500, 5500, 5500}},
		{"3400371", "Camping Stove", "CAMPING_STOVE", 3100, [3]int64{12600, 9100, 4800}},
		{"3395811", "Water Bottle", "WATER_BOTTLE", 800, [3]int64{10300, 3200, 3200}},
		{"3407871", "Dumbbell Pair", "WEIGHT_LIFTING_DUMBBELL", 20500, [3]int64{11900, 5600, 5600}},
	}},
	{"1064954", "Office Products", "office_product_display_on_website", 150, 20, 400, 9000, []kind{
		{"1069784", "Gel Pens", "WRITING_INSTRUMENT", 300, [3]int64{6900, 4100, 800}},
		{"1069242", "Spiral Notebook", "PAPER_NOTEBOOK", 900, [3]int64{10900, 8400, 900}},
		{"1069568", "Desk Organizer", "DESK_ORGANIZER", 2100, [3]int64{12700, 9300, 5400}},
		{"1069128", "Label Printer", "LABEL_PRINTER", 2900, [3]int64{9300, 6900, 5700}},
	}},
	{"172282", "Electronics", "ce_display_on_website", 80, 20, 900, 40000, []kind{
		{"172541", "Wireless Earbuds", "HEADPHONES", 350, [3]int64{4900, 4300, 1800}},
		{"172456", "USB Cable", "ELECTRONIC_CABLE", 150, [3]int64{5900, 3900, 800}},
		{"7073956011", "Bluetooth Speaker", "SPEAKERS", 1900, [3]int64{9200, 4700, 4600}},
		{"2407749011", "Power Bank", "PORTABLE_POWER_BANK", 900, [3]int64{6700, 3600, 1600}},
		{"1266092011", "Monitor", "MONITOR", 14800, [3]int64{26500, 18400, 6400}},
	}},
	{"165796011", "Baby", "baby_product_display_on_website", 150, 19, 600, 15000, []kind{
		{"166772011", "Baby Bottle", "BABY_BOTTLE", 450, [3]int64{7800, 3100, 3100}},
		{"166829011", "Baby Blanket", "BABY_BLANKET", 800, [3]int64{10200, 8200, 2100}},
		{"166842011", "Stroller", "STROLLER", 23500, [3]int64{33000, 19500, 13500}},
	}},
	{"16310101", "Grocery & Gourmet Food", "grocery_display_on_website", 150, 19, 400, 5000, []kind{
		{"16322451", "Dark Chocolate", "CHOCOLATE_CANDY", 600, [3]int64{7300, 4200, 1400}},
		{"16318401", "Green Tea", "TEA", 450, [3]int64{6200, 3300, 2900}},
		{"16319281", "Olive Oil", "EDIBLE_OIL_VEGETABLE", 2500, [3]int64{11800, 3200, 3200}},
	}},
	{"15684181", "Automotive", "automotive_display_on_website", 120, 21, 700, 18000, []kind{
		{"15718791", "Wiper Blade", "WINDSHIELD_WIPER", 500, [3]int64{26500, 2800, 1700}},
		{"15690151", "Engine Oil Additive", "VEHICLE_FLUID", 1200, [3]int64{8300, 3300, 2700}},
		{"15735151", "Car Floor Mats", "VEHICLE_MAT", 8600, [3]int64{29500, 19500, 4200}},
	}},
	{"2972638011", "Patio, Lawn & Garden", "lawn_and_garden_display_on_website", 150, 20, 600, 20000, []kind{
		{"3043581", "Garden Hose", "GARDEN_HOSE", 5900, [3]int64{13900, 12800, 5600}},
		{"553798", "Plant Pot", "PLANTER", 2700, [3]int64{11400, 11400, 9700}},
		{"553788", "Pruning Shears", "GARDEN_TOOL_SET", 700, [3]int64{9100, 3600, 1200}},
		{"3238155011", "Charcoal Grill", "OUTDOOR_GRILL", 38500, [3]int64{27500, 25000, 14000}},
	}},
	{"7141123011", "Clothing, Shoes & Jewelry", "fashion_display_on_website", 170, 22, 900, 12000, []kind{
		{"1045624", "T-Shirt", "SHIRT", 450, [3]int64{11200, 8600, 1100}},
		{"679255011", "Running Shoes", "SHOES", 1800, [3]int64{12700, 8200, 4700}},
		{"15743251", "Leather Belt", "APPAREL_BELT", 600, [3]int64{5900, 5700, 2100}},
		{"9056922011", "Socks", "SOCKS", 300, [3]int64{8300, 4600, 1700}},
	}},
	{"11091801", "Musical Instruments", "musical_instruments_display_on_website", 150, 18, 900, 40000, []kind{
		{"11971241", "Guitar Strings", "INSTRUMENT_PARTS_AND_ACCESSORIES", 120, [3]int64{4500, 4400, 600}},
		{"11966431", "Ukulele", "UKULELE", 2200, [3]int64{24500, 9100, 4100}},
	}},
	{"283155", "Books", "book_display_on_website", 150, 23, 500, 6000, []kind{
		{"17", "Novel", bookType, 800, [3]int64{8200, 5500, 1000}},
		{"6", "Cookbook", bookType, 2100, [3]int64{10100, 8100, 1100}},
		{"1000", "Travel Guide", bookType, 900, [3]int64{7800, 5000, 900}},
	}},
}

// Brands and the words around a product are put together from these; none is
// meant to be anybody's.
var (
	brandStarts = []string{
		"Vel", "Bri", "Tor", "Kal", "Ren", "Zum", "Ald", "Fen", "Gri", "Hol", "Jun", "Lor", "Mav", "Nir", "Osk", "Pel", "Qua", "Sor", "Tam", "Wex",
	}
	brandMiddles = []string{"vo", "mi", "ta", "lu", "ne", "ka", "ri", "do", "se", "pa"}
	brandEnds    = []string{"ra", "x", "lo", "nix", "ry", "th", "via", "n", "zen", "sk"}
	qualities    = []string{
		"Premium", "Compact", "Heavy Duty", "Classic", "Lightweight", "Professional", "Everyday", "Ergonomic", "Foldable", "Reusable", "Non-Slip", "Extra Strong",
	}
	materials = []string{"Steel", "Bamboo", "Cotton", "Silicone", "Aluminum", "Ceramic", "Felt", "Glass", "Oak", "Nylon"}
	colors    = []string{"Black", "White", "Red", "Blue", "Green", "Grey", "Yellow", "Orange", "Purple", "Brown"}
	sizes     = []string{"Small", "Medium", "Large", "X-Large"}
	origins   = []string{"CN", "US", "DE", "IT", "VN", "IN", "JP", "MX"}
)
