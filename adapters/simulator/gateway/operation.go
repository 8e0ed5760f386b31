package gateway

import "strings"

// Endpoint is one row of the table of what is served.
type Endpoint struct {
	ID     string
	Method string
	Path   []string // {name} stands for one segment
	Rate   Rate
	// Answer is the body of a success. It panics with what ends the call otherwise,
	// a *refusal or a *Fault.
	Answer func(c *Call) any
	Status int // of a success
	Shape  Shape
	Role   Role
	Scope  string // set for operations that take the application's own token
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
