// Package notification models the notifications of the marketplace: events of offers, prices,
// listings, feeds and orders, and the rules of when one counts.
//
// Delivery is at least once and in any order. Two rules make up for it:
//
//   - an event with a known id is dropped; ids are known for seven days;
//   - an event of a stream counts only when it is newer than the newest that
//     counted before. A stream has events that replace each other: the offers of
//     a seller's product in one condition on one marketplace, the issues of one
//     listing, the end of one feed, the state of one order.
//
// So the same events in any order, and any of them again, lead to the same end.
//
// Unknown types are events too: they are noted and do nothing.
package notification
