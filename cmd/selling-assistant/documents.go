package main

import (
	"context"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"

	"github.com/spf13/cobra"

	"sellingassistant/app/document/evaluate"
	"sellingassistant/cmd/selling-assistant/documents"
	"sellingassistant/config"
)

func documentsRead(s *session) *cobra.Command {
	c := s.verb("read", "Read one file and print what it says as JSON. Needs no database.")
	name := c.text("file", "The file: PDF, CSV, TSV, XLSX, XML, P7M, EDI, TXT or a picture, at most 25 MiB.")
	return c.runs(func(ctx context.Context) error {
		file, err := os.Open(*name)
		if err != nil {
			return err
		}
		defer func() { _ = file.Close() }()
		ocr, err := config.LoadOCR(s.environ)
		if err != nil {
			return err
		}
		r, err := documents.Read(ctx, filepath.Base(*name), file, ocr)
		if err != nil {
			return fmt.Errorf("%s: %w", *name, err)
		}
		out := json.NewEncoder(s.io.out)
		out.SetIndent("", " ")
		return out.Encode(documents.Shown(r))
	})
}

func documentsEvaluate(s *session) *cobra.Command {
	c := s.verb("evaluate", "Read the files of a folder and print how much of them is read right. Needs no database.")
	folder := c.String("set", "", "The folder, with those below it.")
	misses := c.Bool("misses", false, "Print the lines that were missed or are wrong.")
	c.need("set")
	c.command.Long = `What FILE says stands in FILE.truth.json: set, layout, renderer, held_out, type, header and lines. A PDF without it that has
an electronic invoice inside is read without that, and compared with it; its set is public, its layout the folder it is in. Other files are left
out. Sets are not counted together. A line is right if its quantity, price and total are.`
	return c.runs(func(ctx context.Context) error {
		ocr, err := config.LoadOCR(s.environ)
		if err != nil {
			return err
		}
		files, left, err := documents.Evaluate(ctx, os.DirFS(*folder), ocr)
		if err != nil {
			return err
		}
		if err := evaluate.Print(s.io.out, evaluate.Sets(files)); err != nil {
			return err
		}
		if left > 0 {
			_, _ = fmt.Fprintf(s.io.out, "left out: %d files that nothing is known of\n", left)
		}
		if *misses {
			for i := range files {
				evaluate.PrintMisses(s.io.out, &files[i])
			}
		}
		return nil
	})
}
