package reduced_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"sellingassistant/domain/kernel/date"
	"sellingassistant/domain/kernel/marketplace"
	"sellingassistant/domain/kernel/vat"
	"sellingassistant/domain/research/reduced"
)

func TestUsually(t *testing.T) {
	for _, c := range []struct {
		country, productType, root string
		want                       bool
	}{
		{"GB", "ABIS_BOOK", "", true},
		{"DE", "", "Bücher", true},
		{"DE", "", "BÜCHER", true},
		{"FR", "", "Livres", true},
		{"PL", "", "Książki", true},
		{"IT", "COFFEE", "", true},
		{"SE", "", "Livsmedel", true},
		{"NL", "TEA", "Wonen & keuken", true},
		{"DE", "PET_FOOD", "", true},
		{"GB", "PET_FOOD", "", false},
		{"GB", "INFANT_TODDLER_CAR_SEAT", "", true},
		{"GB", "BABY_BODYSUIT", "", true},
		{"IE", "TODDLER_SHOES", "", true},
		{"DE", "BABY_BODYSUIT", "", false},
		{"GB", "BABY_BLANKET", "", false},
		{"GB", "PANTS", "", false},
		{"GB", "STROLLER", "Baby Products", false},
		{"US", "ABIS_BOOK", "Books", false},
		{"JP", "COFFEE", "", false},
		{"DE", "", "", false},
		{"DE", "HEADPHONES", "Elektronik & Foto", false},
	} {
		require.Equal(t, c.want, reduced.Usually(c.country, c.productType, c.root), c)
	}
}

// No doubt arises where a country has one rate.
func TestEachCountryHasAReducedRate(t *testing.T) {
	day := date.MustParse("2026-11-27")
	for _, m := range marketplace.All() {
		lower := false
		for _, class := range []vat.Class{vat.ClassReduced, vat.ClassZero} {
			_, known := vat.Rate(m.Country, class, day)
			lower = lower || known
		}
		require.Equal(t, lower, reduced.Usually(m.Country, "ABIS_BOOK", ""), m.Country)
	}
}
