package profit

import (
	"sellingassistant/domain/kernel/money"
	"sellingassistant/domain/kernel/optional"
)

// OneMonth in Amazon's warehouse counts where nobody says how long a unit is stored. Months are
// counted in ten-thousandths.
const OneMonth int64 = 10_000

// Months counts the storage of a unit, 0 if the seller ships it.
func Months(given optional.Maybe[money.Amount], merchant bool) int64 {
	if merchant {
		return 0
	}
	return given.Or(money.FromUnits(OneMonth)).Units()
}
