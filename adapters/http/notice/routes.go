package notice

import (
	"context"
	"html"
	"net/http"

	"github.com/gin-gonic/gin"

	"sellingassistant/adapters/http/httpx"
	"sellingassistant/adapters/http/httpx/body"
	"sellingassistant/adapters/http/httpx/records"
	app "sellingassistant/app/notice"
	"sellingassistant/domain/kernel/caller"
	"sellingassistant/domain/kernel/fault"
	"sellingassistant/domain/notice"
)

const (
	group     = "account"
	rulesPath = "/account/notices"
	mailPath  = "/account/morning-mail"
	// unsubscribePath leads to the page that ends the mails. Its link has a signed token.
	unsubscribePath = "/unsubscribe/:token"
)

type updateInput struct {
	records.IfMatch
	Body NoticeRulesPatch
}

// Routes registers the operations.
func Routes(use *app.Notices) httpx.Routes {
	return func(r *httpx.Router) {
		shown := records.Shown[app.Shown, NoticeRules]{Of: rulesOf, Place: func(s app.Shown) (id, version int64) {
			return 0, s.Version
		}}
		httpx.Register(r, httpx.Operation{
			ID: "getNoticeRules", Method: http.MethodGet, Path: rulesPath, Group: group, Beta: true,
			Summary: "Get the rules of notices",
			Description: "Returns when the user of the key gets mail: at once, or in the morning mail. Until the user " +
				"changes them they have version 0, and no mail is sent. It is an extra of this service.",
			Example: body.One[NoticeRules]{Data: exampleRules()},
		}, records.AnswerVersioned(shown, func(ctx context.Context, who caller.Caller, _ *httpx.None) (app.Shown, error) {
			return use.Get(ctx, who)
		}))
		httpx.Register(r, httpx.Operation{
			ID: "updateNoticeRules", Method: http.MethodPatch, Path: rulesPath, Group: group, Beta: true,
			Summary: "Update the rules of notices",
			Description: "Changes the rules of the user of the key. Mails go to the user's own address, and each has a link " +
				"that ends them. Rules that are enabled begin with the events from now on. It is an extra of this service.",
			Errors: []int{http.StatusPreconditionFailed},
			RequestExample: NoticeRulesPatch{
				Enabled: body.OptOf(true), Hour: body.OptOf(7),
				Kinds: body.OptOf(NoticeKindsPatch{kindsBody{map[notice.Kind]NoticeWhen{
					notice.RowHeld: NoticeWhen(notice.AtOnce),
				}}}),
			},
			Example: body.One[NoticeRules]{Data: exampleRules()},
		}, records.AnswerVersioned(shown, func(
			ctx context.Context, who caller.Caller, input *updateInput,
		) (app.Shown, error) {
			ifMatch, err := input.Version()
			if err != nil {
				return app.Shown{}, err
			}
			return use.Update(ctx, who, input.Body.patch(), ifMatch)
		}))
		httpx.Register(r, httpx.Operation{
			ID: "previewMorningMail", Method: http.MethodGet, Path: mailPath, Group: group, Beta: true,
			Summary: "Preview the morning mail",
			Description: "Returns the morning mail of the user of the key as it would be sent now. Its amounts are those of " +
				"getRepricerHistoryStatistics, for the last UTC day and the day a week before. It is an extra of this service.",
			Example: body.One[MorningMail]{Data: exampleMail()},
		}, httpx.AnswerOne(mailOf, func(ctx context.Context, who caller.Caller, _ *httpx.None) (notice.Letter, error) {
			return use.Preview(ctx, who)
		}))
	}
}

// Pages serves the page that ends the mails, without a key. Programs that read mail send POST for
// one click. A browser that follows the link asks first, because scanners of mail follow links.
func Pages(e *gin.Engine, use *app.Notices) {
	e.GET(unsubscribePath, func(c *gin.Context) {
		page(c, http.StatusOK, "End these mails?", `<form method="post"><button>No more mail</button></form>`)
	})
	e.POST(unsubscribePath, func(c *gin.Context) {
		err := use.Unsubscribe(c.Request.Context(), c.Param("token"))
		switch {
		case err == nil:
			page(c, http.StatusOK, "No more mail comes.", `<p>PATCH /api/v1/account/notices starts it again.</p>`)
		case fault.Is(err, fault.CodeNotFound):
			page(c, http.StatusNotFound, "This link does not work.", `<p>Use the link of a mail.</p>`)
		default:
			page(c, http.StatusServiceUnavailable, "Try again later.", "")
		}
	})
}

// page writes a page without scripts. more is HTML.
func page(c *gin.Context, status int, title, more string) {
	title = html.EscapeString(title)
	send(c, status, `<!doctype html><html lang="en"><meta charset="utf-8">`+
		`<meta name="viewport" content="width=device-width"><title>`+title+`</title>`+
		`<body style="`+pageStyle+`"><h1>`+title+`</h1>`+more+`</body></html>`)
}

const pageStyle = "max-width:40rem;margin:0 auto;padding:1rem;font:15px/1.5 system-ui,sans-serif"

// send writes HTML that loads nothing and runs nothing.
func send(c *gin.Context, status int, text string) {
	c.Header("Content-Security-Policy",
		"default-src 'none'; style-src 'unsafe-inline'; form-action 'self'; frame-ancestors 'none'")
	c.Header("Cache-Control", "no-store")
	c.Data(status, "text/html; charset=utf-8", []byte(text))
}

func exampleRules() NoticeRules {
	v := notice.Standard(1, "Europe/Berlin")
	v.Enabled = true
	s := app.Shown{Email: "ann@example.com", Mail: true}
	s.Values, s.Version = v, 1
	out := rulesOf(s)
	out.NextMorningAt = new(body.Time("2026-11-24T06:00:00.000000Z"))
	return out
}

func exampleMail() MorningMail {
	return MorningMail{
		Subject: "Good morning: 3 things need you", Intro: "Your team Mugs on the morning of 24 November 2026.",
		Sections: []MorningMailSection{{
			Title: "Needs you", Head: []string{}, Rows: [][]string{{"Repricing stopped for a row", "3"}},
		}},
	}
}
