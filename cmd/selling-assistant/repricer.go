package main

import (
	"encoding/json"
	"fmt"
	"io"
	"os"

	"sellingassistant/adapters/casefile"
	"sellingassistant/domain/repricer"
)

type repricerCommands struct {
	Stop          repricerStop          `cmd:"" help:"Let no price of any team leave, on any machine, and withdraw those that have not left."`
	Start         repricerStart         `cmd:"" help:"Let prices leave again, and decide those of all rows anew."`
	Status        repricerStatus        `cmd:"" help:"Show whether prices leave."`
	Decide        repricerDecide        `cmd:"" help:"Say which price the repricer would choose, and why. Needs no database and sends nothing."`
	WebhookSecret repricerWebhookSecret `cmd:"" help:"Show what calls to a team's webhook are signed with."`
	Replay        repricerReplay        `cmd:"" help:"Make a decision of the history again, from what is stored of it, and say whether it comes out the same."`
}

type repricerDecide struct {
	Cases string `required:"" placeholder:"FILE" help:"File of cases: a JSON list, an object with a list in cases, or one case on each line; - is standard input."`
	Trace bool   `help:"Also print the steps to each answer and what became of each offer."`
}

// Help is shown by --help.
func (repricerDecide) Help() string {
	return `A case is {"id", "input"}; its input holds settings (null for none), product, strategy and offers, all times and all
prices, so that the same case always has the same answer. One JSON line is printed for each case: id, action, price,
reason, adjustments, target_seller_id. What is wrong with a case is said on standard error; the exit code is then 1.`
}

// Run decides every case that can be read.
func (c repricerDecide) Run(s *session) error {
	in := s.io.in
	if c.Cases != "-" {
		file, err := os.Open(c.Cases)
		if err != nil {
			return err
		}
		defer file.Close()
		in = file
	}
	return c.decide(s, in)
}

func (c repricerDecide) decide(s *session, in io.Reader) error {
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
		decide := repricer.Decide
		if c.Trace {
			decide = repricer.Explain
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
