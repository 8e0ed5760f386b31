// Package catalog reads what Amazon says about products: their codes and types,
// what a listing of a type may hold, and what restricts selling them.
package catalog
