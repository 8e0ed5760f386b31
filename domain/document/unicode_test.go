package document_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"sellingassistant/domain/document"
)

func TestEncodings(t *testing.T) {
	for _, c := range []struct {
		file string
		want document.Encoding
		text string
	}{
		{"", document.Unmarked, ""},
		{"Tür", document.Unmarked, "Tür"},
		{"T\xfcr", document.Unmarked, "T\xfcr"},
		{"\xef\xbb\xbfTür", document.UTF8, "Tür"},
		{"\xff\xfeT\x00\xfc\x00r\x00", document.UTF16LE, "Tür"},
		{"\xfe\xff\x00T\x00\xfc\x00r", document.UTF16BE, "Tür"},
		{"T\x00\xfc\x00r\x00", document.UTF16LE, "Tür"},
		{"\x00T\x00\xfc\x00r", document.UTF16BE, "Tür"},
		{"a\x00b\x00\x35\xd8\xb3\xdc", document.UTF16LE, "ab\U0001d4b3"},
		{"\x00U\x00N\x00B\x00\x1d", document.UTF16BE, "UNB\x1d"},
		{"\xff\xfea\x00b", document.UTF16LE, "a"},
		{"\xff\xfea\x00\x35\xd8b\x00", document.UTF16LE, "a\ufffdb"},
		{"a\x00b\x00\x35\xd8", document.UTF16LE, "ab\ufffd"},
		// Bytes without a mark that are no text.
		{"a\x00b", document.Unmarked, "a\x00b"},
		{"a\x00b\x00\x35\xd8b\x00", document.Unmarked, "a\x00b\x00\x35\xd8b\x00"},
		{"a\x00b\x00\x00\x00", document.Unmarked, "a\x00b\x00\x00\x00"},
		{"a\x00b\x00\x01\x00", document.Unmarked, "a\x00b\x00\x01\x00"},
		{"a\x00b\x00\xff\xff", document.Unmarked, "a\x00b\x00\xff\xff"},
		{"abc\x00def\x00", document.Unmarked, "abc\x00def\x00"},
	} {
		require.Equal(t, c.want, document.EncodingOf([]byte(c.file)), "%q", c.file)
		require.Equal(t, c.text, string(document.Unicode([]byte(c.file))), "%q", c.file)
	}
}
