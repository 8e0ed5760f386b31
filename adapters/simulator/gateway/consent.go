package gateway

import (
	"io"
	"net/http"
	"net/url"
	"slices"

	"sellingassistant/adapters/simulator/world"
	"sellingassistant/domain/kernel/fill"
)

const consentPath = "/apps/authorize/consent"

// ApplicationID identifies the application that sellers grant access to.
const ApplicationID = "amzn1.sp.solution.simulator"

// SetRedirect registers the address that sellers are sent back to.
func (g *Gateway) SetRedirect(address string) {
	g.mu.Lock()
	defer g.mu.Unlock()
	g.redirect = address
}

// consentPage shows Seller Central's consent page without the sign-in: it offers every seller.
var consentPage = fill.Must(fill.Page("consent", `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><title>Simulated Seller Central</title></head>
<body>
<h1>Simulated Seller Central</h1>
{{if .Problem}}<p>{{.Problem}}</p>{{else}}<p>Let the application <code>{{.Application}}</code>{{if .Draft}} (draft){{end}} work with a seller account?</p>
{{range .Sellers}}<form method="post" action="`+consentPath+`">
<input type="hidden" name="application_id" value="{{$.Application}}">
<input type="hidden" name="state" value="{{$.State}}">
<input type="hidden" name="redirect_uri" value="{{$.Redirect}}">
{{if $.Draft}}<input type="hidden" name="version" value="beta">
{{end}}<button name="selling_partner_id" value="{{.ID}}">{{.ID}} ({{.Region}}, {{.Kind}})</button>
</form>
{{end}}{{end}}</body>
</html>
`))

type consentView struct {
	Problem, Application, State, Redirect string
	Draft                                 bool
	Sellers                               []world.Seller
}

// serveConsent asks a seller for consent, and then redirects to the application with a code.
func (g *Gateway) serveConsent(w http.ResponseWriter, r *http.Request) {
	if err := r.ParseForm(); err != nil {
		g.showConsent(w, http.StatusBadRequest, consentView{Problem: "The request cannot be read."})
		return
	}
	back, problem := g.redirectFor(r.Form)
	if problem != "" {
		g.showConsent(w, http.StatusBadRequest, consentView{Problem: problem})
		return
	}
	if r.Method != http.MethodPost {
		g.showConsent(w, http.StatusOK, consentView{
			Application: r.Form.Get("application_id"), State: r.Form.Get("state"), Redirect: r.Form.Get("redirect_uri"),
			Draft: r.Form.Get("version") == "beta", Sellers: g.world.Accounts,
		})
		return
	}
	i := slices.IndexFunc(g.world.Accounts, func(s world.Seller) bool { return s.ID == r.Form.Get("selling_partner_id") })
	if i < 0 {
		g.showConsent(w, http.StatusBadRequest, consentView{Problem: "The seller account does not exist."})
		return
	}
	query := back.Query()
	query.Set("state", r.Form.Get("state"))
	query.Set("selling_partner_id", g.world.Accounts[i].ID)
	query.Set("spapi_oauth_code", g.Authorize(g.world.Accounts[i]))
	back.RawQuery = query.Encode()
	http.Redirect(w, r, back.String(), http.StatusFound)
}

// redirectFor returns the registered address of the requesting application, or the error in the
// request.
func (g *Gateway) redirectFor(form url.Values) (*url.URL, string) {
	g.mu.Lock()
	registered, refused := g.redirect, g.refused
	g.mu.Unlock()
	switch {
	case refused, form.Get("application_id") != ApplicationID:
		return nil, "MD1000: there is no such application."
	case form.Get("version") != "" && form.Get("version") != "beta":
		return nil, "MD5101: the version is not known."
	case form.Get("state") == "":
		return nil, "MD5110: the state is missing."
	case registered == "":
		return nil, "MD1000: the application has no redirect address."
	case form.Get("redirect_uri") != "" && form.Get("redirect_uri") != registered:
		return nil, "MD5121: the redirect address is not registered."
	}
	back, err := url.Parse(registered)
	if err != nil {
		return nil, "MD5121: the redirect address cannot be read."
	}
	return back, ""
}

func (g *Gateway) showConsent(w http.ResponseWriter, status int, view consentView) {
	page, err := consentPage.Execute(view)
	if err != nil {
		http.Error(w, err.Error(), http.StatusInternalServerError)
		return
	}
	w.Header().Set("Content-Type", "text/html; charset=utf-8")
	w.Header().Set("Cache-Control", "no-store")
	w.WriteHeader(status)
	_, _ = io.WriteString(w, page) // the client may have left
}
