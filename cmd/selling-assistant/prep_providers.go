package main

import (
	"context"
	"encoding/csv"
	"errors"
	"fmt"
	"io"
	"os"
	"slices"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"sellingassistant/cmd/selling-assistant/compose"
	"sellingassistant/domain/kernel/money"
	"sellingassistant/domain/kernel/optional"
	"sellingassistant/domain/purchasing"
)

// maxCatalogue bounds the rows of a file of prep providers.
const maxCatalogue = 10_000

// prepProvidersImport copies a file into the catalogue that GET /warehouses/prep-providers shows to
// all teams.
func prepProvidersImport(s *session) *cobra.Command {
	c := s.onData("import", "Put prep providers of a CSV file into the catalogue for all teams.")
	c.command.Long = "The first line names the columns: name, country, and as wanted region, website, services (words with | between them: " +
		"label, bag, bundle, fnsku, inspection, photos, storage), sales_tax_free (true or false), currency, receive_per_unit, prep_per_unit, " +
		"label_per_unit, bag_per_unit, bundle_per_unit, box_fee, inbound_per_kg, storage_per_unit_month. A provider with the name and the " +
		"country of one in the catalogue takes its place. All lines are taken or none."
	file := c.text("file", "CSV file; - is standard input.")
	return c.operates(func(ctx context.Context, op *compose.Operator) error {
		from := s.io.in
		if *file != "-" {
			f, err := os.Open(*file)
			if err != nil {
				return err
			}
			defer func() { _ = f.Close() }()
			from = f
		}
		providers, err := readProviders(from)
		if err != nil {
			return err
		}
		if err := op.PrepProviders.Import(ctx, providers); err != nil {
			return err
		}
		return c.print(struct {
			Imported int `json:"imported"`
		}{len(providers)}, fmt.Sprintf("%d prep providers were imported.", len(providers)))
	})
}

// readProviders reads the lines of a file after its heading.
func readProviders(from io.Reader) ([]purchasing.PrepProvider, error) {
	lines := csv.NewReader(from)
	heading, err := lines.Read()
	if err != nil {
		return nil, fmt.Errorf("read the heading: %w", err)
	}
	var out []purchasing.PrepProvider
	for {
		cells, err := lines.Read()
		switch {
		case errors.Is(err, io.EOF):
			return out, nil
		case err != nil:
			return nil, err
		case len(out) == maxCatalogue:
			return nil, fmt.Errorf("the file has more than %d providers", maxCatalogue)
		}
		one, err := provider(heading, cells)
		if err != nil {
			return nil, fmt.Errorf("line %d: %w", len(out)+2, err)
		}
		out = append(out, one)
	}
}

func provider(heading, cells []string) (p purchasing.PrepProvider, err error) {
	var costs purchasing.WarehouseCosts
	texts := map[string]*string{"name": &p.Name, "country": &p.Country, "currency": (*string)(&costs.Currency)}
	maybe := map[string]*optional.Maybe[string]{"region": &p.Region, "website": &p.Website}
	amounts := map[string]*money.Amount{
		"receive_per_unit": &costs.ReceivePerUnit, "prep_per_unit": &costs.PrepPerUnit, "label_per_unit": &costs.LabelPerUnit,
		"bag_per_unit": &costs.BagPerUnit, "bundle_per_unit": &costs.BundlePerUnit, "box_fee": &costs.BoxFee,
		"inbound_per_kg": &costs.InboundPerKG, "storage_per_unit_month": &costs.StoragePerUnitMonth,
	}
	p.Services = []purchasing.PrepService{}
	charges := false
	for i, name := range heading {
		cell := strings.TrimSpace(cells[i])
		amount := amounts[name]
		switch {
		case texts[name] != nil:
			*texts[name] = cell
		case !slices.Contains([]string{"services", "sales_tax_free"}, name) && maybe[name] == nil && amount == nil:
			return p, fmt.Errorf("unknown column %q", name)
		case cell == "":
		case maybe[name] != nil:
			*maybe[name] = optional.Some(cell)
		case amount != nil:
			charges = true
			if *amount, err = money.Parse(cell); err != nil {
				return p, fmt.Errorf("%s: %w", name, err)
			}
		case name == "sales_tax_free":
			free, err := strconv.ParseBool(cell)
			if err != nil {
				return p, fmt.Errorf("%s: must be true or false", name)
			}
			p.SalesTaxFree = optional.Some(free)
		default:
			for word := range strings.SplitSeq(cell, "|") {
				p.Services = append(p.Services, purchasing.PrepService(strings.TrimSpace(word)))
			}
		}
	}
	if charges || costs.Currency != "" {
		p.Costs = optional.Some(costs)
	}
	return p, nil
}
