package einvoice

import (
	"bufio"
	"context"
	"encoding/xml"
	"errors"
	"fmt"
	"io"
	"strings"

	"golang.org/x/text/encoding/htmlindex"
	"golang.org/x/text/encoding/unicode"
	"golang.org/x/text/transform"

	"sellingassistant/domain/document"
	"sellingassistant/domain/document/reading"
	"sellingassistant/domain/document/reading/message"
	ports "sellingassistant/ports/document"
)

// Reader reads messages.
type Reader struct{}

const (
	// longest limits the bytes that are kept of a text, because files inside messages are longer.
	longest = 2_000
	// Limits the elements and attributes outside lines, and in each line.
	held = 100_000
)

// mostLines limits the lines of a price list (true), and of any other message (false).
var mostLines = map[bool]int{true: 250_000, false: 5_000}

// root describes a kind of message.
type root struct {
	// space occurs in its namespace. A root without a namespace passes too.
	space string
	// lines names the elements that are lines.
	lines string
	line  func(n *node) reading.Line
	// head reads the elements outside lines.
	head func(n *node) (reading.Header, document.Type)
	// list marks a price list, which may be long.
	list bool
}

// Parts of the namespaces of standards.
const (
	unece = "uncefact"
	ferd  = "urn:ferd:crossindustrydocument"
	oasis = "urn:oasis:names:"
	agid  = "fattur"
)

// messages maps the name of the root to the kind.
var messages = map[string]root{
	"CrossIndustryInvoice":          {unece, "IncludedSupplyChainTradeLineItem", ciiLine, ciiHead, false},
	"CrossIndustryDocument":         {ferd, "IncludedSupplyChainTradeLineItem", ciiLine, ciiHead, false}, // ZUGFeRD 1
	"SCRDMCCBDACIOMessageStructure": {unece, "IncludedSupplyChainTradeLineItem", ciiLine, orderX, false}, // Order-X
	"Invoice":                       {oasis, "InvoiceLine", ublLine, ublInvoice, false},
	"CreditNote":                    {oasis, "CreditNoteLine", ublLine, ublOther(document.CreditNote), false},
	"Order":                         {oasis, "OrderLine", ublLine, ublOrder, false},
	"OrderChange":                   {oasis, "OrderLine", ublLine, ublChange, false},
	"OrderResponse":                 {oasis, "OrderLine", ublLine, ublOther(document.OrderConfirmation), false},
	"OrderResponseSimple":           {oasis, "OrderLine", ublLine, ublOther(document.OrderConfirmation), false}, // has no lines
	"DespatchAdvice":                {oasis, "DespatchLine", ublLine, ublOther(document.PackingSlip), false},
	"Catalogue":                     {oasis, "CatalogueLine", ublLine, ublOther(document.PriceList), true},
	"FatturaElettronica":            {agid, "DettaglioLinee", fatturaLine, fatturaHead, false},
}

// envelopes lists roots with a message inside.
var envelopes = map[string]bool{"StandardBusinessDocument": true, "XHE": true}

// messageOf returns the kind of a root. It refuses namespaces of other formats, and names them.
func messageOf(name xml.Name) (root, error) {
	kind, ok := messages[name.Local]
	switch {
	case !ok:
		named := strings.TrimSpace(name.Space + " " + name.Local)
		return kind, refused(document.UnsupportedContent, "XML of the kind %.80q is not read", named)
	case name.Space != "" && !strings.Contains(strings.ToLower(name.Space), kind.space):
		return kind, refused(document.UnsupportedContent, "XML of the format %.80q is not read", name.Space)
	}
	return kind, nil
}

// Read walks the elements of a message.
func (Reader) Read(ctx context.Context, r io.Reader, lim ports.XMLLimits) (reading.Reading, document.Guess, error) {
	ctx, cancel := context.WithTimeout(ctx, lim.Time)
	defer cancel()
	plain, err := unsigned(r)
	if err != nil {
		return reading.Reading{Method: reading.XML}, document.Guess{}, err
	}
	d := xml.NewDecoder(newBounded(narrow(plain)))
	d.CharsetReader = charset
	w := &walk{ended: ctx.Err, lim: lim, result: reading.Reading{Method: reading.XML}}
	for {
		t, err := d.Token()
		switch {
		case errors.Is(err, io.EOF) && w.root != nil:
			return w.end()
		case errors.Is(err, io.EOF) && w.enveloped:
			return w.result, document.Guess{}, refused(document.UnsupportedContent, "the envelope holds no message that is read")
		case err != nil:
			var crossed *ports.ReadError
			if errors.As(err, &crossed) {
				return w.result, document.Guess{}, crossed
			}
			return w.result, document.Guess{}, refused(document.Unreadable, "%v", err)
		}
		if err := w.token(t); err != nil {
			return w.result, document.Guess{}, err
		}
	}
}

func over(format string, args ...any) error { return refused(document.OverLimits, format, args...) }

func refused(code document.FailureCode, format string, args ...any) error {
	return &ports.ReadError{Code: code, Reason: fmt.Sprintf(format, args...)}
}

// narrow decodes UTF-16, with or without a byte order mark, and removes the mark.
func narrow(r io.Reader) io.Reader {
	in := bufio.NewReaderSize(r, document.EncodingHead)
	head, _ := in.Peek(document.EncodingHead) // reading again brings the error
	unmarked := transform.Transformer(transform.Nop)
	switch document.EncodingOf(head) {
	case document.UTF16LE:
		unmarked = unicode.UTF16(unicode.LittleEndian, unicode.IgnoreBOM).NewDecoder()
	case document.UTF16BE:
		unmarked = unicode.UTF16(unicode.BigEndian, unicode.IgnoreBOM).NewDecoder()
	}
	return transform.NewReader(in, unicode.BOMOverride(unmarked))
}

// charset reads encodings that an XML declaration names. UTF-16 has been decoded already.
func charset(label string, in io.Reader) (io.Reader, error) {
	if strings.HasPrefix(strings.ToLower(label), "utf") {
		return in, nil
	}
	e, err := htmlindex.Get(label)
	if err != nil {
		return nil, err
	}
	return e.NewDecoder().Reader(in), nil
}

// walk keeps the place in a message.
type walk struct {
	// ended returns the error of the context.
	ended    func() error
	lim      ports.XMLLimits
	kind     root
	root     *node
	open     []*node
	elements int
	// enveloped marks a root inside an envelope; at counts the elements around it.
	enveloped bool
	at        int
	// kept counts elements and attributes outside lines, inLine those in the current line. line is
	// the depth at which the line began.
	kept, inLine, line int
	// first says that the first document of the file has ended.
	first  bool
	result reading.Reading
}

func (w *walk) token(t xml.Token) error {
	switch t := t.(type) {
	case xml.Directive:
		return refused(document.OverLimits, "the message declares a document type")
	case xml.StartElement:
		return w.start(t)
	case xml.CharData:
		if len(w.open) > 0 {
			n := w.open[len(w.open)-1]
			n.text += string(t[:min(len(t), longest-min(longest, len(n.text)))])
		}
	case xml.EndElement:
		n := w.open[len(w.open)-1]
		w.open = w.open[:len(w.open)-1]
		n.text = strings.TrimSpace(strings.ToValidUTF8(n.text, ""))
		if len(w.open) == w.line && w.line > 0 {
			l := w.kind.line(n)
			if l.Kind == reading.Product {
				l.Sort()
			}
			if !w.first {
				w.result.Lines = append(w.result.Lines, l)
			}
			w.line, w.inLine = 0, 0
		}
		w.first = w.first || n.name == fatturaBody
	}
	return nil
}

func (w *walk) start(e xml.StartElement) error {
	w.elements++
	switch {
	case w.elements%1024 == 0 && w.ended() != nil:
		return ports.Ended(w.ended(), w.lim.Time)
	case w.elements > w.lim.Elements:
		return refused(document.OverLimits, "more than %d elements", w.lim.Elements)
	case len(w.open) >= w.lim.Depth:
		return refused(document.OverLimits, "elements nested more than %d deep", w.lim.Depth)
	case len(e.Attr) > mostAttributes:
		return over("an element of more than %d attributes", mostAttributes)
	}
	n := &node{name: e.Name.Local}
	for _, a := range e.Attr {
		if a.Name.Space == "" {
			if n.attrs == nil {
				n.attrs = map[string]string{}
			}
			n.attrs[a.Name.Local] = a.Value
		}
	}
	switch {
	case w.root == nil && len(w.open) == 0 && envelopes[n.name]:
		w.enveloped = true
	case w.root == nil && w.enveloped && messages[n.name].lines == "":
		if w.kept++; w.kept > held {
			return refused(document.OverLimits, "more than %d elements outside of lines or in one", held)
		}
	case w.root == nil:
		kind, err := messageOf(e.Name)
		if err != nil {
			return err
		}
		w.root, w.kind, w.at = n, kind, len(w.open)
	case w.enveloped && len(w.open) <= w.at && messages[n.name].lines != "":
		return refused(document.UnsupportedContent, "the envelope holds several messages")
	case w.line == 0 && n.name == w.kind.lines:
		w.line = len(w.open)
		if most := mostLines[w.kind.list]; len(w.result.Lines) == most {
			return refused(document.OverLimits, "more than %d lines", most)
		}
	default:
		up := w.open[len(w.open)-1]
		up.nodes = append(up.nodes, n)
		if w.line > 0 {
			w.inLine += 1 + len(n.attrs)
		} else {
			w.kept += 1 + len(n.attrs)
		}
		if max(w.inLine, w.kept) > held {
			return refused(document.OverLimits, "more than %d elements and attributes outside of lines or in one", held)
		}
	}
	w.open = append(w.open, n)
	return nil
}

func (w *walk) end() (reading.Reading, document.Guess, error) {
	r := w.result
	if bodies := w.root.all(fatturaBody); len(bodies) > 1 {
		var others []string
		for _, body := range bodies[1:] {
			others = append(others, body.word("DatiGenerali/DatiGeneraliDocumento/Numero"))
		}
		message.Others(&r, others, len(others))
	}
	var kind document.Type
	r.Header, kind = w.kind.head(w.root)
	charges(w.root, &r.Header).Settle(&r)
	fatturaCharges(w.root, &r)
	if kind == document.OrderConfirmation && w.root.word("OrderResponseCode") == "RE" {
		message.Refuse(&r)
	}
	guess := message.Finish(&r, kind)
	return r, guess, nil
}
