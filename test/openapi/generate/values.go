package generate

import (
	"math"
	"math/rand/v2"
	"regexp/syntax"
	"slices"
	"strconv"
	"strings"
	"time"

	"sellingassistant/test/openapi/checked"

	"github.com/getkin/kin-openapi/openapi3"
)

// Maker makes calls. It is not safe for concurrent use.
type Maker struct {
	r *rand.Rand
	// known returns values worth trying, by the name of the member or parameter.
	known func(name string) []string
	// sites lists the places of the last body, to break it.
	sites []site
	n     int
}

// site has a place of a body and its schema.
type site struct {
	spot   *spot
	schema *openapi3.Schema
	name   string
}

// New makes a maker. known returns texts of values that mean something to the service (existing
// ids, marketplaces, time zones), by the name of the member or parameter. It may return no values.
func New(seed uint64, known func(name string) []string) *Maker {
	return &Maker{r: rand.New(rand.NewPCG(seed, 0)), known: known}
}

func (m *Maker) chance(p float64) bool { return m.r.Float64() < p }

func pick[T any](m *Maker, from []T) T { return from[m.r.IntN(len(from))] }

// body makes a valid body.
func (m *Maker) body(s *openapi3.Schema) *spot {
	m.sites = m.sites[:0]
	return m.value(s, "", "", 0)
}

func (m *Maker) value(s *openapi3.Schema, name, at string, depth int) *spot {
	s = checked.Plain(s)
	out := &spot{at: at}
	m.sites = append(m.sites, site{out, s, name})
	switch {
	case s.Nullable && m.chance(0.12):
		out.v = raw("null")
	case isID(s):
		n := m.id(name)
		if m.chance(0.3) {
			n = quoted(n)
		}
		out.v = raw(n)
	case s.Type.Is("object"):
		out.v = m.object(s, at, depth)
	case s.Type.Is("array"):
		out.v = m.list(s, name, at, depth)
	case s.Type.Is("boolean"):
		out.v = raw(pick(m, []string{"true", "false"}))
	case s.Type.Is("integer"), s.Type.Is("number"):
		out.v = raw(m.number(s, name))
	default:
		out.v = m.text(s, name)
	}
	return out
}

// isID recognises an id: a number or its text.
func isID(s *openapi3.Schema) bool {
	return len(s.OneOf) == 2 && s.OneOf[0].Value.Type.Is("integer") || len(s.AnyOf) == 2 && s.AnyOf[0].Value.Type.Is("integer")
}

func (m *Maker) id(name string) string {
	if known := m.known(name); len(known) > 0 && m.chance(0.75) {
		return pick(m, known)
	}
	return pick(m, []string{"1", "999999", "9223372036854775807", strconv.Itoa(1 + m.r.IntN(50))})
}

func (m *Maker) object(s *openapi3.Schema, at string, depth int) object {
	names := make([]string, 0, len(s.Properties))
	for name := range s.Properties {
		names = append(names, name)
	}
	slices.Sort(names)
	share := pick(m, []float64{0.1, 0.3, 0.8, 1})
	var chosen []string
	for _, name := range names {
		if slices.Contains(s.Required, name) || m.chance(share) {
			chosen = append(chosen, name)
		}
	}
	m.r.Shuffle(len(names), func(i, j int) { names[i], names[j] = names[j], names[i] })
	for _, name := range names {
		if len(chosen) >= int(s.MinProps) {
			break
		}
		if !slices.Contains(chosen, name) {
			chosen = append(chosen, name)
		}
	}
	if s.Properties["template"] != nil && m.chance(0.8) {
		chosen = m.fromTemplate(s, chosen)
	}
	if s.Properties["quantity_received"] != nil {
		chosen = m.receipt(chosen)
	}
	if s.Properties["rejected"] != nil && s.Properties["item_id"] != nil && m.chance(0.9) {
		// No schema limits the body to a single name, or requires a reason for rejected units.
		if chosen = []string{"item_id", "accepted"}; m.chance(0.3) {
			chosen = append(chosen, "rejected", "rejection_reason")
		}
	}
	for text, other := range map[string]string{"salesTax": "salesTaxPercent", "referralFee": "referralFeeRate"} {
		if slices.Contains(chosen, text) && m.chance(0.9) {
			// No schema says that these exclude each other.
			chosen = slices.DeleteFunc(chosen, func(name string) bool { return name == other })
		}
	}
	m.r.Shuffle(len(chosen), func(i, j int) { chosen[i], chosen[j] = chosen[j], chosen[i] })
	out := object{}
	for _, name := range chosen {
		out = append(out, member{name, m.value(s.Properties[name].Value, name, below(at, name), depth+1)})
	}
	return out
}

// fromTemplate mostly follows rules that no schema says: a template excludes other members, and a
// strategy without template needs a type.
func (m *Maker) fromTemplate(s *openapi3.Schema, chosen []string) []string {
	if m.chance(0.3) {
		return append(slices.Clone(s.Required), "template")
	}
	chosen = slices.DeleteFunc(chosen, func(name string) bool { return name == "template" })
	if !slices.Contains(chosen, "type") {
		chosen = append(chosen, "type")
	}
	return chosen
}

// receipt follows a rule that no schema says: the receipt of an item excludes other members.
func (m *Maker) receipt(chosen []string) []string {
	booked := []string{"quantity_received", "receive", "return"}
	chosen = slices.DeleteFunc(chosen, func(name string) bool {
		return slices.Contains(booked, name) || name == "received_on" || name == "reference"
	})
	switch {
	case len(chosen) > 0 && m.chance(0.6):
		return chosen
	case m.chance(0.3):
		return []string{"quantity_received", "received_on", "reference"}
	}
	return []string{pick(m, booked)}
}

func (m *Maker) list(s *openapi3.Schema, name, at string, depth int) list {
	least, most := int(s.MinItems), 1000
	if s.MaxItems != nil {
		most = int(*s.MaxItems)
	}
	count := least + m.r.IntN(4)
	if m.chance(0.03) && depth < 3 {
		count = most
	}
	count = min(max(count, least), most)
	out := list{}
	seen := map[string]bool{}
	again := m.chance(0.2)
	for range count {
		if again && len(out) > 0 && len(out) == count-1 {
			out = append(out, out[0])
			break
		}
		sites := len(m.sites)
		entry := m.value(s.Items.Value, name, entryOf(at, len(out)), depth+1)
		// Most lists must not name a thing twice. Some calls do so on purpose.
		text := string(entry.bytes())
		if seen[text] && len(out) >= least {
			m.sites = m.sites[:sites]
			continue
		}
		seen[text] = true
		out = append(out, entry)
	}
	return out
}

// bounds returns the smallest and largest number of a schema in units of 1/10000.
func bounds(s *openapi3.Schema) (low, high int64) {
	const most = 99_999_999_999_999
	unit := int64(1)
	if s.Type.Is("integer") {
		unit = 10_000
	}
	low, high = -most, most
	if s.Min != nil {
		low = max(low, int64(math.Round(*s.Min*10_000)))
	}
	if s.Max != nil {
		high = min(high, int64(math.Floor(*s.Max*10_000)))
	}
	if s.ExclusiveMin.IsTrue() {
		low += unit
	}
	if s.ExclusiveMax.IsTrue() {
		high -= unit
	}
	return low, high
}

func (m *Maker) number(s *openapi3.Schema, name string) string {
	if known := m.known(name); len(known) > 0 && m.chance(0.75) {
		return pick(m, known)
	}
	low, high := bounds(s)
	units := low
	switch span := high - low; {
	case m.chance(0.1):
	case m.chance(0.1):
		units = high
	case m.chance(0.7):
		units = low + m.r.Int64N(min(span, 1_000_000)+1)
		if low < 0 && high > 0 {
			units = min(high, m.r.Int64N(1_000_000))
		}
	default:
		units = low + m.r.Int64N(span+1)
	}
	if s.Type.Is("integer") {
		units -= units % 10_000
		if units < low {
			units += 10_000
		}
		return strconv.FormatInt(units/10_000, 10)
	}
	return decimal(units)
}

// decimal writes ten-thousandths.
func decimal(units int64) string {
	sign := ""
	if units < 0 {
		sign, units = "-", -units
	}
	text := sign + strconv.FormatInt(units/10_000, 10)
	if rest := units % 10_000; rest != 0 {
		tail := strconv.FormatInt(10_000+rest, 10)[1:]
		text += "." + strings.TrimRight(tail, "0")
	}
	return text
}

// letters has the characters of free texts: no control characters, everything composed already, and
// characters that break careless code.
var letters = []rune(`abcXYZ019 _-.%"'\/<>&;:#+*(){}[]|éÄßñЖ中日한𝒳🙂` + "\u00a0\u200b\ufeff")

func (m *Maker) text(s *openapi3.Schema, name string) string {
	if known := m.known(name); len(s.Enum) > 0 && len(known) > 0 && slices.Contains(s.Enum, any(known[0])) && m.chance(0.8) {
		return pick(m, known)
	}
	if len(s.Enum) > 0 {
		for {
			if word, ok := pick(m, s.Enum).(string); ok {
				return word
			}
		}
	}
	if known := m.known(name); len(known) > 0 && m.chance(0.8) {
		return pick(m, known)
	}
	switch s.Format {
	case "date-time":
		at := time.Date(2026, 11, 1, 0, 0, 0, 0, time.UTC).Add(time.Duration(m.r.Int64N(int64(60 * 24 * time.Hour))))
		return pick(m, []string{at.Format(time.RFC3339), at.Format(time.RFC3339Nano), at.In(time.FixedZone("", 19800)).Format(time.RFC3339)})
	case "date":
		return time.Date(2026, 1, 1+m.r.IntN(700), 0, 0, 0, 0, time.UTC).Format(time.DateOnly)
	}
	if s.Pattern != "" {
		return m.matching(s.Pattern)
	}
	least, most := int(s.MinLength), 60
	if s.MaxLength != nil {
		most = int(*s.MaxLength)
	}
	length := least + m.r.IntN(12)
	if m.chance(0.04) {
		length = most
	}
	length = min(max(length, least), most)
	out := make([]rune, length)
	for i := range out {
		out[i] = pick(m, letters)
	}
	return string(out)
}

// matching makes a text that matches a pattern. The patterns of the document are sequences of
// character classes with counts, and alternatives of these.
func (m *Maker) matching(pattern string) string {
	re, err := syntax.Parse(pattern, syntax.Perl)
	if err != nil {
		panic("generate: " + err.Error())
	}
	var b strings.Builder
	m.walk(re.Simplify(), &b)
	return b.String()
}

func (m *Maker) walk(re *syntax.Regexp, b *strings.Builder) {
	switch re.Op {
	case syntax.OpBeginText, syntax.OpEndText, syntax.OpEmptyMatch, syntax.OpBeginLine, syntax.OpEndLine:
	case syntax.OpLiteral:
		b.WriteString(string(re.Rune))
	case syntax.OpCharClass:
		i := 2 * m.r.IntN(len(re.Rune)/2)
		low, high := re.Rune[i], min(re.Rune[i+1], re.Rune[i]+60)
		b.WriteRune(low + rune(m.r.IntN(int(high-low)+1)))
	case syntax.OpCapture, syntax.OpConcat:
		for _, sub := range re.Sub {
			m.walk(sub, b)
		}
	case syntax.OpAlternate:
		m.walk(pick(m, re.Sub), b)
	case syntax.OpQuest:
		if m.chance(0.5) {
			m.walk(re.Sub[0], b)
		}
	case syntax.OpStar, syntax.OpPlus:
		n := m.r.IntN(4)
		if re.Op == syntax.OpPlus {
			n++
		}
		for range n {
			m.walk(re.Sub[0], b)
		}
	default:
		panic("generate: cannot make a text for the pattern " + re.String())
	}
}
