package httpx_test

import (
	"bytes"
	"context"
	"errors"
	"net/http"
	"testing"

	"github.com/stretchr/testify/require"

	"sellingassistant/adapters/http/httpx"
	"sellingassistant/domain/kernel/caller"
	"sellingassistant/ports/idempotency"
)

// mask is a sealer that turns the bits of a text, and puts the binding before it.
type mask byte

func (m mask) turn(text []byte) []byte {
	out := bytes.Clone(text)
	for i := range out {
		out[i] ^= byte(m)
	}
	return out
}

func (m mask) Seal(plain []byte, binding string) ([]byte, error) {
	return append([]byte(binding+"\n"), m.turn(plain)...), nil
}

func (m mask) Open(sealed []byte, binding string) ([]byte, error) {
	text, ok := bytes.CutPrefix(sealed, []byte(binding+"\n"))
	if !ok || m == 0 {
		return nil, errors.New("altered")
	}
	return m.turn(text), nil
}

// An answer with a secret is not stored in clear. A retry gets it all the same.
func TestAnswersWithSecretsAreStoredSealed(t *testing.T) {
	sealer := mask(0x5a)
	r := newRig(t, func(cfg *httpx.Config, _ *limiter) { cfg.Sealer = &sealer })
	type made struct {
		Secret string `json:"secret" doc:"Signs."`
	}
	type out struct{ Body made }
	op := operation("makeSecret", http.MethodPost, "/secrets")
	op.Secret, op.Example = true, made{Secret: "whsec_example"}
	calls := 0
	httpx.Register(r.server.Router(), op, func(context.Context, caller.Caller, *httpx.None) (*out, error) {
		calls++
		return &out{Body: made{Secret: "whsec_7f3a"}}, nil
	})
	send := func() (int, string) {
		w := r.do(call{method: http.MethodPost, path: "/api/v1/secrets", header: header("Idempotency-Key", "k1")})
		return w.Code, w.Body.String()
	}
	for range 2 {
		status, text := send()
		require.Equal(t, 200, status, text)
		require.JSONEq(t, `{"secret":"whsec_7f3a"}`, text)
	}
	require.Equal(t, 1, calls)
	stored := r.world.entries[idempotency.Scope{Team: 7, Operation: "makeSecret", Key: "k1"}]
	require.NotNil(t, stored.Answer)
	require.NotContains(t, string(stored.Answer.Body), "whsec")
	require.True(t, bytes.HasPrefix(stored.Answer.Body, []byte("idempotency|7|makeSecret|k1\n")))

	sealer = 0 // the secret key has changed
	status, text := send()
	require.Equal(t, 422, status)
	require.Contains(t, text, `"code":"idempotency_key_reused"`)
	require.Equal(t, 1, calls)
}
