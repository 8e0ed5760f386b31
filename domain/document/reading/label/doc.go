// Package label knows the words above columns, beside sums and on top of documents, in English,
// German, French, Spanish, Italian and Dutch.
package label
