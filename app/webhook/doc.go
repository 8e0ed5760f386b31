// Package webhook has the use cases of events: the log that other contexts write to, the feed, the
// endpoints of users' programs, and the jobs that call them.
//
// No event is lost when a process dies: an event commits with its change, and a delivery with the
// position of its endpoint. A call that was made but not noted is made again with the same id.
package webhook
