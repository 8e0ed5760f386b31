package main

import (
	"io"

	"github.com/spf13/cobra"

	"sellingassistant/adapters/casefile"
	"sellingassistant/adapters/casefile/purchase"
	"sellingassistant/adapters/casefile/research"
)

func purchasingEvaluate(s *session) *cobra.Command {
	return s.evaluates(purchase.Kinds, "Say what orders cost, what becomes of them and what to order. Needs no database.",
		"landed, status, steps, cost_layers, offer or suggestion")
}

// evaluates is a command that answers cases of several kinds.
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
	return s.evaluates(research.Kinds, "Say what a sale earns, how much of a product is sold and what its price history says. Needs no database.",
		"profit, sales or keepa")
}
