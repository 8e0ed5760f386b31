package sheet

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"strings"
	"testing"
	"testing/iotest"
	"unicode/utf8"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"golang.org/x/text/encoding/charmap"
	"golang.org/x/text/encoding/japanese"
	"golang.org/x/text/encoding/unicode"

	"sellingassistant/domain/document"
	"sellingassistant/domain/document/table"
	ports "sellingassistant/ports/document"
)

// read writes a file's rows as "sheet!number: cell | cell", a number as =1.5 or =1.5 €, and a date
// as @2026-03-20.
func read(file string, lim ports.SheetLimits) ([]string, error) {
	var got []string
	err := Reader{}.Read(context.Background(), strings.NewReader(file), int64(len(file)), lim, func(sheet string, n int, cells []table.Cell) error {
		var texts []string
		for _, c := range cells {
			texts = append(texts, map[table.Kind]string{table.Number: "=", table.Date: "@", table.Percent: "%"}[c.Kind]+strings.TrimSpace(c.Text+" "+c.Mark))
		}
		got = append(got, fmt.Sprintf("%s!%d: %s", sheet, n, strings.Join(texts, " | ")))
		return nil
	})
	return got, err
}

func encode(t *testing.T, e interface{ String(string) (string, error) }, s string) string {
	t.Helper()
	encoded, err := e.String(s)
	require.NoError(t, err)
	return encoded
}

func TestTexts(t *testing.T) {
	utf16le := unicode.UTF16(unicode.LittleEndian, unicode.IgnoreBOM).NewEncoder()
	utf16be := unicode.UTF16(unicode.BigEndian, unicode.UseBOM).NewEncoder()
	cyrillic := "Артикул;Наименование;Количество;Цена\nА-1;Чайник эмалированный с крышкой;3;120,50\nА-2;Кружка фарфоровая белая;12;45,00\nА-3;Тарелка глубокая с цветами;6;80,00\n"
	japaneseText := "品番,品名,数量,単価\nA-1,鉄瓶の蓋を付けたもの,3,1200\nA-2,湯のみ茶碗の白いもの,12,450\nA-3,これはとてもきれいなお皿です,5,300\nA-4,ガラスのコップと木のスプーンのセット,7,980\n"
	for _, c := range []struct {
		name, file string
		want       []string
	}{
		{"commas", "a,b\n1,2\n", []string{"!1: a | b", "!2: 1 | 2"}},
		{"semicolons before decimal commas", "A;1,50;2,00\nB;3,25;4,00\n", []string{"!1: A | 1,50 | 2,00", "!2: B | 3,25 | 4,00"}},
		{"tabs beside commas", "a, b\tc, d\ne, f\tg, h\n", []string{"!1: a, b | c, d", "!2: e, f | g, h"}},
		{"bars", "sku|qty\nA|1\nB|2\n", []string{"!1: sku | qty", "!2: A | 1", "!3: B | 2"}},
		{"a line names the delimiter", "sep=;\r\na;b,c,d\r\ne;f\r\n", []string{"!2: a | b,c,d", "!3: e | f"}},
		{"it may be an odd one", "SEP=^\na^b\n", []string{"!2: a | b"}},
		{"with a mark before it", "\xef\xbb\xbfsep=,\na,b\n", []string{"!2: a | b"}},
		{"delimiters in quotes do not count", "\"x;y\",1\n\"x;y;z\",2\n\"u\",3\n", []string{"!1: x;y | 1", "!2: x;y;z | 2", "!3: u | 3"}},
		{"rows of other widths above", "Example Ltd\nMarch\nsku;qty;price\nA;1;2\nB;1;2\nC;2;1\n", []string{"!1: Example Ltd", "!2: March", "!3: sku | qty | price", "!4: A | 1 | 2", "!5: B | 1 | 2", "!6: C | 2 | 1"}},
		{"ragged rows are padded", "a,b,c\nd\ne,f\n", []string{"!1: a | b | c", "!2: d |  | ", "!3: e | f | "}},
		{"an unsteady count", "a;b\nc;d;e\nf;g;h;i\nj\n", []string{"!1: a | b", "!2: c | d | e", "!3: f | g | h | i", "!4: j |  |  | "}},
		{"one column", "B000000001\nB000000002\n", []string{"!1: B000000001", "!2: B000000002"}},
		{"quotes over lines", "a,\"two\nlines\",b\nc,d,e\n", []string{"!1: a | two\nlines | b", "!3: c | d | e"}},
		{"doubled quotes", "a,\"5\"\" pipe\",b\n", []string{"!1: a | 5\" pipe | b"}},
		{"bare quotes", "a,5\" pipe,b\nc,d,e\n", []string{"!1: a | 5\" pipe | b", "!2: c | d | e"}},
		{"an open quote takes no rows with it", "a,b\n1,\"open\n2,x\n3,y\n", []string{"!1: a | b", "!2: 1 | open", "!3: 2 | x", "!4: 3 | y"}},
		{"an open quote before a delimiter", "a,b,c\n1,\"open,2\n3,4,5\n", []string{"!1: a | b | c", "!2: 1 | open | 2", "!3: 3 | 4 | 5"}},
		{"a closed quote at the end", "a,\"b\nc\"\n", []string{"!1: a | b\nc"}},
		{"empty rows", "a,b\n,\n\n , \nc,d", []string{"!1: a | b", "!5: c | d"}},
		{"line ends of Windows", "a,b\r\nc,d\r\n", []string{"!1: a | b", "!2: c | d"}},
		{"line ends of old Macintosh files", "a,b\rc,d\r", []string{"!1: a | b", "!2: c | d"}},
		{"hard blanks around", "a,\u00a01.5\u202f,b\n", []string{"!1: a | 1.5 | b"}},
		{"nothing", "", nil},
		{"blank", " \n\n", nil},
		{"UTF-8 with a mark", "\xef\xbb\xbfÄ,b\n", []string{"!1: Ä | b"}},
		{"UTF-16, little end first", "\xff\xfe" + encode(t, utf16le, "Ä;b\n"), []string{"!1: Ä | b"}},
		{"UTF-16, big end first", encode(t, utf16be, "Ä\tb\n"), []string{"!1: Ä | b"}},
		{"UTF-16 without a mark", encode(t, utf16le, "sku;Größe\n"), []string{"!1: sku | Größe"}},
		{"UTF-16 without a mark, big end first", encode(t, unicode.UTF16(unicode.BigEndian, unicode.IgnoreBOM).NewEncoder(), "sku;Größe\n"), []string{"!1: sku | Größe"}},
		{"Windows-1252", encode(t, charmap.Windows1252.NewEncoder(), "Größe;12,00 €\nweiß;3,00 €\n"), []string{"!1: Größe | 12,00 €", "!2: weiß | 3,00 €"}},
		{"Windows-1250", encode(t, charmap.Windows1250.NewEncoder(), "Nazwa;Ilość;Cena zł\nŚwieca żółta;2;4,50\n"), []string{"!1: Nazwa | Ilość | Cena zł", "!2: Świeca żółta | 2 | 4,50"}},
		{"ISO-8859-2", encode(t, charmap.ISO8859_2.NewEncoder(), "Nazwa;Ilość;Cena zł\nŚwieca żółta;2;4,50\n"), []string{"!1: Nazwa | Ilość | Cena zł", "!2: Świeca żółta | 2 | 4,50"}},
		{"Czech in Windows-1250", encode(t, charmap.Windows1250.NewEncoder(), "Název;Cena\nSvíčka šeříková žlutá;9,90\n"), []string{"!1: Název | Cena", "!2: Svíčka šeříková žlutá | 9,90"}},
		{"Czech in ISO-8859-2", encode(t, charmap.ISO8859_2.NewEncoder(), "Název;Cena\nSvíčka šeříková žlutá;9,90\n"), []string{"!1: Název | Cena", "!2: Svíčka šeříková žlutá | 9,90"}},
		{"the sign of the euro in ISO-8859-15", encode(t, charmap.ISO8859_15.NewEncoder(), "Größe;EK €\nweiß;4,20\n"), []string{"!1: Größe | EK €", "!2: weiß | 4,20"}},
		{"Danish and Spanish stay in Windows-1252", encode(t, charmap.Windows1252.NewEncoder(), "Rødvin 2 m³;¿Qué?\nÆblemost;£5\n"), []string{"!1: Rødvin 2 m³ | ¿Qué?", "!2: Æblemost | £5"}},
		{"Windows-1252 late in the file", strings.Repeat("a;b\n", 40_000) + "Stra\xdfe;b\n", append(repeated("a | b", 40_000), "!40001: Straße | b")},
		{"Windows-1251, surely", encode(t, charmap.Windows1251.NewEncoder(), cyrillic), []string{"!1: Артикул | Наименование | Количество | Цена", "!2: А-1 | Чайник эмалированный с крышкой | 3 | 120,50", "!3: А-2 | Кружка фарфоровая белая | 12 | 45,00", "!4: А-3 | Тарелка глубокая с цветами | 6 | 80,00"}},
		{"EUC-JP, surely", encode(t, japanese.EUCJP.NewEncoder(), japaneseText), []string{"!1: 品番 | 品名 | 数量 | 単価", "!2: A-1 | 鉄瓶の蓋を付けたもの | 3 | 1200", "!3: A-2 | 湯のみ茶碗の白いもの | 12 | 450", "!4: A-3 | これはとてもきれいなお皿です | 5 | 300", "!5: A-4 | ガラスのコップと木のスプーンのセット | 7 | 980"}},
	} {
		t.Run(c.name, func(t *testing.T) {
			got, err := read(c.file, ports.TextLimits)
			require.NoError(t, err)
			assert.Equal(t, c.want, got)
		})
	}
}

func repeated(cells string, n int) []string {
	all := make([]string, n)
	for i := range all {
		all[i] = fmt.Sprintf("!%d: %s", i+1, cells)
	}
	return all
}

// code returns the code of a refusal, empty for another error.
func code(err error) document.FailureCode {
	var refused *ports.ReadError
	if errors.As(err, &refused) {
		return refused.Code
	}
	return ""
}

func TestTextsOverLimits(t *testing.T) {
	small := ports.TextLimits
	small.Rows, small.Cells, small.Columns = 3, 7, 3
	yields := ports.TextLimits
	yields.Text = 10_000
	late := ports.TextLimits
	late.Time = 0
	for _, c := range []struct {
		name, file string
		lim        ports.SheetLimits
		want       document.FailureCode
	}{
		{"rows", "a\nb\nc\nd\n", small, document.OverLimits},
		{"empty rows do not count", "a\nb\n,\n,\nc\n", small, ""},
		{"cells", "a,b,c\nd,e,f\ng,h\n", small, document.OverLimits},
		{"columns", "a,b,c,d\n", small, document.OverLimits},
		{"empty columns do not count", "a,b,c,,,\n", small, ""},
		{"a line without end", strings.Repeat("x", 2<<20), ports.TextLimits, document.OverLimits},
		{"a long line after others", "a,b\n" + strings.Repeat("x", 2<<20) + "\nc,d\n", ports.TextLimits, document.OverLimits},
		{"a record over many lines", "a,b\n\"" + strings.Repeat("x\n", 1<<20) + "\",b\n", ports.TextLimits, document.OverLimits},
		{"quotes that are never closed", strings.Repeat("\"a;\n", 1000), ports.TextLimits, document.Unreadable},
		{"a line just short enough", strings.Repeat("x", 1<<20) + "\n", ports.TextLimits, ""},
		{"cells that yield too much", strings.Repeat("a;"+strings.Repeat("x", 1000)+"\n", 20), yields, document.OverLimits},
		{"time", strings.Repeat("a\n", 1000), late, document.ParserTimeout},
	} {
		t.Run(c.name, func(t *testing.T) {
			_, err := read(c.file, c.lim)
			assert.Equal(t, c.want, code(err), "%v", err)
			assert.Equal(t, c.want == "", err == nil, "%v", err)
		})
	}
}

func TestErrorsOfCallerAndFileComeBack(t *testing.T) {
	stop := errors.New("enough")
	file := strings.NewReader("a\nb\n")
	calls := 0
	err := Reader{}.Read(context.Background(), file, file.Size(), ports.TextLimits, func(string, int, []table.Cell) error {
		calls++
		return stop
	})
	assert.Same(t, stop, err)
	assert.Equal(t, 1, calls)

	broken := readerAt{iotest.ErrReader(io.ErrClosedPipe)}
	err = Reader{}.Read(context.Background(), broken, 10, ports.TextLimits, nil)
	assert.ErrorIs(t, err, io.ErrClosedPipe)

	ctx, cancel := context.WithCancel(context.Background())
	long := strings.NewReader(strings.Repeat("a\n", 1000))
	rows := 0
	err = Reader{}.Read(ctx, long, long.Size(), ports.TextLimits, func(string, int, []table.Cell) error {
		rows++
		cancel()
		return nil
	})
	require.ErrorIs(t, err, context.Canceled)
	assert.Less(t, rows, 300)
}

type readerAt struct{ io.Reader }

func (r readerAt) ReadAt(p []byte, _ int64) (int, error) { return r.Read(p) }

func FuzzTexts(f *testing.F) {
	f.Add([]byte("sep=;\na;b\n\"c;\nd\n"))
	f.Add([]byte("\xff\xfea\x00,\x00"))
	f.Add([]byte("a,\xe9\xff\n1,5;\x00"))
	f.Fuzz(func(t *testing.T, file []byte) {
		last := 0
		err := Reader{}.Read(context.Background(), bytes.NewReader(file), int64(len(file)), ports.TextLimits, func(sheet string, n int, cells []table.Cell) error {
			if sheet == "" && n <= last {
				t.Fatalf("row %d comes after row %d", n, last)
			}
			last = n
			for _, c := range cells {
				if !utf8.ValidString(c.Text) && bytes.HasPrefix(file, []byte("\xef\xbb\xbf")) {
					t.Fatalf("%q is no UTF-8", c.Text)
				}
			}
			return nil
		})
		if err != nil && code(err) == "" {
			t.Fatal(err)
		}
	})
}

func BenchmarkText(b *testing.B) {
	var file strings.Builder
	file.WriteString("EAN;Artikel;Marke;Menge;Einzelpreis;Gesamt;UVP;Lager\n")
	for i := range 249_999 {
		fmt.Fprintf(&file, "%013d;Kessel Nummer %d, emailliert;Marke;%d;12,%02d;%d,00;19,99;%d\n", 4006381000000+i, i, i%50, i%100, i%900, i%7)
	}
	for b.Loop() {
		in := strings.NewReader(file.String())
		rows := 0
		require.NoError(b, Reader{}.Read(context.Background(), in, in.Size(), ports.TextLimits, func(string, int, []table.Cell) error { rows++; return nil }))
		require.Equal(b, 250_000, rows)
	}
}

// The mark before a formula is removed, as it was added by an export.
func TestMarksOfFormulasAreRemoved(t *testing.T) {
	for marked, want := range map[string]string{
		"'=1": "=1", "'＝1": "＝1", "'＠x": "＠x", "'00123": "00123", "'tis": "'tis", "'": "'", `="00123"`: "00123",
	} {
		require.Equal(t, want, unmarked(marked))
	}
}
