package keepa

import (
	"slices"
	"strings"
	"time"

	"sellingassistant/adapters/simulator/catalog"
	"sellingassistant/adapters/simulator/draw"
	"sellingassistant/adapters/simulator/gateway"
	"sellingassistant/adapters/simulator/market"
)

const (
	mostTracked = 100
	// mostWithOffers bounds the products of a call with offers.
	mostWithOffers = 20
	// trackedDays bounds the length of a history.
	trackedDays = 730
)

// wantedParts has the requested parts of each product.
type wantedParts struct {
	history, stats, box, rating bool
	days                        int64
	from, to                    int64 // interval of the stats, in seconds
	offers                      int
	// oldest bounds the age of the data in hours; -1 for any.
	oldest int
}

// products returns products by ASINs or codes, in their order.
func (q *inquiry) products() gateway.Object {
	asins, codes := q.names("asin"), q.names("code")
	now := q.world.Clock.Now().Unix()
	in := wantedParts{
		history: q.flag("history", true), box: q.flag("buybox", false), rating: q.flag("rating", false), stats: q.query.Has("stats"),
		days: int64(q.number("days", trackedDays, 1, 1<<20)), offers: q.number("offers", 0, mostWithOffers, 100), oldest: q.number("update", none, none, 1<<20),
		to: now,
	}
	q.wrongIf((asins == nil) == (codes == nil), "asin")
	q.wrongIf(in.offers > 0 && len(asins)+len(codes) > mostWithOffers, "offers")
	if in.stats {
		in.from, in.to = q.interval(now)
	}
	limit := q.number("code-limit", mostTracked, 1, mostTracked)
	for _, code := range codes {
		kind := map[int]string{12: "UPC", 13: "EAN", 14: "GTIN"}[len(code)]
		q.wrongIf(catalog.PlainNumber(code) < 0 || kind == "", "code")
		found := q.catalog.ProductsWith(kind, code)
		for _, p := range found[:min(limit, len(found))] {
			asins = append(asins, p.ASIN)
		}
	}
	list := []gateway.Object{}
	for _, asin := range asins {
		list = append(list, q.product(asin, in))
	}
	q.cost += q.price(len(asins), in)
	return gateway.Object{"products": list}
}

// price returns the cost of products in tokens: one each, or six per page of ten offers. Extras
// such as the buy box or fresh data cost more.
func (q *inquiry) price(n int, in wantedParts) int {
	each := 1
	if in.offers > 0 {
		each = (in.offers + 9) / 10 * 6
	}
	for _, extra := range []struct {
		asked bool
		cost  int
	}{{in.box, 2}, {q.flag("stock", false), 2}, {in.rating, 1}, {in.oldest == 0, 1}} {
		if extra.asked {
			each += extra.cost
		}
	}
	return n * each
}

// names returns the entries of a list, nil if it is not sent.
func (q *inquiry) names(parameter string) []string {
	if !q.query.Has(parameter) {
		return nil
	}
	list := strings.Split(q.text(parameter), ",")
	q.wrongIf(len(list) > mostTracked || slices.Contains(list, ""), parameter)
	return list
}

// interval returns the interval of the stats: the last days, or from one day or millisecond to
// another.
func (q *inquiry) interval(now int64) (from, to int64) {
	begin, end, both := strings.Cut(q.text("stats"), ",")
	if !both {
		return now - int64(q.number("stats", 0, 1, 1<<20))*market.Day, now
	}
	read := func(text string) int64 {
		if ms := catalog.PlainNumber(text); ms >= 0 {
			return int64(ms) / 1000
		}
		at, err := time.Parse(time.DateOnly, text)
		q.wrongIf(err != nil, "stats")
		return at.Unix()
	}
	from, to = read(begin), min(read(end), now)
	q.wrongIf(from >= to, "stats")
	return from, to
}

// oddities has the provider's irregularities for a product.
type oddities struct {
	// The data of stale products are days old; absent products have no histories. Hidden products
	// have had no rank for a while; the lists of short products end early. Future products have a
	// listing date ahead; strange products have an unknown member.
	stale, hidden, absent, short, future, strange bool
	tracked                                       int64 // days
	hours                                         int64 // age of a stale product's data
	rating, reviews                               int64
}

func (t *Tracker) oddities(p *catalog.Product) oddities {
	d := t.world.Draws(draw.OfTracking, uint64(p.Index), 0)
	return oddities{
		stale: d.Chance(30), hidden: d.Chance(40), absent: d.Chance(5), short: d.Chance(100), future: d.Chance(50), strange: d.Chance(100),
		tracked: int64(d.Between(120, 3000)), hours: int64(d.Between(24, 700)), rating: int64(d.Between(30, 50)), reviews: int64(d.Octave(3, 12)),
	}
}

// hiddenSince has the seconds for which hidden products have had no rank.
const hiddenSince = 45 * market.Day

// read computes the history of a product.
func (q *inquiry) read(p *catalog.Product, odd oddities, in wantedParts) *history {
	now := q.world.Clock.Now().Unix()
	last, back := now, int64(1)
	if odd.stale && (in.oldest < 0 || odd.hours <= int64(in.oldest)) {
		last -= odd.hours * 3600
	}
	switch {
	case in.stats && in.from < now-366*market.Day:
		back = trackedDays
	case in.stats:
		back = 366
	}
	if in.history {
		back = max(back, min(in.days, trackedDays))
	}
	phase := int64(draw.Mix(market.MarketKey{Product: p.Index, Shop: q.shop.Index}.Number()) % market.Session)
	times := grid(now-min(back, odd.tracked)*market.Day, last, phase)
	if last < now {
		times = append(times, now)
	}
	h := &history{}
	boards := q.floor.Past(p, q.shop, times)
	for _, b := range boards {
		if b.At.Unix() <= last {
			h.look(b, market.Demand(b.Product, q.world.Seed, b.Rank, b.At.Unix()), odd.hidden && b.At.Unix() > now-hiddenSince)
		}
	}
	begin := h.units[0].minute
	h.csv[ofRating] = []int64{begin, odd.rating}
	for at := begin; at <= minuteOf(last); at += inMinutes(10) {
		// Three of two hundred buyers write a review.
		months := float64(at-minuteOf(q.world.Born.Unix())+inMinutes(odd.tracked)) * 60 / market.Month
		changed(&h.csv[ofReviews], at, odd.reviews+int64(months*market.Sells(p, q.world.Seed, p.Rank)*3/200))
	}
	return h
}

// product returns the provider's data about a product.
func (q *inquiry) product(asin string, in wantedParts) gateway.Object {
	p, ok := q.catalog.Product(asin)
	if !ok || !p.SoldIn(q.shop.ID) {
		return gateway.Object{"asin": asin, "domainId": catalog.PlainNumber(q.domain), "productType": 4, "title": nil, "csv": nil}
	}
	odd := q.oddities(p)
	o := q.facts(p, odd)
	if p.IsHead() {
		o["productType"], o["csv"] = 5, nil
		return o
	}
	h := q.read(p, odd, in)
	now := minuteOf(h.last.At.Unix())
	o["lastUpdate"], o["lastPriceChange"], o["lastSoldUpdate"], o["lastRatingUpdate"] = now, now, now, now
	price := h.price(p, q.shop)
	share := q.floor.ReferralShare(p, q.shop, price)
	o["referralFeePercentage"], o["referralFeePercent"] = float64(share)/100, share/100
	o["fbaFees"] = gateway.Object{"lastUpdate": now, "pickAndPackFee": q.floor.Charge(p, q.shop, price, 0, false).Shipped}
	if sold := h.badges[len(h.badges)-1]; sold > 0 {
		o["monthlySold"] = sold
	}
	root := []int64{now, int64(catalog.PlainNumber(p.Category.ID))}
	if odd.hidden {
		root[1] = none
	}
	o["salesRankReference"], o["salesRankReferenceHistory"] = root[1], root
	if in.stats {
		o["stats"] = h.stats(minuteOf(in.from), minuteOf(in.to), in.box || in.offers > 0)
	}
	if in.box || in.offers > 0 {
		o["buyBoxSellerIdHistory"] = h.holders
	} else {
		h.csv[ofBuyBox], h.csv[ofFBA], h.csv[ofFBM], o["buyBoxSellerIdHistory"] = nil, nil, nil, nil
	}
	if !in.rating {
		h.csv[ofRating], h.csv[ofReviews] = nil, nil
	}
	if in.offers > 0 {
		h.tell(o, in.offers)
	}
	switch since := now - inMinutes(in.days); {
	case !in.history:
		o["csv"] = nil
	case odd.absent:
		delete(o, "csv")
	default:
		shown := h.csv[:]
		if odd.short {
			shown = shown[:lists-1]
		}
		lists := make([][]int64, len(shown))
		for i, list := range shown {
			lists[i] = lately(list, since, widthOf(i))
		}
		o["csv"], o["monthlySoldHistory"] = lists, lately(h.badges, since, 2)
		o["salesRanks"] = map[string][]int64{p.Category.ID: lately(h.csv[ofRank], since, 2), p.Kind.Node: lately(h.leaf, since, 2)}
	}
	return o
}

// lately returns the entries of a list since a minute. The first entry has the value before it.
func lately(list []int64, since int64, width int) []int64 {
	for len(list) >= 2*width && list[width] <= since {
		list = list[width:]
	}
	return list
}

// facts returns the constant data of a product.
func (q *inquiry) facts(p *catalog.Product, odd oddities) gateway.Object {
	now := minuteOf(q.world.Clock.Now().Unix())
	root, leaf := catalog.PlainNumber(p.Category.ID), catalog.PlainNumber(p.Kind.Node)
	began := now - inMinutes(min(odd.tracked, trackedDays))
	listed := began - inMinutes(30)
	if odd.future {
		listed = now + inMinutes(400)
	}
	o := gateway.Object{
		"asin": p.ASIN, "domainId": catalog.PlainNumber(q.domain), "productType": 0, "title": p.Title, "brand": p.Brand, "manufacturer": p.Manufacturer,
		"model": p.ModelNumber, "partNumber": p.PartNumber, "color": orNil(p.Color), "size": orNil(p.Size), "type": p.ProductType, "parentAsin": orNil(p.Parent),
		"variations": nil, "author": nil, "binding": nil, "rootCategory": root, "categories": []int{leaf},
		"categoryTree":          []gateway.Object{{"catId": root, "name": p.Category.Name}, {"catId": leaf, "name": p.Kind.Noun}},
		"salesRankDisplayGroup": p.Category.Group, "websiteDisplayGroup": p.Category.Group, "websiteDisplayGroupName": p.Category.Name,
		"eanList": q.codes(p, "EAN"), "upcList": q.codes(p, "UPC"), "numberOfItems": p.PackageQuantity, "packageQuantity": p.PackageQuantity,
		"isAdultProduct": p.Adult, "isHeatSensitive": p.HeatSensitive, "hazardousMaterials": nil, "isSNS": false, "isRedirectASIN": false,
		"hasReviews": true, "trackingSince": began, "listedSince": listed, "releaseDate": catalog.PlainNumber(strings.ReplaceAll(p.Released, "-", "")),
		"availabilityAmazon": none, "offersSuccessful": false, "offers": nil, "liveOffersOrder": nil, "monthlySoldHistory": nil, "stats": nil,
		"urlSlug": strings.ReplaceAll(p.Title, " ", "-"), "images": images(p),
	}
	if p.HazMat {
		o["hazardousMaterials"] = []gateway.Object{{"aspect": "GHS", "value": "flammable"}}
	}
	addSizes(o, "package", p.Package)
	if item := p.Item; p.Odd {
		addSizes(o, "item", catalog.Dimensions{})
	} else {
		addSizes(o, "item", item)
	}
	if odd.strange {
		o["somethingNew"] = gateway.Object{"of": []int{1, 2, 3}}
	}
	family := p.Children
	if p.Parent != "" {
		head, _ := q.catalog.Product(p.Parent)
		family = head.Children
	}
	if family != nil {
		variations := []gateway.Object{}
		for _, asin := range family {
			variations = append(variations, gateway.Object{"asin": asin, "attributes": nil})
		}
		o["variations"] = variations
	}
	return o
}

func orNil(text string) any {
	if text == "" {
		return nil
	}
	return text
}

func (q *inquiry) codes(p *catalog.Product, kind string) any {
	var found []string
	for _, c := range p.GTINs {
		if c.Type == kind {
			found = append(found, c.Value)
		}
	}
	if found == nil {
		return nil
	}
	return found
}

// addSizes adds sizes in millimetres and grams, 0 for unknown.
func addSizes(o gateway.Object, of string, d catalog.Dimensions) {
	mm := func(n int64) int64 { return (n*254 + 5_000) / 10_000 }
	o[of+"Length"], o[of+"Width"], o[of+"Height"] = mm(d.Length), mm(d.Width), mm(d.Height)
	o[of+"Weight"] = (d.Weight*45_359_237 + 50_000_000) / 100_000_000
}

func images(p *catalog.Product) []gateway.Object {
	list := []gateway.Object{}
	for i := 0; i+1 < len(p.Images); i += 2 {
		large, small := p.Images[i], p.Images[i+1]
		list = append(list, gateway.Object{
			"l": strings.TrimPrefix(large.Link, catalog.ImageHost), "lW": large.Width, "lH": large.Height,
			"m": strings.TrimPrefix(small.Link, catalog.ImageHost), "mW": small.Width, "mH": small.Height,
		})
	}
	return list
}

// Adds the live offers, the best first.
func (h *history) tell(o gateway.Object, most int) {
	now := minuteOf(h.last.At.Unix())
	offers, order := []gateway.Object{}, []int{}
	for i := range h.last.Offers[:min(most, len(h.last.Offers))] {
		of := &h.last.Offers[i]
		offers = append(offers, gateway.Object{
			"offerId": i + 1, "sellerId": of.Seller, "condition": slices.Index(market.SubConditions[:], of.Sub) + 1, "isPrime": of.Prime, "isFBA": of.FBA,
			"isAmazon": of.Retailer, "isMAP": false, "isShippable": true, "isPreorder": false, "isScam": false, "isWarehouseDeal": false, "lastSeen": now,
			"offerCSV": []int64{now, of.Price, of.Shipping}, "minOrderQty": 1, "shipsFromChina": of.Country == "CN",
		})
		order = append(order, i)
	}
	o["offers"], o["liveOffersOrder"], o["offersSuccessful"] = offers, order, true
	if stats, ok := o["stats"].(gateway.Object); ok {
		stats["retrievedOfferCount"], stats["offerCountFBA"], stats["offerCountFBM"] = len(offers), max(0, h.current(ofCountFBA)), max(0, h.current(ofCountFBM))
	}
}
