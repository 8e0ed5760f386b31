package main

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"sellingassistant/cmd/selling-assistant/documents"
)

func TestDocumentsEvaluate(t *testing.T) {
	t.Parallel()
	folder := t.TempDir()
	write := func(name, content string) {
		path := filepath.Join(folder, name)
		require.NoError(t, os.MkdirAll(filepath.Dir(path), 0o700))
		require.NoError(t, os.WriteFile(path, []byte(content), 0o600))
	}
	write("good.txt", "Invoice 7\nDate 2026-03-20\n\nCode   Item   Pack   Qty   Price   Amount\n"+
		"A-1    Mug       5    10    3.00    30.00\n                     Total GBP  30.00\n")
	write("good.txt.truth.json", `{"set":"ours","layout":"plain","type":"invoice","header":{"invoice_number":"7","issue_date":"2026-03-20","total":"30.00"},
		"lines":[{"supplier_sku":"A-1","quantity":10,"unit_price":3,"line_total":30,"units_per_case":5},{"quantity":1,"unit_price":5,"line_total":5}]}`)
	write("held.txt", "Invoice 8\n\nCode   Item      Qty   Price   Amount\nA-1    Mug        10    3.00    30.00\n")
	write("held.txt.truth.json", `{"set":"ours","layout":"other","held_out":true,"lines":[{"quantity":10,"unit_price":4,"line_total":30}]}`)
	write("unknown.csv", "a,b\n")
	write("torn.pdf", "%PDF-1.7\n")
	write("torn.pdf.truth.json", `{"set":"torn","layout":"x","lines":[{"quantity":1}]}`)
	write("zugferd/inside.pdf", withInvoice())
	write("zugferd/other.pdf", strings.Replace(withInvoice(), "Invoice U-1", "Invoice V-2", 1))

	code, out, errs := execute(t, "", "documents", "evaluate", "--set", folder, "--misses")
	require.Equal(t, exitOK, code, errs)
	for _, row := range []string{
		`(?m)^ours +files +unread`, `(?m)^ all +1 +0 +0 +2 +0\.500 +1\.000 +1 +1\.000 +1 +1\.000 +1\.000 +- +1\.000`, `(?m)^ours held out +files`,
		`(?m)^ plain +1 `, `(?m)^ other +1 +0 +0 +1 +0\.000`, `(?m)^ issue_date +1 +1 +1\.000 +1 of 1 +1\.000`, `(?m)^ columns +1 +1 +0\.667`,
		`(?m)^ x +1 +1 +0 +1 +0\.000`, `(?m)^ zugferd +1 +0 +1 +1 +1\.000 +1\.000`, `(?m)^ recall of lines +1\.000 +>= 0\.900`,
		`left out: 2 files`, `good\.txt: missed: 1 x 5 /  = 5`, `held\.txt: wrong: 10 x 3 / 1 = 30 columns`, `torn\.pdf: unread: unreadable`,
	} {
		require.Regexp(t, regexp.MustCompile(row), out)
	}

	write("bad.txt", "x\n")
	write("bad.txt.truth.json", "{")
	code, _, errs = execute(t, "", "documents", "evaluate", "--set", folder)
	require.NotEqual(t, exitOK, code)
	require.Contains(t, errs, "bad.txt.truth.json")
	code, _, _ = execute(t, "", "documents", "evaluate")
	require.NotEqual(t, exitOK, code)
}

// TestElectronicInvoicesAreEvaluated reads messages with what they say beside them: all of it is read, and what is not counts.
func TestElectronicInvoicesAreEvaluated(t *testing.T) {
	t.Parallel()
	folder := t.TempDir()
	for name, truth := range map[string]string{
		"right.xml": `{"set":"public xml","type":"invoice","header":{"invoice_number":"U-1"},"lines":[{"quantity":10,"unit_price":10,"line_total":100}]}`,
		"wrong.xml": `{"set":"ours","header":{"invoice_number":"U-2"},"lines":[{"quantity":10,"unit_price":10,"line_total":99}]}`,
	} {
		require.NoError(t, os.WriteFile(filepath.Join(folder, name), []byte(message), 0o600))
		require.NoError(t, os.WriteFile(filepath.Join(folder, name+documents.TruthSuffix), []byte(truth), 0o600))
	}
	code, out, errs := execute(t, "", "documents", "evaluate", "--set", folder)
	require.Equal(t, exitOK, code, errs)
	ours, public, both := strings.Cut(out, "public xml ")
	require.True(t, both, out)
	for _, row := range []string{`(?m)^ all +1 +0 +1 +1 +1\.000 +- +1 +1\.000`, `(?m)^ invoice_number +1 +1 +1\.000`, `(?m)^ complete files +1\.000 +>= 1\.000`} {
		require.Regexp(t, regexp.MustCompile(row), public)
	}
	for _, row := range []string{`(?m)^ all +1 +0 +0 +1 +0\.000 +- +1 +0\.000`, `(?m)^ invoice_number +0 +1 +0\.000`} {
		require.Regexp(t, regexp.MustCompile(row), ours)
	}
}

// TestPublicPapersAreFetched fetches a commit of a repository made here, and reads its papers.
func TestPublicPapersAreFetched(t *testing.T) {
	t.Parallel()
	from, folder := t.TempDir(), filepath.Join(t.TempDir(), "papers")
	git := func(args ...string) string {
		out, err := exec.CommandContext(t.Context(), "git", append([]string{"-C", from, "-c", "user.name=U", "-c", "user.email=u@example.com"}, args...)...).CombinedOutput()
		require.NoError(t, err, "%s", out)
		return strings.TrimSpace(string(out))
	}
	keep := func(name, content string) {
		require.NoError(t, os.MkdirAll(filepath.Dir(filepath.Join(from, name)), 0o700))
		require.NoError(t, os.WriteFile(filepath.Join(from, name), []byte(content), 0o600))
		git("add", "-A")
		git("commit", "--quiet", "-m", name)
	}
	git("init", "--quiet")
	keep("v2/inside.pdf", withInvoice())
	keep("README.md", "papers")
	commit := git("rev-parse", "HEAD")
	keep("v2/later.pdf", withInvoice())

	script := func(to string) (string, error) {
		out, err := exec.CommandContext(t.Context(), "../../scripts/public-papers.sh", to, from, commit).CombinedOutput()
		return string(out), err
	}
	said, err := script(folder)
	require.NoError(t, err, said)
	require.Contains(t, said, "1 PDFs in ")
	code, out, errs := execute(t, "", "documents", "evaluate", "--set", folder)
	require.Equal(t, exitOK, code, errs)
	require.Regexp(t, `(?m)^public +files`, out)
	require.Regexp(t, `(?m)^ v2 +1 +0 +1 +1 +1\.000 +1\.000`, out)
	require.Contains(t, out, "left out: 1 files")

	said, err = script(folder)
	require.Error(t, err)
	require.Contains(t, said, "is not empty")
	said, err = script("public-papers")
	require.Error(t, err)
	require.Contains(t, said, "is inside of this repository")
	require.NoDirExists(t, "public-papers")
}

// message is an electronic invoice of one line.
const message = `<Invoice xmlns="urn:oasis:names:specification:ubl:schema:xsd:Invoice-2"><ID>U-1</ID><InvoiceTypeCode>380</InvoiceTypeCode>` +
	`<InvoiceLine><ID>1</ID><InvoicedQuantity unitCode="C62">10</InvoicedQuantity><LineExtensionAmount>100.00</LineExtensionAmount>` +
	`<Item><Name>Mug</Name></Item><Price><PriceAmount>10.00</PriceAmount></Price></InvoiceLine></Invoice>`

// withInvoice is a page with an electronic invoice inside that says the same.
func withInvoice() string {
	page := printed("Invoice U-1", "", "Item        Qty    Price   Amount", "Mug          10    10.00   100.00")
	page = strings.Replace(page, "/Type/Catalog", "/Type/Catalog/Names<</EmbeddedFiles<</Names[(ubl.xml) 6 0 R]>>>>", 1)
	return strings.Replace(page, "trailer", fmt.Sprintf("6 0 obj <</Type/Filespec/F(ubl.xml)/EF<</F 7 0 R>>>> endobj\n"+
		"7 0 obj <</Type/EmbeddedFile/Length %d>> stream\n%s\nendstream endobj\ntrailer", len(message), message), 1)
}
