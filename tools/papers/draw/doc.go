// Package draw writes documents of invented suppliers, in six languages, with their truth.
//
// Its ninety layouts have plain tables; twenty of them stay unseen. Package kinds adds ninety with
// cards, header grids, odd codes, cases, price lists and others, nine of them unseen. They measure
// how well any layout is read. So nobody looks at them while changing the reader: its rules and
// labels come from the other layouts alone.
package draw
