// Package schedule models schedule windows in local time. It finds the window in force and the next
// change.
package schedule
