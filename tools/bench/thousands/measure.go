package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strconv"
	"strings"
	"time"

	"sellingassistant/adapters/persistence/db"
	"sellingassistant/adapters/simulator"
	connectionapp "sellingassistant/app/connection"
	identityapp "sellingassistant/app/identity"
	"sellingassistant/app/repricer/manage"
	"sellingassistant/cmd/selling-assistant/compose"
	"sellingassistant/config"
	"sellingassistant/domain/connection"
	"sellingassistant/domain/kernel/caller"
	"sellingassistant/domain/kernel/marketplace"
	"sellingassistant/domain/kernel/optional"
	"sellingassistant/domain/kernel/secret"
	"sellingassistant/domain/repricer"
	"sellingassistant/domain/repricer/decision"
	"sellingassistant/domain/repricer/strategy"
	"sellingassistant/tools/bench/stage"
)

// seller has the team that works.
type seller struct {
	team int64
	key  string
}

// measure reads an account into a database, starts the service on it, and changes rows.
func measure(ctx context.Context, at stage.Stage, o options) (err error) {
	market, line, err := start(nil, o.program, "simulate", "marketplace", "--json", "--addr=127.0.0.1:0",
		"--limits=scaled=100000", "--enormous="+strconv.Itoa(o.rows))
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, market.stop()) }()
	var shop struct {
		simulator.Addresses
		Sellers []simulator.Seller `json:"sellers"`
	}
	if err := json.Unmarshal([]byte(line), &shop); err != nil {
		return err
	}
	env := []string{
		"SA_DATABASE_URL=" + at.URL, "SA_DATA_DIR=" + at.Folder, "SA_SECRET_KEY=" + fmt.Sprintf("%064d", 1),
		"SA_LOG_LEVEL=error",
		"SA_LWA_TOKEN_URL=" + shop.TokenURL, "SA_LWA_CLIENT_ID=" + simulator.ClientID,
		"SA_LWA_CLIENT_SECRET=" + simulator.ClientSecret,
		"SA_HTTP_ADDR=127.0.0.1:0", "SA_METRICS_ADDR=127.0.0.1:0",
	}
	regions := map[marketplace.Region]string{marketplace.NA: "NA", marketplace.EU: "EU", marketplace.FE: "FE"}
	for region, name := range regions {
		env = append(env, "SA_SPAPI_ENDPOINT_"+name+"="+shop.Endpoints[region])
	}
	who, err := prepare(ctx, env, shop.Sellers)
	if err != nil {
		return err
	}
	begun := time.Now()
	team := "--team=" + strconv.FormatInt(who.team, 10)
	if err := run(ctx, env, o.program, "sync", "--full", "--wait", "--json", team); err != nil {
		return err
	}
	fmt.Printf("  read from the marketplace in %.1f s\n", time.Since(begun).Seconds())
	service, line, err := start(env, o.program, "serve", "--json")
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, service.stop()) }()
	var said struct {
		BaseURL string `json:"base_url"`
	}
	if err := json.Unmarshal([]byte(line), &said); err != nil {
		return err
	}
	c := client{said.BaseURL, who.key}
	if err := c.ready(ctx); err != nil {
		return err
	}
	return errors.Join(c.brought(ctx, at.Store, o), c.changed(ctx, o))
}

// prepare makes a team with a key, the enormous account of North America and a default strategy.
func prepare(ctx context.Context, env []string, sellers []simulator.Seller) (who seller, err error) {
	cfg, err := config.Load(env, false)
	if err != nil {
		return who, err
	}
	return who, compose.Operate(ctx, cfg, compose.Options{}, func(ctx context.Context, op *compose.Operator) error {
		made, err := op.Teams.Create(ctx, identityapp.CreateTeam{Name: "Large"})
		if err != nil {
			return err
		}
		us := caller.Caller{Team: made.ID()}
		user, err := op.Users.Create(ctx, us, identityapp.CreateUser{Email: "user@bench.example", Name: "User"})
		if err != nil {
			return err
		}
		us.User = user.ID
		key, err := op.Keys.Create(ctx, us, identityapp.CreateKey{
			User: user.ID, Name: "bench", Scopes: []caller.Scope{caller.Read, caller.Write},
		})
		if err != nil {
			return err
		}
		who = seller{int64(made.ID()), key.Secret.Reveal()}
		for _, s := range sellers {
			if s.Kind != simulator.Enormous || s.Region != marketplace.NA {
				continue
			}
			_, err := op.Connections.Add(ctx, us, connectionapp.Add{
				Account:      connection.Account{Region: s.Region, SellerID: s.ID, Marketplaces: []marketplace.ID{marketplace.US}},
				RefreshToken: secret.New(s.RefreshToken),
			})
			if err != nil {
				return err
			}
		}
		plan, err := op.Strategies.Create(ctx, us, strategy.Patch{
			Name: optional.Put("Lowest"), Type: optional.Put(decision.TypeCompetitor),
			CompeteWith: optional.Put(decision.TargetLowest), Action: optional.Put(decision.ActionMatch),
		})
		if err != nil {
			return err
		}
		patch := repricer.SettingsPatch{DefaultStrategyID: optional.Put(plan.ID)}
		_, err = op.Settings.Update(ctx, us, manage.UpdateSettings{Patch: patch})
		return err
	})
}

// brought imports a table of SKUs that are not in the repricer, then makes rows of all others.
func (c client) brought(ctx context.Context, s *db.Store, o options) error {
	var table strings.Builder
	table.WriteString("SKU,Marketplace,Min,Max,Mode,Strategy\n")
	var sku string
	const text = "SELECT sku FROM inventory_skus WHERE listing_status <> 'closed' ORDER BY id LIMIT $1"
	err := db.Each(s.Hot(ctx).Query(ctx, text, int64(o.table)))(func() {
		fmt.Fprintf(&table, "%s,%s,5.00,500.00,%s,Lowest\n", sku, marketplace.US, o.mode)
	}, &sku)
	if err != nil {
		return err
	}
	begun := time.Now()
	made, err := c.upload(ctx, "imports?create_missing=true", "repricer_product", table.String())
	if err != nil {
		return err
	}
	done, steps, err := c.await(ctx, made.ID)
	if err != nil {
		return err
	}
	fmt.Printf("  %d SKUs into the repricer by an import: %.1f s (target 20 s); created %d, failed %d, %d steps seen\n",
		o.table, time.Since(begun).Seconds(), done.Created, done.Failed, steps)
	begun = time.Now()
	const rule = `{"filter":{},"rule":{"mode":"%s","limits":{"min_price":5,"max_price":500}}}`
	out, err := c.bulk(ctx, "sa/repricer/products/from-skus", fmt.Sprintf(rule, o.mode))
	if err != nil {
		return err
	}
	if done, steps, err = c.await(ctx, out.ImportID); err != nil {
		return err
	}
	fmt.Printf("  all other SKUs by from-skus: %.1f s; created %d, failed %d, %d steps\n",
		time.Since(begun).Seconds(), done.Created, done.Failed, steps)
	return nil
}

// tries counts the dry runs.
const tries = 3

// changed changes all rows by filter, after dry runs. The repricer evaluates no row of mode off.
func (c client) changed(ctx context.Context, o options) error {
	const body = `{"filter":{"mode":["%s"]},"patch":{"reprice_priority":"%s","limits":{"max_price":%d}}}`
	for range tries {
		begun := time.Now()
		tried, err := c.bulk(ctx, "sa/repricer/products/bulk?dry_run=true", fmt.Sprintf(body, o.mode, "fast", 600))
		if err != nil {
			return err
		}
		fmt.Printf("  dry run of a change of %d rows: %.1f s (target 3 s); updated %d, failed %d\n",
			tried.Total, time.Since(begun).Seconds(), tried.Updated, tried.Failed)
	}
	begun := time.Now()
	out, err := c.bulk(ctx, "sa/repricer/products/bulk", fmt.Sprintf(body, o.mode, "fast", 600))
	if err != nil {
		return err
	}
	answered := time.Since(begun).Seconds()
	done, steps, err := c.await(ctx, out.ImportID)
	if err != nil {
		return err
	}
	fmt.Printf("  change of %d rows: %.1f s (target 60 s), answered in %.1f s; updated %d, failed %d, %d steps seen\n",
		done.Total, time.Since(begun).Seconds(), answered, done.Updated, done.Failed, steps)
	begun = time.Now()
	path := fmt.Sprintf("imports/%d/take-back", out.ImportID)
	if _, err := c.call(ctx, "POST", path, "application/json", nil); err != nil {
		return err
	}
	if done, _, err = c.await(ctx, out.ImportID); err != nil {
		return err
	}
	fmt.Printf("  taken back: %.1f s; %s\n", time.Since(begun).Seconds(), done.Status)
	return nil
}
