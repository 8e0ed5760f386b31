// Package webhook serves the operations of events and of webhook endpoints.
package webhook
