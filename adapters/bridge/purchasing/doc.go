// Package purchasing gives purchasing the goods, sales, documents and teams of other contexts.
package purchasing
