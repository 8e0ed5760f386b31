package schema_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"sellingassistant/adapters/http/httpx/schema"
)

func TestDidYouMeanNamesTheNearestName(t *testing.T) {
	known := []string{"dryRun", "unit_cost", "title", "limit", "sku", "skus", "domain", "accepted", "lengthMm", "min_price", "max_price"}
	for wrong, want := range map[string]string{
		"dryrun":                   "; did you mean dryRun?",
		"dry_run":                  "; did you mean dryRun?",
		"unitCost":                 "; did you mean unit_cost?",
		"titel":                    "; did you mean title?",
		"Limits":                   "; did you mean limit?",
		"domian":                   "; did you mean domain?",
		"acepted":                  "; did you mean accepted?",
		"length":                   "; did you mean lengthMm?",
		"SKU":                      "; did you mean sku?",
		"mix_price":                "", // of min_price and max_price
		"colour":                   "",
		"x":                        "",
		"":                         "",
		"größe":                    "",
		strings.Repeat("dry", 200): "",
	} {
		require.Equal(t, want, schema.DidYouMean(wrong, known), wrong)
	}
	require.Empty(t, schema.DidYouMean("limit", nil))
}
