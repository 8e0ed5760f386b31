package gateway

import (
	"net/http"
	"strings"
)

// Endpoint has one row of the table of served operations.
type Endpoint struct {
	ID     string
	Method string
	Path   []string // {name} matches one segment
	Rate   Rate
	// Answer returns the body of a success. To end the call otherwise it panics with a *Refusal or
	// a *Fault.
	Answer func(c *Call) any
	Status int // of a success
	Shape  Shape
	Role   Role
	Scope  string // set for operations that take the application's own token
}

// Get returns an operation that reads, with its published limits: calls per second and burst.
func Get(id, path string, perSecond, burst float64, answer func(*Call) any) Endpoint {
	return Serving(http.MethodGet, id, path, perSecond, burst, answer)
}

// Post returns an operation with the method POST.
func Post(id, path string, perSecond, burst float64, answer func(*Call) any) Endpoint {
	return Serving(http.MethodPost, id, path, perSecond, burst, answer)
}

// Delete returns an operation with the method DELETE.
func Delete(id, path string, perSecond, burst float64, answer func(*Call) any) Endpoint {
	return Serving(http.MethodDelete, id, path, perSecond, burst, answer)
}

// Serving returns an operation with any method.
func Serving(method, id, path string, perSecond, burst float64, answer func(*Call) any) Endpoint {
	return Endpoint{ID: id, Method: method, Path: Segments(path), Rate: Rate{perSecond, burst}, Answer: answer, Status: http.StatusOK}
}

// OfRole restricts the operation to applications that may work with listings.
func (e Endpoint) OfRole() Endpoint {
	e.Role = RoleListing
	return e
}

// OfApplication makes the operation take the application's own token.
func (e Endpoint) OfApplication() Endpoint {
	e.Scope = ScopeNotifications
	return e
}

// With sets another status for successes.
func (e Endpoint) With(status int) Endpoint {
	e.Status = status
	return e
}

// Operation has a row of the table of served operations.
type Operation struct {
	ID, Method string
	// Path has {name} for each parameter.
	Path string
	// Rate has the calls per second, Burst the size of the bucket, as published.
	Rate, Burst float64
	// Scope occurs for operations that take the application's own token.
	Scope string
}

// Operations lists the operations of the regions.
func (g *Gateway) Operations() []Operation {
	all := make([]Operation, len(g.operations))
	for i, op := range g.operations {
		all[i] = Operation{op.ID, op.Method, "/" + strings.Join(op.Path, "/"), op.Rate.PerSecond, op.Rate.Burst, op.Scope}
	}
	return all
}
