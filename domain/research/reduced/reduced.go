// Package reduced lists the goods that countries usually tax below the standard rate of VAT. It
// marks an assumed rate as doubtful and never finds a rate, because exceptions, such as wine among
// food, are many.
package reduced

import (
	"slices"
	"strings"

	"sellingassistant/domain/kernel/columns"
)

// goods have Amazon's product types and the names of root categories.
type goods struct {
	countries    string
	types, roots []string
	// named finds further types by two of their words.
	named func(word func(...string) bool) bool
}

const reducing = "GB DE FR IT ES IE NL BE SE PL"

var table = []goods{
	{
		countries: reducing,
		types:     []string{"ABIS_BOOK", "BOOK", "MAGAZINE", "NEWSPAPER", "SHEET_MUSIC"},
		roots: []string{
			"Books", "Magazines", "Bücher", "Fremdsprachige Bücher", "Zeitschriften", "Livres",
			"Livres anglais et étrangers", "Libri", "Libri in altre lingue", "Libros",
			"Libros en idiomas extranjeros", "Boeken", "Engelse boeken", "Böcker", "Książki",
		},
	},
	{
		countries: reducing,
		types: []string{
			"BABY_FOOD", "BREAD", "BREAKFAST_CEREAL", "CAKE", "CEREAL", "CHEESE", "CHOCOLATE_CANDY", "COFFEE",
			"CONDIMENT", "COOKIE", "CRACKER", "DAIRY_BASED_CHEESE", "EDIBLE_OIL_VEGETABLE", "FISH", "FLOUR", "FOOD",
			"FRUIT", "FRUIT_SNACK", "GRAIN", "GROCERY", "HERB", "HONEY", "JAM", "MEAT", "NOODLE", "NUT_BUTTER",
			"NUTRITIONAL_SUPPLEMENT", "PACKAGED_SOUP_AND_STEW", "PASTA", "POULTRY", "RICE", "RICE_MIX", "SALT",
			"SAUCE", "SEASONING", "SNACK_CHIP_AND_CRISP", "SNACK_FOOD_BAR", "SNACK_MIX", "SPICE", "SUGAR",
			"SUGAR_CANDY", "SYRUP", "TEA", "VEGETABLE", "VINEGAR",
		},
		roots: []string{
			"Grocery", "Grocery & Gourmet Food", "Grocery and Gourmet", "Food & Grocery", "Lebensmittel & Getränke",
			"Epicerie", "Épicerie", "Alimentari e cura della casa", "Alimentación y bebidas", "Levensmiddelen",
			"Livsmedel", "Żywność i napoje", "Artykuły spożywcze",
		},
	},
	{countries: "DE", types: []string{"PET_FOOD", "ANIMAL_FEED"}},
	{countries: "GB", types: []string{"INFANT_TODDLER_CAR_SEAT", "CHILD_CAR_SEAT"}},
	{
		countries: "GB IE",
		roots:     []string{"Baby Clothing", "Baby Clothes", "Children's Clothing", "Kids' Clothing"},
		named: func(word func(...string) bool) bool {
			return word("BABY", "INFANT", "TODDLER", "CHILD", "CHILDREN", "CHILDRENS", "KIDS") &&
				word("APPAREL", "BODYSUIT", "BOOT", "BOOTIE", "CLOTHING", "COAT", "DRESS", "HAT", "OUTFIT", "PANTS",
					"ROMPER", "SHIRT", "SHOE", "SHOES", "SLEEPWEAR", "SOCKS", "SUIT", "SWEATER")
		},
	},
}

// Usually reports whether a country usually taxes products of a type or a root category below its
// standard rate. Unknown types and categories are empty.
func Usually(country, productType, root string) bool {
	return slices.ContainsFunc(table, func(g goods) bool {
		return slices.Contains(strings.Fields(g.countries), country) && (g.has(productType) || g.rooted(root))
	})
}

func (g goods) has(productType string) bool {
	if slices.Contains(g.types, productType) {
		return true
	}
	words := strings.Split(productType, "_")
	return g.named != nil && g.named(func(any ...string) bool {
		return slices.ContainsFunc(words, func(w string) bool { return slices.Contains(any, w) })
	})
}

func (g goods) rooted(root string) bool {
	return root != "" && slices.ContainsFunc(g.roots, func(name string) bool {
		return columns.Fold(name) == columns.Fold(root)
	})
}
