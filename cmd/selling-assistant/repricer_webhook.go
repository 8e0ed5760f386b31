package main

import (
	"context"

	"sellingassistant/cmd/selling-assistant/compose"
)

type repricerWebhookSecret struct {
	output
	target
	Team int64 `required:"" help:"Id of the team."`
}

// webhookSecretResult is what a program reads of a webhook's secret.
type webhookSecretResult struct {
	Team   int64  `json:"team_id"`
	Secret string `json:"secret"`
}

// Help is shown by --help.
func (repricerWebhookSecret) Help() string {
	return `Calls to a team's webhook_url are signed as Standard Webhooks has it, with this secret. It follows from SA_SECRET_KEY:
it is stored nowhere, and changes with that key. Give it to nobody but the team.`
}

// Run implements the command.
func (c repricerWebhookSecret) Run(s *session) error {
	return c.operate(s, func(ctx context.Context, op *compose.Operator) error {
		if err := op.Teams.Exists(ctx, teamOf(c.Team)); err != nil {
			return err
		}
		key := op.WebhookSecrets(teamOf(c.Team).Team)[0].Reveal()
		return c.print(s, webhookSecretResult{c.Team, key}, "%s", key)
	})
}
