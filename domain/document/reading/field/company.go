package field

import (
	"strings"

	"sellingassistant/domain/document/reading/label"
)

// forms lists the forms of companies that end their names.
var forms = map[string]bool{
	"ltd": true, "limited": true, "inc": true, "llc": true, "plc": true, "corp": true,
	"gmbh": true, "ag": true, "kg": true, "ug": true, "ohg": true,
	"sarl": true, "sas": true, "sa": true, "sl": true, "slu": true, "srl": true, "spa": true,
	"bv": true, "nv": true,
}

// Company counts the words of a name that ends with the form of a company, 0 for other texts.
func Company(words []string) int {
	for n := len(words); n > 1; n-- {
		if forms[strings.ReplaceAll(label.Fold(words[n-1]), " ", "")] {
			return n
		}
	}
	return 0
}
