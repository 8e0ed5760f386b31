package schema

import "sellingassistant/domain/kernel/words"

// DidYouMean suggests the known name nearest to a wrong name: "; did you mean dryRun?". It returns
// "" if no name is near, or if several are equally near.
func DidYouMean(wrong string, known []string) string {
	name, ok := words.Nearest(wrong, func(yield func(string, string) bool) {
		for _, k := range known {
			if !yield(k, k) {
				return
			}
		}
	})
	if !ok {
		return ""
	}
	return "; did you mean " + name + "?"
}
