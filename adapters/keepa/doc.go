// Package keepa reads price histories from Keepa: its wire format, its token meter and its faults.
package keepa
