// Package pricing reads the inputs of decisions about rows. It stores the progress of sweeps and
// the marketplaces with distrusted data.
package pricing
