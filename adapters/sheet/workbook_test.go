package sheet

import (
	"archive/zip"
	"bytes"
	"context"
	"fmt"
	"math/rand/v2"
	"runtime"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"github.com/xuri/excelize/v2"

	"sellingassistant/domain/document"
	"sellingassistant/domain/document/table"
	ports "sellingassistant/ports/document"
)

// built writes a workbook with a common library.
func built(t testing.TB, fill func(f *excelize.File)) string {
	t.Helper()
	f := excelize.NewFile()
	fill(f)
	var b bytes.Buffer
	require.NoError(t, f.Write(&b))
	require.NoError(t, f.Close())
	return b.String()
}

func set(t testing.TB, f *excelize.File, sheet string, cells map[string]any) {
	t.Helper()
	for at, v := range cells {
		require.NoError(t, f.SetCellValue(sheet, at, v))
	}
}

func style(t testing.TB, f *excelize.File, at, format string) {
	t.Helper()
	id, err := f.NewStyle(&excelize.Style{CustomNumFmt: &format})
	require.NoError(t, err)
	require.NoError(t, f.SetCellStyle("Sheet1", at, at, id))
}

// zipped writes an archive of parts, given as name and content in turn.
func zipped(t testing.TB, parts ...string) string {
	t.Helper()
	var b bytes.Buffer
	z := zip.NewWriter(&b)
	for i := 0; i < len(parts); i += 2 {
		w, err := z.Create(parts[i])
		require.NoError(t, err)
		_, err = w.Write([]byte(parts[i+1]))
		require.NoError(t, err)
	}
	require.NoError(t, z.Close())
	return b.String()
}

// encrypted writes an archive of a single part that is marked as encrypted.
func encrypted(t testing.TB, name, content string) string {
	t.Helper()
	var b bytes.Buffer
	z := zip.NewWriter(&b)
	w, err := z.CreateHeader(&zip.FileHeader{Name: name, Method: zip.Deflate, Flags: 1})
	require.NoError(t, err)
	_, err = w.Write([]byte(content))
	require.NoError(t, err)
	require.NoError(t, z.Close())
	return b.String()
}

const (
	oneSheet = `<workbook xmlns:r="x"><sheets><sheet name="A" sheetId="1" r:id="r1"/></sheets></workbook>`
	oneRel   = `<Relationships><Relationship Id="r1" Type="http://x/worksheet" Target="worksheets/a.xml"/>` +
		`<Relationship Id="r2" Type="http://x/sharedStrings" Target="/xl/sharedStrings.xml"/>` +
		`<Relationship Id="r3" Type="http://x/styles" Target="styles.xml"/></Relationships>`
)

// byHand writes a workbook of a sheet with these rows, text by place, and formats of cells.
func byHand(t testing.TB, rows, strings, styles string) string {
	return zipped(t, "xl/workbook.xml", oneSheet, "xl/_rels/workbook.xml.rels", oneRel, "xl/sharedStrings.xml", "<sst>"+strings+"</sst>",
		"xl/styles.xml", "<styleSheet>"+styles+"</styleSheet>", "xl/worksheets/a.xml", `<worksheet><sheetData>`+rows+`</sheetData></worksheet>`)
}

func TestWorkbooks(t *testing.T) {
	date := time.Date(2026, 3, 20, 0, 0, 0, 0, time.UTC)
	for _, c := range []struct {
		name, file string
		want       []string
	}{
		{"texts and numbers", built(t, func(f *excelize.File) {
			set(t, f, "Sheet1", map[string]any{"A1": "EAN", "B1": "Cost", "A2": "0036000291452", "B2": 1.10})
		}),
			[]string{"Sheet1!1: EAN | Cost", "Sheet1!2: 0036000291452 | =1.1"}},
		{"stored, not shown values", built(t, func(f *excelize.File) {
			set(t, f, "Sheet1", map[string]any{"A1": 2.3456})
			style(t, f, "A1", `0.00 "€"`)
		}), []string{"Sheet1!1: =2.3456 €"}},
		{"binary noise goes", byHand(t, `<row><c><v>2.2000000000000002</v></c><c><v>0.30000000000000004</v></c><c><v>1.15</v></c></row>`, "", ""), []string{"A!1: =2.2 | =0.3 | =1.15"}},
		{"long numbers keep their digits", byHand(t, `<row><c><v>4.006381333931E12</v></c><c><v>10614141000415</v></c></row>`, "", ""), []string{"A!1: =4006381333931 | =10614141000415"}},
		{"text other than a number stays text", byHand(t, `<row><c><v>1e400</v></c><c><v>NaN</v></c><c><v>0x10</v></c></row>`, "", ""), []string{"A!1: 1e400 | NaN | 0x10"}},
		{"dates by the number format", built(t, func(f *excelize.File) {
			set(t, f, "Sheet1", map[string]any{"A1": 46101, "B1": 46101, "C1": 46101.75, "D1": 46101})
			style(t, f, "A1", "dd/mm/yyyy")
			style(t, f, "B1", `[$-407]d. mmm yyyy`)
			style(t, f, "C1", "yyyy-mm-dd hh:mm")
			style(t, f, "D1", `0 "days"`)
		}), []string{"Sheet1!1: @2026-03-20 | @2026-03-20 | @2026-03-20T18:00:00 | =46101"}},
		{"a date that a program set", built(t, func(f *excelize.File) { set(t, f, "Sheet1", map[string]any{"A1": date}) }), []string{"Sheet1!1: @2026-03-20"}},
		{"days from 1904", zipped(t, "xl/workbook.xml", strings.Replace(oneSheet, "<sheets>", `<workbookPr date1904="1"/><sheets>`, 1), "xl/_rels/workbook.xml.rels", oneRel,
			"xl/sharedStrings.xml", "<sst/>", "xl/styles.xml", `<s><cellXfs><xf numFmtId="0"/><xf numFmtId="14"/></cellXfs></s>`, "xl/worksheets/a.xml",
			`<w><sheetData><row><c s="1"><v>44639</v></c><c s="0"><v>44639</v></c></row></sheetData></w>`), []string{"A!1: @2026-03-20 | =44639"}},
		{"dates before March 1900 stay numbers", byHand(t, `<row><c s="0"><v>60</v></c><c s="0"><v>61</v></c></row>`, "", `<cellXfs><xf numFmtId="14"/></cellXfs>`), []string{"A!1: =60 | @1900-03-01"}},
		{"a time of day is no date", byHand(t, `<row><c s="0"><v>0.5</v></c><c s="1"><v>0.5</v></c></row>`, "", `<numFmts><numFmt numFmtId="164" formatCode="h:mm AM/PM"/></numFmts><cellXfs><xf numFmtId="20"/><xf numFmtId="164"/></cellXfs>`), []string{"A!1: =0.5 | =0.5"}},
		{"percentages by number and by format", byHand(t, `<row><c s="0"><v>0.19</v></c><c s="1"><v>0.19</v></c><c s="2"><v>0.19</v></c><c s="3"><v>0.19</v></c></row>`, "",
			`<numFmts><numFmt numFmtId="164" formatCode="0.0%"/><numFmt numFmtId="165" formatCode="0.00\%"/><numFmt numFmtId="166" formatCode="0.00;-0%"/></numFmts>`+
				`<cellXfs><xf numFmtId="9"/><xf numFmtId="164"/><xf numFmtId="165"/><xf numFmtId="166"/></cellXfs>`), []string{"A!1: %19 | %19 | =0.19 | =0.19"}},
		{"styles of other parts of the list", byHand(t, `<row><c s="0"><v>46101</v></c></row>`, "", `<cellStyleXfs><xf numFmtId="14"/></cellStyleXfs><cellXfs><xf numFmtId="0"/></cellXfs>`), []string{"A!1: =46101"}},
		{"formatted empty rows do not count", built(t, func(f *excelize.File) {
			set(t, f, "Sheet1", map[string]any{"A1": "a", "A900": "b"})
			for i := 2; i < 900; i++ {
				style(t, f, "A"+strconv.Itoa(i), "0.00")
			}
		}), []string{"Sheet1!1: a", "Sheet1!900: b"}},
		{"gaps", built(t, func(f *excelize.File) { set(t, f, "Sheet1", map[string]any{"B2": "a", "D2": "b", "A5": "c"}) }), []string{"Sheet1!2:  | a |  | b", "Sheet1!5: c"}},
		{"rows and cells without places", byHand(t, `<row><c t="str"><v>a</v></c><c t="str"><v>b</v></c></row><row r="4"/><row><c r="C5" t="str"><v>c</v></c><c t="str"><v>d</v></c></row>`, "", ""), []string{"A!1: a | b", "A!5:  |  | c | d"}},
		{"formulas have the value of the last calculation", byHand(t, `<row><c><f>1+1</f><v>2</v></c><c t="str"><f>"a"&amp;"b"</f><v>ab</v></c><c><f>1+1</f></c></row>`, "", ""), []string{"A!1: =2 | ab"}},
		{"truth and faults", byHand(t, `<row><c t="b"><v>1</v></c><c t="b"><v>0</v></c><c t="e"><v>#N/A</v></c></row>`, "", ""), []string{"A!1: TRUE | FALSE | #N/A"}},
		{"dates in words", byHand(t, `<row><c t="d"><v>2026-03-20</v></c></row>`, "", ""), []string{"A!1: @2026-03-20"}},
		{"texts in the cell, in pieces and with readings", byHand(t, `<row><c t="inlineStr"><is><r><t>Kes</t></r><r><t>sel</t></r></is></c><c t="s"><v>0</v></c></row>`, `<si><r><t>鉄</t></r><r><t>瓶</t></r><rPh sb="0" eb="1"><t>テツ</t></rPh></si>`, ""), []string{"A!1: Kessel | 鉄瓶"}},
		{"entities and blanks", byHand(t, `<row><c t="s"><v>0</v></c></row>`, `<si><t xml:space="preserve"> Salt &amp; pepper&#10;</t></si>`, ""), []string{"A!1: Salt & pepper"}},
		{"sheets in their order, without hidden sheets", built(t, func(f *excelize.File) {
			for _, s := range []string{"Zoo", "Hidden", "Äpfel & Birnen"} {
				_, err := f.NewSheet(s)
				require.NoError(t, err)
				set(t, f, s, map[string]any{"A1": s})
			}
			require.NoError(t, f.SetSheetVisible("Hidden", false))
		}), []string{"Zoo!1: Zoo", "Äpfel & Birnen!1: Äpfel & Birnen"}},
		{"a workbook in another place", zipped(t, "_rels/.rels", `<R><Relationship Id="1" Type="http://x/officeDocument" Target="book/Main.xml"/></R>`, "book/main.xml", oneSheet,
			"book/_rels/main.xml.rels", `<R><Relationship Id="r1" Type="http://x/worksheet" Target="../S/one.xml"/></R>`, "s/One.xml", `<w><row><c t="str"><v>a</v></c></row></w>`), []string{"A!1: a"}},
		{"names with prefixes", zipped(t, "xl/workbook.xml", `<x:workbook xmlns:x="y" xmlns:r="z"><x:sheets><x:sheet name="A" r:id="r1"/></x:sheets></x:workbook>`, "xl/_rels/workbook.xml.rels", oneRel,
			"xl/sharedStrings.xml", "<sst/>", "xl/styles.xml", "<s/>", "xl/worksheets/a.xml", `<x:worksheet xmlns:x="y"><x:row r="1"><x:c r="B1"><x:v>7</x:v></x:c></x:row></x:worksheet>`), []string{"A!1:  | =7"}},
		{"no sheets", zipped(t, "xl/workbook.xml", "<workbook/>"), nil},
	} {
		t.Run(c.name, func(t *testing.T) {
			got, err := read(c.file, ports.WorkbookLimits)
			require.NoError(t, err)
			assert.Equal(t, c.want, got)
		})
	}
}

func TestHostileWorkbooks(t *testing.T) {
	lim := ports.WorkbookLimits
	small := lim
	small.Rows, small.Cells, small.Columns = 2, 3, 3
	few := lim
	few.Elements = 200
	good := byHand(t, `<row><c t="s"><v>0</v></c></row>`, "<si><t>a</t></si>", "")
	parts := make([]string, 0, 20_004)
	for i := range 10_001 {
		parts = append(parts, fmt.Sprintf("p%d", i), "")
	}
	for _, c := range []struct {
		name, file string
		lim        ports.SheetLimits
		want       document.FailureCode
	}{
		{"rows", byHand(t, strings.Repeat(`<row><c><v>1</v></c></row>`, 3), "", ""), small, document.OverLimits},
		{"cells", byHand(t, strings.Repeat(`<row><c><v>1</v></c><c><v>1</v></c></row>`, 2), "", ""), small, document.OverLimits},
		{"columns", byHand(t, `<row><c r="D1"><v>1</v></c></row>`, "", ""), small, document.OverLimits},
		{"a far empty cell", byHand(t, `<row><c r="XFD1" s="1"/></row>`, "", ""), small, ""},
		{"a cell farther than sheets reach", byHand(t, `<row><c r="ZZZZZZZZZZZZZZ1"><v>1</v></c></row>`, "", ""), lim, document.OverLimits},
		{"parts", zipped(t, parts...), lim, document.OverLimits},
		{"a bomb", byHand(t, strings.Repeat(" ", 20<<20), "", ""), lim, document.OverLimits},
		{"a bomb beside", zipped(t, "xl/workbook.xml", oneSheet, "xl/media/a.png", strings.Repeat("\x00", 201<<20)), lim, document.OverLimits},
		{"many strings", byHand(t, "", strings.Repeat("<si/>", 2_000_001)+noise(1<<20), ""), lim, document.OverLimits},
		{"a long string", byHand(t, "", "<si><t>"+noise(2<<20)+"</t></si>", ""), lim, document.OverLimits},
		{"a string in many pieces", byHand(t, "", "<si>"+strings.Repeat("<t>"+noise(1000)+"</t>", 1100)+"</si>", ""), lim, document.OverLimits},
		{"a long token", byHand(t, "<!--"+noise(2<<20)+"-->", "", ""), lim, document.OverLimits},
		{"deep", byHand(t, strings.Repeat("<a>", 1000)+strings.Repeat("</a>", 1000), "", ""), lim, document.OverLimits},
		{"a document type", byHand(t, "", `<!DOCTYPE x [<!ENTITY e "boom">]><si><t>&e;</t></si>`, ""), lim, document.OverLimits},
		{"one text in many cells", byHand(t, times(`<row><c t="s"><v>0</v></c></row>`, 1000), "<si><t>"+noise(100<<10)+"</t></si>", ""), lim, document.OverLimits},
		{"one text in the cells of a row", byHand(t, "<row>"+times(`<c t="s"><v>0</v></c>`, 1000)+"</row>", "<si><t>"+noise(100<<10)+"</t></si>", ""),
			lim, document.OverLimits},
		{"a text longer than a cell", byHand(t, "", "<si><t>"+noise(129<<10)+"</t></si>", ""), lim, document.OverLimits},
		{"a long text of a cell", byHand(t, `<row><c t="str"><v>`+noise(129<<10)+`</v></c></row>`, "", ""), lim, document.OverLimits},
		{"spaces in many cells", byHand(t, times(`<row><c t="s"><v>0</v></c></row>`, 250_000)+noise(1<<20), "<si><t>"+times(" ", 1<<20)+"</t></si>", ""), lim, ""},
		{"many relations", zipped(t, "xl/workbook.xml", oneSheet, "xl/_rels/workbook.xml.rels", relations(10_001)), lim, document.OverLimits},
		{"long relations", zipped(t, "xl/workbook.xml", oneSheet, "xl/_rels/workbook.xml.rels", "<R>"+noise(9<<20)+"</R>"), lim, document.OverLimits},
		{"many sheets", zipped(t, "xl/workbook.xml", `<w>`+times(`<sheet name="A" id="r1"/>`, 256)+`</w>`), lim, document.OverLimits},
		{"a sheet named twice", zipped(t, "xl/workbook.xml", `<w><sheet id="r0"/><sheet id="r0"/></w>`, "xl/_rels/workbook.xml.rels", relations(1),
			"xl/a.xml", "<s/>"), lim, document.OverLimits},
		{"a sheet of many names", zipped(t, "xl/workbook.xml", `<w><sheet id="r0"/><sheet id="r1"/></w>`, "xl/_rels/workbook.xml.rels", relations(2),
			"xl/a.xml", "<s/>"), lim, document.OverLimits},
		{"a sheet that is the workbook", zipped(t, "xl/workbook.xml", `<w><sheet id="r0"/></w>`, "xl/_rels/workbook.xml.rels",
			`<R><Relationship Id="r0" Type="x/worksheet" Target="workbook.xml"/></R>`), lim, document.OverLimits},
		{"many formats", byHand(t, "", "", formatsOf(65_537)), lim, document.OverLimits},
		{"many elements", byHand(t, times("<row/>", 200), "", ""), few, document.OverLimits},
		{"an entity", byHand(t, "", `<si><t>&e;</t></si>`, ""), lim, document.Unreadable},
		{"an end too early", byHand(t, `</sheetData></worksheet></worksheet>`, "", ""), lim, document.Unreadable},
		{"an encrypted part", encrypted(t, "xl/workbook.xml", oneSheet), lim, document.Encrypted},
		{"a part cut off", zipped(t, "xl/workbook.xml", oneSheet, "xl/_rels/workbook.xml.rels", oneRel, "xl/sharedStrings.xml", "<sst/>", "xl/styles.xml", "<s/>",
			"xl/worksheets/a.xml", `<worksheet><sheetData><row r="1"><c><v>1</v></c></row>`), lim, document.Unreadable},
		{"a string that is not there", byHand(t, `<row><c t="s"><v>9</v></c></row>`, "", ""), lim, document.Unreadable},
		{"a file cut off", good[:len(good)/2], lim, document.Unreadable},
		{"only the beginning", "PK\x03\x04", lim, document.Unreadable},
		{"no workbook", zipped(t, "a", "b"), lim, document.Unreadable},
		{"a sheet that is not there", zipped(t, "xl/workbook.xml", oneSheet, "xl/_rels/workbook.xml.rels", `<R><Relationship Id="r1" Type="x/worksheet" Target="a.xml"/></R>`), lim, document.Unreadable},
	} {
		t.Run(c.name, func(t *testing.T) {
			_, err := read(c.file, c.lim)
			assert.Equal(t, c.want, code(err), "%v", err)
			assert.Equal(t, c.want == "", err == nil, "%v", err)
		})
	}
}

// times repeats a text.
func times(s string, n int) string { return strings.Repeat(s, n) }

// relations writes n relations that name the same sheet.
func relations(n int) string {
	var b strings.Builder
	for i := range n {
		fmt.Fprintf(&b, `<Relationship Id="r%d" Type="x/worksheet" Target="a.xml"/>`, i)
	}
	return "<R>" + b.String() + "</R>"
}

// A number format shows a currency that the cell does not store.
func TestCurrenciesOfNumberFormats(t *testing.T) {
	for code, want := range map[string]string{
		`#,##0.00 "€"`: "€", `#,##0.00\ [$€-407]`: "€", `[$€] #,##0.00`: "€", `_-* #,##0.00\ "€"_-;\-* #,##0.00\ "€"_-`: "€",
		`"$"#,##0.00_);[Red]("$"#,##0.00)`: "$", `[$$-409]#,##0.00`: "USD", `[$$-1009]#,##0.00`: "CAD", `[$$-80A]#,##0.00`: "MXN",
		`_("$"* #,##0.00_);_("$"* (#,##0.00)`: "$", `£#,##0.00`: "£", `[$RM-43E]#,##0.00`: "RM", `"RM"#,##0.00`: "RM", `\R\M#,##0.00`: "RM",
		`[$USD] #,##0.00`: "USD", `#,##0.00 [$CHF]`: "CHF", `General "zł"`: "zł", `[$kr-41D] #,##0.00`: "SEK", `[$kr-F00] #,##0.00`: "kr",
		`[$Nfk-473]0.00`: "Nfk", `[Red][>100]"€" 0.00`: "€", `[$¥-804]#,##0`: "CNY", `[$¥-0411]#,##0`: "JPY",
		`0.00`: "", `0 "days"`: "", `0.00 "kg"`: "", `"RS "000`: "", `"TOP "0`: "", `[$-409]0.00`: "", `"Total" 0.00`: "", `0.00;"€" 0.00`: "",
		`[$aVeryLongNameOfACurrency]0`: "", `"€`: "€", `0\`: "", `@`: "",
	} {
		file := built(t, func(f *excelize.File) {
			set(t, f, "Sheet1", map[string]any{"A1": 2.5})
			style(t, f, "A1", code)
		})
		got, err := read(file, ports.WorkbookLimits)
		require.NoError(t, err)
		require.Equal(t, []string{strings.TrimSpace("Sheet1!1: =2.5 " + want)}, got, code)
	}
}

func formatsOf(n int) string {
	var b strings.Builder
	for i := range n {
		fmt.Fprintf(&b, `<numFmt numFmtId="%d" formatCode="0"/>`, i)
	}
	return b.String()
}

// noise returns text that does not compress well.
func noise(n int) string {
	r := rand.New(rand.NewPCG(1, 2))
	b := make([]byte, n)
	for i := range b {
		b[i] = byte('a' + r.IntN(26))
	}
	return string(b)
}

// A damaged byte of a file is a fault or changes the result visibly. No rows are lost silently.
func TestDamagedWorkbook(t *testing.T) {
	file := []byte(built(t, func(f *excelize.File) {
		for i := 1; i < 40; i++ {
			set(t, f, "Sheet1", map[string]any{"A" + strconv.Itoa(i): i, "B" + strconv.Itoa(i): "text " + strconv.Itoa(i)})
		}
	}))
	whole, err := read(string(file), ports.WorkbookLimits)
	require.NoError(t, err)
	require.Len(t, whole, 39)
	for i := 4; i < len(file); i += 7 {
		damaged := bytes.Clone(file)
		damaged[i] ^= 0x5a
		got, err := read(string(damaged), ports.WorkbookLimits)
		if err == nil {
			assert.Len(t, got, 39, "byte %d", i)
		} else {
			assert.NotEmpty(t, code(err), "byte %d: %v", i, err)
		}
	}
}

// Another reader finds the same texts and numbers.
func TestAgreesWithAnotherReader(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 4))
	file := built(t, func(f *excelize.File) {
		for range 300 {
			at, err := excelize.CoordinatesToCellName(1+r.IntN(12), 1+r.IntN(40))
			require.NoError(t, err)
			set(t, f, "Sheet1", map[string]any{at: []any{r.IntN(1e9), noise(1 + r.IntN(9)), float64(r.IntN(1e6)) / 100, r.IntN(2) == 0}[r.IntN(4)]})
		}
	})
	other, err := excelize.OpenReader(strings.NewReader(file))
	require.NoError(t, err)
	rows, err := other.GetRows("Sheet1", excelize.Options{RawCellValue: true})
	require.NoError(t, err)
	var got [][]string
	err = Reader{}.Read(context.Background(), strings.NewReader(file), int64(len(file)), ports.WorkbookLimits, func(_ string, n int, cells []table.Cell) error {
		for len(got) < n {
			got = append(got, nil)
		}
		for _, c := range cells {
			got[n-1] = append(got[n-1], map[string]string{"TRUE": "1", "FALSE": "0"}[c.Text])
			if got[n-1][len(got[n-1])-1] == "" {
				got[n-1][len(got[n-1])-1] = c.Text
			}
		}
		return nil
	})
	require.NoError(t, err)
	assert.Equal(t, rows, got)
}

func FuzzWorkbook(f *testing.F) {
	f.Add(`<row r="2"><c r="B2" t="s" s="0"><v>0</v></c><c><v>1.5e3</v></c></row>`, `<si><t>a</t></si>`, `<cellXfs><xf numFmtId="14"/></cellXfs>`)
	f.Fuzz(func(t *testing.T, rows, strings, styles string) {
		if _, err := read(byHand(t, rows, strings, styles), ports.WorkbookLimits); err != nil && code(err) == "" {
			t.Fatal(err)
		}
	})
}

func BenchmarkWorkbook(b *testing.B) {
	file := built(b, func(f *excelize.File) {
		w, err := f.NewStreamWriter("Sheet1")
		require.NoError(b, err)
		for i := range 100_000 {
			at, _ := excelize.CoordinatesToCellName(1, i+1)
			require.NoError(b, w.SetRow(at, []any{strconv.Itoa(4006381000000 + i), "Kessel Nummer " + strconv.Itoa(i), "Marke", i % 50, 12.34, float64(i) / 100, 19.99, i % 7}))
		}
		require.NoError(b, w.Flush())
	})
	peak := uint64(0)
	for b.Loop() {
		rows := 0
		in := strings.NewReader(file)
		require.NoError(b, Reader{}.Read(context.Background(), in, in.Size(), ports.WorkbookLimits, func(string, int, []table.Cell) error {
			if rows++; rows%20_000 == 0 {
				var m runtime.MemStats
				runtime.ReadMemStats(&m)
				peak = max(peak, m.HeapInuse)
			}
			return nil
		}))
		require.Equal(b, 100_000, rows)
	}
	b.ReportMetric(float64(peak)/(1<<20), "MiB-heap-with-file")
	b.ReportMetric(float64(len(file))/(1<<20), "MiB-file")
}
