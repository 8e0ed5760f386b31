package security_test

import (
	"bufio"
	"bytes"
	"fmt"
	"io"
	"net"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"sellingassistant/test/openapi/checked"
	"sellingassistant/test/openapi/service"
)

// listening runs a test against services with sockets.
func listening(t *testing.T, test func(t *testing.T, s *service.Service, m *team)) {
	t.Helper()
	service.ByTier(t, service.Options{Listen: true}, func(t *testing.T, s *service.Service) {
		test(t, s, newTeam(t, s, s.Document(t)))
	})
}

// line has a connection to the service.
type line struct {
	net.Conn
	r *bufio.Reader
}

// answerWithin bounds every answer on a socket; past it a test fails instead of hanging. Work that
// grows faster than a body takes longer.
const answerWithin = 2 * time.Minute

func dial(t *testing.T, s *service.Service) *line {
	t.Helper()
	c, err := net.Dial("tcp", strings.TrimPrefix(s.URL, "http://"))
	require.NoError(t, err)
	t.Cleanup(func() { _ = c.Close() })
	require.NoError(t, c.SetDeadline(time.Now().Add(answerWithin)))
	return &line{c, bufio.NewReader(c)}
}

// head writes the start of a request.
func (l *line) head(t *testing.T, method, path string, headers ...string) {
	t.Helper()
	_, err := fmt.Fprintf(l, "%s %s HTTP/1.1\r\nHost: service\r\n%s\r\n\r\n", method, path, strings.Join(headers, "\r\n"))
	require.NoError(t, err)
}

// answer reads an answer with its body.
func (l *line) answer(t *testing.T, method string) checked.Answer {
	t.Helper()
	res, err := http.ReadResponse(l.r, &http.Request{Method: method})
	require.NoError(t, err)
	defer func() { _ = res.Body.Close() }()
	body, err := io.ReadAll(res.Body)
	require.NoError(t, err)
	return checked.Answer{Status: res.StatusCode, Header: res.Header, Body: body}
}

// flood sends a start and then chunks of blanks, up to total bytes or until the other side hangs
// up. It returns the number of sent bytes.
func (l *line) flood(start string, total int64) (sent int64) {
	chunk := bytes.Repeat([]byte(" "), 64<<10)
	framed := append(fmt.Appendf(nil, "%x\r\n", len(chunk)), append(chunk, '\r', '\n')...)
	_, err := fmt.Fprintf(l, "%x\r\n%s\r\n", len(start), start)
	for sent < total && err == nil {
		if _, err = l.Write(framed); err == nil {
			sent += int64(len(chunk))
		}
	}
	if err == nil {
		_, _ = l.Write([]byte("0\r\n\r\n"))
	}
	return sent
}

// socket makes a whole call on a connection of its own.
func (m *team) socket(t *testing.T, call checked.Call, headers ...string) checked.Answer {
	t.Helper()
	l := dial(t, m.service)
	body := bytesOf(t, call.Body)
	kind := "application/json"
	if given := call.Header["Content-Type"]; len(given) > 0 {
		kind = given[0]
	}
	headers = append(headers, "X-Api-Key: "+m.Key, "Content-Type: "+kind, fmt.Sprintf("Content-Length: %d", len(body)), "Connection: close")
	l.head(t, call.Method, call.Path, headers...)
	// The other side may answer and hang up before it has read everything.
	_, _ = io.Copy(l, bytes.NewReader(body))
	return l.answer(t, call.Method)
}

// requireProblem requires a refusal with a code, as the document describes it.
func requireProblem(t *testing.T, m *team, op checked.Operation, a checked.Answer, status int, code, what string) checked.Problem {
	t.Helper()
	require.Equal(t, status, a.Status, "%s %s: %.300s", op.OperationID, what, a.Body)
	p := a.Problem(t)
	require.Equal(t, code, p.Code, "%s %s: %.300s", op.OperationID, what, a.Body)
	require.NotEmpty(t, p.Message)
	require.Less(t, len(a.Body), 32<<10, "a refusal must not be as long as the refused body")
	r := m.client.Request(t, checked.Call{Method: op.Method, Path: "/"})
	require.NoError(t, m.doc.CheckAnswer(t.Context(), op, r, a.Status, a.Header, a.Body), what)
	return p
}
