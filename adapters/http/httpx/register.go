package httpx

import (
	"fmt"
	"net/http"
	"slices"
	"strings"
	"time"

	"github.com/gin-gonic/gin"

	"sellingassistant/adapters/http/httpx/quota"
	"sellingassistant/adapters/http/httpx/schema"
	"sellingassistant/adapters/http/httpx/wire"
)

// operation has a registered operation, ready to be served.
type operation struct {
	Operation
	shape    shape
	handle   handler
	params   []*schema.Param
	bodyAt   []int // field of the JSON body in the input, nil without a body
	body     *schema.Node
	exact    bool  // passes the body on unchanged
	uploadAt []int // field of the Upload in the input, nil without an upload
	outputs  schema.Outputs
	statuses []int // of a success
	quota    *quota.Quota
	write    bool
	retry    bool
}

// register compiles an operation, routes it and adds it to the document.
func (s *Server) register(o Operation, sh shape, h handler) {
	op := &operation{Operation: o, shape: sh, handle: h, write: o.writes(), retry: retries(o.Method)}
	s.checkOperation(op)
	for _, risk := range schema.Risks(sh.in, sh.out) {
		panic("httpx: " + risk)
	}
	if op.Timeout == 0 {
		op.Timeout = defaultTimeout
	}
	op.quota = s.quotaOf(op)
	s.describe(op)
	s.ops = append(s.ops, op)
	serve := func(c *gin.Context) { s.serve(c, op) }
	s.engine.Handle(op.Method, wire.Pattern(Prefix+op.Path), serve)
	if op.Method == http.MethodGet {
		s.engine.HEAD(wire.Pattern(Prefix+op.Path), serve)
	}
}

// checkOperation refuses a description with gaps.
func (s *Server) checkOperation(op *operation) {
	miss := func(what string) {
		panic(fmt.Sprintf("httpx: operation %s %s %s: %s", op.ID, op.Method, op.Path, what))
	}
	switch {
	case op.ID == "" || op.Group == "" || op.Summary == "" || op.Description == "":
		miss("ID, Group, Summary and Description are required")
	case s.names[op.ID]:
		miss("the ID is taken")
	case !strings.HasPrefix(op.Path, "/"):
		miss("the path does not start with a slash")
	case op.Reads && op.Method != http.MethodPost:
		miss("Reads is for POST; other methods say themselves what they do")
	case op.Writes && op.Method != http.MethodGet:
		miss("Writes is for GET; other methods say themselves what they do")
	case op.Outside && !retries(op.Method):
		miss("Outside is for methods that take an Idempotency-Key")
	case op.Secret && s.cfg.Sealer == nil:
		miss("an answer with a secret needs Config.Sealer")
	case slices.Contains(op.Errors, http.StatusUnauthorized):
		miss("a bad key is 403")
	}
	s.names[op.ID] = true
	_, hasBody := op.shape.out.FieldByName("Body")
	if op.Status == 0 {
		op.Status = http.StatusOK
		if !hasBody {
			op.Status = http.StatusNoContent
		}
	}
	if hasBody && op.Example == nil && op.Files == nil {
		miss("an answer with a body needs an Example")
	}
	if _, in := op.shape.in.FieldByName("Body"); in && op.RequestExample == nil {
		miss("a JSON body needs a RequestExample")
	}
	op.statuses = append([]int{op.Status}, op.Also...)
}

// lease returns the time a claim with outside effects stays valid: a minute, or longer if the
// handler may run longer.
func (op *operation) lease() time.Duration { return max(time.Minute, op.Timeout+10*time.Second) }
