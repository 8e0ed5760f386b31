// Package notices subscribes to Amazon's notifications, and decodes them.
package notices
