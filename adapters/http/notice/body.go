package notice

import (
	"cmp"
	"encoding/json"
	"fmt"
	"strings"

	"github.com/danielgtaylor/huma/v2"

	"sellingassistant/adapters/http/httpx/body"
	app "sellingassistant/app/notice"
	"sellingassistant/domain/kernel/words"
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
type NoticeKinds struct{ kindsBody }

// TransformSchema lists the kinds. An answer has each of them.
func (NoticeKinds) TransformSchema(r huma.Registry, s *huma.Schema) *huma.Schema {
	listKinds(r, s)
	s.Required = body.Words[string](words.Of[notice.Kind]())
	return s
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
type NoticeKindsPatch struct{ kindsBody }

// TransformSchema lists the kinds. A change names at least one kind.
func (NoticeKindsPatch) TransformSchema(r huma.Registry, s *huma.Schema) *huma.Schema {
	listKinds(r, s)
	return body.AtLeastOne{}.TransformSchema(r, s)
}

// kindsBody has the members of bodies about kinds.
type kindsBody struct{ when map[notice.Kind]NoticeWhen }

// MarshalJSON writes the kinds in the order of their list.
func (k kindsBody) MarshalJSON() ([]byte, error) {
	var out []string
	for _, kind := range words.Of[notice.Kind]() {
		if when, ok := k.when[kind]; ok {
			out = append(out, fmt.Sprintf("%q:%q", kind, when))
		}
	}
	return []byte("{" + strings.Join(out, ",") + "}"), nil
}

func (k *kindsBody) UnmarshalJSON(b []byte) error { return json.Unmarshal(b, &k.when) }

// listKinds publishes a member for each kind.
func listKinds(r huma.Registry, s *huma.Schema) {
	s.Properties = map[string]*huma.Schema{}
	for _, k := range words.Of[notice.Kind]() {
		when := NoticeWhen("").Schema(r)
		when.Description = k.About()
		s.Properties[string(k)] = when
	}
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
	kinds := map[notice.Kind]NoticeWhen{}
	for _, k := range words.Of[notice.Kind]() {
		kinds[k] = NoticeWhen(cmp.Or(v.Kinds[k], notice.Never))
	}
	return NoticeRules{
		Enabled: v.Enabled, Email: s.Email, MailAvailable: s.Mail, MorningMail: v.Morning, Hour: v.Hour, Timezone: v.Timezone,
		NextMorningAt: body.Maybe(v.NextAt, body.TimeOf), BestSellerUnits: v.BestSellerUnits, Version: s.Version,
		Kinds: NoticeKinds{kindsBody{kinds}},
	}
}

func (p NoticeRulesPatch) patch() notice.Patch {
	out := notice.Patch{
		Enabled: p.Enabled.Field, Morning: p.MorningMail.Field, Hour: p.Hour.Field,
		BestSellerUnits: p.BestSellerUnits.Field, Timezone: p.Timezone.Field, Kinds: map[notice.Kind]notice.When{},
	}
	k, _ := p.Kinds.Given()
	for kind, when := range k.when {
		out.Kinds[kind] = notice.When(when)
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
