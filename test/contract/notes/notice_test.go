package notes_test

import (
	"context"
	"errors"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	bridge "sellingassistant/adapters/bridge/notice"
	audits "sellingassistant/adapters/persistence/audit"
	noticestore "sellingassistant/adapters/persistence/notice"
	"sellingassistant/app/notice"
	"sellingassistant/domain/kernel/caller"
	kernel "sellingassistant/domain/kernel/event"
	"sellingassistant/domain/kernel/fault"
	"sellingassistant/domain/kernel/id"
	"sellingassistant/domain/kernel/marketplace"
	"sellingassistant/domain/kernel/optional"
	domain "sellingassistant/domain/notice"
	"sellingassistant/ports/event"
	"sellingassistant/ports/jobs"
)

// office has the surroundings of notices: people, an API with constant answers, and a mail server.
type office struct {
	*hooked
	notices *notice.Notices
	rules   *noticestore.Rules
	answers map[string]string
	asked   []string
	sold    map[string]int64
	gone    map[id.User]bool
	down    error
	sent    []domain.Letter
	to      []string
}

func (o *office) Member(_ context.Context, _ id.Team, user id.User) (string, caller.Role, error) {
	if o.gone[user] {
		return "", "", fault.Missing()
	}
	return "ann@example.com", caller.Viewer, nil
}

func (o *office) Timezone(context.Context, id.Team) (string, error) { return "Europe/Berlin", nil }

func (o *office) Ask(_ context.Context, who caller.Caller, operation string, query map[string]string) ([]byte, error) {
	if who.Role != caller.Viewer || who.Team != us.Team {
		return nil, errors.New("not as the user")
	}
	o.asked = append(o.asked, operation+" "+query["time_from"]+query["updated_from"]+query["group_by"])
	if text := o.answers[operation+query["group_by"]]; text != "" {
		return []byte(text), nil
	}
	return nil, fault.New(fault.Forbidden, fault.CodeIntegrationRequired, "No account.")
}

func (o *office) Units(_ context.Context, _ id.Team, _ marketplace.ID, _ []string, _ time.Duration) (map[string]int64, error) {
	return o.sold, nil
}

func (o *office) Ready() bool { return true }

func (o *office) Send(_ context.Context, to string, l domain.Letter) error {
	if o.down != nil {
		return o.down
	}
	o.to, o.sent = append(o.to, to), append(o.sent, l)
	return nil
}

func (o *office) Home() string                                 { return "https://sa.example/" }
func (o *office) Unsubscribe(id.Team, id.User) string          { return "https://sa.example/unsubscribe/t" }
func (o *office) Opened(token string) (id.Team, id.User, bool) { return us.Team, us.User, token == "t" }

func eachOffice(t *testing.T, test func(t *testing.T, o *office)) {
	t.Helper()
	eachHooked(t, func(t *testing.T, h *hooked) {
		_, err := h.Hot(t.Context()).Exec(t.Context(), `INSERT INTO users (id, email, email_folded, name, created_at)
			VALUES ($1, 'ann@example.com', 'ann@example.com', 'Ann', 0)`, int64(us.User))
		require.NoError(t, err)
		o := &office{hooked: h, rules: noticestore.NewRules(h.Store), answers: map[string]string{}, gone: map[id.User]bool{}}
		o.notices = notice.New(notice.Parts{
			Store: o.rules, Feed: bridge.NewFeed(h.feed), API: o.Ask, People: o, UnitsSold: o.Units, Mailer: o, Links: o, Queue: h.queue,
			Trail: audits.New(h.Store, nil), Tx: h.Store, Clock: h.clock,
		})
		test(t, o)
	})
}

// look runs the job that looks, and the jobs that send.
func (o *office) look() error {
	_, err := o.queue.Enqueue(o.t.Context(), jobs.Request{Kind: notice.LookJob})
	require.NoError(o.t, err)
	return o.queue.Work(o.t.Context(), append(o.notices.Handlers(), o.handlers...)...)
}

func (o *office) enable(p domain.Patch) {
	o.t.Helper()
	p.Enabled = optional.Put(true)
	_, err := o.notices.Update(o.t.Context(), us, p, nil)
	require.NoError(o.t, err)
}

func (o *office) event(kind kernel.Type, details map[string]string) {
	o.t.Helper()
	require.NoError(o.t, o.log.Write(o.t.Context(), event.Event{Team: us.Team, Type: kind, Record: optional.Some[int64](3), Details: details}))
}

func (o *office) subjects() (out []string) {
	for _, l := range o.sent {
		out = append(out, l.Subject)
	}
	return out
}

func TestRulesOfNotices(t *testing.T) {
	eachOffice(t, func(t *testing.T, o *office) {
		got, err := o.notices.Get(t.Context(), us)
		require.NoError(t, err)
		require.Equal(t, []any{int64(0), false, "ann@example.com", "Europe/Berlin"},
			[]any{got.Version, got.Values.Enabled, got.Email, got.Values.Timezone})
		zero := int64(0)
		made, err := o.notices.Update(t.Context(), us, domain.Patch{
			Enabled: optional.Put(true), Kinds: map[domain.Kind]domain.When{domain.RowHeld: domain.AtOnce},
		}, &zero)
		require.NoError(t, err)
		require.Equal(t, int64(1), made.Version)
		require.True(t, made.Values.NextAt.Known())
		got, err = o.notices.Get(t.Context(), us)
		require.NoError(t, err)
		require.Equal(t, made, got)
		_, err = o.notices.Update(t.Context(), us, domain.Patch{Hour: optional.Put(6)}, &zero)
		require.True(t, fault.Is(err, fault.CodePreconditionFailed))
		made, err = o.notices.Update(t.Context(), us, domain.Patch{Hour: optional.Put(6)}, nil)
		require.NoError(t, err)
		require.Equal(t, []any{int64(2), 6, domain.AtOnce}, []any{made.Version, made.Values.Hour, made.Values.Kinds[domain.RowHeld]})
		same, err := o.notices.Update(t.Context(), us, domain.Patch{Hour: optional.Put(6)}, nil)
		require.NoError(t, err)
		require.Equal(t, int64(2), same.Version)
		theirs, err := o.notices.Get(t.Context(), them)
		require.NoError(t, err)
		require.Equal(t, int64(0), theirs.Version, "another team's rules")
		require.True(t, fault.Is(o.notices.Unsubscribe(t.Context(), "made up"), fault.CodeNotFound))
		require.NoError(t, o.notices.Unsubscribe(t.Context(), "t"))
		got, err = o.notices.Get(t.Context(), us)
		require.NoError(t, err)
		require.False(t, got.Values.Enabled)
		require.False(t, got.Values.NextAt.Known())
		require.NoError(t, o.notices.Unsubscribe(t.Context(), "t"), "again")
	})
}

func TestMailsAtOnce(t *testing.T) {
	eachOffice(t, func(t *testing.T, o *office) {
		o.event(kernel.RepricerBreakerTripped, map[string]string{"text": "Before the rules."})
		o.enable(domain.Patch{})
		require.NoError(t, o.look())
		require.Empty(t, o.sent)
		o.event(kernel.RepricerBreakerTripped, map[string]string{"text": "20 prices were to fall."})
		o.event(kernel.RepricerRowHeld, map[string]string{"sku": "A", "text": "For the morning."})
		require.NoError(t, o.look())
		require.Equal(t, []string{"Breaker tripped"}, o.subjects())
		require.Equal(t, []string{"ann@example.com"}, o.to)
		require.Equal(t, [][]string{{"20 prices were to fall."}}, o.sent[0].Sections[0].Table.Rows)
		require.Equal(t, "https://sa.example/unsubscribe/t", o.sent[0].Unsubscribe)
		require.NoError(t, o.look())
		require.Len(t, o.sent, 1, "each event once")

		o.down = errors.New("mail: no connection")
		o.event(kernel.QuotaExhausted, map[string]string{"left": "0", "limit": "10", "month": "2026-11"})
		require.Error(t, o.look())
		o.down = nil
		require.NoError(t, o.look())
		require.Equal(t, []string{"Breaker tripped", "Tokens running out"}, o.subjects())

		o.down = errors.New("mail: no connection")
		o.event(kernel.RepricerBreakerTripped, map[string]string{"text": "Before the mail fails."})
		require.Error(t, o.look())
		o.down = nil
		o.event(kernel.RepricerBreakerTripped, map[string]string{"text": "After it has failed."})
		require.NoError(t, o.look())
		require.Len(t, o.sent, 4)
		var mailed [][]string
		for _, l := range o.sent[2:] {
			mailed = append(mailed, l.Sections[0].Table.Rows...)
		}
		require.ElementsMatch(t, [][]string{{"Before the mail fails."}, {"After it has failed."}}, mailed, "each event is in one mail")

		require.NoError(t, o.notices.Unsubscribe(t.Context(), "t"))
		o.event(kernel.QuotaExhausted, nil)
		require.NoError(t, o.look())
		require.Len(t, o.sent, 4)
	})
}

// TestALostBoxOfABestSellerIsMailed has a gathered event with a best seller and another product.
func TestALostBoxOfABestSellerIsMailed(t *testing.T) {
	eachOffice(t, func(t *testing.T, o *office) {
		o.people, o.sold = []kernel.Type{kernel.RepricerBuyBoxChanged}, map[string]int64{"B0BEST": 10, "B0SLOW": 9}
		o.enable(domain.Patch{BestSellerUnits: optional.Put(10)})
		for _, asin := range []string{"B0BEST", "B0SLOW", "B0NEW"} {
			o.event(kernel.RepricerBuyBoxChanged, map[string]string{
				"sku": "SKU of " + asin, "asin": asin, "marketplace_id": "A1PA6795UKMFR9", "change": "lost", "owner": "competitor",
			})
		}
		o.event(kernel.RepricerBuyBoxChanged, map[string]string{"sku": "W", "asin": "B0BEST", "change": "won"})
		o.clock.At = o.clock.At.Add(5 * time.Second)
		require.NoError(t, o.look())
		require.NoError(t, o.look())
		require.Equal(t, []string{"Buy box lost"}, o.subjects())
		require.Equal(t, [][]string{{"SKU of B0BEST lost the buy box to a competitor."}}, o.sent[0].Sections[0].Table.Rows)
	})
}

func TestTheMorningMailHasTheFiguresOfTheAPI(t *testing.T) {
	eachOffice(t, func(t *testing.T, o *office) {
		o.answers = map[string]string{
			"getAccount": `{"data":{"name":"Mugs","connections":[{"seller_id_last4":"1234","region":"eu","status":"needs_attention"}],"limits":{"tokens_month":100},"usage":{"tokens_month":80}}}`,
			"listSkus": `{"data":[{"sku":"MUG","title":"Mug","marketplace_id":"A1PA6795UKMFR9"},
				{"sku":"MUG","title":"Mug","marketplace_id":"A13V1IB3VIYZZH"}],"meta":{"total":2}}`,
			"listPurchaseOrders": `{"data":[{"number":"PO-1","expected_date":"2026-11-20","status":"received","supplier":{"name":"Acme"}}],"meta":{"total":12}}`,
			"getRepricerHistoryStatisticsmarketplace": `{"data":{"total":{"changes":{"up":1,"down":2}},"groups":[{"marketplace_id":"A1PA6795UKMFR9","changes":{"total":3},
				"sales":{"units":4,"currency":"EUR","mean_price":19.9900,"estimated_profit":12345678901234.5678}}]}}`,
			"getRepricerHistoryStatisticsreason": `{"data":{"total":{"changes":{"up":1,"down":2}},"groups":[{"reason":"below_lowest","changes":{"total":3},"sales":null}]}}`,
		}
		o.enable(domain.Patch{Hour: optional.Put(13), Timezone: optional.Put("UTC")})
		require.NoError(t, o.look())
		require.Empty(t, o.sent, "it is noon")
		o.clock.At = noon.Add(time.Hour)
		require.NoError(t, o.look())
		require.Equal(t, []string{"Good morning: 16 things need you"}, o.subjects())
		rows := map[string][][]string{}
		for _, s := range o.sent[0].Sections {
			rows[s.Title] = s.Table.Rows
		}
		day, before := noon.AddDate(0, 0, -1).Format("2006-01-02"), noon.AddDate(0, 0, -8).Format("2006-01-02")
		require.Equal(t, [][]string{
			{"Units", "4", "4"}, {"Mean price", "19.99 EUR", "19.99 EUR"},
			{"Profit", "12345678901234.57 EUR", "12345678901234.57 EUR"},
		}, rows["Sales on amazon.de"])
		require.Equal(t, [][]string{{"below lowest", "3"}}, rows["Prices decided on "+day])
		require.Equal(t, [][]string{{"PO-1, expected on 2026-11-20"}, {"11 more."}}, rows["Order overdue"])
		require.Equal(t, [][]string{{"MUG · Mug · amazon.de"}, {"MUG · Mug · amazon.fr"}}, rows["Listing suppressed"])
		require.Equal(t, [][]string{{"Connect the account …1234 (EU) again."}}, rows["Seller account"])
		require.Equal(t, [][]string{{"PO-1", "Acme", "received"}}, rows["Received on "+day])
		require.Contains(t, o.asked, "getRepricerHistoryStatistics "+day+"T00:00:00Zmarketplace")
		require.Contains(t, o.asked, "getRepricerHistoryStatistics "+before+"T00:00:00Zmarketplace")
		shown, err := o.notices.Preview(t.Context(), us)
		require.NoError(t, err)
		require.Equal(t, o.sent[0].Sections, shown.Sections)

		require.NoError(t, o.look())
		require.Len(t, o.sent, 1, "once a day")
		o.clock.At = noon.Add(25 * time.Hour)
		require.NoError(t, o.look())
		require.Len(t, o.sent, 2)
		o.clock.At = noon.AddDate(0, 0, 5)
		require.NoError(t, o.look())
		require.Len(t, o.sent, 2, "missed mornings are left out")

		o.gone[us.User] = true
		o.clock.At = o.clock.At.Add(25 * time.Hour)
		require.NoError(t, o.look())
		require.Len(t, o.sent, 2, "the user has left")
		o.gone[us.User] = false
		got, err := o.notices.Get(t.Context(), us)
		require.NoError(t, err)
		require.False(t, got.Values.Enabled)
	})
}
