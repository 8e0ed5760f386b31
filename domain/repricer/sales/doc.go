// Package sales finds what rows sold from the changes of orders, and sums it up.
package sales
