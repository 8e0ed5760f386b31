//go:build unix

package main

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"image"
	"image/png"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// TestDocumentsReadPictures reads pictures by a program that takes the place of tesseract: it
// swallows the picture, and writes a page that is kept beside it.
func TestDocumentsReadPictures(t *testing.T) {
	folder := t.TempDir()
	page := filepath.Join(folder, "page.pdf")
	invoice := printed("Invoice 7", "", "Code   Item      Qty   Price   Amount", "A-1    Mug        10    3.00    30.00")
	require.NoError(t, os.WriteFile(page, []byte(invoice), 0o600))
	script := "#!/bin/sh\n[ \"$1\" = --list-langs ] && { echo Languages:; echo eng; exit; }\n" +
		"[ \"$(head -c 2)\" = P5 ] || exit 1\ncat > /dev/null\ncat \"" + page + "\"\n"
	require.NoError(t, os.WriteFile(filepath.Join(folder, "tesseract"), []byte(script), 0o700))
	files := map[string]string{
		"scan.pdf":  printed(""),
		"photo.png": drawn(t, 1_700, 2_400),
		"small.png": drawn(t, 1_699, 2_400),
		"torn.png":  drawn(t, 1_700, 2_400)[:60],
		"bomb.png":  drawn(t, 30_000, 1_400),
	}
	for name, content := range files {
		require.NoError(t, os.WriteFile(filepath.Join(folder, name), []byte(content), 0o600))
	}
	read := func(name string, environ ...string) (int, string, string) {
		var out, errs bytes.Buffer
		args := []string{"documents", "read", filepath.Join(folder, name)}
		code := run(context.Background(), args, streams{strings.NewReader(""), &out, &errs}, environ)
		return code, out.String(), errs.String()
	}
	usual := os.Getenv("PATH")
	with := func() { t.Setenv("PATH", folder+string(os.PathListSeparator)+usual) }
	without := func() { t.Setenv("PATH", t.TempDir()) }
	for _, c := range []struct {
		path    func()
		file    string
		environ []string
		want    string
	}{
		{with, "scan.pdf", nil, "invoice ocr 1 A-1 0.9603 []"},
		{with, "photo.png", nil, "invoice ocr 1 A-1 0.9603 []"},
		{with, "small.png", nil, "other none 0 [resolution_too_low]"},
		{with, "photo.png", []string{"SA_OCR=off"}, "other none 0 [no_text_layer]"},
		{with, "scan.pdf", []string{"SA_OCR=off"}, "other none 1 [no_text_layer]"},
		{without, "photo.png", nil, "other none 0 [no_text_layer]"},
		{without, "scan.pdf", nil, "other none 1 [no_text_layer]"},
	} {
		c.path()
		code, out, errs := read(c.file, c.environ...)
		require.Equal(t, exitOK, code, "%s: %s", c.file, errs)
		require.Equal(t, c.want, summary(t, out), c.file)
	}
	with()
	for file, want := range map[string]string{"torn.png": "unreadable", "bomb.png": "over_limits: a picture of 30000 by 1400 pixels"} {
		code, out, errs := read(file)
		require.NotEqual(t, exitOK, code)
		require.Empty(t, out)
		require.Contains(t, errs, want)
	}
	code, _, errs := read("photo.png", "SA_OCR=perhaps")
	require.NotEqual(t, exitOK, code)
	require.Contains(t, errs, "SA_OCR must be on or off")
}

func drawn(t *testing.T, width, height int) string {
	t.Helper()
	var b bytes.Buffer
	require.NoError(t, png.Encode(&b, image.NewGray(image.Rect(0, 0, width, height))))
	return b.String()
}

// summary is type, method, pages, the first line and the problems of an answer.
func summary(t *testing.T, out string) string {
	t.Helper()
	var got struct {
		Type, Method string
		Pages        int
		Lines        []struct {
			SKU        string `json:"supplier_sku"`
			Confidence json.Number
		}
		Problems []string
	}
	require.NoError(t, json.Unmarshal([]byte(out), &got))
	parts := []any{got.Type, got.Method, got.Pages}
	if len(got.Lines) > 0 {
		parts = append(parts, got.Lines[0].SKU, got.Lines[0].Confidence)
	}
	return strings.TrimSpace(fmt.Sprintln(append(parts, got.Problems)...))
}
