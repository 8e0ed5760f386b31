package pricing

import (
	"sellingassistant/adapters/amazon/spapi"
)

// Client reads and sends prices, through the ports Market of pricing, and OwnPrices,
// PriceSubmitter and Feeds of sending.
type Client struct {
	client   *spapi.Client
	priority spapi.Priority
}

// New returns a client that calls with the given priority.
func New(c *spapi.Client, priority spapi.Priority) *Client { return &Client{c, priority} }
