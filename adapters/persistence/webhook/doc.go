// Package webhook stores events, endpoints and deliveries on both databases.
package webhook
