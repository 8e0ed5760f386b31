package pricelist

import (
	"context"
	"encoding/json"
	"slices"
	"strconv"
	"time"

	"sellingassistant/domain/kernel/caller"
	"sellingassistant/domain/kernel/check"
	"sellingassistant/domain/kernel/fault"
	"sellingassistant/domain/kernel/id"
	"sellingassistant/domain/kernel/marketplace"
	"sellingassistant/domain/kernel/money"
	"sellingassistant/domain/kernel/optional"
	"sellingassistant/domain/kernel/page"
	"sellingassistant/domain/kernel/versioned"
	"sellingassistant/domain/pricelist"
	"sellingassistant/ports/clock"
	"sellingassistant/ports/event"
	"sellingassistant/ports/jobs"
	ports "sellingassistant/ports/pricelist"
	"sellingassistant/ports/tablefile"
	"sellingassistant/ports/tx"
)

// Parts has the dependencies of analyses.
type Parts struct {
	Tx          tx.Runner
	Store       ports.Analyses
	Items       ports.Items
	Matcher     ports.Matcher
	Market      ports.Market
	Permissions ports.Permissions
	Research    ports.Research
	Teams       ports.Teams
	Rates       ports.Rates
	Purchasing  ports.Purchasing
	Inventory   ports.Inventory
	Files       tablefile.Files
	Tables      ports.Tables
	Notes       ports.Notes
	Feed        ports.Feed
	Queue       jobs.Queue
	Jobs        jobs.Operator
	Events      event.Log
	Clock       clock.Clock
}

// Analyses provides the use cases of price lists.
type Analyses struct{ Parts }

// New returns the use cases with their dependencies.
func New(p Parts) *Analyses { return &Analyses{p} }

// Draft describes an analysis to start. Expenses are laid over the defaults of the team.
type Draft struct {
	Name string
	marketplace.Choice
	Values   pricelist.Values
	Expenses pricelist.ExpensesPatch
}

// Start stores rows and asks for their analysis, in one transaction. Faults: Invalid for the
// marketplace, Rule for an unknown supplier or warehouse, for expenses and for limit_reached, the
// faults of afford, and Limited too_many_running.
func (a *Analyses) Start(ctx context.Context, who caller.Caller, d Draft, rows []pricelist.Input) (Shown, error) {
	made, err := a.start(ctx, who, d, rows)
	if err != nil {
		return Shown{}, err
	}
	return a.show(ctx, made)
}

func (a *Analyses) start(ctx context.Context, who caller.Caller, d Draft, rows []pricelist.Input) (pricelist.Analysis, error) {
	plan, err := a.plan(ctx, who, d)
	if err != nil {
		return pricelist.Analysis{}, err
	}
	var faults check.Faults
	for i, row := range rows {
		currencyOf(&faults, check.Item("/items", i)+"/currency", row.Currency)
	}
	if err := faults.Err(fault.CodeValidationFailed); err != nil {
		return pricelist.Analysis{}, err
	}
	if err := a.afford(ctx, who.Team, plan.market, identities(rows)); err != nil {
		return pricelist.Analysis{}, err
	}
	plan.Rows, plan.Results = int64(len(rows)), int64(len(rows))
	return tx.Value(ctx, a.Tx, func(ctx context.Context) (pricelist.Analysis, error) {
		made, err := a.insert(ctx, who, plan)
		if err != nil {
			return made, err
		}
		number := int64(0)
		for part := range slices.Chunk(rows, pricelist.Chunk) {
			items := make([]pricelist.Item, len(part))
			for i, in := range part {
				number++
				items[i] = a.item(made, number, in)
			}
			if err := a.Items.Insert(ctx, items...); err != nil {
				return made, err
			}
		}
		return made, nil
	})
}

// item returns a new row.
func (a *Analyses) item(of pricelist.Analysis, number int64, in pricelist.Input) pricelist.Item {
	return versioned.New[pricelist.ItemID](of.Team, pricelist.ItemValues{
		Analysis: of.ID, Row: pricelist.Row{Number: number, Input: in, Status: pricelist.Pending},
	}, a.Clock.Now())
}

// plan has an analysis that can be started.
type plan struct {
	pricelist.Values
	market marketplace.Marketplace
	// limit bounds the rows of a month.
	limit int64
}

func (a *Analyses) plan(ctx context.Context, who caller.Caller, d Draft) (plan, error) {
	m, err := d.Resolve(who.Home)
	if err != nil {
		return plan{}, err
	}
	p := plan{d.Values, m, 0}
	var faults check.Faults
	currencyOf(&faults, "/currency", p.Currency)
	if err := faults.Err(fault.CodeValidationFailed); err != nil {
		return p, err
	}
	defaults, err := a.Teams.Defaults(ctx, who.Team, m)
	if err != nil {
		return p, err
	}
	if p.limit, err = a.Teams.RowsMonth(ctx, who.Team); err != nil {
		return p, err
	}
	if supplier, ok := p.Supplier.Get(); ok {
		if err := a.Purchasing.Supplier(ctx, who.Team, supplier); err != nil {
			return p, under("/supplier_id", err)
		}
	}
	if p.Expenses, err = defaults.Over(pricelist.Expenses{}); err != nil {
		return p, err
	}
	if p.Expenses, err = a.expenses(ctx, who.Team, p.Expenses, d.Expenses, m.Currency); err != nil {
		return p, under("/expenses", err)
	}
	p.Name, p.Marketplace, p.User, p.Stage, p.ExpensesVersion = d.Name, m.ID, who.User, pricelist.Queued, 1
	if p.Currency == "" {
		p.Currency = m.Currency
	}
	p.Show()
	return p, nil
}

// currencyOf asks for the code of a currency, "" for the usual currency.
func currencyOf(f *check.Faults, pointer string, c money.Currency) {
	if c != "" {
		check.FieldCurrency(f, pointer, optional.Put(c))
	}
}

// insert stores an analysis without its rows, and asks for the work.
func (a *Analyses) insert(ctx context.Context, who caller.Caller, p plan) (pricelist.Analysis, error) {
	made := versioned.New[pricelist.ID](who.Team, p.Values, a.Clock.Now())
	if err := a.admit(ctx, made, p.limit); err != nil {
		return made, err
	}
	var err error
	if made.ID, err = a.Store.Insert(ctx, made); err != nil {
		return made, err
	}
	return made, a.enqueue(ctx, AnalyzeJob, made)
}

// afford refuses lists that exceed the plan's tokens: faults of Matcher.Cost and Teams.TokensLeft,
// Payment quota_exhausted.
func (a *Analyses) afford(ctx context.Context, team id.Team, m marketplace.Marketplace, asked []pricelist.Identity) error {
	cost, err := a.Matcher.Cost(ctx, team, m, asked)
	if err != nil {
		return err
	}
	left, err := a.Teams.TokensLeft(ctx, team)
	if err == nil && cost > left {
		err = fault.Newf(fault.Payment, fault.CodeQuotaExhausted, "The list costs %d tokens, and %d are left this month.", cost, left)
	}
	return err
}

// under names the member that a fault is about.
func under(pointer string, err error) error {
	if broken, ok := fault.As(err); ok {
		return broken.Under(pointer)
	}
	return err
}

// expenses lays the costs of the named warehouse over expenses, and then the patch.
func (a *Analyses) expenses(ctx context.Context, team id.Team, e pricelist.Expenses, p pricelist.ExpensesPatch, in money.Currency) (pricelist.Expenses, error) {
	if warehouse, ok := p.Warehouse.Given(); ok {
		costs, err := a.Purchasing.Costs(ctx, team, warehouse, in)
		if err != nil {
			return e, under("/warehouse_id", err)
		}
		if e, err = costs.Over(e); err != nil {
			return e, err
		}
	}
	return p.Over(e)
}

// identities returns the products that rows name, each once.
func identities(rows []pricelist.Input) []pricelist.Identity {
	var out []pricelist.Identity
	seen := map[string]bool{}
	for _, in := range rows {
		if named, _, err := in.Identity(); err == nil && !seen[named.Key()] {
			seen[named.Key()] = true
			out = append(out, named)
		}
	}
	return out
}

func (a *Analyses) admit(ctx context.Context, made pricelist.Analysis, limit int64) error {
	if err := a.Store.Hold(ctx, made.Team); err != nil {
		return err
	}
	running, err := a.Store.Running(ctx, made.Team)
	if err != nil {
		return err
	}
	counted, err := a.Store.RowsSince(ctx, made.Team, pricelist.Month(made.CreatedAt))
	if err != nil {
		return err
	}
	return pricelist.Admit(running, made.Values.Rows, counted, limit)
}

// enqueue asks for a job about an analysis. A run that is killed is an attempt too, and the next
// run continues its work.
func (a *Analyses) enqueue(ctx context.Context, kind string, of pricelist.Analysis) error {
	args, err := json.Marshal(jobArgs{of.ID})
	if err != nil {
		return err
	}
	_, err = a.Queue.Enqueue(ctx, jobs.Request{Kind: kind, Team: of.Team, Args: args, Unique: strconv.FormatInt(int64(of.ID), 10), Queue: jobs.Bulk, Attempts: jobs.MaxAttempts})
	return err
}

// Shown has an analysis with its pace.
type Shown struct {
	pricelist.Analysis
	// Speed counts ten-thousandths of a row a second.
	Speed, Seconds optional.Maybe[int64]
	// Ahead counts the running analyses that began before a waiting analysis.
	Ahead optional.Maybe[int64]
}

// Get reads an analysis.
func (a *Analyses) Get(ctx context.Context, who caller.Caller, one pricelist.ID) (Shown, error) {
	of, err := a.Store.Find(ctx, who.Team, one)
	if err != nil {
		return Shown{}, err
	}
	return a.show(ctx, of)
}

// ListAnalyses reads a page of analyses.
func (a *Analyses) ListAnalyses(
	ctx context.Context, who caller.Caller, f pricelist.ListFilter, r page.Request,
) (page.Page[Shown], error) {
	found, err := a.Store.List(ctx, who.Team, f, r)
	if err != nil {
		return page.Page[Shown]{}, err
	}
	out := page.With(found, make([]Shown, len(found.Items)))
	for i, listed := range found.Items {
		if out.Items[i], err = a.show(ctx, listed); err != nil {
			return page.Page[Shown]{}, err
		}
	}
	return out, nil
}

func (a *Analyses) show(ctx context.Context, of pricelist.Analysis) (Shown, error) {
	now := a.Clock.Now()
	out := Shown{Analysis: of, Speed: of.Values.Speed()}
	out.Seconds = optional.Convert(of.Values.Left(now), func(d time.Duration) int64 { return int64((d + time.Second - 1) / time.Second) })
	if of.Values.Stage == pricelist.Queued {
		ahead, err := a.Store.Ahead(ctx, of.Team, of.ID)
		if err != nil {
			return out, err
		}
		out.Ahead = optional.Some(ahead)
	}
	return out, nil
}
