// Package papers books suppliers' documents: orders and their items, receipts, credits, offers and
// costs. It records its writes, so that they can be taken back.
package papers
