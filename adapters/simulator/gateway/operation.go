package gateway

import (
	"net/http"
	"strings"
)

// Endpoint is one row of the table of what is served.
type Endpoint struct {
	ID     string
	Method string
	Path   []string // {name} stands for one segment
	Rate   Rate
	// Answer is the body of a success. It panics with what ends the call otherwise,
	// a *Refusal or a *Fault.
	Answer func(c *Call) any
	Status int // of a success
	Shape  Shape
	Role   Role
	Scope  string // set for operations that take the application's own token
}

// Get is an operation that reads, with its published limits: calls a second and burst.
func Get(id, path string, perSecond, burst float64, answer func(*Call) any) Endpoint {
	return Serving(http.MethodGet, id, path, perSecond, burst, answer)
}

// Post is Get with another method.
func Post(id, path string, perSecond, burst float64, answer func(*Call) any) Endpoint {
	return Serving(http.MethodPost, id, path, perSecond, burst, answer)
}

// Delete is Get with another method.
func Delete(id, path string, perSecond, burst float64, answer func(*Call) any) Endpoint {
	return Serving(http.MethodDelete, id, path, perSecond, burst, answer)
}

// Serving is Get with any method.
func Serving(method, id, path string, perSecond, burst float64, answer func(*Call) any) Endpoint {
	return Endpoint{ID: id, Method: method, Path: Segments(path), Rate: Rate{perSecond, burst}, Answer: answer, Status: http.StatusOK}
}

// OfRole is the operation for applications that may work with listings.
func (e Endpoint) OfRole() Endpoint {
	e.Role = RoleListing
	return e
}

// OfApplication is the operation for the application's own token.
func (e Endpoint) OfApplication() Endpoint {
	e.Scope = ScopeNotifications
	return e
}

// With is the operation whose successes have another status.
func (e Endpoint) With(status int) Endpoint {
	e.Status = status
	return e
}

// Operation is a row of the table of what the marketplace serves.
type Operation struct {
	ID, Method string
	// Path has {name} for each segment that is a parameter.
	Path string
	// Rate is calls per second, Burst the size of the bucket, as published.
	Rate, Burst float64
	// Scope is set for operations that take the application's own token.
	Scope string
}

// Operations lists what the regions serve.
func (g *Gateway) Operations() []Operation {
	all := make([]Operation, len(g.operations))
	for i, op := range g.operations {
		all[i] = Operation{op.ID, op.Method, "/" + strings.Join(op.Path, "/"), op.Rate.PerSecond, op.Rate.Burst, op.Scope}
	}
	return all
}
