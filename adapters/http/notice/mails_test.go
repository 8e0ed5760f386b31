package notice_test

import (
	"errors"
	"net/http"
	"net/http/httptest"
	"testing"
	"time"

	"github.com/gin-gonic/gin"
	"github.com/stretchr/testify/require"

	web "sellingassistant/adapters/http/notice"
	"sellingassistant/domain/notice"
)

// kept has two mails, or fails.
type kept struct {
	all  []notice.Mail
	fail error
}

func (k *kept) Mails() ([]notice.Mail, error) { return k.all, k.fail }

func (k *kept) Mail(name string) (notice.Mail, bool, error) {
	for _, m := range k.all {
		if m.Name == name {
			return m, true, k.fail
		}
	}
	return notice.Mail{}, false, k.fail
}

func TestKeptMailsAreShown(t *testing.T) {
	gin.SetMode(gin.TestMode)
	e, mails := gin.New(), &kept{}
	web.MailPages(e, mails)
	get := func(path string) *httptest.ResponseRecorder {
		w := httptest.NewRecorder()
		e.ServeHTTP(w, httptest.NewRequest(http.MethodGet, path, nil))
		require.Equal(t, "default-src 'none'; style-src 'unsafe-inline'; form-action 'self'; frame-ancestors 'none'",
			w.Header().Get("Content-Security-Policy"))
		return w
	}
	require.Contains(t, get("/mail").Body.String(), "No mail yet.")
	at := time.Date(2026, 11, 24, 7, 5, 0, 0, time.UTC)
	mails.all = []notice.Mail{
		{Name: "b.eml", To: "<ann@example.com>", Subject: "<b>Good</b> morning", At: at, Text: "text", HTML: "<!doctype html><h1>Hello</h1>"},
		{Name: "a.eml", To: "<ann@example.com>", Subject: "1 row on hold", At: at, Text: "a < b"},
	}
	list := get("/mail").Body.String()
	require.Contains(t, list, `<li><a href="/mail/b.eml">&lt;b&gt;Good&lt;/b&gt; morning</a><br>24 November 2026, 07:05 UTC, to &lt;ann@example.com&gt;</li>`)
	require.Equal(t, "<!doctype html><h1>Hello</h1>", get("/mail/b.eml").Body.String())
	require.Contains(t, get("/mail/a.eml").Body.String(), "<pre>a &lt; b</pre>")
	require.Equal(t, http.StatusNotFound, get("/mail/c.eml").Code)
	mails.fail = errors.New("away")
	require.Equal(t, http.StatusServiceUnavailable, get("/mail").Code)
	require.Equal(t, http.StatusServiceUnavailable, get("/mail/a.eml").Code)
}
