// Package notice asks other contexts for events, people and sales, for notices.
package notice
