package edi

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"unicode/utf8"

	"golang.org/x/text/encoding"
	"golang.org/x/text/encoding/charmap"

	"sellingassistant/domain/document"
	"sellingassistant/domain/document/reading"
	"sellingassistant/domain/document/reading/message"
	ports "sellingassistant/ports/document"
)

// Reader reads interchanges.
type Reader struct{}

const (
	// longest bounds the bytes that are kept of a text.
	longest = 2_000
	// mostLines bounds the lines of a message.
	mostLines = 5_000
)

// handler reads the segments of a message.
type handler interface {
	take(s segment) error
	// finish completes header and lines, and returns the type of the document.
	finish() document.Type
}

// Read reads the first message of a known kind.
func (Reader) Read(
	ctx context.Context, r io.Reader, lim ports.InterchangeLimits,
) (reading.Reading, document.Guess, error) {
	ctx, cancel := context.WithTimeout(ctx, lim.Time)
	defer cancel()
	out := reading.Reading{Method: reading.EDI}
	file, err := io.ReadAll(io.LimitReader(r, document.MaxFileSize))
	if err != nil {
		return out, document.Guess{}, unreadable("%v", err)
	}
	w := walk{r: &out, scanner: scanner{text: decoded(file), most: lim.Segment, left: lim.Segments}}
	w.frame.r = &out
	for n := 1; ; n++ {
		if n%1024 == 0 && ctx.Err() != nil {
			return out, document.Guess{}, ports.Ended(ctx.Err(), lim.Time)
		}
		s, more, err := w.scanner.next()
		if err == nil && more {
			err = w.take(s)
		}
		if err != nil {
			return out, document.Guess{}, err
		}
		if !more {
			break
		}
	}
	kind := w.finish()
	guess := message.Finish(&out, kind)
	return out, guess, nil
}

// walk keeps the place in an interchange.
type walk struct {
	r       *reading.Reading
	scanner scanner
	frame   frame
	// first reads the first message of a known kind, and at is the handler of the open message.
	first, at handler
	// others names the further documents, further counts them.
	others  []string
	further int
}

func (w *walk) take(s segment) error {
	begins, ends := w.frame.take(s)
	if begins {
		w.begin(s)
	}
	if w.at == nil {
		return nil
	}
	err := w.at.take(s)
	if ends {
		w.at = nil
	}
	return err
}

// begin chooses the handler of a message.
func (w *walk) begin(s segment) {
	w.at = nil
	name := s.at(1, 0)
	if !w.scanner.signs.x12 {
		name = s.at(2, 0)
	}
	found := handlerOf(name, w.r, w.scanner.signs)
	switch {
	case found != nil && w.first == nil:
		w.first, w.at = found, found
	case found != nil || w.first != nil:
		if w.further++; len(w.others) < message.MostNamed {
			w.others = append(w.others, reading.Cut(name, 20))
			w.at = numbered{w, len(w.others) - 1}
		}
	}
}

// handlerOf returns the handler of a kind of message, nil for another kind.
func handlerOf(name string, r *reading.Reading, signs signs) handler {
	if signs.x12 {
		if kind, ok := sets[name]; ok {
			return newX12(kind, r)
		}
	} else if kind, ok := messages[name]; ok {
		return newEDIFACT(kind, r, signs)
	}
	return nil
}

func (w *walk) finish() document.Type {
	w.frame.finish()
	if w.first == nil {
		w.r.Problems = nil
		w.r.Method = reading.None
		w.r.Note(reading.EDINotRead)
		return ""
	}
	if w.further > 0 {
		message.Others(w.r, w.others, w.further)
	}
	return w.first.finish()
}

// numbered adds its number to the name of a document that is not read.
type numbered struct {
	w     *walk
	place int
}

func (n numbered) take(s segment) error {
	element := map[string]int{"BGM": 2, "BIG": 2, "BEG": 3, "BAK": 3, "BSN": 2, "BCH": 3, "BCA": 3}[s.tag]
	if number := s.value(element); number != "" {
		n.w.others[n.place] += " " + reading.Cut(number, 40)
	}
	return nil
}

func (numbered) finish() document.Type { return "" }

// charsets maps the repertoires of EDIFACT to encodings; others are Windows-1252, which has all
// of UNOC that is printed.
var charsets = map[string]encoding.Encoding{
	"UNOD": charmap.ISO8859_2, "UNOE": charmap.ISO8859_5, "UNOF": charmap.ISO8859_7, "UNOG": charmap.ISO8859_3,
	"UNOH": charmap.ISO8859_4, "UNOI": charmap.ISO8859_6, "UNOJ": charmap.ISO8859_8, "UNOK": charmap.ISO8859_9,
}

// decoded returns the text of a file. Text that is UTF-8 or UTF-16 is taken as such, whatever its
// header says.
func decoded(file []byte) string {
	file = document.Unicode(file)
	if utf8.Valid(file) {
		return string(file)
	}
	set := encoding.Encoding(charmap.Windows1252)
	head := file[:min(len(file), document.InterchangeHead)]
	if i := bytes.Index(head, []byte("UNO")); i >= 0 && i+4 <= len(head) {
		if named, ok := charsets[string(head[i:i+4])]; ok {
			set = named
		}
	}
	text, err := set.NewDecoder().Bytes(file)
	if err != nil {
		return string(file)
	}
	return string(text)
}

func over(format string, args ...any) error { return refused(document.OverLimits, format, args...) }

func unreadable(format string, args ...any) error {
	return refused(document.Unreadable, format, args...)
}

func refused(code document.FailureCode, format string, args ...any) error {
	return &ports.ReadError{Code: code, Reason: fmt.Sprintf(format, args...)}
}
