// Package pricing reads what rows are decided from, and stores how far sweeps have
// come and which marketplaces are not believed.
package pricing
