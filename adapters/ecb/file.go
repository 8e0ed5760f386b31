package ecb

import (
	"bytes"
	"encoding/xml"
	"errors"
	"io"

	"sellingassistant/domain/exchange"
	"sellingassistant/domain/kernel/date"
	"sellingassistant/domain/kernel/money"
)

// Bounds of a file. The bank publishes about 30 currencies, and at most 65 days.
const (
	maxDepth = 8
	maxRates = 100 * 100
)

var (
	errType  = errors.New("the file declares a document type")
	errDepth = errors.New("the file is nested too deeply")
	errMany  = errors.New("the file has too many rates")
	errEmpty = errors.New("the file has no rates")
)

// parse reads the elements Cube: an element with the attribute time begins a day, and the elements
// inside it have a currency and a rate. It returns the number of rates that it cannot read. A file
// without rates is an error.
func parse(file []byte) (book exchange.Book, unread int, err error) {
	d := xml.NewDecoder(bytes.NewReader(file))
	d.Entity = map[string]string{}
	var day date.Date
	dated, depth, dayAt := false, 0, 0
	for {
		token, err := d.RawToken()
		switch {
		case errors.Is(err, io.EOF):
			if depth > 0 {
				return nil, 0, io.ErrUnexpectedEOF
			}
			if len(book) == 0 {
				return nil, 0, errEmpty
			}
			return book, unread, nil
		case err != nil:
			return nil, 0, err
		}
		switch t := token.(type) {
		case xml.Directive:
			return nil, 0, errType
		case xml.EndElement:
			if depth--; depth < dayAt {
				dated = false
			}
		case xml.StartElement:
			if depth++; depth > maxDepth {
				return nil, 0, errDepth
			}
			if t.Name.Local != "Cube" {
				continue
			}
			if text := attribute(t, "time"); text != "" {
				day, err = date.Parse(text)
				dated, dayAt = err == nil, depth
				continue
			}
			currency := attribute(t, "currency")
			if currency == "" {
				continue
			}
			rate, err := money.ParseRate(attribute(t, "rate"))
			if err != nil || !dated {
				unread++
			} else {
				book = append(book, exchange.RateValues{
					Base: exchange.Hub, Quote: money.Currency(currency), Day: day, Rate: rate, Source: exchange.ECB,
				})
			}
			if len(book)+unread > maxRates {
				return nil, 0, errMany
			}
		}
	}
}

func attribute(e xml.StartElement, name string) string {
	for _, a := range e.Attr {
		if a.Name.Local == name {
			return a.Value
		}
	}
	return ""
}
