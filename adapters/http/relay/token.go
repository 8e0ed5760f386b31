package relay

import (
	"context"
	"encoding/json"
	"io"
	"mime"
	"net/http"
	"net/url"
	"time"

	"github.com/gin-gonic/gin"

	"sellingassistant/adapters/http/httpx"
	"sellingassistant/adapters/http/httpx/body"
	"sellingassistant/domain/kernel/caller"
	"sellingassistant/domain/kernel/secret"
)

const (
	// tokenPath has the path of Amazon's token endpoint.
	tokenPath = "/auth/o2/token" //nolint:gosec // a path is no credential
	// tokenClient has the only client id that the token endpoint accepts.
	tokenClient = "team"
	// maxToken bounds the body of a request for a token, and tokenWithin its arrival.
	maxToken    = 8 << 10
	tokenWithin = 5 * time.Second
	// tokenSeconds has the life of Amazon's access tokens. Clients then ask again.
	tokenSeconds = 3600
)

// Gate checks keys. It finds the caller of a key, and counts a wrong key against the client's
// address.
type Gate func(ctx context.Context, key secret.Text) (caller.Caller, error)

// Tokens adds Amazon's token endpoint. It answers a key of this service as an access token, so that
// clients that always ask for tokens work unchanged.
func Tokens(e *gin.Engine, gate Gate) {
	e.POST(tokenPath, func(c *gin.Context) { giveToken(c, gate) })
}

// tokenRequest has the parts of a request for a token that count here.
type tokenRequest struct {
	grant, client string
	key           secret.Text
}

// tokenAnswer has a key as an access token. Some clients store the refresh token that they get.
type tokenAnswer struct {
	AccessToken  string `json:"access_token"`
	TokenType    string `json:"token_type"`
	ExpiresIn    int    `json:"expires_in"`
	RefreshToken string `json:"refresh_token,omitempty"`
}

// tokenRefusal has a refusal as OAuth writes it.
type tokenRefusal struct {
	Error       string `json:"error"`
	Description string `json:"error_description"`
	status      int
}

func giveToken(c *gin.Context, gate Gate) {
	asked, refusal := readToken(c)
	if refusal != nil {
		writeToken(c, refusal.status, refusal)
		return
	}
	ctx := c.Request.Context()
	if _, err := gate(ctx, asked.key); err != nil {
		refusal = refusedKey(httpx.ProblemOf(ctx, c.Writer.Header(), err))
		writeToken(c, refusal.status, refusal)
		return
	}
	key := asked.key.Reveal()
	answer := &tokenAnswer{AccessToken: key, TokenType: "bearer", ExpiresIn: tokenSeconds}
	if asked.grant == "refresh_token" {
		answer.RefreshToken = key
	}
	writeToken(c, http.StatusOK, answer)
}

// readToken reads a form or JSON, since Amazon takes both.
func readToken(c *gin.Context) (tokenRequest, *tokenRefusal) {
	control := http.NewResponseController(c.Writer)
	_ = control.SetReadDeadline(time.Now().Add(tokenWithin)) // connections of tests have no deadlines
	text, err := io.ReadAll(io.LimitReader(c.Request.Body, maxToken+1))
	_ = control.SetReadDeadline(time.Time{})
	if err != nil || len(text) > maxToken {
		return tokenRequest{}, badToken("invalid_request", "The body did not arrive in time, or is larger than 8192 bytes.")
	}
	form := url.Values{}
	if kind, _, _ := mime.ParseMediaType(c.GetHeader("Content-Type")); kind == "application/json" {
		var members map[string]string
		err = json.Unmarshal(text, &members)
		for name, value := range members {
			form.Set(name, value)
		}
	} else {
		form, err = url.ParseQuery(string(text))
	}
	asked := tokenRequest{form.Get("grant_type"), form.Get("client_id"), secret.New(form.Get("client_secret"))}
	switch {
	case err != nil:
		return asked, badToken("invalid_request", "The body must be a form, or a JSON object of texts.")
	case asked.grant != "refresh_token" && asked.grant != "client_credentials":
		return asked, badToken("unsupported_grant_type", "grant_type must be refresh_token or client_credentials.")
	case asked.client != tokenClient:
		refusal := badToken("invalid_client", "client_id must be team, and client_secret a key of this service.")
		refusal.status = http.StatusUnauthorized
		return asked, refusal
	}
	return asked, nil
}

func badToken(code, sentence string) *tokenRefusal {
	return &tokenRefusal{code, sentence, http.StatusBadRequest}
}

// refusedKey returns the refusal of a key in OAuth's words: a wrong key is 400.
func refusedKey(p *body.Problem) *tokenRefusal {
	refusal := &tokenRefusal{"server_error", p.Message, p.Status}
	switch p.Status {
	case http.StatusForbidden:
		refusal.Error, refusal.status = "invalid_grant", http.StatusBadRequest
	case http.StatusTooManyRequests:
		refusal.Error = "slow_down"
	case http.StatusServiceUnavailable:
		refusal.Error = "temporarily_unavailable"
	}
	return refusal
}

func writeToken(c *gin.Context, status int, answer any) {
	text, err := body.JSON(answer)
	if err != nil {
		httpx.WriteProblem(c, err)
		return
	}
	c.Data(status, "application/json;charset=UTF-8", text)
}
