// Package evaluate compares what was read from files with what they say, and counts how much of it is right.
package evaluate
