package orderfile_test

import (
	"bytes"
	"encoding/csv"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"sellingassistant/adapters/orderfile"
	"sellingassistant/domain/purchasing/form"
)

func party(label string, lines ...string) form.Party { return form.Party{Label: label, Lines: lines} }

func column(label string, width int, number bool) form.Column {
	return form.Column{Label: label, Width: width, Number: number}
}

// facts pairs labels with values.
func facts(texts ...string) (out []form.Fact) {
	for i := 0; i < len(texts); i += 2 {
		out = append(out, form.Fact{Label: texts[i], Value: texts[i+1]})
	}
	return out
}

func write(t *testing.T, f form.Form, as form.Format) []byte {
	t.Helper()
	w, err := orderfile.New(nil)
	require.NoError(t, err)
	b, err := w.Write(f, as)
	require.NoError(t, err)
	return b
}

func sample(rows ...[]string) form.Form {
	return form.Form{
		Title: "Purchase order PO-7", Number: "PO-7", Page: "Page", At: time.Date(2026, 3, 9, 12, 0, 0, 0, time.UTC),
		Parties: []form.Party{party("Buyer", "Acme", "Bremen"), party("Supplier", "Hafen")},
		Facts:   facts("Currency", "EUR"),
		Columns: []form.Column{column("No.", 5, true), column("Description", 60, false), column("Units", 10, true)},
		Rows:    rows, Sums: facts("Total EUR", "12.50"), Note: "First line\nsecond line",
	}
}

func TestCSV(t *testing.T) {
	require.Equal(t, "\ufeffPurchase order PO-7,,\r\nBuyer,\"Acme, Bremen\",\r\nSupplier,Hafen,\r\nCurrency,EUR,\r\n,,\r\nNo.,Description,Units\r\n"+
		"1,\"Kettle \"\"steel\"\"\",6\r\n,,\r\nTotal EUR,12.50,\r\n\"First line\r\nsecond line\",,\r\n", string(write(t, sample([]string{"1", `Kettle "steel"`, "6"}), form.CSV)))
}

func TestNoCellIsAFormula(t *testing.T) {
	for text, want := range map[string]string{
		"=1+1": "'=1+1", "+cmd": "'+cmd", "-2": "'-2", "@SUM(A1)": "'@SUM(A1)", " =1": "' =1", "\t=1": "' =1", "\r=1": "'=1", "\u202e=1": "'=1",
		"\ufeff=1": "'=1", "＝1": "'＝1", "a=1": "a=1", "1-2": "1-2", "": "", "\n=1": "'\n=1", "abc\u202egnp.exe": "abcgnp.exe", "\u2066x\u2069\u200fy": "xy",
	} {
		b := write(t, sample([]string{"1", text, "6"}), form.CSV)
		lines, err := csv.NewReader(bytes.NewReader(b)).ReadAll()
		require.NoError(t, err)
		require.Equal(t, want, lines[6][1], "%q", text)
	}
	f := sample()
	f.Title, f.Note, f.Sums[0].Label, f.Facts[0].Value = "=T", "=N", "=S", "=F"
	require.NotRegexp(t, `(?m)(^|,)"?=`, string(write(t, f, form.CSV)))
}

func TestTheSameFormIsTheSameBytes(t *testing.T) {
	f := sample([]string{"1", "Kettle", "6"})
	require.Equal(t, write(t, f, form.PDF), write(t, f, form.PDF))
}

func TestHostileTitles(t *testing.T) {
	for name, text := range map[string]string{
		"no space": strings.Repeat("W", 500), "newlines": strings.Repeat("a\n", 60), "other planes": "😀𝕏", "other scripts": "水壶 غلاية", "the last of a plane": "\uffff\ufffd",
		"direction": "\u202eabc", "PDF": ") Tj ET (", "pages": "{pages}", "none": "", "spaces": strings.Repeat(" ", 400),
	} {
		t.Run(name, func(t *testing.T) {
			f := sample([]string{"1", text, "6"}, []string{text, text, text})
			f.Title, f.Note, f.Number = text, strings.Repeat(text+"\n", 20), text
			f.Parties[0].Lines, f.Facts[0].Value, f.Sums[0].Label = []string{text, text}, text, text
			require.True(t, bytes.HasPrefix(write(t, f, form.PDF), []byte("%PDF-")))
			write(t, f, form.CSV)
		})
	}
}

func TestLongOrdersAreWrittenInTime(t *testing.T) {
	var rows [][]string
	for n := range 5000 {
		rows = append(rows, []string{fmt.Sprint(n), fmt.Sprintf("Thing %d with a title that is long enough for a second line on the page", n), "12"})
	}
	for _, as := range []form.Format{form.PDF, form.CSV} {
		began := time.Now()
		b := write(t, sample(rows...), as)
		t.Logf("%s: %d bytes in %s", as, len(b), time.Since(began))
		require.Less(t, time.Since(began), 10*time.Second)
	}
}

func TestAnotherFont(t *testing.T) {
	for name, font := range map[string][]byte{"nothing": {}, "text": []byte("this is no font"), "outlines of another kind": []byte("OTTO\x00\x01")} {
		_, err := orderfile.New(font)
		require.Error(t, err, name)
	}
}
