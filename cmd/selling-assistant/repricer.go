package main

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"os"

	"github.com/spf13/cobra"

	"sellingassistant/adapters/casefile"
	"sellingassistant/domain/repricer/decision"
)

func repricerDecide(s *session) *cobra.Command {
	c := s.verb("decide", "Say which price the repricer would choose, and why. Needs no database and sends nothing.")
	c.command.Long = `A case is {"id", "input"}; its input holds settings (null for none), product, strategy and offers, all times and all
prices, so that the same case always has the same answer. One JSON line is printed for each case: id, action, price,
reason, adjustments, target_seller_id. What is wrong with a case is said on standard error; the exit code is then 1.`
	cases := c.String("cases", "", "File of cases: a JSON list, an object with a list in cases, or one case on each line; - is standard input.")
	trace := c.Bool("trace", false, "Also print the steps to each answer and what became of each offer.")
	c.need("cases")
	return c.runs(func(context.Context) error {
		if *cases == "-" {
			return s.decide(s.io.in, *trace)
		}
		file, err := os.Open(*cases)
		if err != nil {
			return err
		}
		defer file.Close()
		return s.decide(file, *trace)
	})
}

// decide decides every case that can be read.
func (s *session) decide(in io.Reader, trace bool) error {
	cases, err := casefile.Read(in)
	if err != nil {
		return err
	}
	out, bad := json.NewEncoder(s.io.out), 0
	for _, one := range cases {
		if one.Err != nil {
			bad++
			fmt.Fprintf(s.io.err, "selling-assistant: case %s: %v\n", one.ID, one.Err)
			continue
		}
		decide := decision.Decide
		if trace {
			decide = decision.Explain
		}
		if err := out.Encode(casefile.AnswerOf(one, decide(one.Input))); err != nil {
			return err
		}
	}
	if bad > 0 {
		return fmt.Errorf("%d of %d cases could not be read", bad, len(cases))
	}
	return nil
}
