// Package tablefile lets contexts store table files as documents and read their rows.
package tablefile
