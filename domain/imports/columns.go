package imports

import (
	"slices"
	"strings"

	"sellingassistant/domain/kernel/check"
	"sellingassistant/domain/kernel/columns"
	"sellingassistant/domain/kernel/fault"
	"sellingassistant/domain/kernel/marketplace"
	"sellingassistant/domain/kernel/words"
)

// Table describes the table found in a file.
type Table struct {
	Sheet string
	// HeaderRow has the number of the header in its sheet, or 0.
	HeaderRow int
	// The texts of the header, a text for each column. Signs has the decimal signs of their
	// figures: "." or ",", or "" if undecided.
	Headers, Signs []string
	// Open has a figure of each column without a decimal sign, by the place of the column.
	Open   map[int]columns.Open
	Sample [][]string
	// Rows counts the rows below the header.
	Rows int64
}

// Wanted has a mapping as a caller gives it: columns by the text of their header, their letter or
// their number from 1.
type Wanted struct {
	// Sheet "" means the longest sheet, HeaderRow 0 the probable header.
	Sheet     string
	HeaderRow int
	Columns   map[Field]string
	// Ignore lists columns to leave out.
	Ignore  []string
	Decimal columns.Decimal
	// Create says that the keys alone are enough, as for rows that create records.
	Create bool
}

// Column has a column with a meaning; At counts from 0.
type Column struct {
	Field  Field
	At     int64
	Header string
	// Sign has the decimal sign of its figures.
	Sign string
}

// Mapping says where the members of records are in a file.
type Mapping struct {
	Sheet     string
	HeaderRow int64
	Columns   []Column
	// Unused lists columns that no member was found for.
	Unused  []Column
	Decimal columns.Decimal
}

// labels has the headers of a field, as this program and others write them.
var labels = map[Field]string{
	FieldID:          "id",
	FieldSKU:         "sku, seller sku, merchant sku, msku, item sku, amazon sku, sku nummer, händler sku, verkäufer sku, sku vendeur",
	FieldMarketplace: "marketplace, marketplace id, marketplace domain, amazon marketplace, market, domain, country, marktplatz, place de marché, mercado",
	FieldSeller:      "seller id, merchant id, seller, merchant token, verkäufer id",
	FieldASIN:        "asin, asin1, amazon asin",
	MinPrice: "min, min price, minimum, minimum price, price min, min selling price, minimum selling price, minimum seller allowed price, floor, floor price, " +
		"limits min price, mindestpreis, min preis, minimalpreis, preisuntergrenze, prix min, prix minimum, precio mínimo, prezzo minimo, minimumprijs",
	MaxPrice: "max, max price, maximum, maximum price, price max, max selling price, maximum selling price, maximum seller allowed price, ceiling, ceiling price, " +
		"limits max price, höchstpreis, max preis, maximalpreis, preisobergrenze, prix max, prix maximum, precio máximo, prezzo massimo, maximumprijs",
	MapPrice: "map, map price, minimum advertised price",
	UnitCost: "cost, cost unit cost, costs, unit cost, cost price, cost per unit, product cost, item cost, cogs, buy cost, purchase price, einkaufspreis, ek, ek preis, kosten, " +
		"prix d achat, coût, coste, costo, inkoopprijs",
	Postage:         "postage, outbound shipping, cost outbound shipping, fbm shipping cost, fbm shipping, merchant shipping cost, porto, frais d envoi",
	Currency:        "currency, currency code, cost currency, währung, devise, moneda, valuta",
	Supplier:        "supplier, supplier id, supplier name, default supplier, default supplier id, vendor, lieferant, fournisseur, proveedor, fornitore, leverancier",
	Strategy:        "strategy, strategy id, strategy name, repricing strategy, repricer strategy, pricing strategy, repricing rule, strategie, estrategia",
	Mode:            "mode, repricer mode, repricing mode, modus",
	Priority:        "reprice priority, repricing priority, priority, priorität",
	PrepCost:        "prep cost, prep, cost prep cost, preparation cost",
	InboundShipping: "inbound shipping, inbound cost, cost inbound shipping, shipping to amazon",
	OtherCost:       "other cost, other costs, cost other cost, misc cost",
	VATRate:         "vat rate, vat, vat %, cost vat rate, mwst, tva, iva, btw",
	ReorderPoint:    "reorder point, reorder level, reorder at, meldebestand, bestellpunkt, point de commande, punto de pedido, punto di riordino",
	VATClass: "vat class, vat rate class, tax class, product vat class, product tax class, steuerklasse, mwst klasse, " +
		"classe de tva, tipo de iva, classe iva, btw klasse",
	Condition:        "repricer condition",
	AllowLoss:        "allow loss, allow losses, allow selling at a loss, verlust erlauben",
	MinPriceMode:     "min price mode, minimum price mode, limits min price mode, floor mode, floor rule",
	TargetROI:        "target roi, limits target roi, min roi, minimum roi, ziel roi",
	TargetMargin:     "target margin, limits target margin, min margin, minimum margin, zielmarge",
	MinPriceMarkup:   "markup, min price markup, limits min price markup, aufschlag",
	MarkupType:       "markup type, min price markup type, limits min price markup type",
	MaxChange:        "max change, limits max change, maximum change, maximum price change",
	MaxChangePercent: "max change percent, limits max change percent, maximum change percent",
	CostFallback:     "missing cost fallback, limits missing cost fallback, cost fallback, fallback without cost",
}

// ids has the headers that name the record of a kind.
var ids = map[Kind]string{SKU: "sku id", InventoryProduct: "inventory product id", RepricerProduct: "repricer product id"}

// doubtful has headers that can mean a field, or something else.
var doubtful = map[Field]string{
	FieldID:      "product id, record id",
	Postage:      "shipping, shipping cost, shipping costs, shipping fee, versand, versandkosten, frais de port",
	Strategy:     "rule, template",
	ReorderPoint: "min, minimum, min stock, minimum stock, safety stock, mindestbestand",
	MinPrice:     "lowest price",
	MaxPrice:     "highest price, list price",
	Mode:         "repricing, repricer, repricing status, repricing enabled",
}

var certain, unsure = lexicon(labels), lexicon(doubtful)

func lexicon(lists map[Field]string) map[string][]Field {
	out := map[string][]Field{}
	for _, f := range Field("").Words() {
		for label := range strings.SplitSeq(lists[f], ", ") {
			if label != "" {
				out[label] = append(out[label], f)
			}
		}
	}
	return out
}

// currencies has the currencies of the marketplaces, in small letters.
var currencies = func() map[string]bool {
	out := map[string]bool{}
	for _, m := range marketplace.All() {
		out[strings.ToLower(string(m.Currency))] = true
	}
	return out
}()

// Heads returns the field of a kind that a header means, or "", and whether the meaning is sure. A
// percent sign beside the name of an amount is a doubt.
func (k Kind) Heads(header string) (Field, bool) {
	f, sure := k.meaning(header)
	if !strings.Contains(header, "%") || f.Form() != Amount {
		return f, sure
	}
	if share := k.of([]Field{f + "_percent"}); share != "" {
		return share, sure
	}
	return f, false
}

func (k Kind) meaning(header string) (f Field, sure bool) {
	parts := strings.Fields(columns.Fold(header))
	if n := len(parts); n > 1 && currencies[parts[n-1]] {
		parts = parts[:n-1] // Min price (EUR)
	}
	text := strings.Join(parts, " ")
	if text == ids[k] {
		return FieldID, true
	}
	if f := k.of(certain[text]); f != "" {
		return f, true
	}
	if f := k.of(unsure[text]); f != "" {
		return f, false
	}
	if certain[text] != nil {
		return "", false // a member of another kind
	}
	// The longest label inside of the text.
	for n := len(parts) - 1; n > 0; n-- {
		for i := 0; i+n <= len(parts); i++ {
			if f := k.of(certain[strings.Join(parts[i:i+n], " ")]); f != "" && f != FieldID {
				return f, false
			}
		}
	}
	return "", false
}

// of returns the first of the fields that the kind has.
func (k Kind) of(fields []Field) Field {
	for _, f := range fields {
		if slices.Contains(k.fields(), f) {
			return f
		}
	}
	return ""
}

// Fingerprint returns equal texts for tables with the same header, and "" for a table without one.
func (t Table) Fingerprint() string {
	if t.HeaderRow == 0 {
		return ""
	}
	return columns.Fingerprint(t.Headers)
}

// Map decides the meaning of the columns: as the caller says, else as in the last import of the
// kind with this header, else by the header. It guesses nothing. A doubtful column, two columns
// with the same meaning, and a table without a key or a member are the Rule fault mapping_required.
// The fault has the table, the candidates and sample rows.
func (t Table) Map(k Kind, w Wanted, last *Mapping) (Mapping, error) {
	m := Mapping{Sheet: t.Sheet, HeaderRow: int64(t.HeaderRow), Decimal: w.Decimal.Plain()}
	said, taken := map[Field]bool{}, map[int]bool{}
	for _, f := range Field("").Words() {
		name, ok := w.Columns[f]
		if !ok {
			continue
		}
		at, err := columns.Place(t.Headers, name)
		if err != nil {
			return m, err.At("/mapping/columns/" + string(f))
		}
		if k.of([]Field{f}) == "" {
			return m, fault.Newf(fault.Rule, fault.CodeNotSupported, "An import of the kind %s has no %s.", k, f).At("/mapping/columns/" + string(f))
		}
		said[f], taken[at] = true, true
		m.Columns = append(m.Columns, t.column(f, at))
	}
	for i, name := range w.Ignore {
		at, err := columns.Place(t.Headers, name)
		if err != nil {
			return m, err.At(check.Item("/mapping/ignore", i))
		}
		taken[at] = true
	}
	open := map[Field][]int{}
	if last != nil && len(w.Columns)+len(w.Ignore) == 0 {
		for _, c := range last.Columns {
			taken[int(c.At)] = true
			m.Columns = append(m.Columns, t.column(c.Field, int(c.At)))
		}
	} else {
		t.exported(k, &m, said, taken)
		open = t.find(k, &m, said, taken)
	}
	for at, h := range t.Headers {
		if !taken[at] && h != "" {
			m.Unused = append(m.Unused, t.column("", at))
		}
	}
	switch {
	case len(open) > 0:
		return m, t.unsure(m, open, "The meaning of these columns is not sure: give it with mapping, or leave them out with "+
			"mapping.ignore.")
	case !m.has(FieldID) && !m.has(FieldSKU):
		return m, t.unsure(m, m.near(k), "Say with mapping which column has the SKU, or the id.")
	case !w.Create && !slices.ContainsFunc(m.Columns, func(c Column) bool { return !slices.Contains(Keys(), c.Field) }):
		return m, t.unsure(m, m.near(k), "No column has anything to import: name such a column with mapping.")
	}
	return m, t.decide(m, last)
}

// decide gives open columns the decimal sign of the last import with this header. It refuses
// a column of amounts or counts that stays open. A percentage below 100 has a single
// reading.
func (t Table) decide(m Mapping, last *Mapping) error {
	if m.Decimal != columns.Auto {
		return nil
	}
	for i := range m.Columns {
		c := &m.Columns[i]
		open, ok := t.Open[int(c.At)]
		if !ok {
			continue
		}
		c.Sign = last.sign(c.At)
		switch form := c.Field.Form(); {
		case c.Sign != "":
		case form == Percentage:
			c.Sign = open.Sign()
		case form == Amount, form == Count && c.Field != FieldID:
			return t.asked(m, nil, open.Undecided(int(c.At), c.Header))
		}
	}
	return nil
}

// sign returns the decimal sign of a column, "" if it has no sign.
func (m *Mapping) sign(at int64) string {
	if m == nil {
		return ""
	}
	for _, c := range m.Columns {
		if c.At == at {
			return m.Decimal.Sign(c.Sign)
		}
	}
	return ""
}

// find maps the columns that are not taken by their headers, and returns the columns between which
// a caller has to choose.
func (t Table) find(k Kind, m *Mapping, said map[Field]bool, taken map[int]bool) map[Field][]int {
	sure, maybe := map[Field][]int{}, map[Field][]int{}
	for at, h := range t.Headers {
		f, yes := k.Heads(h)
		switch {
		case taken[at] || f == "" || said[f]:
		case yes:
			sure[f] = append(sure[f], at)
		default:
			maybe[f] = append(maybe[f], at)
		}
	}
	open := map[Field][]int{}
	for _, f := range Field("").Words() {
		switch {
		case len(sure[f]) == 1:
			taken[sure[f][0]] = true
			m.Columns = append(m.Columns, t.column(f, sure[f][0]))
		case len(sure[f]) > 1:
			open[f] = sure[f]
		case len(maybe[f]) > 0:
			open[f] = maybe[f]
		}
	}
	return open
}

func (t Table) column(f Field, at int) Column {
	c := Column{Field: f, At: int64(at)}
	if at < len(t.Headers) {
		c.Header = t.Headers[at]
	}
	if at < len(t.Signs) {
		c.Sign = t.Signs[at]
	}
	return c
}

// Misspelt returns unused columns with nearly the header of a field that has no column. Each has
// this field.
func (m Mapping) Misspelt(k Kind) []Column {
	var found []Column
	for _, c := range m.Unused {
		field, ok := words.Nearest(columns.Fold(c.Header), func(yield func(string, Field) bool) {
			for _, f := range k.fields() {
				if m.has(f) {
					continue
				}
				for label := range strings.SplitSeq(string(f)+", "+labels[f], ", ") {
					if !yield(label, f) {
						return
					}
				}
			}
		})
		if ok {
			c.Field = field
			found = append(found, c)
		}
	}
	return found
}

// near lists misspelt columns by their fields.
func (m Mapping) near(k Kind) map[Field][]int {
	list := map[Field][]int{}
	for _, c := range m.Misspelt(k) {
		list[c.Field] = append(list[c.Field], int(c.At))
	}
	return list
}

func (m Mapping) has(f Field) bool {
	return slices.ContainsFunc(m.Columns, func(c Column) bool { return c.Field == f })
}

// unsure refuses a table if a caller has to name columns.
func (t Table) unsure(m Mapping, open map[Field][]int, message string) error {
	return t.asked(m, open, fault.New(fault.Rule, fault.CodeMappingRequired, message).At("/mapping"))
}

// asked adds the members to a refusal that a caller needs for a decision.
func (t Table) asked(m Mapping, open map[Field][]int, refusal *fault.Error) error {
	candidates := map[string][]map[string]any{}
	for _, f := range Field("").Words() {
		for _, at := range open[f] {
			candidates[string(f)] = append(candidates[string(f)], map[string]any{"column": columns.Letter(at), "header": t.column(f, at).Header})
		}
	}
	suggestion := map[string]string{}
	for _, c := range m.Columns {
		suggestion[string(c.Field)] = columns.Letter(int(c.At))
	}
	return refusal.With("sheet", t.Sheet).With("header_row", t.HeaderRow).
		With("suggestion", suggestion).With("candidates", candidates).With("sample", t.Sample)
}
