package compose

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base64"
	"fmt"
	"strconv"
	"strings"

	"go.uber.org/fx"

	bridge "sellingassistant/adapters/bridge/notice"
	"sellingassistant/adapters/http/httpx"
	noticehttp "sellingassistant/adapters/http/notice"
	"sellingassistant/adapters/mail"
	noticestore "sellingassistant/adapters/persistence/notice"
	app "sellingassistant/app/notice"
	"sellingassistant/app/notice/facade"
	"sellingassistant/config"
	"sellingassistant/domain/kernel/id"
	ports "sellingassistant/ports/notice"
	webhookports "sellingassistant/ports/webhook"
)

// noticeModule mails notices to people.
var noticeModule = fx.Module("notice",
	fx.Provide(
		as[ports.Rules](noticestore.NewRules),
		as[ports.Feed](bridge.NewFeed),
		as[ports.People](bridge.NewPeople),
		method(bridge.NewSales, func(s *bridge.Sales) ports.UnitsSold { return s.Units }),
		func(r *shownRecords) ports.API { return r.Ask },
		func(cfg config.Config, s secrets) ports.Links { return noticeLinks{cfg.PublicURL, s} },
		newMailServer, newMailFolder,
		as[ports.Mailer](mail.NewLetters),
		method(facade.New, func(f *facade.Facade) webhookports.ReadTypes { return f.Types }),
		filled[app.Parts](), app.New,
		rawRoute(func(n *app.Notices, kept *mail.Folder) rawRoutes {
			return func(s *httpx.Server) {
				noticehttp.Pages(s.Engine(), n)
				if kept != nil {
					noticehttp.MailPages(s.Engine(), kept)
				}
			}
		}),
	),
	ownJobs[*app.Notices](),
	routes(noticehttp.Routes),
)

// newMailServer returns nil without a mail server.
func newMailServer(cfg config.Config) (*mail.Notifier, error) {
	if cfg.SMTPURL.Empty() && cfg.MailFolder == "" {
		return nil, nil
	}
	found, err := mail.New(mail.Config{Server: cfg.SMTPURL, Folder: cfg.MailFolder, From: cfg.MailFrom})
	if err != nil {
		return nil, fmt.Errorf("SA_SMTP_URL %w", err)
	}
	return found, nil
}

// newMailFolder returns nil unless mails are kept instead of sent.
func newMailFolder(cfg config.Config) *mail.Folder {
	if cfg.MailFolder == "" {
		return nil
	}
	return mail.NewFolder(cfg.MailFolder)
}

// noticeLinks makes the links of letters. They need the public address of the service.
type noticeLinks struct {
	public  string
	secrets secrets
}

// Home leads to the page of the service.
func (l noticeLinks) Home() string {
	if l.public == "" {
		return ""
	}
	return l.public + "/"
}

// Unsubscribe has the user in a token that the secret key signs. It works until the key is changed
// twice.
func (l noticeLinks) Unsubscribe(team id.Team, user id.User) string {
	if l.public == "" {
		return ""
	}
	key, _ := l.secrets.derive("unsubscribe")
	who := fmt.Sprintf("%d.%d", team, user)
	return l.public + "/unsubscribe/" + who + "." + signature(key, who)
}

func signature(key []byte, text string) string {
	sum := hmac.New(sha256.New, key)
	sum.Write([]byte(text))
	return base64.RawURLEncoding.EncodeToString(sum.Sum(nil))
}

// Opened checks the signature of a token.
func (l noticeLinks) Opened(token string) (id.Team, id.User, bool) {
	at := strings.LastIndex(token, ".")
	if at < 0 {
		return 0, 0, false
	}
	who, given := token[:at], []byte(token[at+1:])
	key, older := l.secrets.derive("unsubscribe")
	good := hmac.Equal([]byte(signature(key, who)), given)
	for _, k := range older {
		good = good || hmac.Equal([]byte(signature(k, who)), given)
	}
	team, user, _ := strings.Cut(who, ".")
	t, err := strconv.ParseInt(team, 10, 64)
	u, wrong := strconv.ParseInt(user, 10, 64)
	return id.Team(t), id.User(u), good && err == nil && wrong == nil
}
