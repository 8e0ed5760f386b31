// Package orderfile writes forms, such as purchase orders, as PDF and CSV.
package orderfile
