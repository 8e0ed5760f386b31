package page

import "iter"

// All yields the rows of all pages, from the page that r asks for. It ends after the first error.
func All[T any](r Request, list func(Request) (Page[T], error)) iter.Seq2[T, error] {
	return func(yield func(T, error) bool) {
		for {
			found, err := list(r)
			if err != nil {
				yield(*new(T), err)
				return
			}
			for _, row := range found.Items {
				if !yield(row, nil) {
					return
				}
			}
			if r.After = found.Next; r.After == nil {
				return
			}
		}
	}
}
