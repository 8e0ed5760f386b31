// Package facade answers the questions of other contexts about the inventory. Other contexts use it
// in place of the inventory's stores.
package facade
