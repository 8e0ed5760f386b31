package tariff

// byCountry has a fee in the United Kingdom, in pence, and in Germany, in cents.
type byCountry [2]int64

// upTo has a fee for weights up to so many grams.
type upTo struct {
	grams int64
	fee   byCountry
}

// europeanRates lists fees by size, in the order of europeanSizes.
var europeanRates = [...][]upTo{
	{{20, byCountry{183, 233}}, {40, byCountry{187, 237}}, {60, byCountry{189, 239}}, {80, byCountry{207, 252}}, {100, byCountry{208, 254}}},
	{{210, byCountry{210, 257}}, {460, byCountry{216, 268}}},
	{{960, byCountry{272, 304}}},
	{{960, byCountry{294, 342}}},
	{{150, byCountry{291, 338}}, {400, byCountry{300, 339}}, {900, byCountry{304, 340}}, {1400, byCountry{305, 341}}, {1900, byCountry{325, 343}}, {3900, byCountry{327, 454}}},
	{{150, byCountry{294, 339}}, {400, byCountry{301, 342}}, {900, byCountry{306, 344}}, {1400, byCountry{326, 393}}, {1900, byCountry{348, 395}}, {2900, byCountry{349, 455}}, {3900, byCountry{354, 509}}, {5900, byCountry{356, 522}}, {8900, byCountry{357, 603}}, {11900, byCountry{358, 665}}},
	{{760, byCountry{349, 456}}},
	{{760, byCountry{435, 459}}},
	{{15760, byCountry{658, 725}}},
	{{760, byCountry{567, 606}}},
	{{760, byCountry{1020, 824}}},
	{{31500, byCountry{1304, 1300}}},
	{{30000, byCountry{1622, 2130}}, {40000, byCountry{1724, 2419}}, {50000, byCountry{3438, 4798}}, {60000, byCountry{4204, 5199}}},
}

// perKilogram has the fee of each kilogram begun above the last weight; the sizes before these end
// with their weights.
var perKilogram = [...]byCountry{
	6:  {25, 18},
	7:  {15, 18},
	8:  {8, 7},
	9:  {7, 8},
	10: {24, 27},
	11: {9, 15},
	12: {35, 36},
}

// lowPriceRates lists the fees of cheap goods, for the sizes up to small parcels.
var lowPriceRates = [...][]upTo{
	{{20, byCountry{146, 187}}, {40, byCountry{150, 190}}, {60, byCountry{152, 192}}, {80, byCountry{167, 206}}, {100, byCountry{170, 209}}},
	{{210, byCountry{173, 212}}, {460, byCountry{187, 228}}},
	{{960, byCountry{242, 265}}},
	{{960, byCountry{265, 304}}},
	{{150, byCountry{267, 304}}, {400, byCountry{270, 325}}},
}

// parcel has the fees of a parcel size of selected goods: for the first hundred grams, and for each
// further hundred.
type parcel struct {
	centimetres [3]int64
	grams       int64
	first, more byCountry
}

var parcels = [...]parcel{
	{[3]int64{35, 25, 7}, 3900, byCountry{283, 330}, byCountry{2, 5}},
	{[3]int64{35, 25, 9}, 3900, byCountry{287, 334}, byCountry{2, 6}},
	{[3]int64{35, 25, 12}, 3900, byCountry{291, 338}, byCountry{2, 7}},
	{[3]int64{40, 30, 6}, 11900, byCountry{297, 350}, byCountry{2, 7}},
	{[3]int64{40, 30, 20}, 11900, byCountry{310, 373}, byCountry{3, 7}},
	{[3]int64{45, 34, 10}, 11900, byCountry{334, 397}, byCountry{3, 7}},
	{[3]int64{45, 34, 26}, 11900, byCountry{397, 438}, byCountry{3, 8}},
}
