package httpx

// plainText reports whether a text is printable ASCII, which needs no further look.
func plainText(s string) bool {
	for i := range len(s) {
		if s[i] < ' ' || s[i] >= 0x7f {
			return false
		}
	}
	return true
}

// Words are the words of one layer in those of another: filters on their way in,
// lists on their way out. None are an empty list, which is written as one.
func Words[T, S ~string](list []S) []T {
	out := make([]T, len(list))
	for i, s := range list {
		out[i] = T(s)
	}
	return out
}
