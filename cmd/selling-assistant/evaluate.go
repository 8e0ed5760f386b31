package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"

	"github.com/spf13/cobra"

	"sellingassistant/adapters/casefile"
	"sellingassistant/adapters/casefile/purchase"
	researchcases "sellingassistant/adapters/casefile/research"
	"sellingassistant/app/document/evaluate"
	"sellingassistant/app/research"
	"sellingassistant/cmd/selling-assistant/compose"
	"sellingassistant/cmd/selling-assistant/documents"
	"sellingassistant/config"
	"sellingassistant/domain/kernel/id"
	"sellingassistant/domain/kernel/marketplace"
)

func purchasingEvaluate(s *session) *cobra.Command {
	return s.evaluates(purchase.Kinds, "Say what orders cost, what becomes of them and what to order. Needs no database.",
		"landed, status, steps, cost_layers, offer or suggestion")
}

// evaluates returns a command that answers cases of several kinds.
func (s *session) evaluates(kinds casefile.Kinds, help, names string) *cobra.Command {
	c, command := s.onCases("evaluate", help, func(in io.Reader) error {
		cases, err := casefile.Split(in)
		if err != nil {
			return err
		}
		return answerEach(s, cases, kinds.Answer)
	})
	c.command.Long = `A case is {"id", "kind", "input"} of kind ` + names + `. One JSON line is printed for each
case: its id and the members that the API has for the same. What is wrong with a case is said on standard error; the exit
code is then 1.`
	return command()
}

func researchEvaluate(s *session) *cobra.Command {
	return s.evaluates(researchcases.Kinds, "Say what a sale earns, how much of a product is sold and what its price history says. Needs no database.",
		"profit, sales or keepa")
}

// feeCheckResult encodes the fee lines of one tier or category as JSON.
type feeCheckResult struct {
	Country string      `json:"country"`
	Line    string      `json:"line"`
	Of      string      `json:"of"`
	Equal   int64       `json:"equal"`
	Total   int64       `json:"total"`
	SKU     string      `json:"sku,omitempty"`
	Amazon  json.Number `json:"amazon,omitempty"`
	Table   json.Number `json:"table,omitempty"`
}

func researchCheckFees(s *session) *cobra.Command {
	c, team := s.ofTeam("check-fees", "Compare the fee tables with Amazon's fees of SKUs that the team sells.")
	limit := c.Int64("limit", 200, "At most so many SKUs, up to 10000.")
	return c.calls(func(ctx context.Context, op *compose.Operator) error {
		if *limit < 1 || *limit > 10_000 {
			return usageError{"--limit must be from 1 to 10000"}
		}
		found, err := op.FeeChecks.Check(ctx, id.Team(*team), int(*limit))
		if err != nil {
			return err
		}
		const head = "COUNTRY\tLINE\tOF\tEQUAL\tTOTAL\tFURTHEST APART"
		err = table(c, found.Lines, head, func(l research.FeeCheck) (feeCheckResult, string) {
			r := feeCheckResult{Country: l.Country, Line: string(l.Line), Of: l.Of, Equal: l.Equal, Total: l.By, SKU: l.Example}
			example := "-"
			if l.Example != "" {
				r.Amazon, r.Table = json.Number(l.Amazon.String()), json.Number(l.Table.String())
				example = fmt.Sprintf("%s: %s by Amazon, %s by the table", l.Example, l.Amazon, l.Table)
			}
			return r, fmt.Sprintf("%s\t%s\t%s\t%d\t%d\t%s", r.Country, r.Line, r.Of, r.Equal, r.Total, example)
		})
		if err == nil {
			share := 0.0
			if found.Total > 0 {
				share = 100 * float64(found.Equal) / float64(found.Total)
			}
			fmt.Fprintf(s.io.err, "%d of %d lines of %d SKUs are equal (%.1f %%); %d SKUs could not be compared.\n", found.Equal, found.Total, found.SKUs, share, found.Unknown)
		}
		return err
	})
}

// seedResult encodes a run as JSON.
type seedResult struct {
	Selections int   `json:"selections"`
	Products   int   `json:"products"`
	Tokens     int64 `json:"tokens"`
}

func researchSeed(s *session) *cobra.Command {
	c := s.onData("seed", "Ask Keepa for products that sales curves are fitted to.")
	market := c.String("market", "", "Country or domain of the marketplace, such as DE.")
	tokens := c.Int64("tokens", 0, "Keepa's tokens to spend at most, from 12 to 1000000.")
	c.need("market", "tokens")
	c.command.Long = `Looks at products of every root category, of all ranks, so that the nightly fit has what it needs for categories that callers
hardly ask for. It costs tokens of Keepa's key and none of a team's plan. All other calls go first and the reserve of callers
who wait is not touched, so it may take hours; what was asked for until it is stopped is kept.`
	return c.calls(func(ctx context.Context, op *compose.Operator) error {
		m, ok := marketplace.Named(*market)
		switch {
		case !ok:
			return usageError{"--market must be a country or a domain of a marketplace, such as DE"}
		case *tokens < 12 || *tokens > 1_000_000:
			return usageError{"--tokens must be from 12 to 1000000"}
		}
		done, err := op.Seeds.Run(ctx, m, *tokens)
		if err != nil && done.Selections == 0 {
			return err
		}
		printed := c.print(seedResult{done.Selections, done.Products, done.Tokens}, "%d selections and %d products for %d tokens\n", done.Selections, done.Products, done.Tokens)
		return errors.Join(err, printed)
	})
}

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
