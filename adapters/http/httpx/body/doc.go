// Package body is what operations describe their bodies with: exact numbers,
// times, ids, members that may be absent, and the frames of answers.
package body
