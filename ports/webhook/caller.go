package webhook

import (
	"context"

	"sellingassistant/domain/kernel/id"
	"sellingassistant/domain/kernel/secret"
	"sellingassistant/domain/webhook"
)

// Call has one call of a user's program.
type Call struct {
	To string
	// ID repeats in all calls about the same event.
	ID   webhook.EventID
	Body []byte
	// Keys sign the call, the newest first.
	Keys []secret.Text
}

// Caller makes one call, to a public address only. A call that fails is an Attempt with a Failure;
// it has no error besides.
type Caller func(ctx context.Context, c Call) webhook.Attempt

// Secrets derives the secrets of a generation of an endpoint from the program's own key, in the
// form whsec_…, the newest first. There are several while the program's own key is changed.
// Generation 0 has the team's secret of alerts.
type Secrets func(team id.Team, endpoint webhook.EndpointID, generation int64) []secret.Text
