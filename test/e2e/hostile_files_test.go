package e2e_test

import (
	"archive/zip"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"testing"

	"github.com/stretchr/testify/require"

	"sellingassistant/test/stores"
)

// TestHostileFilesAtOnce sends forty files at once that grow while they are read: workbooks with
// repeated cells, relations or sheets, messages of attributes, long texts. The process lives,
// refuses each, and gives its memory back.
func TestHostileFilesAtOnce(t *testing.T) {
	t.Parallel()
	p := newPlace(t, stores.SQLiteURL(t))
	p.set("SA_RATE_LIMITS", "default=1000000", "SA_LOG_LEVEL", "warn")
	team := p.team("Acme")
	s := p.serve()
	c := s.client(team.key)
	c.do(form("/api/v1/documents", "list.csv", "SKU,Unit price\nA,1.00\n"))
	awaitReadings(t, c)
	before := s.memory("VmRSS:")

	noise := unpackable(300 << 10)
	workbook := func(n int, sheets, relations, strings, rows string) string {
		return packed(t, "xl/workbook.xml", `<workbook><sheets>`+sheets+`</sheets></workbook>`, "xl/_rels/workbook.xml.rels",
			`<Relationships><Relationship Id="r0" Type="x/worksheet" Target="a.xml"/><Relationship Id="s" Type="x/sharedStrings" Target="s.xml"/>`+
				relations+`</Relationships>`, "xl/s.xml", "<sst>"+strings+"</sst>", "xl/a.xml", "<worksheet>"+rows+"</worksheet>",
			"xl/media/noise.png", fmt.Sprint(n, noise))
	}
	one := `<sheet name="A" id="r0"/>`
	kinds := []func(int) (string, string){
		func(n int) (string, string) {
			return "cells.xlsx", workbook(n, one, "", "<si><t>"+noise[:100<<10]+"</t></si>", strings.Repeat(`<row><c t="s"><v>0</v></c></row>`, 200_000))
		},
		func(n int) (string, string) {
			return "relations.xlsx", workbook(n, one, strings.Repeat(`<Relationship Id="r" Type="x/y" Target="b.xml"/>`, 500_000), "", "<row/>")
		},
		func(n int) (string, string) {
			return "sheets.xlsx", workbook(n, strings.Repeat(one, 200_000), "", "", strings.Repeat("<row/>", 1000))
		},
		func(n int) (string, string) {
			return "attributes.xml", fmt.Sprintf("<Invoice><ID>%d</ID><a ", n) + strings.Repeat(`a="" `, 2<<20) + "/></Invoice>"
		},
		func(n int) (string, string) {
			return "long.txt", fmt.Sprint("Invoice ", n, "\n") + strings.Repeat("a word or two\n", 1<<20)
		},
	}
	var all sync.WaitGroup
	answers := make([]answer, 40)
	for n := range answers {
		name, content := kinds[n%len(kinds)](n)
		x := form("/api/v1/documents", name, content)
		if n >= 20 && strings.HasSuffix(name, ".xlsx") {
			x = form("/api/v1/imports", name, content, "kind", "sku")
		}
		all.Go(func() { answers[n], _ = c.try(x) })
	}
	all.Wait()
	for n, a := range answers {
		require.Contains(t, []int{201, 202, 422, 429}, a.status, "%d: %s", n, a.body)
	}
	awaitReadings(t, c)
	poll(t, "the imports to end", func() bool { return len(listed(t, c, "/api/v1/imports?status=queued,running")) == 0 })
	failed := listed(t, c, "/api/v1/documents?status=failed&limit=100")
	codes := map[string]int{}
	for _, d := range failed {
		codes[text(d["failure"].(map[string]any)["code"])]++
	}
	require.Equal(t, map[string]int{"over_limits": 28}, codes, "20 documents, and 8 messages and texts")
	require.Less(t, s.memory("VmHWM:")-before, 768<<10, "KiB at most")
	poll(t, "the memory to be given back", func() bool { return s.memory("VmRSS:")-before < 64<<10 })
	s.stop()
}

// unpackable returns text that does not compress.
func unpackable(n int) string {
	r := rand.New(rand.NewPCG(11, 4))
	b := make([]byte, n)
	for i := range b {
		b[i] = byte('!' + r.IntN(90))
	}
	return strings.NewReplacer("<", "a", "&", "b").Replace(string(b))
}

// packed writes an archive of parts, given as name and content in turn.
func packed(t *testing.T, parts ...string) string {
	t.Helper()
	var b strings.Builder
	z := zip.NewWriter(&b)
	for i := 0; i < len(parts); i += 2 {
		w, err := z.Create(parts[i])
		require.NoError(t, err)
		_, err = w.Write([]byte(parts[i+1]))
		require.NoError(t, err)
	}
	require.NoError(t, z.Close())
	return b.String()
}

// memory returns a figure of the process's memory, in KiB.
func (s *server) memory(name string) int {
	s.t.Helper()
	status, err := os.ReadFile(filepath.Join("/proc", strconv.Itoa(s.cmd.Process.Pid), "status"))
	require.NoError(s.t, err)
	_, after, ok := strings.Cut(string(status), name)
	require.True(s.t, ok)
	kib, err := strconv.Atoi(strings.Fields(after)[0])
	require.NoError(s.t, err)
	return kib
}
