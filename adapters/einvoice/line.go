package einvoice

import (
	"github.com/govalues/decimal"

	"sellingassistant/domain/document/reading"
	"sellingassistant/domain/document/reading/message"
)

// global reads a code that may be a GTIN; schemes lists the identifiers that mark it as a GTIN.
func global(l *reading.Line, n *node, schemes ...string) {
	if n == nil {
		return
	}
	named := false
	for _, s := range schemes {
		named = named || n.attrs["schemeID"] == s
	}
	message.Identify(l, n.text, named)
}

// allowances subtracts allowances from the line and adds charges, which have the indicator "true".
func allowances(l *reading.Line, all []*node, indicator, amount string) {
	given, sizes := decimal.Zero, decimal.Zero
	for _, a := range all {
		value, ok := a.figure(amount).Get()
		if !ok {
			continue
		}
		size := value.Abs()
		if raises(a.word(indicator)) {
			value, size = value.Neg(), size.Neg()
		}
		sum, err := given.Add(value)
		other, fault := sizes.Add(size)
		if err != nil || fault != nil {
			return
		}
		given, sizes = sum, other
	}
	message.Reduce(l, given, sizes)
}
