package parse

import (
	"context"
	"slices"

	"sellingassistant/domain/document"
	"sellingassistant/domain/document/reading"
	"sellingassistant/domain/document/reading/grid"
	"sellingassistant/domain/document/reading/words"
)

// mostFirst bounds the pages that are tried as the first document of a file.
const mostFirst = 5

// complete finds the first document of a file by its sums, because another one may have no title:
// photos of receipts after an invoice. If all lines miss the printed sum, and the lines of the
// first pages make it and the printed total, the other lines belong to other documents.
func complete(ctx context.Context, all []grid.Page, whole reading.Reading) ([]grid.Page, reading.Reading, error) {
	if len(all) < 2 || len(whole.Lines) == 0 || !misses(whole) {
		return all, whole, nil
	}
	for n := 1; n <= min(mostFirst, len(all)-1); n++ {
		r, err := words.Read(ctx, all[:n], words.Hints{})
		if err != nil {
			return all, whole, err
		}
		if len(r.Lines) > 0 && len(r.Lines) < len(whole.Lines) && makes(r) {
			return all[:n], r, nil
		}
	}
	return all, whole, nil
}

// misses reports lines that do not make the printed sum.
func misses(r reading.Reading) bool { return resultOf(r, reading.SumOfLines) == reading.Fail }

// makes reports lines that make the printed sum, and printed sums that make the printed total.
func makes(r reading.Reading) bool {
	return resultOf(r, reading.SumOfLines) == reading.Pass && resultOf(r, reading.GrandTotal) == reading.Pass
}

// resultOf returns the result of a check of a reading that has not been concluded.
func resultOf(r reading.Reading, code string) reading.Result {
	r.Lines, r.Problems = slices.Clone(r.Lines), slices.Clone(r.Problems)
	for i := range r.Lines {
		r.Lines[i].Problems = slices.Clone(r.Lines[i].Problems)
	}
	r.Conclude(document.Invoice)
	for _, c := range r.Checks {
		if c.Code == code {
			return c.Result
		}
	}
	return reading.Unknown
}
