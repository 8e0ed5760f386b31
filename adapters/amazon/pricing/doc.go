// Package pricing reads the data that decides a price, and sends new prices.
//
//	questions ──► inquiry ──► batches, single calls ──► spapi
//	                ▲                    │
//	                └── entries, asked ◄─┘
//	                    again if they fail
//
// A batch is an answer of 200 in which every entry may fail alone: the inquiry gives each question
// its own answer or fault. Prices are sent by a patch of a listing or by a feed of many.
package pricing
