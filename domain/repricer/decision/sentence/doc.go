// Package sentence explains in words the decision about a price and its reasons.
//
// The figures of a sentence follow from each other and are exact. If shipping is charged, a
// sentence gives the landed price with each item price. It gives the wanted price with a price that
// a limit changed.
package sentence
