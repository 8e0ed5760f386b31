package edi

import (
	"strconv"
	"strings"

	"sellingassistant/domain/document/reading"
)

// level orders the parts of an interchange, the outer parts first.
type level int

const (
	whole level = iota
	group
	single
	levels
)

// bounds names a segment that begins or ends a part, and the element with the control number. An
// end has its count in element 1 and the number in element 2.
type bounds struct {
	level   level
	begins  bool
	control int
}

var frames = map[string]bounds{
	"UNB": {whole, true, 5}, "UNG": {group, true, 5}, "UNH": {single, true, 1},
	"UNZ": {whole, false, 2}, "UNE": {group, false, 2}, "UNT": {single, false, 2},
	"ISA": {whole, true, 13}, "GS": {group, true, 6}, "ST": {single, true, 2},
	"IEA": {whole, false, 2}, "GE": {group, false, 2}, "SE": {single, false, 2},
}

// frame follows the envelopes, and notes their errors.
type frame struct {
	r *reading.Reading
	// open marks the parts that have begun and not ended.
	open [levels]bool
	// control keeps the numbers of open parts; count counts segments of a message, messages of a
	// group, and groups or messages of an interchange.
	control  [levels]string
	count    [levels]int
	messages int
	// any says that a segment was seen.
	any bool
}

// take follows a segment. It reports the beginning and the end of a message.
func (f *frame) take(s segment) (begins, ends bool) {
	b, known := frames[s.tag]
	first := !f.any
	f.any = true
	if f.open[single] {
		f.count[single]++
	}
	switch {
	case !known:
		if !f.open[single] && s.tag != "TA1" {
			f.r.Note(reading.EnvelopeIncomplete)
		}
		return false, false
	case b.begins:
		f.close(b.level)
		if first && b.level != whole {
			f.r.Note(reading.EnvelopeIncomplete)
		}
		f.open[b.level], f.control[b.level], f.count[b.level] = true, s.value(b.control), 0
		switch b.level {
		case single:
			f.count[single] = 1
			f.messages++
			f.count[group]++
			if !f.open[group] {
				f.count[whole]++
			}
		case group:
			f.count[whole]++
		case whole:
			f.messages = 0
		}
		return b.level == single, false
	}
	f.end(b, s)
	return false, b.level == single
}

// close notes parts that have not ended before another part begins.
func (f *frame) close(from level) {
	for l := from; l < levels; l++ {
		if f.open[l] {
			f.r.Note(reading.EnvelopeIncomplete)
		}
		f.open[l] = false
	}
}

func (f *frame) end(b bounds, s segment) {
	if !f.open[b.level] {
		f.r.Note(reading.EnvelopeIncomplete)
		return
	}
	f.close(b.level + 1)
	f.open[b.level] = false
	if !alike(s.value(2), f.control[b.level]) {
		f.r.Note(reading.ControlNumberDiffers)
	}
	// Some senders count the messages of an interchange in place of its groups.
	counted := s.value(1) == "" || named(s.value(1), f.count[b.level]) || b.level == whole && named(s.value(1), f.messages)
	if !counted {
		f.r.Note(reading.CountDiffers)
	}
}

// finish notes parts without an end.
func (f *frame) finish() { f.close(whole) }

// named reports a count that is written as text.
func named(text string, n int) bool { return alike(text, strconv.Itoa(n)) }

// alike compares control numbers, zeros in front aside.
func alike(a, b string) bool {
	return strings.TrimLeft(strings.TrimSpace(a), "0") == strings.TrimLeft(strings.TrimSpace(b), "0")
}
