package httpx

import (
	"bytes"
	"context"
	"errors"
	"io"
	"net/http"
	"reflect"
	"slices"
	"strings"
	"time"

	"github.com/gin-gonic/gin"

	"sellingassistant/adapters/http/httpx/openapi"
	"sellingassistant/adapters/http/httpx/schema"
	"sellingassistant/adapters/http/httpx/wire"
	"sellingassistant/domain/kernel/fault"
	"sellingassistant/domain/kernel/patience"
)

const (
	formType = "multipart/form-data"
	// maxJSON bounds a JSON body in bytes.
	maxJSON = 1 << 20
	// readAtOnce bounds the bytes of a body that are read before the first check.
	readAtOnce = 16 << 10
	// growFrom sets the number of bytes after which a body gets all the memory it may need.
	growFrom = 4 * readAtOnce
	// msgSlow ends a call if its body did not arrive in time.
	msgSlow = "The body was not read in time."
)

// serve runs all steps of a call and writes the answer.
func (s *Server) serve(c *gin.Context, op *operation) {
	st := stateOf(c.Request.Context())
	st.op, st.quota, st.request, st.writer = op, op.quota, c.Request, c.Writer
	defer st.leaveRoom()
	ans, err := s.answer(c, st)
	if err != nil {
		s.refuse(st, err)
		return
	}
	if ans.rows != nil {
		if err := st.sendTable(ans); err != nil {
			s.refuse(st, err)
		}
		return
	}
	st.write(ans)
	ans.free()
}

func (s *Server) answer(c *gin.Context, st *state) (*answer, error) {
	op := st.op
	ctx, cancel := context.WithTimeout(patience.With(c.Request.Context()), s.cfg.Slower*op.Timeout)
	defer cancel()
	if err := s.admit(ctx, st, op.Group, op.write); err != nil {
		return nil, err
	}
	input, err := s.accept(ctx, c, st)
	if err != nil {
		return nil, s.refused(ctx, st, err)
	}
	switch {
	case st.rehearses:
		return s.rehearse(ctx, st, input)
	case op.retry && st.claim != nil:
		return s.once(ctx, st, input)
	}
	ans, err := st.run(ctx, input)
	if err != nil || len(op.Expand) == 0 {
		return ans, err
	}
	if err = s.expand(ctx, st, ans); err != nil {
		ans.free()
		return nil, err
	}
	return ans, nil
}

// accept reads the call into the operation's input, and counts it.
func (s *Server) accept(ctx context.Context, c *gin.Context, st *state) (any, error) {
	op := st.op
	input := op.shape.fresh()
	v := reflect.ValueOf(input).Elem()
	items := op.bind(c, st, v)
	if op.retry {
		items = st.checkRetryKey(items)
	}
	if op.uploadAt != nil {
		v.FieldByIndex(op.uploadAt).Set(reflect.ValueOf(Upload{st}))
	}
	if err := s.body(ctx, st, v, items); err != nil {
		return nil, err
	}
	st.leaveRoom()
	return input, s.take(ctx, st)
}

// bind reads the parameters into the input and returns the faults of all of them.
func (op *operation) bind(c *gin.Context, st *state, input reflect.Value) []fault.Item {
	var items []fault.Item
	if st.queryBad {
		items = append(items, fault.Item{Code: fault.CodeInvalid, Message: "is not a valid form", Parameter: "query"})
	}
	path := func(name string) string {
		st.named = PathValue(c, name)
		return st.named
	}
	query := schema.Rename(st.query, op.Names)
	if op.deletesByIDs() {
		query = slices.DeleteFunc(slices.Clone(query), func(p schema.Pair) bool { return p.Name == idsName })
	}
	st.rehearses = op.DryRun && slices.ContainsFunc(query, func(p schema.Pair) bool {
		return p.Name == dryRunName && (p.Value == "true" || p.Value == "1")
	})
	if st.amazon {
		var ignored []string
		if query, ignored = schema.Known(query, op.params); len(ignored) > 0 {
			st.writer.Header()["X-Ignored-Parameters"] = st.line(strings.Join(ignored, ","))
		}
	}
	return schema.Bind(op.params, schema.Given{Query: query, Path: path, Header: st.request.Header}, input, items)
}

// run calls the handler and renders its output.
func (st *state) run(ctx context.Context, input any) (*answer, error) {
	out, err := st.op.handle(ctx, st.who, input)
	if err != nil {
		return nil, err
	}
	return st.op.render(out)
}

// body checks the media type, reads the body, checks and decodes it. The
// faults of the parameters come first in the answer.
func (s *Server) body(ctx context.Context, st *state, v reflect.Value, items []fault.Item) error {
	op, r := st.op, st.request
	want := ""
	switch {
	case op.Upload != nil:
		want = formType
	case op.bodyAt != nil:
		want = openapi.JSON
	}
	if want == "" || len(items) > 0 && want == formType {
		return schema.AnyInvalid(items)
	}
	given, err := st.idsBody()
	if err == nil && given == nil {
		err = wire.CheckMedia(r, want)
	}
	if err != nil {
		if len(items) > 0 {
			return schema.Invalid(items)
		}
		return err
	}
	if want == formType {
		st.setReadDeadline(s.cfg.Slower * op.Timeout)
		return nil
	}
	buf, scan := wire.Buffer(), schema.NewScan(op.body)
	defer wire.GiveBack(buf)
	if given != nil {
		buf.Write(given)
	} else if err := s.readJSON(ctx, st, buf, scan); err != nil {
		if len(items) > 0 {
			return schema.Invalid(items)
		}
		return err
	}
	if op.BodyOptional && len(bytes.TrimSpace(buf.Bytes())) == 0 {
		buf.Reset()
		buf.WriteString("{}")
	}
	checked, faults, malformed := scan.Read(buf.Bytes())
	switch {
	case malformed != nil && len(items) == 0:
		return malformed
	case len(items)+len(faults) > 0:
		return schema.Invalid(append(items, faults...))
	}
	if st.claim != nil {
		st.bodyHash = wire.Digest(schema.CanonicalBody(checked, op.body))
	}
	if op.exact {
		v.FieldByIndex(op.bodyAt).SetBytes(bytes.Clone(buf.Bytes()))
		return nil
	}
	return schema.Decode(checked, v.FieldByIndex(op.bodyAt))
}

// readJSON reads the body within its bounds of size and time. It stops as soon as the body must be
// refused.
func (s *Server) readJSON(ctx context.Context, st *state, buf *bytes.Buffer, scan *schema.Scan) (err error) {
	r := st.request
	if r.ContentLength > maxJSON {
		return tooLarge()
	}
	if r.Body == nil || r.ContentLength == 0 {
		return nil
	}
	size := r.ContentLength
	if size < 0 {
		size = maxJSON
	}
	if st.leave, err = s.room.Enter(ctx, st.who.Team, size); err != nil {
		return err
	}
	st.setReadDeadline(s.cfg.Slower * s.cfg.BodyTimeout)
	for err == nil && buf.Len() <= maxJSON && !scan.Enough(buf.Bytes()) {
		if buf.Len() == growFrom {
			buf.Grow(int(size)) // uses memory that was reserved before
		}
		_, err = io.CopyN(buf, r.Body, readAtOnce)
	}
	switch {
	case buf.Len() > maxJSON:
		return tooLarge()
	case err == nil:
		return nil // the scan has stopped
	case errors.Is(err, io.EOF):
		st.setReadDeadline(0)
		st.bodyRead = true
		return nil
	case wire.TimedOut(err):
		return fault.New(fault.Invalid, fault.CodeMalformedBody, msgSlow)
	}
	return fault.New(fault.Invalid, fault.CodeMalformedBody, "The body was cut off.")
}

func tooLarge() error {
	return fault.Newf(fault.TooLarge, fault.CodeTooLarge, "The body is larger than %d bytes.", maxJSON)
}

// leaveRoom releases the reserved memory of the body. A refused call keeps it until the rest of its
// body was dropped.
func (st *state) leaveRoom() {
	if st.leave != nil {
		st.leave()
		st.leave = nil
	}
}

// setReadDeadline bounds the reading of the body; 0 removes the bound, since a later deadline would
// end the handler. Connections without deadlines, as in some tests, are left alone.
func (st *state) setReadDeadline(d time.Duration) {
	var at time.Time
	if d > 0 {
		at = time.Now().Add(d)
	}
	_ = http.NewResponseController(st.writer).SetReadDeadline(at)
}
