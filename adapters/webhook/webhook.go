// Package webhook calls programs of users. Calls are signed according to Standard Webhooks.
//
// Users choose the addresses, so calls go to public addresses only, whatever a name resolves to,
// and redirects are not followed.
package webhook

import "crypto/x509"

// Config has the settings of calls.
type Config struct {
	// Version appears in User-Agent.
	Version string
	// Local allows http and any address: for trials.
	Local bool
	// Roots has the trusted certificate authorities; nil means the system's.
	Roots *x509.CertPool
}
