package main

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"
)

func TestDocumentsRead(t *testing.T) {
	t.Parallel()
	file := filepath.Join(t.TempDir(), "invoice.TXT")
	require.NoError(t, os.WriteFile(file, []byte("Invoice 7\nDate 2026-03-20\n\nCode   Item      Qty   Price   Amount\n"+
		"A-1    Mug        10    3.00    30.00\n                     Total GBP  30.00\n"), 0o600))
	code, out, errs := execute(t, "", "documents", "read", file)
	require.Empty(t, errs)
	require.Equal(t, exitOK, code)
	require.JSONEq(t, `{"type":"invoice","confidence":0.95,"method":"pdf","pages":1,
"header":{"invoice_number":"7","issue_date":"2026-03-20","currency":"GBP","total":30},
"lines":[{"line_no":1,"page":1,"kind":"product","supplier_sku":"A-1","description":"Mug","quantity":10,"unit_price":3,"price_base_quantity":1,
 "line_total":30,"currency":"GBP","evidence":"columns","confidence":0.99,"problems":[],"raw_text":"A-1 Mug 10 3.00 30.00"}],
"checks":[{"code":"line_arithmetic","result":"pass","difference":0},{"code":"sum_of_lines","result":"pass","difference":0},{"code":"grand_total","result":"unknown"}],
"problems":[]}`, out)
	code, _, errs = execute(t, "", "documents", "read", "song.mp3")
	require.Equal(t, exitUsage, code)
	require.Contains(t, errs, "expected a file named *.txt")
}
