// Package listings provides the use cases of drafts and live listings: creating, sending, and
// applying the results of a sync.
package listings
