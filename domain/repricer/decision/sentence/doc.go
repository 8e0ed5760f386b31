// Package sentence explains in words the decision about a price and its reasons.
//
// The figures of a sentence follow from each other and are exact. If shipping is charged, an item
// price comes with its landed price. A price that a limit changed comes with the price that was
// wanted.
package sentence
