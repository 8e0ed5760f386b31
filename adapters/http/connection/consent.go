// Package connection lets people connect a seller account in their browser: one address redirects
// to Amazon, the other receives the browser when it returns.
package connection

import (
	"context"
	"net/http"
	"strings"

	"github.com/gin-gonic/gin"

	"sellingassistant/adapters/http/httpx"
	app "sellingassistant/app/connection"
	"sellingassistant/domain/kernel/caller"
	"sellingassistant/domain/kernel/fault"
	"sellingassistant/domain/kernel/marketplace"
	"sellingassistant/domain/kernel/secret"
)

const (
	// startPath starts the connection. A person opens it with a key of the team.
	startPath = "/connect/amazon"
	// ReturnPath receives sellers back from Amazon. The application must be registered with this
	// address below the service's own.
	ReturnPath = startPath + "/return"
	// group names the group of the scope check and the call limit.
	group = "connections"
	// cookiePrefix begins the name of the cookie that ties a return to its browser.
	cookiePrefix = "sa_connect_"
)

// Gate checks callers.
type Gate interface {
	// Admit authenticates the caller, for reading or changing records of a group.
	Admit(ctx context.Context, group string, write bool) (caller.Caller, error)
	// AdmitAddress counts a call without a key and returns its client address.
	AdmitAddress(ctx context.Context, group string) (string, error)
}

// Pages adds the two addresses.
func Pages(e *gin.Engine, gate Gate, consents *app.Consents) {
	p := pages{gate, consents}
	e.GET(startPath, p.start)
	e.GET(ReturnPath, p.back)
}

type pages struct {
	gate     Gate
	consents *app.Consents
}

// start redirects a person with a key to Amazon. The key was removed from the address before this
// code runs, so the redirect cannot pass it on.
func (p pages) start(c *gin.Context) {
	ctx := c.Request.Context()
	who, err := p.gate.Admit(ctx, group, true)
	if err != nil {
		fail(c, err)
		return
	}
	m, err := wanted(c)
	if err != nil {
		fail(c, err)
		return
	}
	home := strings.TrimRight(httpx.BaseURL(ctx), "/")
	begun, err := p.consents.Begin(ctx, who, m, home+ReturnPath)
	if err != nil {
		fail(c, err)
		return
	}
	http.SetCookie(c.Writer, cookie(begun.Name, begun.Browser.Reveal(), int(begun.Life.Seconds()), home))
	c.Header("Location", begun.Address)
	c.Status(http.StatusFound)
	c.Writer.WriteHeaderNow()
}

// cookie makes a cookie that the browser sends when it returns from Amazon, which is another site.
// Lax allows that only for plain navigation.
func cookie(name, value string, seconds int, home string) *http.Cookie {
	return &http.Cookie{ //nolint:gosec // without TLS a browser would drop a Secure cookie
		Name: cookiePrefix + name, Value: value, Path: startPath, MaxAge: seconds,
		HttpOnly: true, Secure: strings.HasPrefix(home, "https://"), SameSite: http.SameSiteLaxMode,
	}
}

// wanted reads region, domain and marketplaceId. The default is amazon.com. A region and a
// marketplace of another region contradict each other.
func wanted(c *gin.Context) (marketplace.Marketplace, error) {
	given := map[string]string{"region": "", "domain": "", "marketplaceId": ""}
	for name, values := range c.Request.URL.Query() {
		if _, known := given[name]; !known {
			return marketplace.Marketplace{}, badParameter(name, "is unknown", fault.CodeUnknownParameter)
		}
		if len(values) > 1 {
			return marketplace.Marketplace{}, badParameter(name, "is given more than once", fault.CodeRepeatedParameter)
		}
		given[name] = values[0]
	}
	region := strings.ToLower(given["region"])
	first, known := marketplace.First(marketplace.Region(region))
	if region != "" && !known {
		return marketplace.Marketplace{}, badParameter("region", "must be na, eu or fe", fault.CodeNotAllowed)
	}
	if given["domain"] == "" && given["marketplaceId"] == "" {
		return marketplace.Choice{Domain: first.Domain}.Resolve("")
	}
	m, err := marketplace.Choice{Domain: given["domain"], MarketplaceID: given["marketplaceId"]}.Resolve("")
	if err == nil && region != "" && string(m.Region) != region {
		err = fault.Newf(fault.Invalid, fault.CodeConflictingParameters, "%s is in region %s.", m.Domain, m.Region)
	}
	return m, err
}

func badParameter(name, message string, code fault.Code) error {
	e := fault.New(fault.Invalid, fault.CodeValidationFailed, "parameter "+name+" "+message).In(name)
	e.Errors = []fault.Item{{Code: code, Message: message, Parameter: name}}
	return e
}

// back receives a seller who returns from Amazon. It needs no key: state and cookie prove who
// began.
func (p pages) back(c *gin.Context) {
	ctx := c.Request.Context()
	address, err := p.gate.AdmitAddress(ctx, group)
	if err != nil {
		fail(c, err)
		return
	}
	in := app.ConsentReturn{Address: address}
	q := c.Request.URL.Query()
	for name, to := range map[string]func(string){
		"state":              func(v string) { in.State = secret.New(v) },
		"selling_partner_id": func(v string) { in.SellerID = v },
		"spapi_oauth_code":   func(v string) { in.Code = secret.New(v) },
	} {
		if len(q[name]) > 1 {
			fail(c, badParameter(name, "is given more than once", fault.CodeRepeatedParameter))
			return
		}
		to(q.Get(name))
	}
	name := app.ConsentName(in.State)
	if kept, err := c.Request.Cookie(cookiePrefix + name); err == nil {
		in.Browser = secret.New(kept.Value)
		http.SetCookie(c.Writer, cookie(name, "", -1, httpx.BaseURL(ctx)))
	}
	done, err := p.consents.Finish(ctx, in)
	if err != nil {
		fail(c, err)
		return
	}
	show(c, http.StatusOK, success(done))
}

// success shows only the last characters of the id of the connected account.
func success(done app.Connected) page {
	s := done.Connection.Snapshot()
	title := "The seller account is connected"
	if done.Renewed {
		title = "The seller account is connected again"
	}
	lines := []string{"Seller account …" + done.Connection.SellerIDLast4() + ", region " + strings.ToUpper(string(s.Region)) + "."}
	if done.Unprobed != nil {
		lines = append(lines, "Amazon did not say yet on which marketplaces it sells. Until it does, all of the region are tried.")
	} else {
		names := make([]string, 0, len(s.Marketplaces))
		for _, one := range s.Marketplaces {
			if m, ok := marketplace.ByID(one); ok {
				names = append(names, m.Domain)
			}
		}
		lines = append(lines, "It sells on "+strings.Join(names, ", ")+".")
	}
	return page{Title: title, Lines: append(lines, "You can close this page.")}
}
