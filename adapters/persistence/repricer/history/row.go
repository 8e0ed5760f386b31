package history

import (
	"encoding/base64"
	"encoding/json"
	"fmt"
	"strings"
	"time"

	"sellingassistant/adapters/persistence/db"
	"sellingassistant/domain/kernel/id"
	"sellingassistant/domain/kernel/marketplace"
	"sellingassistant/domain/kernel/money"
	"sellingassistant/domain/kernel/optional"
	"sellingassistant/domain/repricer/decision"
	"sellingassistant/domain/repricer/history"
	"sellingassistant/domain/repricer/strategy"
)

type entry = history.ChangeSnapshot

// changeRow is a place for one entry of the history, and for the columns that
// are only part of a member.
type changeRow struct {
	entry
	adjustments, digest string
	strategy, version   optional.Maybe[int64]
	withdrawn           optional.Maybe[history.Withdrawal]
	lane                optional.Maybe[history.Lane]
	submission, status  optional.Maybe[string]
	issues              optional.Maybe[string]
	submitted, accepted optional.Maybe[time.Time]
	confirmed           optional.Maybe[time.Time]
	attempts            optional.Maybe[int]
}

// changeColumn ties a column to the member it holds, in both directions.
type changeColumn struct {
	name  string
	kind  db.Kind
	place func(*changeRow) any
	value func(*entry) db.Cell
	// moves tells that what becomes of a price changes the column.
	moves bool
}

func changeWord[T ~string](name string, at func(*entry) *T) changeColumn {
	return changeColumn{
		name: name, kind: db.Texts,
		place: func(r *changeRow) any { return db.Word(at(&r.entry)) },
		value: func(e *entry) db.Cell { return db.Cell{Known: true, S: string(*at(e))} },
	}
}

func changeAmount(name string, at func(*entry) *money.Amount) changeColumn {
	return changeColumn{
		name: name, kind: db.Numbers,
		place: func(r *changeRow) any { return units10k{at(&r.entry)} },
		value: func(e *entry) db.Cell { return db.Cell{Known: true, N: at(e).Units()} },
	}
}

func changeMaybe(name string, at func(*entry) *optional.Maybe[money.Amount]) changeColumn {
	return changeColumn{
		name: name, kind: db.Numbers,
		place: func(r *changeRow) any { return db.AmountTo(at(&r.entry)) },
		value: func(e *entry) db.Cell { return db.MaybeNumberCell(*at(e), money.Amount.Units) },
	}
}

// submitted makes a column of the submission.
func submitted(name string, k db.Kind, place func(*changeRow) any, value func(history.Submission) db.Cell) changeColumn {
	return changeColumn{
		name: name, kind: k, moves: true, place: place,
		value: func(e *entry) db.Cell {
			s, ok := e.Submission.Get()
			if !ok {
				return db.Cell{}
			}
			return value(s)
		},
	}
}

// units10k reads an amount that is never null.
type units10k struct{ to *money.Amount }

func (u units10k) Scan(src any) error {
	v, ok := src.(int64)
	if !ok {
		return fmt.Errorf("read an amount: unexpected type %T", src)
	}
	*u.to = money.FromUnits(v)
	return nil
}

func toInt(v int64) int  { return int(v) }
func asIs(v int64) int64 { return v }

// changeColumns are the columns of an entry, without team_id.
var changeColumns = []changeColumn{
	{
		name: "id", kind: db.Numbers,
		place: func(r *changeRow) any { return (*int64)(&r.ID) },
		value: func(e *entry) db.Cell { return db.NumberCell(int64(e.ID)) },
	},
	{
		name: "product_id", kind: db.Numbers,
		place: func(r *changeRow) any { return (*int64)(&r.ProductID) },
		value: func(e *entry) db.Cell { return db.NumberCell(int64(e.ProductID)) },
	},
	changeWord("seller_id", func(e *entry) *string { return &e.SellerID }),
	changeWord("marketplace_id", func(e *entry) *marketplace.ID { return &e.MarketplaceID }),
	changeWord("sku", func(e *entry) *string { return &e.SKU }),
	changeWord("asin", func(e *entry) *string { return &e.ASIN }),
	changeWord("currency", func(e *entry) *money.Currency { return &e.Currency }),
	{
		name: "created_at", kind: db.Numbers,
		place: func(r *changeRow) any { return db.Moment(&r.CreatedAt) },
		value: func(e *entry) db.Cell { return db.MomentCell(e.CreatedAt) },
	},
	changeWord("decided_by", func(e *entry) *history.Trigger { return &e.Trigger }),
	changeWord("action", func(e *entry) *decision.Verdict { return &e.Verdict }),
	changeAmount("old_price", func(e *entry) *money.Amount { return &e.OldPrice }),
	changeAmount("new_price", func(e *entry) *money.Amount { return &e.NewPrice }),
	changeMaybe("floor", func(e *entry) *optional.Maybe[money.Amount] { return &e.Floor }),
	changeMaybe("ceiling", func(e *entry) *optional.Maybe[money.Amount] { return &e.Ceiling }),
	changeWord("reason", func(e *entry) *decision.Reason { return &e.Reason }),
	{
		name: "adjustments", kind: db.Texts,
		place: func(r *changeRow) any { return db.Word(&r.adjustments) },
		value: func(e *entry) db.Cell { return db.TextCell(joined(e.Adjustments)) },
	},
	changeWord("target_seller_id", func(e *entry) *string { return &e.TargetSellerID }),
	changeMaybe("target_price", func(e *entry) *optional.Maybe[money.Amount] { return &e.TargetPrice }),
	{
		name: "strategy_id", kind: db.Numbers,
		place: func(r *changeRow) any { return db.Number(&r.strategy, asIs) },
		value: func(e *entry) db.Cell {
			s, ok := e.Strategy.Get()
			return db.Cell{Known: ok, N: int64(s.ID)}
		},
	},
	{
		name: "strategy_version", kind: db.Numbers,
		place: func(r *changeRow) any { return db.Number(&r.version, asIs) },
		value: func(e *entry) db.Cell {
			s, ok := e.Strategy.Get()
			return db.Cell{Known: ok, N: s.Version}
		},
	},
	{
		name: "input_digest", kind: db.Texts,
		place: func(r *changeRow) any { return db.Word(&r.digest) },
		value: func(e *entry) db.Cell { return db.TextCell(base64.RawURLEncoding.EncodeToString(e.InputDigest[:])) },
	},
	changeWord("buy_box_owner", func(e *entry) *decision.BoxOwner { return &e.BuyBox.Owner }),
	changeMaybe("buy_box_price", func(e *entry) *optional.Maybe[money.Amount] { return &e.BuyBox.Price }),
	{
		name: "buy_box_inferred", kind: db.Flags,
		place: func(r *changeRow) any { return &r.BuyBox.Inferred },
		value: func(e *entry) db.Cell { return db.Cell{Known: true, B: e.BuyBox.Inferred} },
	},
	{
		name: "competitors_count", kind: db.Numbers,
		place: func(r *changeRow) any { return db.Number(&r.Competitors, toInt) },
		value: func(e *entry) db.Cell {
			return db.MaybeNumberCell(e.Competitors, func(n int) int64 { return int64(n) })
		},
	},
	{
		name: "outcome", kind: db.Texts, moves: true,
		place: func(r *changeRow) any { return db.Text(&r.Outcome) },
		value: func(e *entry) db.Cell { return db.MaybeTextCell(e.Outcome) },
	},
	{
		name: "cancel_reason", kind: db.Texts, moves: true,
		place: func(r *changeRow) any { return db.Text(&r.withdrawn) },
		value: func(e *entry) db.Cell { return db.Cell{Known: e.Withdrawn != "", S: string(e.Withdrawn)} },
	},
	submitted("lane", db.Texts, func(r *changeRow) any { return db.Text(&r.lane) },
		func(s history.Submission) db.Cell { return db.TextCell(string(s.Lane)) }),
	submitted("submission_id", db.Texts, func(r *changeRow) any { return db.Text(&r.submission) },
		func(s history.Submission) db.Cell { return db.Cell{Known: s.ID != "", S: s.ID} }),
	submitted("submission_status", db.Texts, func(r *changeRow) any { return db.Text(&r.status) },
		func(s history.Submission) db.Cell { return db.Cell{Known: s.Status != "", S: s.Status} }),
	submitted("issues", db.Texts, func(r *changeRow) any { return db.Text(&r.issues) },
		func(s history.Submission) db.Cell { return db.Cell{Known: len(s.Issues) > 0, S: issuesText(s.Issues)} }),
	submitted("submitted_at", db.Numbers, func(r *changeRow) any { return db.MomentTo(&r.submitted) },
		func(s history.Submission) db.Cell { return db.MomentCell(s.SubmittedAt) }),
	submitted("accepted_at", db.Numbers, func(r *changeRow) any { return db.MomentTo(&r.accepted) },
		func(s history.Submission) db.Cell { return db.MaybeMomentCell(s.AcceptedAt) }),
	submitted("confirmed_at", db.Numbers, func(r *changeRow) any { return db.MomentTo(&r.confirmed) },
		func(s history.Submission) db.Cell { return db.MaybeMomentCell(s.ConfirmedAt) }),
	submitted("attempts", db.Numbers, func(r *changeRow) any { return db.Number(&r.attempts, toInt) },
		func(s history.Submission) db.Cell { return db.NumberCell(int64(s.Attempts)) }),
}

// endColumns are written and not read: entries are found by them. They move when
// the outcome is final and not before, so that entries are changed in their place.
var endColumns = []changeColumn{
	{
		name: "ended", kind: db.Texts,
		value: func(e *entry) db.Cell {
			o, ok := e.Outcome.Get()
			return db.Cell{Known: ok, S: ended(o)}
		},
	},
	{
		name: "left_at", kind: db.Numbers,
		value: func(e *entry) db.Cell {
			s, sent := e.Submission.Get()
			if !sent || e.Outcome.Or("").Open() {
				return db.Cell{}
			}
			return db.MomentCell(s.SubmittedAt)
		},
	},
}

// ended is how an outcome is found: by its word when it is final, open ones by "".
func ended(o history.Outcome) string {
	if o.Open() {
		return ""
	}
	return string(o)
}

func joined[T ~string](words []T) string {
	parts := make([]string, len(words))
	for i, w := range words {
		parts[i] = string(w)
	}
	return strings.Join(parts, ",")
}

type issueBody struct {
	Code     string `json:"code"`
	Message  string `json:"message"`
	Severity string `json:"severity"`
}

func issuesText(list []history.Issue) string {
	bodies := make([]issueBody, len(list))
	for i, v := range list {
		bodies[i] = issueBody(v)
	}
	b, err := json.Marshal(bodies)
	if err != nil {
		panic("texts cannot be written as JSON: " + err.Error())
	}
	return string(b)
}

// snapshot puts the parts together.
func (r *changeRow) snapshot() (entry, error) {
	e := r.entry
	e.Adjustments = []decision.Adjustment{}
	if r.adjustments != "" {
		for w := range strings.SplitSeq(r.adjustments, ",") {
			e.Adjustments = append(e.Adjustments, decision.Adjustment(w))
		}
	}
	if n, err := base64.RawURLEncoding.Decode(e.InputDigest[:], []byte(r.digest)); err != nil || n != len(e.InputDigest) {
		return entry{}, fmt.Errorf("repricer change %d: its digest is %q", e.ID, r.digest)
	}
	e.Strategy = optional.None[history.StrategyUsed]()
	if n, ok := r.strategy.Get(); ok {
		e.Strategy = optional.Some(history.StrategyUsed{ID: strategy.ID(n), Version: r.version.Or(0)})
	}
	e.Withdrawn = r.withdrawn.Or("")
	e.Submission = optional.None[history.Submission]()
	lane, ok := r.lane.Get()
	if !ok {
		return e, nil
	}
	s := history.Submission{
		Lane: lane, ID: r.submission.Or(""), Status: r.status.Or(""), Issues: []history.Issue{},
		SubmittedAt: r.submitted.Or(time.Time{}), AcceptedAt: r.accepted, ConfirmedAt: r.confirmed, Attempts: r.attempts.Or(0),
	}
	if list, ok := r.issues.Get(); ok {
		var bodies []issueBody
		if err := json.Unmarshal([]byte(list), &bodies); err != nil {
			return entry{}, fmt.Errorf("repricer change %d: its issues: %w", e.ID, err)
		}
		for _, b := range bodies {
			s.Issues = append(s.Issues, history.Issue(b))
		}
	}
	e.Submission = optional.Some(s)
	return e, nil
}

var changeList = func() string {
	names := make([]string, len(changeColumns))
	for i, c := range changeColumns {
		names[i] = c.name
	}
	return strings.Join(names, ", ")
}()

// changeRows reads a result to its end.
func changeRows(rows db.Rows, team id.Team, room int) ([]entry, error) {
	defer rows.Close()
	var row changeRow
	row.Team = team
	places := make([]any, len(changeColumns))
	for i, c := range changeColumns {
		places[i] = c.place(&row)
	}
	out := make([]entry, 0, room)
	for rows.Next() {
		if err := rows.Scan(places...); err != nil {
			return nil, db.Fault(err)
		}
		e, err := row.snapshot()
		if err != nil {
			return nil, err
		}
		out = append(out, e)
	}
	return out, db.Fault(rows.Err())
}
