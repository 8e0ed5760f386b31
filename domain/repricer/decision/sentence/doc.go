// Package sentence says in words what was decided about a price, and why.
//
// The figures of a sentence follow from each other: they are exact, an item price stands beside
// its landed price where shipping is charged, and what a limit leaves is named beside what was
// wanted.
package sentence
