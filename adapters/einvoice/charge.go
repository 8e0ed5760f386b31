package einvoice

import (
	"slices"
	"strings"

	"sellingassistant/domain/document/reading/message"
)

// early sums the allowances and charges for early payment of the whole invoice.
func early(root *node) (sums message.Early) {
	const settlement = "SupplyChainTradeTransaction|SpecifiedSupplyChainTradeTransaction/" +
		"ApplicableHeaderTradeSettlement|ApplicableSupplyChainTradeSettlement/SpecifiedTradeAllowanceCharge"
	for _, a := range slices.Concat(root.all("AllowanceCharge"), root.all(settlement)) {
		charge := raises(a.words("ChargeIndicator/Indicator", "ChargeIndicator"))
		sums.Count(a.words("AllowanceChargeReason", "Reason"), charge, a.figure("Amount|ActualAmount"))
	}
	return sums
}

// raises reports whether an indicator says that an amount is a charge.
func raises(indicator string) bool { return strings.EqualFold(indicator, "true") || indicator == "1" }
