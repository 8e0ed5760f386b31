// Package mailbox has the notifications of the simulated marketplace: the subscriptions, and the
// message queue from which they are read.
package mailbox
