package main

import (
	"net/http"
	"strings"

	"sellingassistant/test/openapi/sandbox"
)

// callSandbox makes the calls of Amazon's static sandbox that succeed.
func (c *caller) callSandbox() error {
	cases, err := sandbox.Cases()
	if err != nil {
		return err
	}
	world, err := sandbox.Discover(c.seller, func(operation string, parameters sandbox.World) any {
		r := request{op: operation, path: words{}, query: words{}}
		for name, value := range parameters {
			c.place(&r, name, value)
		}
		return c.do(r)
	})
	if err != nil {
		return err
	}
	for _, one := range cases {
		if one.Status != http.StatusOK {
			continue
		}
		r := request{op: one.Operation, path: words{}, query: words{}, body: world.In(one.Body)}
		for _, p := range one.Parameters {
			if value := world.In(strings.Join(p.Values, ",")); value != "{token}" {
				c.place(&r, p.Name, value)
			}
		}
		c.do(r)
	}
	return nil
}

// place sets a parameter as the operation declares it, and ignores parameters that the operation
// does not have.
func (c *caller) place(r *request, name, value string) {
	for _, p := range c.models[r.op].parameters {
		switch {
		case p.Name != name:
		case p.In == "path":
			r.path[name] = value
		default:
			r.query[name] = value
		}
	}
}
