package pricing

import (
	"sellingassistant/adapters/amazon/spapi"
)

// Client asks for prices and sends them: the ports Offers, Fees, ExpectedPrices,
// OwnPrices, PriceSink and Feeds.
type Client struct {
	client *spapi.Client
	lane   spapi.Lane
}

// New makes a client whose calls wait in a lane.
func New(c *spapi.Client, lane spapi.Lane) *Client { return &Client{c, lane} }
