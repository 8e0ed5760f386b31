package wire

import "net/http"

const (
	// plainCookie keeps a login on plain HTTP of the same machine; secureCookie elsewhere.
	plainCookie  = "sa"
	secureCookie = "__Host-sa"
)

// FromConsole reports whether the script of a page of this service made the call. Pages of other
// origins can set neither header, and forms, images and frames send no header of their own.
func FromConsole(r *http.Request) bool {
	return r.Header.Get("X-Console") == "1" && r.Header.Get("Sec-Fetch-Site") == "same-origin"
}

// Login returns the token that a browser keeps for the console, "" without a token. It counts only
// for calls of the console's own pages.
func Login(r *http.Request) string {
	if !FromConsole(r) {
		return ""
	}
	for _, name := range []string{secureCookie, plainCookie} {
		if c, err := r.Cookie(name); err == nil && c.Value != "" {
			return c.Value
		}
	}
	return ""
}

// LoginCookie keeps a token for some seconds, or with a negative number drops it.
func LoginCookie(token string, seconds int, secure bool) *http.Cookie {
	name := plainCookie
	if secure {
		name = secureCookie
	}
	return &http.Cookie{ //nolint:gosec // without TLS a browser would drop a Secure cookie
		Name: name, Value: token, Path: "/", MaxAge: seconds,
		HttpOnly: true, Secure: secure, SameSite: http.SameSiteStrictMode,
	}
}
