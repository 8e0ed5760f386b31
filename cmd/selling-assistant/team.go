package main

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"sellingassistant/app/identity"
	"sellingassistant/cmd/selling-assistant/compose"
	domain "sellingassistant/domain/identity"
	"sellingassistant/domain/kernel/caller"
	"sellingassistant/domain/kernel/date"
	"sellingassistant/domain/kernel/id"
	"sellingassistant/domain/kernel/marketplace"
	"sellingassistant/domain/kernel/money"
	"sellingassistant/domain/kernel/optional"
	"sellingassistant/domain/kernel/vat"
)

// teamResult encodes a team as JSON.
type teamResult struct {
	ID         id.Team           `json:"id"`
	Name       string            `json:"name"`
	Tokens     int64             `json:"tokens_month"`
	PlanStatus domain.PlanStatus `json:"plan_status"`
	Currency   money.Currency    `json:"currency"`
	Timezone   string            `json:"timezone"`
	Home       marketplace.ID    `json:"default_marketplace_id"`
	CostMethod domain.CostMethod `json:"cost_method"`
	// OverReceipt may be null for no limit.
	OverReceipt *string `json:"over_receipt_percent"`
	// Null marks an unset default.
	PrepPerUnit     *string     `json:"prep_per_unit"`
	InboundPerUnit  *string     `json:"inbound_per_unit"`
	MiscPerUnit     *string     `json:"misc_per_unit"`
	SalesTaxPercent *string     `json:"sales_tax_percent"`
	ReturnsPercent  *string     `json:"returns_percent"`
	StorageMonths   *string     `json:"storage_months"`
	VATScheme       *vat.Scheme `json:"vat_scheme"`
	VATFlatPercent  *string     `json:"vat_flat_percent"`
	Tax             *taxResult  `json:"tax"`
}

func teamResultOf(t domain.Team) teamResult {
	s := t.Snapshot()
	e := s.Settings.DefaultExpenses
	amount := func(a *money.Amount) *string { return optional.Convert(optional.Of(a), money.Amount.String).Ptr() }
	percent := func(p *money.Percent) *string { return optional.Convert(optional.Of(p), money.Percent.String).Ptr() }
	return teamResult{
		ID: s.ID, Name: s.Name, Tokens: s.TokensMonth, PlanStatus: s.PlanStatus, Currency: s.Currency, Timezone: s.Timezone,
		Home: s.DefaultMarketplace, CostMethod: s.Settings.CostMethod, OverReceipt: percent(s.Settings.OverReceiptPercent),
		PrepPerUnit: amount(e.PrepPerUnit), InboundPerUnit: amount(e.InboundPerUnit), MiscPerUnit: amount(e.MiscPerUnit),
		SalesTaxPercent: percent(e.SalesTaxPercent), ReturnsPercent: percent(e.ReturnsPercent),
		StorageMonths: amount(e.StorageMonths), VATScheme: e.VATScheme, VATFlatPercent: percent(e.VATFlatPercent),
		Tax: taxResultOf(s.Settings.Tax),
	}
}

// changedTeam encodes a team after a change as JSON.
type changedTeam struct {
	teamResult
	CurrencyChange *currencyResult `json:"currency_change"`
}

func (v *verb) team(t domain.Team) error {
	r := teamResultOf(t)
	return v.print(r, "team %d: %s, %d tokens a month, %s", r.ID, r.Name, r.Tokens, r.PlanStatus)
}

func teamList(s *session) *cobra.Command {
	c := s.onData("list", "List all teams.")
	return c.operates(func(ctx context.Context, op *compose.Operator) error {
		teams, err := op.Teams.List(ctx)
		if err != nil {
			return err
		}
		return table(c, teams, "ID\tNAME\tTOKENS A MONTH\tPLAN", func(t domain.Team) (teamResult, string) {
			r := teamResultOf(t)
			return r, fmt.Sprintf("%d\t%s\t%d\t%s", r.ID, r.Name, r.Tokens, r.PlanStatus)
		})
	})
}

func teamCreate(s *session) *cobra.Command {
	c := s.onData("create", "Create a team.")
	name := c.String("name", "", "Name of the team.")
	tokens := c.Int64("tokens", 100_000, "Tokens a month.")
	status := c.planStatus("active")
	flags := c.settings()
	c.need("name")
	var settings domain.SettingsPatch
	c.check = func() (err error) {
		settings, err = flags.patch()
		return err
	}
	return c.operates(func(ctx context.Context, op *compose.Operator) error {
		t, err := op.Teams.Create(ctx, identity.CreateTeam{
			Name: *name, Tokens: *tokens, PlanStatus: domain.PlanStatus(*status), Settings: settings,
		})
		if err != nil {
			return err
		}
		return c.team(t)
	})
}

func (v *verb) planStatus(standard string) *string {
	return v.oneOf("plan-status", standard, "trialing,active,past_due,cancelled.",
		"trialing", "active", "past_due", "cancelled")
}

func teamSet(s *session) *cobra.Command {
	c, team := s.ofTeam("set", "Change a team's plan and settings.")
	tokens := c.Int64("tokens", 0, "Tokens a month.")
	status := c.planStatus("")
	name := c.String("name", "", "Name of the team.")
	flags := c.settings()
	confirm := c.oneOf("confirm", "", "keep_amounts: let the currency change beside amounts; none is converted.",
		"keep_amounts", "")
	var patch domain.Patch
	c.check = func() (err error) {
		changes := append([]string{"tokens", "plan-status", "name"}, settingNames...)
		if !slices.ContainsFunc(changes, c.Changed) {
			return usageError{"team set needs at least one of --" + strings.Join(changes, ", --")}
		}
		if patch.Settings, err = flags.patch(); err != nil {
			return err
		}
		patch.Settings.Name = given[string](c, "name", *name)
		return nil
	}
	return c.operates(func(ctx context.Context, op *compose.Operator) error {
		if c.Changed("tokens") {
			patch.TokensMonth = tokens
		}
		if *status != "" {
			patch.Status = new(domain.PlanStatus(*status))
		}
		done, err := op.TeamSettings.Change(ctx, teamOf(*team), identity.Change{Patch: patch, KeepAmounts: *confirm != ""})
		if err != nil {
			return absent(err, "There is no team %d.", *team)
		}
		r := changedTeam{teamResultOf(done.Team), currencyResultOf(done.Currency)}
		line := fmt.Sprintf("team %d: %s, %d tokens a month, %s", r.ID, r.Name, r.Tokens, r.PlanStatus)
		if change := done.Currency; change != nil {
			line += fmt.Sprintf("\n%s instead of %s: no amount was converted", change.To, change.From)
			for _, a := range change.ReadAnew {
				line += fmt.Sprintf("\nread in %s from now on: %d x %s", change.To, a.Count, a.Kind)
			}
		}
		return c.print(r, "%s", line)
	})
}

// numberOrNone reads an option that keeps, clears with "none", or sets a number.
func numberOrNone[T any](c *verb, name, text string, parse func(string) (T, error)) (optional.Field[T], error) {
	switch {
	case !c.Changed(name):
		return optional.Field[T]{}, nil
	case text == "none":
		return optional.Clear[T](), nil
	}
	n, err := parse(text)
	if err != nil {
		return optional.Field[T]{}, usageError{"--" + name + " must be a number, or none"}
	}
	return optional.Put(n), nil
}

// settingFlags has the flags of a team's settings. Each keeps its setting unless it is given.
type settingFlags struct {
	verb                                    *verb
	currency, timezone, home                *string
	method, surplus                         *string
	prep, inbound, misc, salesTax, returned *string
	months, scheme, flat                    *string
	registrations                           *[]string
	withVAT                                 *bool
}

// settings adds the flags of a team's settings.
func (v *verb) settings() *settingFlags {
	return &settingFlags{
		verb:     v,
		currency: v.String("currency", "", "ISO 4217 code of calls that name none, and of the amounts below: EUR."),
		timezone: v.String("timezone", "", "IANA name, such as Europe/Berlin."),
		home:     v.String("marketplace", "", "Id of the default marketplace."),
		method: v.oneOf("cost-method", "", "latest, or weighted_average: what receipts make of the cost of a product.",
			"latest", "weighted_average", "fifo", ""),
		surplus:  v.String("over-receipt-percent", "", "How much more than ordered may be received, or none for no limit."),
		prep:     v.String("prep-per-unit", "", "Preparation of a unit, or none."),
		inbound:  v.String("inbound-per-unit", "", "Transport of a unit to the marketplace's warehouse, or none."),
		misc:     v.String("misc-per-unit", "", "Anything else per unit, or none."),
		salesTax: v.String("sales-tax-percent", "", "Sales tax on purchases, 0 to 100, or none."),
		returned: v.String("returns-percent", "", "Units that come back, 0 to 100, or none."),
		months:   v.String("storage-months", "", "Months in Amazon's warehouse, 0 to 120, or none to count 1."),
		scheme: v.oneOf("vat-scheme", "", "Without a registration: none, standard, not_registered, flat, or default.",
			"none", "standard", "not_registered", "flat", "default", ""),
		flat: v.String("vat-flat-percent", "", "Rate of the scheme flat, 0 to 100, or none."),
		registrations: v.StringSlice("vat-registration", nil, "COUNTRY:SCHEME[:NUMBER[:SINCE]], such as "+
			"DE:standard:DE123456788:2024-01-01; none for registered nowhere, unknown to state nothing."),
		withVAT: v.Bool("prices-include-vat", false, "Purchase prices contain VAT; beside --vat-registration."),
	}
}

// settingNames lists the flags.
var settingNames = []string{
	"currency", "timezone", "marketplace", "cost-method", "over-receipt-percent",
	"prep-per-unit", "inbound-per-unit", "misc-per-unit", "sales-tax-percent", "returns-percent",
	"storage-months", "vat-scheme", "vat-flat-percent", "vat-registration",
}

// patch reads the given flags.
func (f *settingFlags) patch() (p domain.SettingsPatch, err error) {
	amount := func(name, text string) optional.Field[money.Amount] {
		field, bad := numberOrNone(f.verb, name, text, money.Parse)
		err = cmp.Or(err, bad)
		return field
	}
	percent := func(name, text string) optional.Field[money.Percent] {
		field, bad := numberOrNone(f.verb, name, text, money.ParsePercent)
		err = cmp.Or(err, bad)
		return field
	}
	p = domain.SettingsPatch{
		Currency:           given[money.Currency](f.verb, "currency", *f.currency),
		Timezone:           given[string](f.verb, "timezone", *f.timezone),
		DefaultMarketplace: given[marketplace.ID](f.verb, "marketplace", *f.home),
		CostMethod:         given[domain.CostMethod](f.verb, "cost-method", *f.method),
		OverReceipt:        percent("over-receipt-percent", *f.surplus),
		DefaultExpenses: domain.ExpensesPatch{
			PrepPerUnit: amount("prep-per-unit", *f.prep), InboundPerUnit: amount("inbound-per-unit", *f.inbound),
			MiscPerUnit: amount("misc-per-unit", *f.misc), SalesTaxPercent: percent("sales-tax-percent", *f.salesTax),
			ReturnsPercent: percent("returns-percent", *f.returned), StorageMonths: amount("storage-months", *f.months),
			VATFlatPercent: percent("vat-flat-percent", *f.flat), VATScheme: given[vat.Scheme](f.verb, "vat-scheme", *f.scheme),
		},
	}
	if *f.scheme == "default" {
		p.DefaultExpenses.VATScheme = optional.Clear[vat.Scheme]()
	}
	if err != nil {
		return p, err
	}
	p.Tax, err = f.tax()
	return p, err
}

// given sets a member if its flag is given.
func given[T ~string](v *verb, name, text string) optional.Field[T] {
	if !v.Changed(name) {
		return optional.Field[T]{}
	}
	return optional.Put(T(text))
}

func (f *settingFlags) tax() (optional.Field[domain.Tax], error) {
	switch list := *f.registrations; {
	case !f.verb.Changed("vat-registration"):
		if f.verb.Changed("prices-include-vat") {
			return optional.Field[domain.Tax]{}, usageError{"--prices-include-vat needs --vat-registration"}
		}
		return optional.Field[domain.Tax]{}, nil
	case slices.Equal(list, []string{"unknown"}):
		return optional.Clear[domain.Tax](), nil
	case slices.Equal(list, []string{"none"}):
		return optional.Put(domain.Tax{PricesIncludeVAT: *f.withVAT}), nil
	}
	t := domain.Tax{PricesIncludeVAT: *f.withVAT}
	for _, text := range *f.registrations {
		r, ok := registrationOf(text)
		if !ok {
			return optional.Field[domain.Tax]{}, usageError{"--vat-registration must be COUNTRY:SCHEME[:NUMBER[:SINCE]]"}
		}
		t.Registrations = append(t.Registrations, r)
	}
	return optional.Put(t), nil
}

// registrationOf reads DE:standard:DE123456788:2024-01-01. The number may be empty.
func registrationOf(text string) (r vat.Registration, ok bool) {
	parts := strings.Split(text, ":")
	if len(parts) < 2 || len(parts) > 4 {
		return r, false
	}
	r.Country, r.Scheme = parts[0], vat.RegistrationScheme(parts[1])
	if len(parts) > 2 && parts[2] != "" {
		r.Number = optional.Some(parts[2])
	}
	if len(parts) == 4 {
		day, err := date.Parse(parts[3])
		if err != nil {
			return r, false
		}
		r.Since = optional.Some(day)
	}
	return r, true
}

// taxResult encodes registrations as JSON.
type taxResult struct {
	Registrations    []registrationResult `json:"registrations"`
	PricesIncludeVAT bool                 `json:"prices_include_vat"`
}

type registrationResult struct {
	Country string  `json:"country"`
	Number  *string `json:"vat_number"`
	Scheme  string  `json:"scheme"`
	Since   *string `json:"since"`
}

// taxResultOf returns nil for a team that stated nothing.
func taxResultOf(t *domain.Tax) *taxResult {
	if t == nil {
		return nil
	}
	r := taxResult{Registrations: []registrationResult{}, PricesIncludeVAT: t.PricesIncludeVAT}
	for _, of := range t.Registrations {
		r.Registrations = append(r.Registrations, registrationResult{
			of.Country, of.Number.Ptr(), string(of.Scheme), optional.Convert(of.Since, date.Date.String).Ptr(),
		})
	}
	return &r
}

// currencyResult encodes a change of the currency as JSON.
type currencyResult struct {
	From     money.Currency   `json:"from"`
	To       money.Currency   `json:"to"`
	ReadAnew map[string]int64 `json:"read_anew"`
	Kept     map[string]int64 `json:"kept"`
}

// currencyResultOf returns nil if the currency stays.
func currencyResultOf(c *domain.CurrencyChange) *currencyResult {
	if c == nil {
		return nil
	}
	counts := func(list []domain.Amounts) map[string]int64 {
		out := map[string]int64{}
		for _, a := range list {
			out[a.Kind] = a.Count
		}
		return out
	}
	return &currencyResult{c.From, c.To, counts(c.ReadAnew), counts(c.Kept)}
}

// userResult encodes a user as JSON.
type userResult struct {
	ID    id.User     `json:"id"`
	Email string      `json:"email"`
	Name  string      `json:"name"`
	Role  caller.Role `json:"role"`
}

func userResultOf(m domain.Member) userResult {
	return userResult{m.User.ID, m.User.Email, m.User.Name, m.Role}
}

func userList(s *session) *cobra.Command {
	c, team := s.ofTeam("list", "List the users of a team.")
	return c.operates(func(ctx context.Context, op *compose.Operator) error {
		members, err := op.Users.List(ctx, teamOf(*team))
		if err != nil {
			return absent(err, "There is no team %d.", *team)
		}
		return table(c, members, "ID\tEMAIL\tNAME\tROLE", func(m domain.Member) (userResult, string) {
			r := userResultOf(m)
			return r, fmt.Sprintf("%d\t%s\t%s\t%s", r.ID, r.Email, r.Name, r.Role)
		})
	})
}

func userCreate(s *session) *cobra.Command {
	c, team := s.ofTeam("create", "Make a user of a team.")
	email := c.String("email", "", "Address of the user.")
	name := c.String("name", "", "Name of the user.")
	role := c.oneOf("role", "", "owner, admin, member or viewer; the first user of a team is its owner.",
		"owner", "admin", "member", "viewer", "")
	c.need("email", "name")
	return c.operates(func(ctx context.Context, op *compose.Operator) error {
		m, err := op.Users.Create(ctx, teamOf(*team), identity.CreateUser{
			Email: *email, Name: *name, Role: caller.Role(*role),
		})
		if err != nil {
			return absent(err, "There is no team %d.", *team)
		}
		r := userResultOf(m)
		return c.print(r, "user %d: %s <%s>, %s", r.ID, r.Name, r.Email, r.Role)
	})
}

// teamOf returns the operator as a caller for a team.
func teamOf(team int64) caller.Caller { return caller.Caller{Team: id.Team(team)} }
