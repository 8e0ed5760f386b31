// Package schedule holds the windows of local time in which another rule for prices
// holds, and finds the one in force and the next turn.
package schedule
