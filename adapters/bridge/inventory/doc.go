// Package inventory gives the inventory data of purchasing, documents, teams and the repricer.
package inventory
