package words_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"sellingassistant/domain/document/reading"
	"sellingassistant/domain/document/reading/words"
)

func TestRowsOfATill(t *testing.T) {
	for _, c := range []struct {
		name, text string
		lines      []string
	}{
		{"amounts alone", "CORNER SHOP\n12 High St\n\nMILK 2L            1.55\nBREAD WHOLE        2.10 A\nSUBTOTAL           3.65\nTAX                0.29\n" +
			"TOTAL              3.94\nCASH               5.00\nCHANGE             1.06\n",
			[]string{"|MILK 2L|1|1.55|1.55|placed", "|BREAD WHOLE|1|2.1|2.1|placed"}},
		{"a count below its amount", "MILK               3.10\n  2 @ 1.55\nBREAD              2.10\nTOTAL              5.20\n",
			[]string{"|MILK|2|1.55|3.1|product", "|BREAD|1|2.1|2.1|placed"}},
		{"a count above its amount", "2 x 1.55\nMILK               3.10\nBREAD              2.10\nTOTAL              5.20\n",
			[]string{"|MILK|2|1.55|3.1|product", "|BREAD|1|2.1|2.1|placed"}},
		{"a count with its amount below the text", "MILK\n  2 @ 1.55         3.10\nBREAD              2.10\nTOTAL              5.20\n",
			[]string{"|MILK|2|1.55|3.1|product", "|BREAD|1|2.1|2.1|placed"}},
		{"services", "Folgende Leistungen sind enthalten:\nGrundgebühr                50,00 €\nZusatz                      0,00 €\nNetto                      50,00 €\n" +
			"USt 19 %                    9,50 €\nGesamt                     59,50 €\n",
			[]string{"|Grundgebühr|1|50|50|placed", "|Zusatz|1|0|0|placed"}},
		{"amounts that do not add up", "MILK               3.10\nBREAD              2.10\nTOTAL              5.30\n", []string{}},
		{"one amount", "Your share         5.20\nTOTAL              5.20\n", []string{}},
	} {
		r, got := read(c.text, words.Hints{})
		require.Equal(t, c.lines, got, c.name)
		for _, l := range r.Lines {
			require.Equal(t, l.Evidence == reading.ByProduct, l.Confidence >= reading.Sure, c.name)
		}
	}
}
