// Package alerts has the ports of sending alerts: waiting alerts, and the channels that send them.
package alerts
