package field

import (
	"regexp"
	"strconv"
	"strings"
	"time"

	"sellingassistant/domain/document/reading"
	"sellingassistant/domain/document/reading/label"
	"sellingassistant/domain/kernel/date"
)

// Order says which of two numbers of a date is the month, where both can be.
type Order int

// The orders. Certain refuses a date that could be two days.
const (
	Certain Order = iota
	DayFirst
	MonthFirst
)

// months maps the beginnings of their names in twelve languages. The Czech July is left out: it
// begins like June.
var months = func() map[string]int {
	m, number := map[string]int{}, 0
	for line := range strings.Lines(`jan gen ene janv stycz ledna ocak
feb fev fevr febr luteg unora subat
mar maerz marz mars mrt maa brezn
apr avr abr kwiet dubna nisan
may mai mag mayo mei maj kvetn
jun juin giu juni czerw cervn hazir
jul juil lug juli lipca temmu
aug aout ago sierp srpna agust
sep set sept wrzes zari eylul
oct okt ott out pazdz rijna ekim
nov listo kasim
dec dez dic des grudn prosi arali`) {
		number++
		for _, w := range strings.Fields(line) {
			m[w] = number
		}
	}
	return m
}()

// eastern writes years, months and days of Chinese, Japanese and Korean dates with hyphens.
var eastern = strings.NewReplacer("年", "-", "月", "-", "日", " ", "년", "-", "월", "-", "일", " ")

// Forms of dates at the beginning of a text. A weekday may precede a named month.
var (
	numbered = regexp.MustCompile(`^\(?(\d{1,4})( ?[./-] ?|-| )(\d{1,2})( ?[./-] ?|-| )(\d{2,4})(?:\D|$)`)
	dayNamed = regexp.MustCompile(`^(?:\p{L}{2,10}\.?,? (?:den |the )?)?(\d{1,2})(?:st|nd|rd|th|er|\.|º|ª)?[ ./-]*` +
		`(?:de |of |den )?(\p{L}{3,}) ?[.,]?[ ./'-]*(?:de |del |of )?(\d{4}|\d{2})(?:\D|$)`)
	monthNamed = regexp.MustCompile(`^(?:\p{L}{2,10}\.?, )?(\p{L}{3,})[. ]{0,2}[/-]?(\d{1,2})(?:st|nd|rd|th)?` +
		`[ .,/-]+'?(\d{4}|\d{2})(?:\D|$)`)
	yearly = regexp.MustCompile(`^(\d{4})[ ./-](\p{L}{3,})[ ./-](\d{1,2})(?:\D|$)`)
)

// mostWords bounds the words of a date.
const mostWords = 7

// Day reads a date at the beginning of the words: 2026-03-20, 20.03.2026, 03/20/2026, 20 March
// 2026. A time of day may follow. With Certain, a day and a month need a dot between them.
func Day(words []string, order Order) (date.Date, bool) {
	day, _, n := dayAt(words, order)
	return day, n > 0
}

// Undecided reports a date with two readings, such as 3/4/2026.
func Undecided(words []string) bool {
	first, _, _ := dayAt(words, DayFirst)
	second, shown, n := dayAt(words, MonthFirst)
	return n > 0 && shown == Certain && first != second && !strings.Contains(strings.Join(words[:n], " "), ".")
}

// dayAt reads a date and counts its words, 0 for other words. Shown has the order by a number above
// 12, which must be a day.
func dayAt(words []string, order Order) (day date.Date, shown Order, n int) {
	text := reading.Cut(eastern.Replace(strings.Join(words[:min(mostWords, len(words))], " ")), maxCode)
	var y, m, d int
	switch {
	case numbered.MatchString(text):
		parts := numbered.FindStringSubmatch(text)
		if strings.TrimSpace(parts[2]) != strings.TrimSpace(parts[4]) {
			return day, Certain, 0
		}
		if strings.TrimSpace(parts[2]) == "" && (len(parts[1]) != 2 || len(parts[3]) != 2 || len(parts[5]) != 4) {
			return day, Certain, 0
		}
		a, b, c := numeral(parts[1]), numeral(parts[3]), numeral(parts[5])
		dotted := strings.Contains(parts[2], ".")
		switch {
		case len(parts[1]) == 4:
			y, m, d = a, b, c
		case len(parts[1]) == 3 || len(parts[5]) == 3:
			return day, Certain, 0
		case order == Certain && a <= 12 && b <= 12 && a != b && !dotted:
			return day, Certain, 0
		case b > 12 || order == MonthFirst && a <= 12:
			y, m, d = century(c, parts[5]), a, b
		default:
			y, m, d = century(c, parts[5]), b, a
		}
		if len(parts[1]) < 3 && a > 12 {
			shown = DayFirst
		} else if len(parts[1]) < 3 && b > 12 {
			shown = MonthFirst
		}
		if goesOn(text[len(strings.TrimRight(parts[0], "./-")):]) {
			return day, Certain, 0 // 10.2.12.5
		}
		n = wordsIn(parts[0], text)
	case yearly.MatchString(text):
		parts := yearly.FindStringSubmatch(text)
		y, m, d, n = numeral(parts[1]), monthOf(parts[2]), numeral(parts[3]), wordsIn(parts[0], text)
	case dayNamed.MatchString(text):
		parts := dayNamed.FindStringSubmatch(text)
		y, m, d, n = century(numeral(parts[3]), parts[3]), monthOf(parts[2]), numeral(parts[1]), wordsIn(parts[0], text)
	case monthNamed.MatchString(text):
		parts := monthNamed.FindStringSubmatch(text)
		y, m, d, n = century(numeral(parts[3]), parts[3]), monthOf(parts[1]), numeral(parts[2]), wordsIn(parts[0], text)
	default:
		return day, Certain, 0
	}
	t := time.Date(y, time.Month(m), d, 0, 0, 0, 0, time.UTC)
	if y < 1990 || y > 2100 || int(t.Month()) != m || t.Day() != d || m < 1 {
		return date.Date{}, Certain, 0
	}
	return date.Of(t), shown, n
}

// goesOn reports more digits after a separator.
func goesOn(rest string) bool {
	return len(rest) > 1 && strings.IndexByte("./-", rest[0]) >= 0 && rest[1] >= '0' && rest[1] <= '9'
}

// wordsIn counts the words of a match at the beginning of a text. The last word may go on after it.
func wordsIn(match, text string) int {
	n := len(strings.Fields(match))
	if strings.HasSuffix(match, " ") || len(match) == len(text) {
		return n
	}
	return max(n, 1)
}

// century completes a year of two digits.
func century(year int, text string) int {
	if len(text) == 2 {
		return year + 2000
	}
	return year
}

// numeral reads a day, month or year of up to four digits.
func numeral(s string) int {
	n, _ := strconv.Atoi(s)
	return n
}

func monthOf(s string) int {
	s = label.Fold(s)
	for n := min(5, len(s)); n >= 3; n-- {
		if m, ok := months[s[:n]]; ok {
			return m
		}
	}
	return 0
}

// Words of clauses about payment. Only an early payment takes a discount.
var (
	early    = setOf("skonto discount escompte descuento sconto korting betalingskorting rabatt abzug less off %")
	late     = setOf("netto net nett rein")
	breaking = setOf("oder or ou o of bzw resp sonst otherwise sinon")
	until    = setOf("bis by until before avant hasta antes entro voor tot jusqu au am on zum spatestens")
)

func setOf(words string) map[string]bool {
	set := map[string]bool{}
	for _, w := range strings.Fields(words) {
		set[w] = true
	}
	return set
}

// clause has a day of a sentence, and the words around it.
type clause struct {
	day        date.Date
	early, net bool
}

// Due reads the day on which the whole amount is due. A day of a discount for early payment is
// skipped. Stated reports any day among the words.
func Due(words []string, order Order) (due date.Date, known, stated bool) {
	var all []clause
	var open []string
	current := clause{}
	dated := false
	end := func() {
		for _, w := range open {
			for _, part := range strings.Fields(label.Fold(w)) {
				current.early = current.early || early[part] || strings.HasSuffix(part, "%")
				current.net = current.net || late[part]
			}
		}
		if dated {
			all = append(all, current)
		}
		open, current, dated = nil, clause{}, false
	}
	without := false
	for i := 0; i < len(words); {
		if day, _, n := dayAt(words[i:], order); n > 0 {
			if dated {
				end()
			}
			current.day, dated = day, true
			i += n
			if last := words[i-1]; strings.HasSuffix(last, ",") || strings.HasSuffix(last, ";") {
				end()
			}
			continue
		}
		word := label.Fold(words[i])
		if word == "ohne" || word == "without" || word == "sans" || word == "sin" || word == "senza" ||
			word == "zonder" {
			without, current.net = true, true // ohne Abzug
		} else if !without {
			open = append(open, words[i])
		} else {
			without = false
		}
		switch {
		case breaking[word], dated && until[word], strings.HasSuffix(words[i], ";"), strings.HasSuffix(words[i],
			",") && (dated || current.early):
			end()
		}
		i++
	}
	end()
	return chosen(all)
}

// chosen takes the net day, else the latest of several days, else the only day without a discount.
func chosen(all []clause) (due date.Date, known, stated bool) {
	discounts := false
	for _, c := range all {
		if c.net {
			return c.day, true, true
		}
		discounts = discounts || c.early
	}
	switch {
	case len(all) == 0:
		return date.Date{}, false, false
	case !discounts:
		return all[0].day, true, true
	case len(all) == 1:
		return date.Date{}, false, true
	}
	for _, c := range all {
		if due.Before(c.day) {
			due = c.day
		}
	}
	return due, true, true
}

// Whole reports words that are a date and no more.
func Whole(words []string) bool {
	_, _, n := dayAt(words, DayFirst)
	return n > 0 && n == len(words)
}
