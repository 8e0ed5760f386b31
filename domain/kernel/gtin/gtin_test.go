package gtin_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"sellingassistant/domain/kernel/gtin"
)

func TestParse(t *testing.T) {
	for _, c := range []struct {
		in, digits string
		kind       gtin.Kind
		key        string
	}{
		{"036000291452", "036000291452", gtin.UPC, "00036000291452"},
		{"747474801770", "747474801770", gtin.UPC, "00747474801770"},
		{"0747474801770", "0747474801770", gtin.EAN, "00747474801770"},
		{"4006381333931", "4006381333931", gtin.EAN, "04006381333931"},
		{"9780306406157", "9780306406157", gtin.EAN, "09780306406157"},
		{"96385074", "96385074", gtin.EAN8, "00000096385074"},
		{"10036000291459", "10036000291459", gtin.GTIN14, "10036000291459"},
		{"00036000291452", "00036000291452", gtin.GTIN14, "00036000291452"},
		{"0306406152", "9780306406157", gtin.EAN, "09780306406157"},
		{"0-306-40615-2", "9780306406157", gtin.EAN, "09780306406157"},
		{"080442957X", "9780804429573", gtin.EAN, "09780804429573"},
		{"080442957x", "9780804429573", gtin.EAN, "09780804429573"},
		{"978-0-306-40615-7", "9780306406157", gtin.EAN, "09780306406157"},
		{" 4 006381 333931 ", "4006381333931", gtin.EAN, "04006381333931"},
		{"04252614", "042100005264", gtin.UPC, "00042100005264"},
	} {
		got, err := gtin.Parse(c.in)
		require.NoError(t, err, c.in)
		require.Equal(t, c.digits, got.String(), c.in)
		require.Equal(t, c.kind, got.Kind(), c.in)
		require.Equal(t, c.key, got.Key(), c.in)
	}
}

func TestParseRefuses(t *testing.T) {
	for text, want := range map[string]error{
		"": gtin.ErrForm, "1": gtin.ErrForm, "03600029145": gtin.ErrForm, "100360002914599": gtin.ErrForm,
		"03600029145a": gtin.ErrForm, "8.80E+12": gtin.ErrForm, "٠٣٦٠٠٠٢٩١٤٥٢": gtin.ErrForm, "0x6000291452": gtin.ErrForm,
		"030640615Y": gtin.ErrForm, "03064X6152": gtin.ErrForm, "B0ABCDEFGH": gtin.ErrForm,
		"9638 507\t4": gtin.ErrForm, "4006381333931\n": gtin.ErrForm, strings.Repeat("0", 10_000): gtin.ErrForm,
		"036000291453": gtin.ErrCheckDigit, "4006381333932": gtin.ErrCheckDigit, "96385075": gtin.ErrCheckDigit,
		"10036000291458": gtin.ErrCheckDigit, "0306406153": gtin.ErrCheckDigit, "0804429570": gtin.ErrCheckDigit,
	} {
		_, err := gtin.Parse(text)
		require.ErrorIs(t, err, want, "%.40q", text)
	}
	require.Panics(t, func() { gtin.MustParse("036000291453") })
}

// Spreadsheets treat codes as numbers. They drop leading zeros, add decimals, and round long codes.
func TestMend(t *testing.T) {
	for text, want := range map[string]struct {
		digits   string
		repaired bool
		err      error
	}{
		"036000291452":    {"036000291452", false, nil},
		"36000291452":     {"036000291452", true, nil},
		"36000291452.0":   {"036000291452", true, nil},
		"'036000291452":   {"036000291452", false, nil},
		"36000 29145-2":   {"036000291452", true, nil},
		"1234567895":      {"001234567895", true, nil},
		"1234565":         {"01234565", true, nil},
		"1234566":         {"", false, gtin.ErrForm},
		"0306406152":      {"9780306406157", false, nil}, // a book as it is
		"4006381333931.0": {"4006381333931", false, nil},
		"96385074.0":      {"96385074", false, nil},
		"36000291453":     {"", false, gtin.ErrForm},
		"03600029145":     {"", false, gtin.ErrForm},
		"1234567890":      {"", false, gtin.ErrCheckDigit},
		"030640615Y":      {"", false, gtin.ErrForm},
		"963850740":       {"", false, gtin.ErrForm}, // nine digits have lost more than zeros
		"4006381333932.0": {"", false, gtin.ErrCheckDigit},
		"4006381333931.5": {"", false, gtin.ErrForm},
		"8.80E+12":        {"", false, gtin.ErrRounded},
		"8.8e12":          {"", false, gtin.ErrRounded},
		"88E+11":          {"", false, gtin.ErrRounded},
		"E+12":            {"", false, gtin.ErrForm},
		"8.80E+":          {"", false, gtin.ErrForm},
		"8.8.0E+12":       {"", false, gtin.ErrForm},
		"CODE12":          {"", false, gtin.ErrForm},
		"":                {"", false, gtin.ErrForm},
	} {
		got, repaired, err := gtin.Mend(text)
		require.ErrorIs(t, err, want.err, text)
		require.Equal(t, want.digits, got.String(), text)
		require.Equal(t, want.repaired, repaired, text)
	}
}

// The sixth digit of a UPC-E sets the place of its zeros.
func TestUPCE(t *testing.T) {
	for short, long := range map[string]string{
		"01234505": "012000003455", "01234514": "012100003454", "01234523": "012200003453", "01234531": "012300000451",
		"01234543": "012340000053", "01234558": "012345000058", "01234565": "012345000065", "01234572": "012345000072",
		"01234589": "012345000089", "01234596": "012345000096", "11234562": "112345000062",
	} {
		upc, ok := gtin.MustParse(short).UPC()
		require.True(t, ok, short)
		if from, both := gtin.MustParse(short).FromUPCE(); both {
			upc = from
		}
		require.Equal(t, long, upc.String(), short)
		require.Equal(t, gtin.UPC, gtin.MustParse(long).Kind())
	}
	_, ok := gtin.MustParse("96385074").FromUPCE()
	require.False(t, ok, "begins with neither 0 nor 1")
	_, ok = gtin.MustParse("036000291452").FromUPCE()
	require.False(t, ok)

	// Eight digits may fit both ways; then they are the EAN-8 they are written as.
	both := gtin.MustParse("00000000")
	require.Equal(t, gtin.EAN8, both.Kind())
	upc, ok := both.FromUPCE()
	require.True(t, ok)
	require.Equal(t, "000000000000", upc.String())
}

func TestConversions(t *testing.T) {
	for _, c := range []struct{ in, upc, ean, unit string }{
		{"036000291452", "036000291452", "0036000291452", ""},
		{"0036000291452", "036000291452", "0036000291452", ""},
		{"4006381333931", "", "4006381333931", ""},
		{"10036000291459", "", "", "0036000291452"},
		{"90036000291455", "", "", ""},
		{"00036000291452", "036000291452", "0036000291452", ""},
		{"9780306406157", "", "9780306406157", ""},
		{"9780804429573", "", "9780804429573", ""},
		{"19780306406154", "", "", "9780306406157"},
		{"9791034304295", "", "9791034304295", ""},
		{"96385074", "000096385074", "0000096385074", ""},
	} {
		code := gtin.MustParse(c.in)
		for name, got := range map[string]struct {
			want string
			to   func() (gtin.Code, bool)
		}{"UPC": {c.upc, code.UPC}, "EAN": {c.ean, code.EAN}, "unit": {c.unit, code.Unit}} {
			to, ok := got.to()
			require.Equal(t, got.want != "", ok, "%s of %s", name, c.in)
			if ok {
				require.Equal(t, got.want, to.String(), "%s of %s", name, c.in)
			}
		}
	}
}

// digits draws a code of a length with the check digit that fits.
func digits(t *rapid.T, length int) gtin.Code {
	text := rapid.StringOfN(rapid.RuneFrom([]rune("0123456789")), length-1, length-1, length-1).Draw(t, "body")
	var found []gtin.Code
	for last := '0'; last <= '9'; last++ {
		if c, err := gtin.Parse(text + string(last)); err == nil && len(c.String()) == length {
			found = append(found, c)
		}
	}
	if len(found) != 1 {
		t.Fatalf("%s has %d check digits: %v", text, len(found), found)
	}
	return found[0]
}

func TestEveryDigitIsChecked(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		length := rapid.SampledFrom([]int{12, 13, 14}).Draw(t, "length")
		code := digits(t, length)
		at := rapid.IntRange(0, length-1).Draw(t, "at")
		other := []byte(code.String())
		other[at] = '0' + (other[at]-'0'+byte(rapid.IntRange(1, 9).Draw(t, "by")))%10
		if _, err := gtin.Parse(string(other)); err == nil {
			t.Fatalf("%s and %s both fit", code, other)
		}
	})
}

func TestEveryWayToWriteACodeHasOneKey(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		code := digits(t, rapid.SampledFrom([]int{12, 13}).Draw(t, "length"))
		long := gtin.MustParse(code.Key())
		if long.Key() != code.Key() {
			t.Fatalf("%s and %s differ", code, long)
		}
		ean, ok := code.EAN()
		if !ok || gtin.MustParse(ean.String()).Key() != code.Key() {
			t.Fatalf("%s as an EAN is %s", code, ean)
		}
		if upc, ok := code.UPC(); ok && gtin.MustParse(upc.String()).Key() != code.Key() {
			t.Fatalf("%s as a UPC is %s", code, upc)
		}
	})
}

func TestISBNsOfTenCharactersAreEANs(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		body := rapid.StringMatching(`[0-9]{9}`).Draw(t, "body")
		fitting := 0
		for _, last := range "0123456789X" {
			c, err := gtin.Parse(body + string(last))
			if err != nil {
				continue
			}
			fitting++
			if ean := c.String(); len(ean) != 13 || ean[:12] != "978"+body {
				t.Fatalf("%s%c became %s", body, last, ean)
			}
		}
		if fitting != 1 {
			t.Fatalf("%s has %d check characters", body, fitting)
		}
	})
}

func FuzzParse(f *testing.F) {
	for _, s := range []string{"036000291452", "0-306-40615-2", "080442957X", "04252614", "10036000291459", "8.80E+12"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		mended, repaired, fault := gtin.Mend(s)
		if again, err := gtin.Parse(mended.String()); fault == nil && (err != nil || again != mended || repaired && len(mended.String()) != 12) {
			t.Fatalf("%q was mended to %q (%v)", s, mended, err)
		}
		c, err := gtin.Parse(s)
		if err == nil && (fault != nil || repaired || mended != c) {
			t.Fatalf("%q is %q and was mended to %q (%v)", s, c, mended, fault)
		}
		if err != nil {
			return
		}
		again, err := gtin.Parse(c.String())
		if err != nil || again != c || len(c.Key()) != 14 {
			t.Fatalf("%q became %q, then %q (%v)", s, c, again, err)
		}
	})
}
