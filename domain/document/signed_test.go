package document_test

import (
	"encoding/base64"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"sellingassistant/domain/document"
)

func TestSignedMessagesAreKnownByTheirBeginning(t *testing.T) {
	const identifier = "\x06\x09\x2a\x86\x48\x86\xf7\x0d\x01\x07\x02"
	long := "\x30\x82\x12\x34" + identifier + strings.Repeat("x", 300)
	code := base64.StdEncoding.EncodeToString([]byte(long))
	for name, c := range map[string]struct {
		file string
		want bool
	}{
		"a long one":           {long, true},
		"a short one":          {"\x30\x0d" + identifier + "xx", true},
		"an open length":       {"\x30\x80" + identifier, true},
		"base64":               {code, true},
		"base64 in rows":       {code[:64] + "\r\n" + code[64:], true},
		"PEM":                  {"-----BEGIN PKCS7-----\n" + code + "\n-----END PKCS7-----\n", true},
		"a mark of UTF-8":      {"\ufeff" + code, true},
		"another sequence":     {"\x30\x82\x12\x34\x02\x01\x00" + identifier, false},
		"no sequence":          {"\x31\x0d" + identifier, false},
		"enveloped":            {"\x30\x0d\x06\x09\x2a\x86\x48\x86\xf7\x0d\x01\x07\x03xx", false},
		"a word":               {"MINUTES OF A MEETING", false},
		"words in base64":      {base64.StdEncoding.EncodeToString([]byte("0\x820000" + strings.Repeat("y", 90))), false},
		"nothing":              {"", false},
		"marks with no inside": {"-----BEGIN PKCS7-----\n-----END PKCS7-----", false},
	} {
		require.Equal(t, c.want, document.Signed([]byte(c.file)), name)
	}
	require.Equal(t, long, string(document.Unarmoured([]byte("-----BEGIN CMS-----\n"+code+"\n-----END CMS-----"))))
	require.Equal(t, "MI, mixed words", string(document.Unarmoured([]byte("MI, mixed words"))))
}
