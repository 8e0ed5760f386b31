// Package papers books what suppliers' papers say: orders and their items, receipts, credits, offers and costs. It keeps what it
// wrote, so that it can be taken back.
package papers
