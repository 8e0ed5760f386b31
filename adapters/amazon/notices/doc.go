// Package notices subscribes to the messages that Amazon sends by itself, and
// reads them.
package notices
