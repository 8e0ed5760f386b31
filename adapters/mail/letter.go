package mail

import (
	"context"
	"errors"

	gomail "github.com/wneessen/go-mail"

	"sellingassistant/domain/notice"
	noticeports "sellingassistant/ports/notice"
)

// Letters sends letters to people. Without a Notifier there is no way to send them.
type Letters struct{ by *Notifier }

// NewLetters returns the sender of letters; the notifier may be nil.
func NewLetters(notifier *Notifier) *Letters { return &Letters{notifier} }

var _ noticeports.Mailer = (*Letters)(nil)

// Ready reports whether a mail server was configured.
func (l *Letters) Ready() bool { return l.by != nil }

// Send mails a letter as text and as HTML. It succeeds once the server has accepted the mail, which
// may still be lost.
func (l *Letters) Send(ctx context.Context, to string, letter notice.Letter) error {
	if l.by == nil {
		return errors.New("mail: there is no mail server")
	}
	letter = letter.Cleaned()
	m := gomail.NewMsg(gomail.WithNoDefaultUserAgent())
	if err := m.From(l.by.from); err != nil {
		return errors.New("mail: the sender's address cannot be used")
	}
	if err := m.To(to); err != nil {
		return errors.New("mail: the address cannot be used")
	}
	m.Subject("Selling Assistant: " + letter.Subject)
	m.SetMessageIDWithValue(letter.ID + "@" + l.by.domain)
	m.SetDateWithValue(letter.At)
	m.SetGenHeader("Auto-Submitted", "auto-generated")
	if letter.Unsubscribe != "" {
		m.SetGenHeader("List-Unsubscribe", "<"+letter.Unsubscribe+">")
		m.SetGenHeader("List-Unsubscribe-Post", "List-Unsubscribe=One-Click")
	}
	m.SetBodyString(gomail.TypeTextPlain, PlainLetter(letter))
	m.AddAlternativeString(gomail.TypeTextHTML, HTMLLetter(letter))
	return l.by.send(ctx, m)
}
