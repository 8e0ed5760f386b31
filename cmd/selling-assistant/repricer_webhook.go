package main

import (
	"context"

	"github.com/spf13/cobra"

	"sellingassistant/cmd/selling-assistant/compose"
)

// webhookSecretResult is what a program reads of a webhook's secret.
type webhookSecretResult struct {
	Team   int64  `json:"team_id"`
	Secret string `json:"secret"`
}

func repricerWebhookSecret(s *session) *cobra.Command {
	c, team := s.ofTeam("webhook-secret", "Show what calls to a team's webhook are signed with.")
	c.command.Long = `Calls to a team's webhook_url are signed as Standard Webhooks has it, with this secret. It follows from SA_SECRET_KEY:
it is stored nowhere, and changes with that key. Give it to nobody but the team.`
	return c.operates(func(ctx context.Context, op *compose.Operator) error {
		if err := op.Teams.Exists(ctx, teamOf(*team)); err != nil {
			return err
		}
		key := op.WebhookSecrets(teamOf(*team).Team)[0].Reveal()
		return c.print(webhookSecretResult{*team, key}, "%s", key)
	})
}
