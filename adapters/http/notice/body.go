package notice

import (
	"sellingassistant/adapters/http/httpx/body"
	app "sellingassistant/app/notice"
	"sellingassistant/domain/kernel/optional"
	"sellingassistant/domain/notice"
)

// NoticeRules shows when the calling user gets mail.
type NoticeRules struct {
	Enabled         bool        `json:"enabled" doc:"Whether any mail is sent; false until the user enables it."`
	Email           string      `json:"email" doc:"The user's address, which the mails go to."`
	MailAvailable   bool        `json:"mail_available" doc:"Whether the service has a mail server."`
	MorningMail     bool        `json:"morning_mail" doc:"Whether a mail comes each morning."`
	Hour            int         `json:"hour" minimum:"0" maximum:"23" doc:"Hour of the morning mail in timezone."`
	Timezone        string      `json:"timezone" doc:"IANA name of the user's time zone."`
	NextMorningAt   *body.Time  `json:"next_morning_at" doc:"When the next morning mail is sent, or null."`
	BestSellerUnits int         `json:"best_seller_units" doc:"Units sold in 30 days that make a best seller."`
	Kinds           NoticeKinds `json:"kinds" doc:"When the user hears of each kind."`
	Version         int64       `json:"version" doc:"Counts the changes, for If-Match; 0 until the first one."`
}

// NoticeKinds says when the user hears of each kind: off; morning, in the morning mail while it
// needs somebody; at_once, within minutes, and in the morning mail too.
type NoticeKinds struct {
	BuyBoxLost        NoticeWhen `json:"buy_box_lost" doc:"A best seller lost the buy box."`
	OutOfStock        NoticeWhen `json:"out_of_stock" doc:"A SKU has no unit left to sell."`
	StockLow          NoticeWhen `json:"stock_low" doc:"The stock of a product fell to its reorder point."`
	ListingSuppressed NoticeWhen `json:"listing_suppressed" doc:"A listing cannot be bought."`
	RowLosing         NoticeWhen `json:"row_losing" doc:"The live price no longer covers costs and fees."`
	RowHeld           NoticeWhen `json:"row_held" doc:"The repricer stopped a row until it is released."`
	PriceRejected     NoticeWhen `json:"price_rejected" doc:"The marketplace rejected a price."`
	BreakerTripped    NoticeWhen `json:"breaker_tripped" doc:"A breaker of the repricer stopped prices."`
	DocumentToConfirm NoticeWhen `json:"document_to_confirm" doc:"A document was read and can be imported."`
	OrderOverdue      NoticeWhen `json:"order_overdue" doc:"An order was expected before today."`
	QuotaLow          NoticeWhen `json:"quota_low" doc:"Few tokens, or none, are left this month."`
	AccountTrouble    NoticeWhen `json:"account_trouble" doc:"A seller account needs attention, or its sync failed."`
	EndpointDisabled  NoticeWhen `json:"endpoint_disabled" doc:"A webhook endpoint was disabled."`
	KeyExpiring       NoticeWhen `json:"key_expiring" doc:"An API key expires within 7 days."`
}

// NoticeWhen takes off, morning or at_once.
type NoticeWhen = body.Word[notice.When]

// NoticeRulesPatch changes the rules.
type NoticeRulesPatch struct {
	body.AtLeastOne
	Enabled         body.Opt[bool]             `json:"enabled,omitzero" doc:"Whether any mail is sent."`
	MorningMail     body.Opt[bool]             `json:"morning_mail,omitzero" doc:"Whether a mail comes each morning."`
	Hour            body.Opt[int]              `json:"hour,omitzero" minimum:"0" maximum:"23" doc:"Hour of the mail."`
	Timezone        body.Opt[string]           `json:"timezone,omitzero" minLength:"1" maxLength:"64" doc:"IANA name."`
	BestSellerUnits body.Opt[int]              `json:"best_seller_units,omitzero" minimum:"1" maximum:"99999" doc:"Units."`
	Kinds           body.Opt[NoticeKindsPatch] `json:"kinds,omitzero" doc:"Changes the given kinds."`
}

// NoticeKindsPatch changes some kinds.
type NoticeKindsPatch struct {
	body.AtLeastOne
	BuyBoxLost        body.Opt[NoticeWhen] `json:"buy_box_lost,omitzero" doc:"A lost buy box."`
	OutOfStock        body.Opt[NoticeWhen] `json:"out_of_stock,omitzero" doc:"No unit left."`
	StockLow          body.Opt[NoticeWhen] `json:"stock_low,omitzero" doc:"Low stock."`
	ListingSuppressed body.Opt[NoticeWhen] `json:"listing_suppressed,omitzero" doc:"No purchase."`
	RowLosing         body.Opt[NoticeWhen] `json:"row_losing,omitzero" doc:"A loss."`
	RowHeld           body.Opt[NoticeWhen] `json:"row_held,omitzero" doc:"A stopped row."`
	PriceRejected     body.Opt[NoticeWhen] `json:"price_rejected,omitzero" doc:"A rejection."`
	BreakerTripped    body.Opt[NoticeWhen] `json:"breaker_tripped,omitzero" doc:"A breaker."`
	DocumentToConfirm body.Opt[NoticeWhen] `json:"document_to_confirm,omitzero" doc:"A document."`
	OrderOverdue      body.Opt[NoticeWhen] `json:"order_overdue,omitzero" doc:"A late order."`
	QuotaLow          body.Opt[NoticeWhen] `json:"quota_low,omitzero" doc:"Few tokens."`
	AccountTrouble    body.Opt[NoticeWhen] `json:"account_trouble,omitzero" doc:"An account."`
	EndpointDisabled  body.Opt[NoticeWhen] `json:"endpoint_disabled,omitzero" doc:"An endpoint."`
	KeyExpiring       body.Opt[NoticeWhen] `json:"key_expiring,omitzero" doc:"A key."`
}

// MorningMail shows the morning mail as it would be sent now.
type MorningMail struct {
	Subject  string               `json:"subject" doc:"Its subject."`
	Intro    string               `json:"intro" doc:"Its first sentence."`
	Sections []MorningMailSection `json:"sections" doc:"Its sections in order."`
}

// MorningMailSection shows a section: a text, or a table, or both.
type MorningMailSection struct {
	Title string     `json:"title" doc:"Heading."`
	Text  string     `json:"text" doc:"Text; empty without one."`
	Head  []string   `json:"head" doc:"Headings of the columns; empty without them."`
	Rows  [][]string `json:"rows" doc:"Rows of the table; empty without one."`
}

func rulesOf(s app.Shown) NoticeRules {
	v := s.Values
	when := func(k notice.Kind) NoticeWhen {
		if w := v.Kinds[k]; w != "" {
			return NoticeWhen(w)
		}
		return NoticeWhen(notice.Never)
	}
	return NoticeRules{
		Enabled: v.Enabled, Email: s.Email, MailAvailable: s.Mail, MorningMail: v.Morning, Hour: v.Hour, Timezone: v.Timezone,
		NextMorningAt: body.Maybe(v.NextAt, body.TimeOf), BestSellerUnits: v.BestSellerUnits, Version: s.Version,
		Kinds: NoticeKinds{
			BuyBoxLost: when(notice.BuyBoxLost), OutOfStock: when(notice.OutOfStock), StockLow: when(notice.StockLow),
			ListingSuppressed: when(notice.ListingSuppressed), RowLosing: when(notice.RowLosing),
			RowHeld: when(notice.RowHeld), PriceRejected: when(notice.PriceRejected),
			BreakerTripped: when(notice.BreakerTripped), DocumentToConfirm: when(notice.DocumentToConfirm),
			OrderOverdue: when(notice.OrderOverdue), QuotaLow: when(notice.QuotaLow),
			AccountTrouble: when(notice.AccountTrouble), EndpointDisabled: when(notice.EndpointDisabled),
			KeyExpiring: when(notice.KeyExpiring),
		},
	}
}

func (p NoticeRulesPatch) patch() notice.Patch {
	out := notice.Patch{
		Enabled: p.Enabled.Field, Morning: p.MorningMail.Field, Hour: p.Hour.Field,
		BestSellerUnits: p.BestSellerUnits.Field, Timezone: p.Timezone.Field, Kinds: map[notice.Kind]notice.When{},
	}
	k, _ := p.Kinds.Given()
	for kind, o := range map[notice.Kind]optional.Field[NoticeWhen]{
		notice.BuyBoxLost: k.BuyBoxLost.Field, notice.OutOfStock: k.OutOfStock.Field, notice.StockLow: k.StockLow.Field,
		notice.ListingSuppressed: k.ListingSuppressed.Field, notice.RowLosing: k.RowLosing.Field,
		notice.RowHeld: k.RowHeld.Field, notice.PriceRejected: k.PriceRejected.Field,
		notice.BreakerTripped: k.BreakerTripped.Field, notice.DocumentToConfirm: k.DocumentToConfirm.Field,
		notice.OrderOverdue: k.OrderOverdue.Field, notice.QuotaLow: k.QuotaLow.Field,
		notice.AccountTrouble: k.AccountTrouble.Field, notice.EndpointDisabled: k.EndpointDisabled.Field,
		notice.KeyExpiring: k.KeyExpiring.Field,
	} {
		if w, ok := o.Given(); ok {
			out.Kinds[kind] = notice.When(w)
		}
	}
	return out
}

func mailOf(l notice.Letter) MorningMail {
	return MorningMail{Subject: l.Subject, Intro: l.Intro, Sections: body.Each(l.Sections, sectionOf)}
}

func sectionOf(s notice.Section) MorningMailSection {
	return MorningMailSection{
		Title: s.Title, Text: s.Text, Head: append([]string{}, s.Table.Head...), Rows: append([][]string{}, s.Table.Rows...),
	}
}
