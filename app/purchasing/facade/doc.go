// Package facade answers the questions of other contexts about suppliers, offers, warehouses and
// orders. Other contexts use it in place of the stores of purchasing.
package facade
