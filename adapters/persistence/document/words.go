package document

import "sellingassistant/domain/document/reading/grid"

// wordJSON stores a word with its box, in points.
type wordJSON struct {
	Text   string  `json:"Text"`
	Left   float64 `json:"Left"`
	Top    float64 `json:"Top"`
	Right  float64 `json:"Right"`
	Bottom float64 `json:"Bottom"`
}

// wordsOf converts pages. A page without words remains null.
func wordsOf(pages []grid.Page) [][]wordJSON {
	out := make([][]wordJSON, len(pages))
	for i, page := range pages {
		for _, w := range page {
			out[i] = append(out[i], wordJSON{w.Text, w.Left, w.Top, w.Right, w.Bottom})
		}
	}
	return out
}
