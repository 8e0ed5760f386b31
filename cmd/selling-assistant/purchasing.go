package main

import (
	"io"

	"github.com/spf13/cobra"

	"sellingassistant/adapters/casefile"
	"sellingassistant/adapters/casefile/purchase"
)

func purchasingEvaluate(s *session) *cobra.Command {
	c, command := s.onCases("evaluate", "Say what orders cost, what becomes of them and what to order. Needs no database.", func(in io.Reader) error {
		cases, err := casefile.Split(in)
		if err != nil {
			return err
		}
		return answerEach(s, cases, purchase.Answer)
	})
	c.command.Long = `A case is {"id", "kind", "input"} of kind landed, status, steps, cost_layers or suggestion. One JSON line is printed for each
case: its id and the members that the API has for the same. What is wrong with a case is said on standard error; the exit
code is then 1.`
	return command()
}
