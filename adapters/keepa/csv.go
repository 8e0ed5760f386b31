package keepa

import (
	"bytes"
	"strconv"

	"sellingassistant/domain/kernel/money"
	"sellingassistant/domain/research/series"
)

// firstMinute has Keepa's minute 0: 2011-01-01 00:00 UTC.
const firstMinute series.Minute = 21_564_000

// largest bounds accepted numbers: Keepa's are signed and of 32 bits.
const largest = 1<<31 - 1

// column describes a list of csv, or the member of the same index in stats.
type column struct {
	// name stays empty if the list makes no series.
	name series.Name
	unit series.Unit
	// shipping marks lists of triples.
	shipping bool
}

// columns lists the columns by Keepa's index.
var columns = [36]column{
	0: {series.Amazon, series.Money, false}, 1: {series.New, series.Money, false}, 2: {series.Used, series.Money, false},
	3: {series.Rank, series.Ranks, false}, 4: {series.List, series.Money, false}, 5: {unit: series.Money}, 6: {unit: series.Money},
	7: {series.NewFBM, series.Money, true}, 8: {unit: series.Money}, 9: {unit: series.Money}, 10: {series.NewFBA, series.Money, false},
	11: {series.CountNew, series.Counts, false}, 12: {series.CountUsed, series.Counts, false}, 13: {unit: series.Counts}, 14: {unit: series.Counts},
	// 15 logs offers.
	16: {series.Rating, series.Stars, false}, 17: {series.Reviews, series.Counts, false}, 18: {series.BuyBox, series.Money, true},
	19: {unit: series.Money, shipping: true}, 20: {unit: series.Money, shipping: true}, 21: {unit: series.Money, shipping: true},
	22: {unit: series.Money, shipping: true}, 23: {unit: series.Money, shipping: true}, 24: {unit: series.Money, shipping: true},
	25: {unit: series.Money, shipping: true}, 26: {unit: series.Money, shipping: true}, 27: {unit: series.Money, shipping: true},
	28: {unit: series.Money, shipping: true}, 29: {unit: series.Money, shipping: true}, 30: {unit: series.Money}, 31: {unit: series.Money},
	32: {unit: series.Money, shipping: true}, 33: {unit: series.Money},
	34: {series.CountFBA, series.Counts, false}, 35: {series.CountFBM, series.Counts, false},
}

// step returns the value of 1 in Keepa's numbers, in ten-thousandths: prices are in the smallest
// unit of the currency, ratings in tenths.
func (c column) step(currency money.Currency) int64 {
	switch c.unit {
	case series.Money:
		return currency.Unit().Units()
	case series.Stars:
		return series.Scale / 10
	}
	return series.Scale
}

// MinuteOf converts one of Keepa's times; it returns false for an impossible time.
func MinuteOf(t int64) (series.Minute, bool) {
	return firstMinute + series.Minute(t), t >= 0 && t <= largest
}

// SeriesOf reads a list of csv by its index; it returns false if the list has no series.
func SeriesOf(index int, list []int64, currency money.Currency) (series.Series, bool) {
	if index < 0 || index >= len(columns) || columns[index].unit == "" {
		return series.Series{}, false
	}
	return columns[index].series(list, currency), true
}

func (c column) series(list []int64, currency money.Currency) series.Series {
	s, width := series.Series{Step: c.step(currency), WithShipping: c.shipping}, 2
	if c.shipping {
		width = 3
	}
	points := make([]series.Point, 0, len(list)/width)
	// An odd number of entries leaves an incomplete point.
	for ; len(list) >= width; list = list[width:] {
		at, ok := MinuteOf(list[0])
		if !ok {
			continue
		}
		p := series.Point{At: at, Value: value(list[1], s.Step)}
		if c.shipping {
			p.Shipping = value(list[2], s.Step)
		}
		points = append(points, p)
	}
	s.Points = series.Ordered(points)
	return s
}

// value marks negative numbers, and numbers above largest, as missing. -1 marks a gap, -2 a value
// that was not requested.
func value(n, step int64) int64 {
	if n < 0 || n > largest {
		return series.None
	}
	return n * step
}

// ints has a list of whole numbers. An unreadable number counts as missing, which is -1.
type ints []int64

// UnmarshalJSON reads the readable numbers of a list; any other value is an empty list. Such lists
// make up most of an answer.
func (l *ints) UnmarshalJSON(text []byte) error {
	*l = nil
	text = bytes.TrimSpace(text)
	if len(text) < 2 || text[0] != '[' {
		return nil
	}
	text = text[1 : len(text)-1]
	numbers := make(ints, 0, len(text)/6+1)
	for len(text) > 0 {
		n, size := int64(0), 0
		for size < len(text) && size < len("9999999999") && text[size]-'0' <= 9 {
			n = n*10 + int64(text[size]-'0')
			size++
		}
		if size == 0 || size < len(text) && text[size] != ',' {
			if size = bytes.IndexByte(text, ','); size < 0 {
				size = len(text)
			}
			n = odd(text[:size])
		}
		numbers = append(numbers, n)
		text = text[min(len(text), size+1):]
	}
	*l = numbers
	return nil
}

// lists has the lists of csv.
type lists []ints

// UnmarshalJSON reads lists and nulls up to the first other element, because the following elements
// could have another index. It scans the text once, because lists are most of an answer.
func (l *lists) UnmarshalJSON(text []byte) error {
	*l = nil
	text = bytes.TrimSpace(text)
	if len(text) < 2 || text[0] != '[' {
		return nil
	}
	for rest := text[1:]; len(*l) < len(columns); {
		rest = bytes.TrimSpace(rest)
		var one ints
		switch null, isNull := bytes.CutPrefix(rest, []byte("null")); {
		case isNull:
			rest = null
		default:
			end := bytes.IndexByte(rest, ']')
			if end < 1 || rest[0] != '[' || bytes.IndexByte(rest[1:end], '[') >= 0 {
				return nil
			}
			_ = one.UnmarshalJSON(rest[:end+1])
			rest = rest[end+1:]
		}
		*l = append(*l, one)
		var more bool
		if rest, more = bytes.CutPrefix(bytes.TrimSpace(rest), []byte(",")); !more {
			return nil
		}
	}
	return nil
}

// odd reads a number that has more than a few digits: negative, with a fraction, between spaces or
// in quotes.
func odd(text []byte) int64 {
	f, err := strconv.ParseFloat(string(bytes.Trim(text, " \t\r\n\"")), 64)
	if err != nil || !(f >= -largest && f <= largest) {
		return series.None
	}
	return int64(f)
}
