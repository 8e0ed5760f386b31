// Package webhook has the ports of events, endpoints and deliveries.
package webhook
