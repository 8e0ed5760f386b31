// Package research serves product data, profit, sales estimates and price histories.
package research
