// Package presence makes processes that serve or work from a database seen by each other.
package presence
