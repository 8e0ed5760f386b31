package repricer

import (
	"context"
	"net/http"

	"sellingassistant/adapters/http/httpx"
	"sellingassistant/adapters/http/httpx/body"
	"sellingassistant/adapters/http/httpx/records"
	"sellingassistant/app/repricer/manage"
	"sellingassistant/domain/kernel/caller"
	"sellingassistant/domain/repricer"
)

type updateSettingsInput struct {
	records.IfMatch
	Body SettingsPatch
}

func settingsRoutes(r *httpx.Router, settings *manage.Settings) {
	shown := records.Shown[repricer.SettingsSnapshot, Settings]{Of: settingsOf, Place: func(s repricer.SettingsSnapshot) (id, version int64) {
		return 0, s.Version
	}}
	const path = "/sa/repricer/settings"
	httpx.Register(r, httpx.Operation{
		ID: "getRepricerSettings", Method: http.MethodGet, Path: path, Group: group, Beta: true,
		Summary: "Get the repricer settings",
		Description: "Returns the team's repricer settings. Without settings the answer is 404 without a body, and nothing " +
			"is repriced.",
		Empty404: true, Example: body.One[Settings]{Data: exampleSettings()},
	}, records.AnswerVersioned(shown, func(ctx context.Context, who caller.Caller, _ *httpx.None) (repricer.SettingsSnapshot, error) {
		return settings.Get(ctx, who)
	}))
	httpx.Register(r, httpx.Operation{
		ID: "updateRepricerSettings", Method: http.MethodPatch, Path: path, Group: group, Beta: true,
		Summary: "Update the repricer settings",
		Description: "Changes the members that are given and keeps the rest; null restores a member's default. Without " +
			"settings it creates them, starting from the defaults.\n\n" +
			"Refusals:\n\n" +
			"- 422 strategy_not_found: the default strategy is not the team's\n" +
			"- 422 invalid_limits: default_limits has a minimum above the maximum\n" +
			"- 422 invalid_settings: the percent of a schedule window does not fit its action. The action percent " +
			"requires it; every other action refuses it",
		Errors:         []int{http.StatusPreconditionFailed},
		RequestExample: exampleSettingsPatch(), Example: body.One[Settings]{Data: exampleSettings()},
	}, records.AnswerVersioned(shown, func(ctx context.Context, who caller.Caller, in *updateSettingsInput) (none repricer.SettingsSnapshot, err error) {
		ifMatch, err := in.IfMatch.Version()
		if err != nil {
			return none, err
		}
		return settings.Update(ctx, who, manage.UpdateSettings{Patch: in.Body.patch(), IfMatch: ifMatch})
	}))
	httpx.Register(r, httpx.Operation{
		ID: "resetRepricerSettings", Method: http.MethodDelete, Path: path, Group: group, Beta: true,
		Summary: "Reset the repricer settings",
		Description: "Removes the settings, so that nothing is repriced until the next update, and withdraws prices that were not sent yet. Rows and strategies stay. Without settings it " +
			"changes nothing and answers the same.",
		Errors: []int{http.StatusPreconditionFailed},
	}, func(ctx context.Context, who caller.Caller, in *records.IfMatch) (*httpx.None, error) {
		ifMatch, err := in.Version()
		if err != nil {
			return nil, err
		}
		return nil, settings.Reset(ctx, who, ifMatch)
	})
}
