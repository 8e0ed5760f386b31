package document_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"sellingassistant/domain/document"
	"sellingassistant/domain/kernel/fault"
)

func TestDecide(t *testing.T) {
	const (
		bad  = string(fault.CodeMediaTypeMismatch)
		none = string(fault.CodeUnsupportedMediaType)
	)
	for _, c := range []struct {
		content        document.Media
		name, declared string
		want           string
	}{
		{document.PDF, "a.pdf", "application/pdf", string(document.PDF)},
		{document.PDF, "a.PDF", "", string(document.PDF)},
		{document.PDF, "a", "application/octet-stream", string(document.PDF)},
		{document.PDF, "a.pdf", "image/png", bad},
		{document.PDF, "a.pdf", "no type", bad},
		{document.PDF, "a.png", "", bad},
		{document.PDF, "a.csv", "", bad},
		{document.PDF, "a.exe", "", none},
		{document.PNG, "a.jpg", "", bad},
		{document.JPEG, "a.jpeg", "image/jpg", string(document.JPEG)},
		{document.TXT, "a.csv", "text/csv; charset=utf-8", string(document.CSV)},
		{document.CSV, "a.csv", "application/vnd.ms-excel", string(document.CSV)},
		{document.CSV, "a.tsv", "text/plain", string(document.TSV)},
		{document.CSV, "a.txt", "text/plain", string(document.TXT)},
		{document.CSV, "a.txt", "text/csv", bad},
		{document.TXT, "a.tab", "", string(document.TSV)},
		{document.TXT, "a.edi", "application/edifact", string(document.TXT)},
		{document.TXT, "a.X12", "application/EDI-X12", string(document.TXT)},
		{document.PDF, "a.edi", "", bad},
		{document.TXT, "a", "text/csv", string(document.CSV)},
		{document.TXT, "a", "text/csv;charset=ascii", string(document.CSV)},
		{document.TSV, "a", "", string(document.TSV)},
		{document.TXT, "a.xml", "", bad},
		{document.TXT, "a.pdf", "", bad},
		{document.TXT, "a.html", "", none},
		{document.XML, "a.xml", "text/xml", string(document.XML)},
		{document.XML, "a.xml", "application/ubl+xml", string(document.XML)},
		{document.XML, "a.txt", "", bad},
		{document.XML, "a.svg", "", none},
		{document.XLSX, "a.xlsx", "application/zip", string(document.XLSX)},
		{document.XLSX, "a.zip", "", none},
		{document.XLSX, "a.xls", "", none},
		{document.XLS, "a.xlsx", "", none},
		{document.TXT, "a.xls", "", none},
		{document.WEBP, "a.webp", "image/webp", string(document.WEBP)},
		{document.TIFF, "a.tif", "", string(document.TIFF)},
		{document.TIFF, "a.tiff", "image/x-tiff", string(document.TIFF)},
		{document.TIFF, "a.png", "", bad},
		{document.Unknown, "a.pdf", "application/pdf", none},
		{"text/html", "a.txt", "text/plain", none},
	} {
		got, err := document.Decide(c.content, c.name, c.declared)
		if f, ok := fault.As(err); ok {
			require.Equal(t, fault.Unsupported, f.Kind)
			got = document.Media(f.Code)
		}
		require.Equal(t, c.want, string(got), "%s named %s declared %q", c.content, c.name, c.declared)
	}
	_, err := document.Decide(document.XLS, "a.xls", "")
	require.ErrorContains(t, err, "save it as XLSX")
}

func TestInline(t *testing.T) {
	for _, m := range document.Medias() {
		want := m == document.PDF || m == document.PNG || m == document.JPEG || m == document.WEBP
		require.Equal(t, want, m.Inline(), m)
	}
}

func TestPictures(t *testing.T) {
	for _, m := range document.Medias() {
		want := m == document.PNG || m == document.JPEG || m == document.TIFF || m == document.WEBP
		require.Equal(t, want, m.Picture(), m)
	}
}
