// Package presence lets processes that serve or work with a database see each other.
package presence
