package demo

import (
	"strings"

	"sellingassistant/adapters/simulator"
)

const welcome = `
Selling Assistant serves BASE with demo data and a simulated marketplace.

  API key   KEY
  Docs      BASE/docs
  Repricer  BASE/repricer (asks for the key)

Six calls to begin with:

  curl -H 'X-Api-Key: KEY' 'BASE/api/v1/users/me'
  curl -H 'X-Api-Key: KEY' 'BASE/api/v1/products/ASIN/restriction-status?domain=amazon.com'
  curl -H 'X-Api-Key: KEY' 'BASE/api/v1/documents/1'
  curl -H 'X-Api-Key: KEY' 'BASE/api/v1/sa/repricer/products?limit=2'
  curl -H 'X-Api-Key: KEY' -X PATCH 'BASE/api/v1/sa/repricer/products' -H 'Content-Type: application/json' -d '{"ids":[1,2,99999],"limits":{"min_price":30.25,"max_price":60}}'
  curl -H 'X-Api-Key: KEY' -X PATCH 'BASE/api/v1/sa/repricer/settings' -H 'Content-Type: application/json' -d '{"submission_mode":"suggest"}'

The last one stops sending prices; they are only suggested. "live" instead of "suggest" sends them again.

Stop with Ctrl-C; the next start finds the same data.
`

// Welcome is what a newcomer reads on the terminal.
func (d *Demo) Welcome(baseURL, key string) string {
	return strings.NewReplacer("BASE", baseURL, "KEY", key, "ASIN", restrictedASIN()).Replace(welcome)
}

// restrictedASIN is a product of the simulated catalogue that needs approval.
func restrictedASIN() string { return simulator.CaseApproval }
