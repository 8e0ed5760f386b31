package grid

import (
	"strings"
	"unicode"
)

// Limits of text that says something.
const (
	leastLetters = 20
	leastWords   = 8
	leastVowels  = 22 // percent
)

// Unusable reports pages without readable letters: fonts without a map to Unicode give signs of
// the private area, or wrong letters. Wrong letters have hardly a vowel. They count only where
// nothing was read.
func Unusable(pages []Page, read bool) bool {
	signs, strange, words, all, sung := 0, 0, 0, 0, 0
	for _, page := range pages {
		for _, w := range page {
			letters, vowels := 0, 0
			for _, r := range w.Text {
				signs++
				switch {
				case unicode.Is(unicode.Co, r), r == unicode.ReplacementChar, unicode.IsControl(r):
					strange++
				case unicode.Is(unicode.Latin, r):
					if letters++; strings.ContainsRune("aeiouäöüéèêàáíóúåøæœ", unicode.ToLower(r)) {
						vowels++
					}
				}
			}
			if letters >= 4 && letters*2 > len(w.Text) {
				words, all, sung = words+1, all+letters, sung+vowels
			}
		}
	}
	if signs >= leastLetters && strange*10 > signs*3 {
		return true
	}
	return !read && words >= leastWords && sung*100 < all*leastVowels
}
