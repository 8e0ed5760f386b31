package document_test

import (
	"strings"
	"testing"
	"unicode"
	"unicode/utf8"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"sellingassistant/domain/document"
)

func TestCleanName(t *testing.T) {
	for raw, want := range map[string]string{
		"INV-881.pdf":                            "INV-881.pdf",
		"../../etc/passwd":                       "passwd",
		`C:\Users\me\bill.PDF`:                   "bill.PDF",
		`a/b\c.csv`:                              "c.csv",
		"folder/":                                "document",
		"":                                       "document",
		".":                                      "document",
		"..":                                     "document",
		"   ":                                    "document",
		".pdf":                                   "document.pdf",
		" .pdf":                                  "document.pdf",
		"a\x00b\r\nc\x7f.txt":                    "abc.txt",
		"evil\u202Efdp.exe":                      "evilfdp.exe",
		"run.exe. . ":                            "run.exe",
		"  spaced name.pdf  ":                    "spaced name.pdf",
		"Rechnung März.pdf":                      "Rechnung März.pdf",
		"bad\xff\xfe.pdf":                        "bad\uFFFD.pdf",
		strings.Repeat("a", 300) + ".pdf":        strings.Repeat("a", 251) + ".pdf",
		strings.Repeat("ü", 200) + ".xlsx":       strings.Repeat("ü", 125) + ".xlsx",
		"x." + strings.Repeat("e", 300):          "x." + strings.Repeat("e", 253),
		strings.Repeat("€", 85):                  strings.Repeat("€", 85),
		strings.Repeat("€", 86):                  strings.Repeat("€", 85),
		strings.Repeat("a", 250) + " . . b.jpeg": strings.Repeat("a", 250) + ".jpeg",
	} {
		require.Equal(t, want, document.CleanName(raw), "%q", raw)
	}
}

// cleanEnough checks the rules that every cleaned name must meet.
func cleanEnough(t interface {
	Fatalf(string, ...any)
}, raw string) {
	got := document.CleanName(raw)
	switch {
	case got == "" || len(got) > document.MaxName || !utf8.ValidString(got):
		t.Fatalf("%q became %q", raw, got)
	case strings.ContainsAny(got, `/\`) || strings.ContainsFunc(got, unicode.IsControl):
		t.Fatalf("%q became %q", raw, got)
	case got == "." || got == ".." || strings.HasSuffix(got, ".") || strings.TrimSpace(got) != got:
		t.Fatalf("%q became %q", raw, got)
	case document.CleanName(got) != got:
		t.Fatalf("%q became %q and then %q", raw, got, document.CleanName(got))
	}
}

func TestCleanNameProperty(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		cleanEnough(t, rapid.OneOf(rapid.String(), rapid.StringOfN(rapid.RuneFrom([]rune("./\\ aé€\x00\u202E")), 0, 400, -1)).Draw(t, "name"))
	})
}

func FuzzCleanName(f *testing.F) {
	for _, seed := range []string{"INV.pdf", `..\..\x`, "a\x00.exe.", ".pdf", strings.Repeat("ü", 140) + ". pdf"} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, raw string) { cleanEnough(t, raw) })
}
