package config

import (
	"errors"

	"sellingassistant/domain/kernel/secret"
)

// Keepa configures access to Keepa, the provider of price histories.
type Keepa struct {
	// Key has the key of the Keepa account. Without it the program sends Keepa no requests.
	Key secret.Text `env:"SA_KEEPA_KEY"`
	URL string      `env:"SA_KEEPA_URL" envDefault:"https://api.keepa.com"`
	// Reserve sets the share of Keepa's tokens, in percent, that is kept for calls with waiting
	// callers: 0 to 100.
	Reserve int64 `env:"SA_KEEPA_RESERVE" envDefault:"20" takes:"a whole number between 0 and 100"`
	// Kept limits the answers that are stored for the teams that paid for them: 0 to 1,000,000.
	Kept int `env:"SA_KEEPA_KEPT" envDefault:"50000" takes:"a whole number between 0 and 1000000"`
}

func (k Keepa) check() []error {
	var faults []error
	if !isUpstream(k.URL) {
		faults = append(faults, errors.New("SA_KEEPA_URL must be an https:// address (http:// only on loopback)"))
	}
	if k.Reserve < 0 || k.Reserve > 100 {
		faults = append(faults, wrong("Reserve"))
	}
	if k.Kept < 0 || k.Kept > 1_000_000 {
		faults = append(faults, wrong("Kept"))
	}
	return faults
}
