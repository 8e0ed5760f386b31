package repricer

import (
	"context"
	"net/http"

	"sellingassistant/adapters/http/httpx"
	"sellingassistant/adapters/http/httpx/body"
	"sellingassistant/app/repricer/manage"
	"sellingassistant/domain/kernel/caller"
)

type settingsHandlers struct{ app *manage.Settings }

type updateSettingsInput struct {
	httpx.IfMatch
	Body SettingsPatch
}

type resetSettingsInput struct {
	httpx.IfMatch
}

func (h settingsHandlers) routes(r *httpx.Router) {
	const path = "/sa/repricer/settings"
	httpx.Register(r, httpx.Operation{
		ID: "getRepricerSettings", Method: http.MethodGet, Path: path, Group: group, Beta: true,
		Summary:     "Get the repricer settings",
		Description: "Returns the team's repricer settings. While there are none the answer is 404 without a body, and nothing is repriced.",
		Empty404:    true, Example: body.One[Settings]{Data: exampleSettings()},
	}, h.get)
	httpx.Register(r, httpx.Operation{
		ID: "updateRepricerSettings", Method: http.MethodPatch, Path: path, Group: group, Beta: true,
		Summary: "Update the repricer settings",
		Description: "Changes what is given and keeps the rest; null restores a member's default. While there are no settings this creates " +
			"them, starting from the defaults. A default strategy that is not the team's is 422 strategy_not_found, a minimum above the maximum in " +
			"default_limits 422 invalid_limits, a schedule window whose percent does not fit its action (percent requires one, every other action refuses one) 422 invalid_settings.",
		Errors:         []int{http.StatusPreconditionFailed},
		RequestExample: exampleSettingsPatch(), Example: body.One[Settings]{Data: exampleSettings()},
	}, h.update)
	httpx.Register(r, httpx.Operation{
		ID: "resetRepricerSettings", Method: http.MethodDelete, Path: path, Group: group, Beta: true,
		Summary: "Reset the repricer settings",
		Description: "Removes the settings, so that nothing is repriced until the next update, and withdraws prices that were not sent yet. Rows and strategies stay. Without settings it " +
			"changes nothing and answers the same.",
		Errors: []int{http.StatusPreconditionFailed},
	}, h.reset)
}

func (h settingsHandlers) get(ctx context.Context, who caller.Caller, _ *httpx.None) (*httpx.Versioned[Settings], error) {
	s, err := h.app.Get(ctx, who)
	if err != nil {
		return nil, err
	}
	return httpx.VersionedOf(settingsOf(s), s.Version), nil
}

func (h settingsHandlers) update(ctx context.Context, who caller.Caller, in *updateSettingsInput) (*httpx.Versioned[Settings], error) {
	ifMatch, err := in.IfMatch.Version()
	if err != nil {
		return nil, err
	}
	s, err := h.app.Update(ctx, who, manage.UpdateSettings{Patch: in.Body.patch(), IfMatch: ifMatch})
	if err != nil {
		return nil, err
	}
	return httpx.VersionedOf(settingsOf(s), s.Version), nil
}

func (h settingsHandlers) reset(ctx context.Context, who caller.Caller, in *resetSettingsInput) (*httpx.None, error) {
	ifMatch, err := in.IfMatch.Version()
	if err != nil {
		return nil, err
	}
	return nil, h.app.Reset(ctx, who, ifMatch)
}
