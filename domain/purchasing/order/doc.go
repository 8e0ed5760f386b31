// Package order models purchase orders: the ordered units, the received units, and their landed
// cost.
//
// A status is written by a move. The statuses between ordered and received follow from the
// receipts, item by item, so that the surplus of an item hides no shortage of another:
//
//	stateDiagram-v2
//	    [*] --> draft
//	    draft --> ordered: place
//	    draft --> cancelled: cancel
//	    ordered --> draft: withdraw
//	    ordered --> received: receive_rest
//	    ordered --> cancelled: cancel
//	    partially_received --> received: receive_rest
//	    partially_received --> closed: close
//	    received --> closed: close
//	    closed --> ordered: reopen
//	    cancelled --> draft: restore
//
// An order has the sums over its items (Counts), and no items. A verb about one item takes that
// item and updates the sums and the status. So a receipt needs two rows for an order of any length.
// Verbs about all items (Write, Reprice) take all of them.
//
// Stores follow from that. Each change locks the order's row first, after supplier and warehouse,
// and then the items it names by ascending id. Receiving reads and writes the order, one item and,
// for a correction or return, the item's receipt lines; receipt lines are only added. Units on
// order change by the difference of OnOrder before and after, never to an absolute figure. An order
// that is Stale is stored only after Reprice, which reads all items by position and writes those
// that changed. Receipts change no landed total: it counts the units that are due. A surplus that
// is free lowers the unit cost of its item, which the earlier receipts of the item follow (Spread).
//
// Versions of orders and items count stored changes. All verbs since the record was read count
// once.
package order
