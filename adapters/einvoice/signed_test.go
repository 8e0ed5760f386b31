package einvoice

import (
	"context"
	"encoding/base64"
	"errors"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"sellingassistant/domain/document"
	"sellingassistant/domain/document/reading"
	ports "sellingassistant/ports/document"
)

// der writes an element of ASN.1; open writes an element with an open length.
func der(tag byte, content ...string) string {
	all := strings.Join(content, "")
	n := len(all)
	if n < 128 {
		return string([]byte{tag, byte(n)}) + all
	}
	return string([]byte{tag, 0x83, byte(n >> 16), byte(n >> 8), byte(n)}) + all
}

func open(tag byte, content ...string) string {
	return string([]byte{tag, 0x80}) + strings.Join(content, "") + "\x00\x00"
}

const (
	identifier = "\x06\x09\x2a\x86\x48\x86\xf7\x0d\x01\x07" // of CMS, without its last digit
	signedType = identifier + "\x02"
	dataType   = identifier + "\x01"
)

// signed wraps a content as signing programs do, with a certificate and a signature that mean
// nothing.
func signed(write func(tag byte, content ...string) string, content string) string {
	return write(0x30, signedType, write(0xA0, write(0x30, der(0x02, "\x01"), der(0x31, der(0x30, "x")),
		write(0x30, dataType, content), der(0xA0, "certificate"), der(0x31, "signature"))))
}

// invoices writes a FatturaPA file of several documents with a line each.
func invoices(numbers ...string) string {
	var bodies []string
	for _, n := range numbers {
		bodies = append(bodies, el("FatturaElettronicaBody", el("DatiGenerali", el("DatiGeneraliDocumento", el("TipoDocumento", "TD01"), el("Divisa", "EUR"),
			el("Numero", n), el("ImportoTotaleDocumento", "12.20"))),
			el("DatiBeniServizi", el("DettaglioLinee", el("NumeroLinea", "1"), el("Descrizione", "Tazza "+n), el("Quantita", "2.00"), el("PrezzoUnitario", "5.00"),
				el("PrezzoTotale", "10.00"), el("AliquotaIVA", "22.00")), el("DatiRiepilogo", el("AliquotaIVA", "22.00"), el("ImponibileImporto", "10.00"), el("Imposta", "2.20")))))
	}
	return el(`p:FatturaElettronica xmlns:p="http://ivaservizi.agenziaentrate.gov.it/docs/xsd/fatture/v1.2"`, append([]string{el("FatturaElettronicaHeader")}, bodies...)...)
}

func TestSignedMessagesAreReadLikeOthers(t *testing.T) {
	xml := invoices("7")
	want, wanted, err := read(xml)
	require.NoError(t, err)
	require.Len(t, want.Lines, 1)
	whole := der(0xA0, der(0x04, xml))
	inParts := func(n int) string {
		return open(0xA0, open(0x24, der(0x04, xml[:n]), open(0x24, der(0x04, xml[n:n+9])), der(0x04, xml[n+9:])))
	}
	code := base64.StdEncoding.EncodeToString([]byte(signed(der, whole)))
	for name, file := range map[string]string{
		"closed lengths": signed(der, whole), "open lengths": signed(open, inParts(40)), "open lengths in closed ones": signed(der, inParts(1)),
		"signed twice": signed(open, der(0xA0, der(0x04, signed(der, whole)))), "base64": code,
		"PEM": "-----BEGIN PKCS7-----\r\n" + code[:64] + "\r\n" + code[64:] + "\r\n-----END PKCS7-----\r\n",
	} {
		got, guess, err := read(file)
		require.NoError(t, err, name)
		require.Equal(t, want, got, name)
		require.Equal(t, wanted, guess, name)
	}
}

func TestDamagedSignedMessagesAreRefused(t *testing.T) {
	holding := func(xml string) string { return signed(der, der(0xA0, der(0x04, xml))) }
	six := der(0xA0, der(0x04, invoices("7")))
	for range 5 {
		six = der(0xA0, der(0x04, signed(der, six)))
	}
	good := signed(der, der(0xA0, der(0x04, invoices("7"))))
	for name, c := range map[string]struct {
		file string
		code document.FailureCode
		says string
	}{
		"detached":            {signed(der, ""), document.Unreadable, "signature alone"},
		"no string":           {signed(der, der(0xA0, der(0x02, "7"))), document.Unreadable, "damaged"},
		"empty":               {signed(der, der(0xA0)), document.Unreadable, "damaged"},
		"another order":       {der(0x30, signedType, der(0x30)), document.Unreadable, "damaged"},
		"cut off":             {good[:len(good)/2], document.Unreadable, "damaged"},
		"a length too long":   {"\x30\x84\xff\xff\xff\xff" + signedType, document.Unreadable, "damaged"},
		"no end":              {"\x30\x80" + signedType + strings.Repeat("\x30\x80", 1<<20), document.Unreadable, "damaged"},
		"a string of strings": {signed(der, der(0xA0, strings.Repeat("\x24\x80", 1<<16))), document.Unreadable, "damaged"},
		"many signatures":     {signed(der, six), document.OverLimits, "signatures"},
		"no XML":              {holding("%PDF-1.7"), document.Unreadable, ""},
		"a document type":     {holding(`<!DOCTYPE x [<!ENTITY e "e">]><Invoice>&e;</Invoice>`), document.OverLimits, ""},
		"an entity":           {holding("<Invoice>&e;</Invoice>"), document.Unreadable, ""},
		"many elements":       {holding("<Invoice>" + strings.Repeat("<a/>", 100_001) + "</Invoice>"), document.OverLimits, ""},
		"too deep": {
			holding("<Invoice>" + strings.Repeat("<a>", 64) + strings.Repeat("</a>", 64) + "</Invoice>"), document.OverLimits, "",
		},
		"parts of nothing": {
			signed(open, open(0xA0, open(0x24, strings.Repeat(der(0x04, ""), 1<<20)))), document.Unreadable, "",
		},
	} {
		_, _, err := Reader{}.Read(context.Background(), strings.NewReader(c.file), ports.XMLFileLimits)
		var refused *ports.ReadError
		require.True(t, errors.As(err, &refused), "%s: %v", name, err)
		require.Equal(t, c.code, refused.Code, name)
		require.ErrorContains(t, err, c.says, name)
	}
}

// The first document of a file is read, and a problem names the others.
func TestSeveralDocumentsOfAFile(t *testing.T) {
	r, guess, err := read(invoices("7", "8", "9"))
	require.NoError(t, err)
	require.Equal(t, document.Invoice, guess.Type)
	require.Equal(t, "7", r.Header.InvoiceNumber)
	require.Len(t, r.Lines, 1)
	require.Equal(t, "Tazza 7", r.Lines[0].Description)
	require.Equal(t, []reading.Problem{{
		Code: reading.SeveralDocuments, Severity: reading.Warning,
		Message: "Only the first document of the file was read. The others: 8, 9.",
	}}, r.Problems)
	for _, c := range r.Checks {
		require.Equal(t, reading.Pass, c.Result, c.Code)
	}
}

// FuzzSignedMessages ends with a message or a refusal for any bytes.
func FuzzSignedMessages(f *testing.F) {
	f.Add([]byte(signed(der, der(0xA0, der(0x04, invoices("7"))))))
	f.Add([]byte(signed(open, open(0xA0, open(0x24, der(0x04, "<Invoice/>"))))))
	f.Fuzz(func(t *testing.T, file []byte) {
		_, _, err := Reader{}.Read(context.Background(), strings.NewReader(string(file)), ports.XMLFileLimits)
		var refused *ports.ReadError
		require.True(t, err == nil || errors.As(err, &refused), "%v", err)
	})
}

func TestCodesOfFatturaPA(t *testing.T) {
	code := func(kind, value string) string {
		return el("CodiceArticolo", el("CodiceTipo", kind), el("CodiceValore", value))
	}
	r, _, err := read(strings.Replace(invoices("7"), "<Descrizione>",
		code("EAN", "4006381333930")+code("Codice cliente", "B-7")+code("Interno", "S-1")+"<Descrizione>", 1))
	require.NoError(t, err)
	l := r.Lines[0]
	require.Equal(t, []string{"", "B-7", "S-1"}, []string{l.GTIN.String(), l.BuyerSKU, l.SupplierSKU})
	require.Equal(t, []reading.Problem{reading.ProblemOf(reading.InvalidIdentifier)}, l.Problems)
}
