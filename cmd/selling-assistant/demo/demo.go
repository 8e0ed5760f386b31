package demo

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"sellingassistant/domain/inventory/syncing"

	connectionhttp "sellingassistant/adapters/http/connection"
	"sellingassistant/adapters/persistence/presence"
	"sellingassistant/adapters/simulator"
	"sellingassistant/cmd/selling-assistant/compose"
	"sellingassistant/config"
	"sellingassistant/domain/kernel/caller"
	"sellingassistant/domain/kernel/fault"
	"sellingassistant/domain/kernel/id"
	"sellingassistant/domain/kernel/marketplace"
	"sellingassistant/domain/kernel/secret"
	"sellingassistant/ports/clock"
)

const (
	stateFile  = "demo.json"
	secretFile = "demo.key"
)

// Demo has a prepared demo.
type Demo struct {
	path   string
	began  time.Time
	world  *simulator.Marketplace
	market *simulator.Server
	seller simulator.Seller
	// branch has the account in Germany, german has its offers.
	branch simulator.Seller
	german []simulator.Sale
	clock  setBack
	// inThePast reports that the clocks are set back.
	inThePast bool
	// APIKey has the key of the demo's owner, once Fill is done.
	APIKey string
}

// state has the content of demo.json. Programs read base_url and api_key; the next start reads the
// rest.
type state struct {
	BaseURL string  `json:"base_url"`
	APIKey  string  `json:"api_key"`
	Team    id.Team `json:"team_id"`
	User    id.User `json:"user_id"`
	// Seeded names the parts that were filled in. They are not filled in twice, so records that a
	// user deletes stay deleted.
	Seeded []string `json:"seeded"`
	// Began has the time of the demo's first start: from then on the marketplace's competitors are
	// faster than in reality.
	Began time.Time `json:"began"`
	// Filling stays true until the first start is complete. A start that finds it true begins anew.
	Filling bool `json:"filling,omitempty"`
	// Since has the time of the first subscription of its seller account. While no demo runs,
	// nothing is sold there.
	Since time.Time `json:"since"`
}

// Prepare gives the configuration a secret key of its own and a marketplace in this process. The
// demo never calls a real one.
func Prepare(cfg *config.Config) (*Demo, error) {
	if err := LoadSecret(cfg); err != nil {
		return nil, err
	}
	path := filepath.Join(cfg.DataDir, stateFile)
	st, err := load(path)
	if err != nil {
		return nil, err
	}
	if st.Filling {
		if st, err = discard(cfg, st); err != nil {
			return nil, err
		}
	}
	if st.Began.IsZero() {
		st.Began, st.Filling = time.Now().UTC().Truncate(time.Second), true
		if err := save(path, st); err != nil {
			return nil, err
		}
	}
	// The markets continue while the demo does not run.
	world := simulator.New(simulator.Config{
		Sales:       true,
		PlainSKUs:   true,
		Pace:        simulator.Pace{Began: st.Began.Unix(), Speed: marketSpeed},
		Submission:  simulator.Delay{Min: applied, Max: applied},
		DriftBefore: st.Began.Add(-past - drifted),
	})
	market, err := world.Listen("127.0.0.1:0", "")
	if err != nil {
		return nil, err
	}
	cfg.Amazon = config.Amazon{
		RelayAddr: cfg.Amazon.RelayAddr, RelayHosts: cfg.Amazon.RelayHosts,

		TokenURL: market.TokenURL, ClientID: simulator.ClientID, ClientSecret: secret.New(simulator.ClientSecret),
		EndpointNA: market.Endpoints[marketplace.NA],
		EndpointEU: market.Endpoints[marketplace.EU],
		EndpointFE: market.Endpoints[marketplace.FE],

		ApplicationID: simulator.ApplicationID, SellerCentralURL: market.SellerCentralURL,
		NotificationsURL: queueURL(market.QueueURL), NotificationsARN: market.QueueARN,
	}
	if cfg.SMTPURL.Empty() {
		cfg.MailFolder, cfg.MailFrom = filepath.Join(cfg.DataDir, "mail"), "Selling Assistant <demo@demo.example>"
	}
	cfg.Keepa.Key, cfg.Keepa.URL = secret.New(simulator.KeepaKey), market.KeepaURL
	return &Demo{
		path: path, began: st.Began, world: world, market: market,
		seller: world.Seller(marketplace.NA, simulator.Full), branch: world.Seller(marketplace.EU, simulator.Local),
		clock: setBack{moved: world.Clock().Step},
	}, nil
}

// Access returns the address of the demo with these settings, and the key of its owner.
func Access(cfg config.Config) (baseURL string, key secret.Text, err error) {
	st, err := load(filepath.Join(cfg.DataDir, stateFile))
	if err == nil && st.APIKey == "" {
		err = fmt.Errorf("%s has no demo: start it by selling-assistant serve --demo", cfg.DataDir)
	}
	return st.BaseURL, secret.New(st.APIKey), err
}

// queueURL puts an access key of the simulated queue into its address. The secret part is never
// checked.
func queueURL(address string) secret.Text {
	return secret.New(strings.Replace(address, "://", "://"+simulator.QueueAccessKey+":simulated@", 1))
}

// marketSpeed has the factor by which competitors react faster than in reality: a newcomer wants to
// see changes.
const marketSpeed = 60

// drifted has the time between the last move of the level of prices and the demo's own past, in
// which its rows compete around one level.
const drifted = 10 * 24 * time.Hour

// applied bounds a newcomer's wait until a price is applied.
const applied = 5 * time.Second

// Clock returns the program's clock.
func (d *Demo) Clock() clock.Clock { return &d.clock }

// Close stops the marketplace.
func (d *Demo) Close() error { return d.market.Close() }

// Fill adds missing parts, writes demo.json and sets APIKey. The marketplace is new at every start,
// so redirect addresses, prices and subscriptions are set each time, and everything is read again.
func (d *Demo) Fill(ctx context.Context, op *compose.Operator, baseURL string) error {
	st, err := load(d.path)
	if err != nil {
		return err
	}
	st.BaseURL, st.Began = baseURL, d.began
	d.world.SetRedirect(baseURL + connectionhttp.ReturnPath)
	d.inThePast = len(st.Seeded) == 0
	if d.inThePast {
		d.goTo(d.began.Add(-past))
		d.enlist()
	}
	parts := []struct {
		name string
		fill func(context.Context, *compose.Operator, *state) error
	}{
		{"team", fillTeam}, {"connection", d.fillConnection}, {"skus", d.fillSKUs}, {"costs", d.fillCosts},
		{"strategies", fillStrategies}, {"products", d.fillProducts}, {"germany", d.fillGermany}, {"past", d.livePast},
		{"now", d.comeBack}, {"documents", fillDocuments}, {"drafts", fillDrafts},
		{"suppliers", fillSuppliers}, {"warehouses", fillWarehouses}, {"offers", fillOffers}, {"rates", fillRates},
		{"orders", fillOrders}, {"tags", fillTags},
		{"notes", fillNotes}, {"purchases", fillPurchases}, {"invoice", fillInvoice}, {"analyses", d.fillAnalyses},
		{"imports", fillImports}, {"german papers", d.fillGermanPapers}, {"webhooks", fillWebhooks},
		{"mails", fillMails},
	}
	for _, part := range parts {
		if slices.Contains(st.Seeded, part.name) {
			continue
		}
		if err := part.fill(ctx, op, &st); err != nil {
			return fmt.Errorf("fill in demo %s: %w", part.name, err)
		}
		st.Seeded = append(st.Seeded, part.name)
		if err := save(d.path, st); err != nil {
			return err
		}
	}
	st.Filling = false
	if !d.inThePast {
		if err := d.goOn(ctx, op, &st); err != nil {
			return fmt.Errorf("go on with the demo's seller account: %w", err)
		}
	}
	if err := sync(ctx, op, &st); err != nil {
		return fmt.Errorf("sync the demo's seller account: %w", err)
	}
	d.APIKey = st.APIKey
	return save(d.path, st)
}

// sync requests a full sync of the team's accounts at the start. A user may have removed the
// accounts.
func sync(ctx context.Context, op *compose.Operator, st *state) error {
	_, err := op.Syncs.Request(ctx, st.Team, 0, syncing.Full)
	if fault.Is(err, fault.CodeIntegrationRequired) {
		return nil
	}
	return err
}

// subscribe subscribes the team's active accounts to the marketplace's notifications.
func subscribe(ctx context.Context, op *compose.Operator, st *state) error {
	all, err := op.Connections.List(ctx, st.caller())
	if err != nil {
		return err
	}
	for _, c := range all {
		if !c.Seller().Notified() {
			continue
		}
		if _, err := op.Subscriptions.Subscribe(ctx, st.caller(), c.ID()); err != nil {
			return err
		}
	}
	return nil
}

func (s state) caller() caller.Caller { return caller.Caller{Team: s.Team, User: s.User} }

// discard removes the data of a first start that was killed, and returns an empty state. An
// operator's own database keeps its data, and missing parts are filled in.
func discard(cfg *config.Config, st state) (state, error) {
	database, files := cfg.Embedded()
	if cfg.DatabaseURL.Reveal() != "sqlite://"+database {
		return st, nil
	}
	if err := presence.Discard(database); err != nil {
		return st, err
	}
	return state{}, os.RemoveAll(files)
}

func load(path string) (state, error) {
	var st state
	b, err := os.ReadFile(path) //nolint:gosec // the operator names the data folder
	if errors.Is(err, fs.ErrNotExist) {
		return st, nil
	}
	if err != nil {
		return st, err
	}
	if err := json.Unmarshal(b, &st); err != nil {
		return st, fmt.Errorf("%s cannot be read (delete the data folder to start over): %w", path, err)
	}
	return st, nil
}

// save replaces demo.json in one step. The file has a key, so only the user may read it, and a half
// written file would lose that key.
func save(path string, st state) error {
	b, err := json.MarshalIndent(st, "", "  ") //nolint:gosec // programs read the demo's key there
	if err != nil {
		return err
	}
	return replaceFile(path, append(b, '\n'))
}

func replaceFile(path string, content []byte) error {
	if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
		return err
	}
	f, err := os.CreateTemp(filepath.Dir(path), "."+filepath.Base(path)+"-*")
	if err != nil {
		return err
	}
	_, err = f.Write(content)
	err = errors.Join(err, f.Sync(), f.Close())
	if err == nil {
		err = os.Rename(f.Name(), path)
	}
	if err != nil {
		return errors.Join(err, os.Remove(f.Name()))
	}
	return nil
}
