// Package alerts stores alerts and sends them to the team's e-mail address and webhook.
package alerts
