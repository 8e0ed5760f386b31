package sniff_test

import (
	"archive/zip"
	"bytes"
	"encoding/hex"
	"strings"
	"testing"
	"unicode/utf16"

	"github.com/stretchr/testify/require"

	"sellingassistant/adapters/sniff"
	"sellingassistant/domain/document"
	ports "sellingassistant/ports/document"
)

func zipOf(t testing.TB, padding int, names ...string) []byte {
	t.Helper()
	var b bytes.Buffer
	w := zip.NewWriter(&b)
	if padding > 0 {
		f, err := w.CreateHeader(&zip.FileHeader{Name: "[Content_Types].xml", Method: zip.Store})
		require.NoError(t, err)
		_, err = f.Write(bytes.Repeat([]byte("p"), padding))
		require.NoError(t, err)
	}
	for _, name := range names {
		f, err := w.Create(name)
		require.NoError(t, err)
		_, err = f.Write([]byte("<x/>"))
		require.NoError(t, err)
	}
	require.NoError(t, w.Close())
	return b.Bytes()
}

func wide(s string, bigEndian bool) []byte {
	out := []byte{0xFF, 0xFE}
	if bigEndian {
		out = []byte{0xFE, 0xFF}
	}
	for _, u := range utf16.Encode([]rune(s)) {
		if bigEndian {
			out = append(out, byte(u>>8), byte(u))
		} else {
			out = append(out, byte(u), byte(u>>8))
		}
	}
	return out
}

func unhex(s string) []byte {
	b, err := hex.DecodeString(strings.ReplaceAll(s, " ", ""))
	if err != nil {
		panic(err)
	}
	return b
}

func look(b []byte) document.Media {
	return sniff.New().Sniff(b[:min(len(b), ports.SniffHead)], b[max(0, len(b)-ports.SniffTail):])
}

func TestSniff(t *testing.T) {
	book := []string{"[Content_Types].xml", "_rels/.rels", "xl/workbook.xml", "xl/worksheets/sheet1.xml"}
	table := "sku,qty,price\nA-1,2,3.50\nA-2,4,7.00\n"
	for name, c := range map[string]struct {
		content []byte
		want    document.Media
	}{
		"pdf":              {[]byte("%PDF-1.7\n%\xe2\xe3\xcf\xd3\n1 0 obj"), document.PDF},
		"png":              {unhex("89504e470d0a1a0a 0000000d 49484452"), document.PNG},
		"jpeg":             {unhex("ffd8ffe000104a46494600"), document.JPEG},
		"tiff":             {unhex("49492a0008000000"), document.TIFF},
		"tiff, big endian": {unhex("4d4d002a00000008"), document.TIFF},
		"webp":             {[]byte("RIFF\x24\x00\x00\x00WEBPVP8 "), document.WEBP},
		"csv":              {[]byte(table), document.CSV},
		"tsv":              {[]byte(strings.ReplaceAll(table, ",", "\t")), document.TSV},
		"text":             {[]byte("Dear supplier,\nplease send more.\n"), document.TXT},
		"edifact":          {[]byte("UNB+UNOC:3+9520000000004:14+9520000000011:14+260320:1200+1'\n"), document.TXT},
		"edi, unprintable": {[]byte("UNB\x1dUNOB\x1f1\x1dA\x1dB\x1c"), document.TXT},
		"x12":              {[]byte("ISA*00*          *00*          *ZZ*A\x1d"), document.TXT},
		"one line":         {[]byte("sku"), document.TXT},
		"json is text":     {[]byte(`{"a":1}`), document.TXT},
		"windows-1252":     {[]byte("Stra\xdfe;M\xfcnchen\n1;2\n"), document.TXT},
		"utf-16":           {wide("sku;qty\nA;1\n", false), document.TXT},
		"csv in utf-16":    {wide(table, true), document.CSV},
		"csv, no mark":     {wide(table, false)[2:], document.CSV},
		"txt, no mark":     {wide("Grüße aus Köln 𝒳\n", true)[2:], document.TXT},
		"edi in utf-16":    {wide("UNB\x1dUNOB\x1f1\x1dA\x1dB\x1c", true), document.TXT},
		"x12, no mark":     {wide("ISA*00*          *00*          *ZZ*A\x1d", false)[2:], document.TXT},
		"xml":              {[]byte(`<?xml version="1.0"?><Invoice xmlns="urn:x"/>`), document.XML},
		"bare xml":         {[]byte("\ufeff \n<!-- hi --><Order><Line/></Order>"), document.XML},
		"xml in utf-16":    {wide(`<?xml version="1.0" encoding="UTF-16"?><Invoice/>`, true), document.XML},
		"xml, no mark":     {wide(`<?xml version="1.0"?><Invoice/>`, false)[2:], document.XML},
		"xml in latin":     {[]byte("<?xml version=\"1.0\" encoding=\"ISO-8859-1\"?><Stra\xdfe/>"), document.XML},
		"workbook":         {zipOf(t, 0, book...), document.XLSX},
		"workbook, late":   {zipOf(t, 200_000, book[1:]...), document.XLSX},
		"macros":           {zipOf(t, 0, append(book, "xl/vbaProject.bin")...), document.Unknown},
		"macros, late":     {zipOf(t, 200_000, append(book[1:], "xl/vbaProject.bin")...), document.Unknown},
		"zip":              {zipOf(t, 0, "a.txt"), document.Unknown},
		"jar":              {zipOf(t, 0, "META-INF/MANIFEST.MF", "a.class"), document.Unknown},
		"letter":           {zipOf(t, 0, "[Content_Types].xml", "word/document.xml"), document.Unknown},
		"html":             {[]byte("<!DOCTYPE html><html><body>hi"), document.Unknown},
		"html, bare":       {[]byte("\n\n  <script>alert(1)</script>"), document.Unknown},
		"php before xml":   {[]byte("<?php echo 1 ?><Invoice/>"), document.Unknown},
		"html fragment":    {[]byte("<!-- x --><div>hi</div>"), document.Unknown},
		"html as xml":      {[]byte(`<?xml version="1.0"?><!DOCTYPE html><html xmlns="http://www.w3.org/1999/xhtml"/>`), document.Unknown},
		"html, own name":   {[]byte(`<?xml version="1.0"?><x:page xmlns:x="http://www.w3.org/1999/xhtml"/>`), document.Unknown},
		"html in utf-16":   {wide("<html><script>alert(1)</script>", false), document.Unknown},
		"html, no mark":    {wide("<html><script>alert(1)</script>", true)[2:], document.Unknown},
		"shell in utf-16":  {wide("#!/bin/sh\nrm -rf /\n", false), document.Unknown},
		"wide and binary":  {append([]byte("M\x00Z\x00"), make([]byte, 200)...), document.Unknown},
		"svg":              {[]byte(`<svg xmlns="http://www.w3.org/2000/svg"/>`), document.Unknown},
		"svg as xml":       {[]byte(`<?xml version="1.0"?><!-- a --><svg xmlns="http://www.w3.org/2000/svg"/>`), document.Unknown},
		"svg, own prefix":  {[]byte(`<?xml version="1.0"?><s:svg xmlns:s="http://www.w3.org/2000/svg"/>`), document.Unknown},
		"svg by doctype":   {[]byte(`<!DOCTYPE svg PUBLIC "x" "y"><g/>`), document.Unknown},
		"broken markup":    {[]byte("<<<"), document.Unknown},
		"shell":            {[]byte("#!/bin/sh\nrm -rf /\n"), document.Unknown},
		"php":              {[]byte("<?php system($_GET['x']);"), document.Unknown},
		"elf":              {unhex("7f454c46020101000000000000000000 0300 3e00"), document.Unknown},
		"exe":              {append([]byte("MZ"), make([]byte, 200)...), document.Unknown},
		"gif":              {[]byte("GIF89a\x01\x00\x01\x00"), document.Unknown},
		"old workbook":     {oldWorkbook(), document.XLS},
		"binary":           {[]byte{0, 1, 2, 3, 0xff, 0}, document.Unknown},
		"nothing":          {nil, document.TXT},
		"text with a nul":  {[]byte("abc\x00def"), document.Unknown},
		"deep comment":     {[]byte("<!--" + strings.Repeat("x", 70_000) + "--><a/>"), document.Unknown},
		"tag soup in text": {[]byte("price list\n<b>1</b>\n"), document.TXT},
	} {
		t.Run(name, func(t *testing.T) { require.Equal(t, c.want, look(c.content)) })
	}
}

// oldWorkbook writes the head of a compound file with a workbook's class id.
func oldWorkbook() []byte {
	b := make([]byte, 2048)
	copy(b, unhex("d0cf11e0a1b11ae1"))
	copy(b[0x18:], unhex("3e000300feff0900"))
	copy(b[512:], unhex("0908100000060500"))
	return b
}

func FuzzSniff(f *testing.F) {
	for _, seed := range []string{"%PDF-1.7", "a,b\n1,2\n", "<?xml version=\"1.0\"?><a/>", "<svg", "PK\x03\x04", "\xff\xfe<\x00a\x00"} {
		f.Add([]byte(seed), []byte(seed))
	}
	f.Fuzz(func(t *testing.T, head, tail []byte) {
		got := sniff.New().Sniff(head, tail)
		if got != document.Unknown && got != document.XLS && !got.Valid() {
			t.Fatalf("%q is no media type", got)
		}
		lower := strings.ToLower(string(head))
		if strings.HasPrefix(lower, "<html") && got != document.Unknown && got != document.XML {
			t.Fatalf("a page passed as %s", got)
		}
	})
}
