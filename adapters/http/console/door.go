package console

import (
	"context"
	"encoding/json"
	"io"
	"net/http"
	"strings"
	"time"

	"github.com/gin-gonic/gin"

	"sellingassistant/adapters/http/httpx"
	"sellingassistant/domain/kernel/caller"
	"sellingassistant/domain/kernel/fault"
	"sellingassistant/domain/kernel/secret"
	"sellingassistant/ports/ratelimit"
)

// wrongKeys bounds the wrong keys per address before the answer is 429. A good key still passes.
var wrongKeys = ratelimit.Limit{Calls: 10, Window: time.Minute}

// maxBody bounds the body of a sign-in in bytes.
const maxBody = 1 << 10

// Logins keeps who is signed in.
type Logins interface {
	httpx.Authenticator
	// SignIn makes a login for the key of a caller, and returns its token and its life.
	SignIn(ctx context.Context, who caller.Caller) (secret.Text, time.Duration, error)
	// SignOut ends the login of a token, or all logins with its key.
	SignOut(ctx context.Context, token secret.Text, all bool) error
}

// door lets people in and out.
type door struct {
	server  *httpx.Server
	logins  Logins
	limiter ratelimit.Limiter
}

// errElsewhere refuses calls that no page of this service made.
var errElsewhere = fault.New(fault.Forbidden, fault.CodeAccessDenied,
	"Only the console itself may do this. It needs HTTPS, or a browser on the machine of the service.")

func (d *door) signIn(c *gin.Context) {
	ctx := c.Request.Context()
	token, life, err := d.open(ctx, c)
	if err != nil {
		httpx.WriteProblem(c, err)
		return
	}
	httpx.KeepLogin(c, token, life, secure(ctx))
	c.Status(http.StatusNoContent)
	c.Writer.WriteHeaderNow()
}

// open checks the key in the body of a sign-in.
func (d *door) open(ctx context.Context, c *gin.Context) (secret.Text, time.Duration, error) {
	if !httpx.FromConsole(c.Request) {
		return secret.Text{}, 0, errElsewhere
	}
	address, err := d.server.AdmitAddress(ctx, "console")
	if err != nil {
		return secret.Text{}, 0, err
	}
	key, err := readKey(c.Request.Body)
	if err != nil {
		return secret.Text{}, 0, err
	}
	who, err := d.server.AdmitKey(ctx, key)
	if f, ok := fault.As(err); ok && f.Kind == fault.Forbidden {
		return secret.Text{}, 0, d.refuse(ctx, address, err)
	}
	if err != nil {
		return secret.Text{}, 0, err
	}
	return d.logins.SignIn(ctx, who)
}

// readKey reads the body of a sign-in.
func readKey(from io.Reader) (secret.Text, error) {
	var in struct {
		Key string `json:"key"`
	}
	text, err := io.ReadAll(io.LimitReader(from, maxBody))
	if err == nil {
		err = json.Unmarshal(text, &in)
	}
	if err != nil {
		return secret.Text{}, fault.New(fault.Invalid, fault.CodeMalformedBody,
			`The body must be {"key":"…"}.`).Because(err)
	}
	return secret.New(in.Key), nil
}

// refuse counts a wrong key.
func (d *door) refuse(ctx context.Context, address string, denied error) error {
	left, err := d.limiter.Take(ctx, "console-failures|"+address, wrongKeys)
	if err != nil || left.Allowed {
		return denied
	}
	return fault.New(fault.Limited, fault.CodeRateLimited, "Too many wrong keys.").
		After(max(left.Reset, time.Second)).Because(denied)
}

// signOut ends the login of this browser, or with everywhere=true all logins with its key.
func (d *door) signOut(c *gin.Context) {
	ctx := c.Request.Context()
	if !httpx.FromConsole(c.Request) {
		httpx.WriteProblem(c, errElsewhere)
		return
	}
	token := httpx.LoginOf(c.Request)
	if err := d.logins.SignOut(ctx, secret.New(token), c.Query("everywhere") == "true"); err != nil {
		httpx.WriteProblem(c, err)
		return
	}
	httpx.KeepLogin(c, secret.Text{}, -time.Second, secure(ctx))
	c.Status(http.StatusNoContent)
	c.Writer.WriteHeaderNow()
}

// secure reports whether browsers reach the service by TLS.
func secure(ctx context.Context) bool { return strings.HasPrefix(httpx.BaseURL(ctx), "https://") }
