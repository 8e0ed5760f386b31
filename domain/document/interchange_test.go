package document_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"sellingassistant/domain/document"
)

func TestInterchange(t *testing.T) {
	for text, want := range map[string]bool{
		"UNB+UNOC:3+9520000000004:14+":            true,
		"\ufeff\r\n UNA:+.? '\r\nUNB+UNOA:1+A+B'": true,
		"UNA:+.? 'UNG+INVOIC+A+B":                 true,
		"UNB\x1dUNOB\x1f1\x1dA":                   true,
		"UNH+1+INVOIC:D:96A:UN'":                  true,
		"UNA:+.?'UNB+UNOC:3+A":                    true,
		"ISA*00*          *00*":                   true,
		"ISA|00|          |00|":                   true,
		"ISA\x1d00\x1d          \x1d":             true,
		"GS*IN*A*B*20260320":                      true,
		"ST*810*0001~":                            true,
		"ST^850^0001\n":                           true,
		"":                                        false,
		"UNA":                                     false,
		"UNABLE TO DELIVER":                       false,
		"UNA:+.? 'Dear customer":                  false,
		"UNB":                                     false,
		"UNB+12345":                               false,
		"UNHAPPY+1":                               false,
		"ISA 00 brown box":                        false,
		"ISA*brown*box":                           false,
		"ST*LOUIS*MO":                             false,
		"ST 810 0001":                             false,
		"ST-810-0001 left":                        false,
		"GS-IN":                                   false,
		"sku,qty\nST*810*1":                       false,
	} {
		require.Equal(t, want, document.Interchange([]byte(text)), "%q", text)
	}
}
