package simulator

import "strings"

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
func (m *Marketplace) Operations() []Operation {
	all := make([]Operation, len(m.operations))
	for i, op := range m.operations {
		all[i] = Operation{op.id, op.method, "/" + strings.Join(op.path, "/"), op.rate.perSecond, op.rate.burst, op.scope}
	}
	return all
}
