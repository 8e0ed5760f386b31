// Package mailbox is the notifications of the simulated marketplace: who is
// subscribed to what, and the message queue from which they are read.
package mailbox
