package main

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"time"

	"github.com/spf13/cobra"

	"sellingassistant/adapters/casefile"
	"sellingassistant/app/repricer/sending"
	"sellingassistant/cmd/selling-assistant/compose"
	"sellingassistant/cmd/selling-assistant/replay"
	"sellingassistant/domain/kernel/id"
	"sellingassistant/domain/repricer"
	"sellingassistant/domain/repricer/decision"
	sendingports "sellingassistant/ports/repricer/sending"
)

func repricerDecide(s *session) *cobra.Command {
	var trace *bool
	c, command := s.onCases("decide", "Say which price the repricer would choose, and why. Needs no database and sends nothing.", func(in io.Reader) error {
		return s.decide(in, *trace)
	})
	c.command.Long = `A case is {"id", "input"}; its input holds settings (null for none), product, strategy and offers, all times and all
prices, so that the same case always has the same answer. One JSON line is printed for each case: id, action, price,
reason, adjustments, target_seller_id. What is wrong with a case is said on standard error; the exit code is then 1.`
	trace = c.Bool("trace", false, "Also print the steps to each answer and what became of each offer.")
	return command()
}

// onCases begins a command that answers a file of cases; the second result finishes it.
func (s *session) onCases(name, help string, answer func(io.Reader) error) (*verb, func() *cobra.Command) {
	c := s.verb(name, help)
	cases := c.String("cases", "", "File of cases: a JSON list, an object with a list in cases, or one case on each line; - is standard input.")
	c.need("cases")
	return c, func() *cobra.Command {
		return c.runs(func(context.Context) error {
			if *cases == "-" {
				return answer(s.io.in)
			}
			file, err := os.Open(*cases)
			if err != nil {
				return err
			}
			defer file.Close()
			return answer(file)
		})
	}
}

// decide decides every readable case.
func (s *session) decide(in io.Reader, trace bool) error {
	cases, err := casefile.Read(in)
	if err != nil {
		return err
	}
	return answerEach(s, cases, func(one casefile.Case, _ int) (json.RawMessage, any, error) {
		decide := decision.Decide
		if trace {
			decide = decision.Explain
		}
		if one.Err != nil {
			return one.ID, nil, one.Err
		}
		return one.ID, casefile.AnswerOf(one, decide(one.Input)), nil
	})
}

// answerEach prints a JSON line for each readable case.
func answerEach[T any](s *session, cases []T, answer func(one T, place int) (json.RawMessage, any, error)) error {
	out, bad := json.NewEncoder(s.io.out), 0
	for i, one := range cases {
		id, found, err := answer(one, i+1)
		if err != nil {
			bad++
			fmt.Fprintf(s.io.err, "selling-assistant: case %s: %v\n", id, err)
			continue
		}
		if err := out.Encode(found); err != nil {
			return err
		}
	}
	if bad > 0 {
		return fmt.Errorf("%d of %d cases could not be read", bad, len(cases))
	}
	return nil
}

// switchResult encodes the switch as JSON.
type switchResult struct {
	Stopped   bool       `json:"stopped"`
	Reason    string     `json:"reason"`
	ChangedAt *time.Time `json:"changed_at"`
}

func (v *verb) switched(now sendingports.SwitchState) error {
	r := switchResult{Stopped: now.Stopped, Reason: now.Reason}
	line := "prices leave"
	if now.Stopped {
		line = "no price leaves"
	}
	if !now.ChangedAt.IsZero() {
		r.ChangedAt = &now.ChangedAt
		line += " since " + now.ChangedAt.Format(time.RFC3339)
	}
	if now.Reason != "" {
		line += ": " + now.Reason
	}
	return v.print(r, "%s", line)
}

// turn returns a command that changes the switch.
func (s *session) turn(name, help string, act func(*sending.Switches, context.Context, string) (sendingports.SwitchState, error)) *cobra.Command {
	c := s.onData(name, help)
	reason := c.String("reason", "", "Why, for those who look later.")
	return c.operates(func(ctx context.Context, op *compose.Operator) error {
		now, err := act(op.Switches, ctx, *reason)
		if err != nil {
			return err
		}
		return c.switched(now)
	})
}

func repricerStop(s *session) *cobra.Command {
	return s.turn("stop", "Let no price of any team leave, on any machine, and withdraw those that have not left.", (*sending.Switches).Stop)
}

func repricerStart(s *session) *cobra.Command {
	return s.turn("start", "Let prices leave again, and decide those of all rows anew.", (*sending.Switches).Start)
}

func repricerStatus(s *session) *cobra.Command {
	c := s.onData("status", "Show whether prices leave.")
	return c.operates(func(ctx context.Context, op *compose.Operator) error {
		now, err := op.Switches.Status(ctx)
		if err != nil {
			return err
		}
		return c.switched(now)
	})
}

// webhookSecretResult encodes a webhook's secret as JSON.
type webhookSecretResult struct {
	Team   int64  `json:"team_id"`
	Secret string `json:"secret"`
}

func repricerWebhookSecret(s *session) *cobra.Command {
	c, team := s.ofTeam("webhook-secret", "Show the secret that signs calls to a team's webhook.")
	c.command.Long = `Calls to a team's webhook_url are signed with this secret, as described by Standard Webhooks. It is derived from
SA_SECRET_KEY, so it is not stored and changes with that key. Give it to the team only.`
	return c.operates(func(ctx context.Context, op *compose.Operator) error {
		if err := op.Teams.Exists(ctx, teamOf(*team)); err != nil {
			return err
		}
		key := op.WebhookSecrets(teamOf(*team).Team)[0].Reveal()
		return c.print(webhookSecretResult{*team, key}, "%s", key)
	})
}

func repricerReplay(s *session) *cobra.Command {
	c := s.onData("replay", "Make a decision of the history again, from what is stored of it, and say whether it comes out the same.")
	c.command.Long = `What a decision was made from is stored with it. It is decided again with that, nothing is written or sent. The exit
code is 0 when the same decision comes out, and 1 when another does or when it cannot be made again.`
	change := c.Int64("change", 0, "Id of the change, as the history shows it.")
	team := c.Int64("team", 0, "Id of the team the change has to belong to; any team when not given.")
	trace := c.Bool("trace", false, "Also print the steps to the decision and what became of each offer.")
	c.need("change")
	return c.operates(func(ctx context.Context, op *compose.Operator) error {
		got, err := op.History.Replay(ctx, id.Team(*team), repricer.ChangeID(*change))
		if err != nil {
			return err
		}
		return replay.Print(s.io.out, got, c.json, *trace)
	})
}
