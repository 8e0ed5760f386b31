// Package body has types for the bodies of operations: exact numbers, times, ids, members that may
// be absent, and the frames of answers.
package body
