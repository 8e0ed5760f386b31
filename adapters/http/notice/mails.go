package notice

import (
	"html"
	"net/http"
	"net/url"
	"strings"

	"github.com/gin-gonic/gin"

	"sellingassistant/domain/notice"
)

// mailsPath lists the mails that the demo keeps.
const mailsPath = "/mail"

// Mails has mails that are kept instead of sent.
type Mails interface {
	// Mails lists the mails without their texts, the newest first.
	Mails() ([]notice.Mail, error)
	// Mail reads a mail; ok is false for an unknown name.
	Mail(name string) (m notice.Mail, ok bool, err error)
}

// MailPages shows kept mails, without a key. Only the demo keeps mails.
func MailPages(e *gin.Engine, kept Mails) {
	e.GET(mailsPath, func(c *gin.Context) {
		all, err := kept.Mails()
		if err != nil {
			page(c, http.StatusServiceUnavailable, "The mails cannot be read.", "")
			return
		}
		page(c, http.StatusOK, "Mails of the demo", list(all))
	})
	e.GET(mailsPath+"/:name", func(c *gin.Context) {
		m, ok, err := kept.Mail(c.Param("name"))
		switch {
		case err != nil:
			page(c, http.StatusServiceUnavailable, "The mail cannot be read.", "")
		case !ok:
			page(c, http.StatusNotFound, "There is no such mail.", `<p><a href="`+mailsPath+`">All mails</a></p>`)
		case m.HTML == "":
			page(c, http.StatusOK, m.Subject, "<pre>"+html.EscapeString(m.Text)+"</pre>")
		default:
			send(c, http.StatusOK, m.HTML)
		}
	})
}

func list(all []notice.Mail) string {
	if len(all) == 0 {
		return "<p>No mail yet. The demo sends none: it keeps its mails here.</p>"
	}
	var b strings.Builder
	b.WriteString("<p>The demo sends no mail: it keeps its mails here.</p><ul>")
	for _, m := range all {
		to, at := mailsPath+"/"+url.PathEscape(m.Name), m.At.UTC().Format("2 January 2006, 15:04")
		b.WriteString(`<li><a href="` + to + `">` + html.EscapeString(m.Subject) + "</a><br>" +
			html.EscapeString(at+" UTC, to "+m.To) + "</li>")
	}
	return b.String() + "</ul>"
}
