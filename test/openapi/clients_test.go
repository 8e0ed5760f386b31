package openapi_test

import (
	"bytes"
	"flag"
	"os"
	"testing"

	"github.com/stretchr/testify/require"

	"sellingassistant/test/openapi/checked"
	"sellingassistant/test/openapi/service"
	"sellingassistant/tools/goclient"
)

var update = flag.Bool("update", false, "write the generated part of clients/go, and the document for clients/typescript")

// TestTheGoClientIsCurrent compares the generated part of clients/go with the published document.
func TestTheGoClientIsCurrent(t *testing.T) {
	published := service.SQLite(t).DocumentAt(t, checked.Path31).Raw
	files, err := goclient.Generate(published)
	require.NoError(t, err)
	const folder = "../../clients/"
	if *update {
		for name, text := range files {
			require.NoError(t, os.WriteFile(folder+"go/"+name, text, 0o644))
		}
		require.NoError(t, os.WriteFile(folder+"typescript/openapi.json", published, 0o644))
	}
	for name, text := range files {
		have, err := os.ReadFile(folder + "go/" + name)
		require.NoError(t, err)
		require.True(t, bytes.Equal(text, have), "clients/go/%s is not that of the document: run make clients", name)
	}
}
