package identity

import (
	"fmt"
	"reflect"
	"slices"
	"time"

	"sellingassistant/domain/kernel/fault"
	"sellingassistant/domain/kernel/id"
	"sellingassistant/domain/kernel/marketplace"
	"sellingassistant/domain/kernel/money"
	"sellingassistant/domain/kernel/vat"
)

// PlanStatus says whether a team's subscription runs.
type PlanStatus string

// The states of a subscription. Only the first two may spend tokens.
const (
	Trialing  PlanStatus = "trialing"
	Active    PlanStatus = "active"
	PastDue   PlanStatus = "past_due"
	Cancelled PlanStatus = "cancelled"
)

// PlanStatuses lists them all.
func PlanStatuses() []PlanStatus { return []PlanStatus{Trialing, Active, PastDue, Cancelled} }

// Runs reports whether the subscription may spend tokens.
func (s PlanStatus) Runs() bool { return s == Trialing || s == Active }

// StandardPlan has the code of the only plan.
const StandardPlan = "standard"

// MaxTokens bounds a monthly allowance.
const MaxTokens = 1_000_000_000_000

// CostMethod says how the cost of a sold unit is found.
type CostMethod string

// The cost methods.
const (
	CostLatest          CostMethod = "latest"
	CostWeightedAverage CostMethod = "weighted_average"
	CostFIFO            CostMethod = "fifo"
)

// Words lists the methods. Receipts do not know fifo yet.
func (CostMethod) Words() []CostMethod {
	return []CostMethod{CostLatest, CostWeightedAverage, CostFIFO}
}

// Expenses has the default costs of a unit beyond its price, in the team's currency, for calls
// without costs of their own. Nil is unset.
type Expenses struct {
	PrepPerUnit     *money.Amount
	InboundPerUnit  *money.Amount
	MiscPerUnit     *money.Amount
	SalesTaxPercent *money.Percent
	ReturnsPercent  *money.Percent
	// StorageMonths in Amazon's warehouse count for units that Amazon ships.
	StorageMonths *money.Amount
	// The scheme and its flat rate count if prices contain VAT.
	VATScheme      *vat.Scheme
	VATFlatPercent *money.Percent
}

// Limits bound a team's stored records and its spending. The members have the units of their names;
// a month is a calendar month in UTC.
type Limits struct {
	TokensMonth        int64
	DocumentBytes      int64
	PriceListRowsMonth int64
	RepricerProducts   int64
	Members            int64
}

// Team owns every row. The zero value is no team; use NewTeam or RestoreTeam.
type Team struct{ s TeamSnapshot }

// TeamSnapshot has the whole state of a team.
type TeamSnapshot struct {
	ID         id.Team
	Name       string
	PlanCode   string
	PlanStatus PlanStatus
	RenewsAt   *time.Time
	// TokensMonth has the allowance of tokens in a calendar month.
	TokensMonth        int64
	Currency           money.Currency
	Timezone           string
	DefaultMarketplace marketplace.ID
	Settings           Settings
	Features           []string
	Version            int64
	CreatedAt          time.Time
	UpdatedAt          time.Time
}

// NewTeam creates a team on the standard plan with amazon.com as its marketplace. An empty status
// means Active. Faults are of kind Invalid.
func NewTeam(name string, tokens int64, status PlanStatus, now time.Time) (Team, error) {
	if status == "" {
		status = Active
	}
	name, err := cleanName("/name", name)
	if err != nil {
		return Team{}, err
	}
	if err := checkPlan(tokens, status); err != nil {
		return Team{}, err
	}
	home, _ := marketplace.ByID(marketplace.US)
	return Team{TeamSnapshot{
		Name: name, PlanCode: StandardPlan, PlanStatus: status, TokensMonth: tokens,
		Currency: home.Currency, Timezone: "UTC", DefaultMarketplace: home.ID,
		Settings: Settings{CostMethod: CostLatest}, Features: []string{},
		Version: 1, CreatedAt: now, UpdatedAt: now,
	}}, nil
}

// With returns a new team with other settings, or the faults of SettingsPatch.Over.
func (t Team) With(p SettingsPatch) (Team, error) {
	s, err := p.Over(t.s.clone())
	return Team{s}, err
}

// RestoreTeam restores a stored team. It checks shape, not policy.
func RestoreTeam(s TeamSnapshot) (Team, error) {
	if s.ID <= 0 || s.Name == "" || s.Version < 1 || !slices.Contains(PlanStatuses(), s.PlanStatus) {
		return Team{}, fmt.Errorf("identity: stored team %d is damaged", s.ID)
	}
	return Team{s.clone()}, nil
}

// Snapshot returns the whole state.
func (t Team) Snapshot() TeamSnapshot { return t.s.clone() }

// ID returns the team's identifier, 0 before it is stored.
func (t Team) ID() id.Team { return t.s.ID }

// Patch changes a team; nil and absent members keep.
type Patch struct {
	TokensMonth *int64
	Status      *PlanStatus
	Settings    SettingsPatch
}

// Change changes a team and reports whether it changed anything. Faults are of kind Invalid, or the
// Rule faults of SettingsPatch.Over, and change nothing.
func (t *Team) Change(p Patch, now time.Time) (bool, error) {
	next, err := p.Settings.Over(t.s.clone())
	if err != nil {
		return false, err
	}
	if p.TokensMonth != nil {
		next.TokensMonth = *p.TokensMonth
	}
	if p.Status != nil {
		next.PlanStatus = *p.Status
	}
	if err := checkPlan(next.TokensMonth, next.PlanStatus); err != nil {
		return false, err
	}
	if reflect.DeepEqual(next, t.s.clone()) {
		return false, nil
	}
	t.s = next
	t.s.Version++
	t.s.UpdatedAt = now
	return true, nil
}

// Limits returns the limits of the plan with the team's own token allowance.
func (t Team) Limits() Limits {
	return Limits{
		TokensMonth:        t.s.TokensMonth,
		DocumentBytes:      10 << 30,
		PriceListRowsMonth: 1_000_000,
		RepricerProducts:   250_000,
		Members:            100,
	}
}

// CheckMembers refuses one more member if the plan's limit is reached (kind Rule).
func (t Team) CheckMembers(members int64) error {
	if limit := t.Limits().Members; members >= limit {
		return fault.Newf(fault.Rule, fault.CodeValidationFailed, "The team has the %d members its plan allows.", limit)
	}
	return nil
}

// MaySpend refuses tokens to a team without a running subscription (kind
// Payment, subscription_inactive).
func (t Team) MaySpend() error {
	if !t.s.PlanStatus.Runs() {
		return fault.Newf(fault.Payment, fault.CodeSubscriptionInactive,
			"The team's subscription is %s: calls that cost tokens are off.", t.s.PlanStatus)
	}
	return nil
}

func (s TeamSnapshot) clone() TeamSnapshot {
	s.Features = append([]string{}, s.Features...)
	s.Settings.Tax = s.Settings.Tax.clone()
	return s
}

func checkPlan(tokens int64, status PlanStatus) error {
	if tokens < 0 || tokens > MaxTokens {
		return invalid("/tokens", fmt.Sprintf("must be 0 to %d", int64(MaxTokens)))
	}
	if !slices.Contains(PlanStatuses(), status) {
		return invalid("/plan_status", "must be trialing, active, past_due or cancelled")
	}
	return nil
}
