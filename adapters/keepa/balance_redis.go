package keepa

import (
	"context"
	_ "embed"
	"fmt"
	"strconv"
	"time"

	redigo "github.com/gomodule/redigo/redis"
	"github.com/google/uuid"

	"sellingassistant/adapters/redis"
	"sellingassistant/domain/research/lookup"
)

//go:embed balance.lua
var balanceScript string

const (
	balanceKey = "keepa:bucket"
	// callWithin bounds a call with its tries.
	callWithin = 7 * time.Minute
)

// shared keeps the balance of all processes that use a Redis server. One script applies the rules
// by the server's time.
type shared struct {
	client *redis.Client
	script *redigo.Script
}

// NewShared keeps the balance in a Redis server.
func NewShared(client *redis.Client) Balance {
	return &shared{client, redigo.NewScript(1, balanceScript)}
}

func (s *shared) Take(ctx context.Context, lane lookup.Lane, cost, reserve int64) (Turn, error) {
	t := Turn{ticket: uuid.NewString(), cost: cost}
	got, err := redigo.Int64s(s.client.Run(ctx, s.script, balanceKey, "take", t.ticket, int(lane), cost, reserve, callWithin.Milliseconds()))
	if err == nil && len(got) != 3 {
		err = fmt.Errorf("%d values instead of 3", len(got))
	}
	if err != nil {
		return t, unavailable(fmt.Errorf("keepa: take tokens: %w", err))
	}
	t.Wait, t.Busy, t.answers = time.Duration(got[0])*time.Millisecond, got[1] > 0, got[2]
	if t.Wait > soon && (lane != lookup.Interactive || t.Busy) {
		// Calls of other processes wake nobody here.
		t.Wait = soon
	}
	return t, nil
}

func (s *shared) Settle(ctx context.Context, t Turn, told Meter) error {
	left := ""
	if n, ok := told.Left.Get(); ok {
		left = strconv.FormatInt(n, 10)
	}
	_, err := s.client.Run(ctx, s.script, balanceKey, "settle", t.ticket, t.answers, left, told.RefillIn.Milliseconds(), told.Rate)
	if err != nil {
		return fmt.Errorf("keepa: settle tokens: %w", err)
	}
	return nil
}
