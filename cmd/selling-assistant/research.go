package main

import (
	"github.com/spf13/cobra"

	"sellingassistant/adapters/casefile/research"
)

func researchEvaluate(s *session) *cobra.Command {
	return s.evaluates(research.Kinds, "Say what a sale earns, how much of a product is sold and what its price history says. Needs no database.",
		"profit, sales or keepa")
}
