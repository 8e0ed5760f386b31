package doctor

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"strings"
	"time"

	"sellingassistant/config"
	"sellingassistant/domain/kernel/marketplace"
)

// drift bounds the difference between this machine's clock and Amazon's. Calls to AWS are refused
// from five minutes on.
const drift = time.Minute

// amazon asks for a token of the application itself, and calls the endpoint of each region. Neither
// needs a seller account.
func amazon(ctx context.Context, cfg config.Config) []Finding {
	if cfg.Amazon.ClientID == "" {
		return []Finding{unused("No seller account can be connected.", "Set SA_LWA_CLIENT_ID and SA_LWA_CLIENT_SECRET.")}
	}
	var found []Finding
	asked := time.Now()
	answered, err := token(ctx, cfg.Amazon)
	if err != nil {
		found = append(found, failed(err, "Check the application's credentials, and the way to "+cfg.Amazon.TokenURL+"."))
	} else {
		found = append(found, good("Login with Amazon takes the application."))
	}
	if !answered.IsZero() {
		found = append(found, compared(answered, asked))
	}
	for _, region := range []marketplace.Region{marketplace.NA, marketplace.EU, marketplace.FE} {
		address := cfg.Amazon.Endpoints()[region]
		f := good("%s answers.", address)
		if err := reach(ctx, address); err != nil {
			f = failed(err, "Let this machine reach the address.")
		}
		f.Part = "amazon " + string(region)
		found = append(found, f)
	}
	return found
}

// compared judges the clock by the time of an answer, which is cut to seconds.
func compared(answered, asked time.Time) Finding {
	off := asked.Sub(answered).Abs().Round(time.Second)
	f := good("The clock differs from Amazon's by %s.", off)
	if off > drift {
		f = warning(f.Text, "Let the system set its clock (chrony or systemd-timesyncd).")
	}
	f.Part = "clock"
	return f
}

// token requests a token, drops it, and returns the time of the answer.
func token(ctx context.Context, a config.Amazon) (answered time.Time, err error) {
	form := url.Values{
		"grant_type": {"client_credentials"}, "scope": {"sellingpartnerapi::notifications"},
		"client_id": {a.ClientID}, "client_secret": {a.ClientSecret.Reveal()},
	}
	req, err := http.NewRequestWithContext(ctx, http.MethodPost, a.TokenURL, strings.NewReader(form.Encode()))
	if err != nil {
		return answered, err
	}
	req.Header.Set("Content-Type", "application/x-www-form-urlencoded;charset=UTF-8")
	req.Header.Set("User-Agent", "SellingAssistant/1.0 (Language=Go)")
	res, err := http.DefaultClient.Do(req)
	if err != nil {
		return answered, err
	}
	defer res.Body.Close()
	answered, _ = http.ParseTime(res.Header.Get("Date"))
	if res.StatusCode == http.StatusOK {
		return answered, nil
	}
	var refusal struct {
		Code string `json:"error"`
	}
	_ = json.NewDecoder(io.LimitReader(res.Body, 64<<10)).Decode(&refusal)
	return answered, fmt.Errorf("login with Amazon answers %d %.100q", res.StatusCode, refusal.Code)
}

// reach succeeds with any answer, since a call without a token is refused.
func reach(ctx context.Context, address string) error {
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, address, http.NoBody)
	if err != nil {
		return err
	}
	req.Header.Set("User-Agent", "SellingAssistant/1.0 (Language=Go)")
	res, err := http.DefaultClient.Do(req)
	if err != nil {
		return err
	}
	_, err = io.Copy(io.Discard, io.LimitReader(res.Body, 64<<10))
	return errors.Join(err, res.Body.Close())
}
