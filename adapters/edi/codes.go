package edi

import (
	"strings"

	"sellingassistant/domain/document"
	"sellingassistant/domain/document/reading"
	"sellingassistant/domain/document/reading/message"
)

// kind describes a kind of message.
type kind struct {
	// typed has the type of all messages of the kind, "" if their code says it.
	typed document.Type
	// quantities lists the qualifiers of the quantity, the best first.
	quantities string
	// changes marks changes, which have their own number and name the order that they change.
	changes bool
}

// messages maps the names of EDIFACT messages to their kinds.
var messages = map[string]kind{
	"INVOIC": {"", "47 46 12 61 21 1", false},
	"ORDERS": {document.PurchaseOrder, "21 52 46 12 1", false},
	"ORDCHG": {document.PurchaseOrder, "21 52 46 12 1", true},
	"ORDRSP": {document.OrderConfirmation, "113 170 12 46 21 1", false},
	"DESADV": {document.PackingSlip, "12 46 48 52 21 1", false},
}

// codeKinds maps qualifiers of item numbers to their owners. Both standards share the words;
// inner and outer are global numbers of units and cases.
var codeKinds = func() map[string]string {
	m := map[string]string{}
	for kind, list := range map[string]string{
		"inner":    "EN EAN UP SRV GTIN EO UX IB GT",
		"outer":    "UK UA UD",
		"loose":    "UI UN U2",
		"supplier": "SA VN VP VC VA VS SN PN SU",
		"buyer":    "IN BP BI CB PI SK",
		"maker":    "MF MG MN MP",
		"text":     "PD DE",
	} {
		for q := range strings.FieldsSeq(list) {
			m[q] = kind
		}
	}
	return m
}()

// identify takes a number of the item by its qualifier. The number of a unit replaces the number
// of its case.
func (i *item) identify(value, qualifier string) {
	first := func(text *string) {
		if *text == "" {
			*text = value
		}
	}
	kind := codeKinds[qualifier]
	if qualifier == "" {
		kind = "loose"
	}
	switch had := i.GTIN.String() != ""; {
	case value == "":
	case kind == "inner" && (!had || i.outer):
		before := i.GTIN
		message.Identify(&i.Line, value, true)
		i.outer = had && i.GTIN == before
	case kind == "outer" && !had:
		message.Identify(&i.Line, value, true)
		i.outer = true
	case kind == "loose" && !had:
		if message.Identify(&i.Line, value, false); i.GTIN.String() == "" && qualifier == "" {
			first(&i.SupplierSKU)
		}
	case kind == "supplier":
		first(&i.SupplierSKU)
	case kind == "buyer":
		first(&i.BuyerSKU)
	case kind == "maker":
		first(&i.MPN)
	case kind == "text":
		i.describe(value)
	}
}

// x12Units normalises units that have other codes than in the lists of the United Nations.
var x12Units = map[string]string{
	"CA": "case", "CS": "case", "CT": "case", "BX": "case", "PC": "piece", "EA": "piece", "UN": "piece", "DZ": "dozen",
	"PK": "pack", "PR": "pair", "ST": "set", "GR": "g", "HC": "hundred", "HU": "hundred", "GS": "gross",
	"KG": "kg", "LT": "l", "MR": "m", "HR": "hour", "DA": "day",
	"KT": "set", "AS": "set", "BO": "piece", "BT": "piece", "CN": "can", "JR": "jar", "TB": "tube", "SH": "sheet",
	"BK": "book", "CR": "m3",
}

// packed maps codes of items to the unit that they are: consumer, traded and despatch units.
var packed = map[string]string{"CU": "piece", "TU": "case", "DU": "case"}

// bases maps codes of the basis of a price to the units that it is for; measures to the unit of a
// measure.
var (
	bases = func() map[string]int64 {
		m := map[string]int64{}
		for n, list := range map[int64]string{
			1: "PE LE QE TE WE", 10: "PN", 12: "PD LD TD WD", 100: "HP LC QH TC WC", 1000: "TP LM QS TM WM",
			10_000: "TT", 100_000: "HT",
		} {
			for code := range strings.FieldsSeq(list) {
				m[code] = n
			}
		}
		return m
	}()
	measures = map[string]string{
		"PP": "LB", "PK": "KG", "PG": "GR", "PL": "LT", "PF": "FT", "PY": "YD", "PO": "OZ", "ML": "ML", "PT": "TN",
		"PA": "TO",
	}
)

// retail lists bases of prices for consumers.
const retail = " RC RD RE RM RS RT SR MSR RTL RES SRP "

// reasonOf returns the words of a reason, or the words of its code.
func reasonOf(code string, words ...string) string {
	text := strings.TrimSpace(strings.Join(words, " "))
	if text == "" && code == "EAB" {
		return "Early payment"
	}
	return reading.Cut(text, longest)
}
