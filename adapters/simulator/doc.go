// Package simulator is a marketplace that speaks Amazon's wire protocol: for
// the demo, for tests and for trying out faults. It shares no code with the
// client, so that both cannot be wrong in the same way.
//
// One listener serves everything. The token endpoint lies at /auth/o2/token
// and the selling partner API of each region below /na, /eu and /fe:
//
//	m := simulator.New(simulator.Config{})
//	server, err := m.Listen("127.0.0.1:0", "")
//	… server.TokenURL, server.Endpoints, m.Seller(marketplace.NA, simulator.Full)
//
// Sellers give their consent at /apps/authorize/consent. Notifications go to a
// message queue that is read below /queue, in the protocol of Amazon's own:
// reading it is what lets the competition go on, and changes are told from the
// subscription on. Control switches faults on and moves the clock.
//
// A provider of price histories lies below /keepa, in Keepa's wire form: it looks at the
// same products, now and in the past, so that its histories end in what the pricing
// operations answer. KeepaKey is its key.
//
// The world is computed from the seed alone: same seed, same clock and same
// calls give the same bytes. What sellers submit is applied later, on that
// clock (Config.Submission), and before any answer that comes after. Competing
// sellers react to prices on that clock too: what a product costs follows from
// the seed, the time, and what was done to the offers of the seller accounts.
// Case lists products with a fixed behaviour. With Config.Sales buyers come to the
// own offers: mostly to the one in the buy box, and the fewer the dearer it is.
package simulator
