// Package simulator is a marketplace that speaks Amazon's wire protocol: for
// the demo, for tests and for trying out faults. It shares no code with the
// client, so that both cannot be wrong in the same way.
//
// It has rooms, each a package that needs only those before it:
//
//	world    seed, clock, marketplaces, seller accounts
//	gateway  what every call passes: tokens, rates, parameters, faults, counters
//	catalog  products, their definitions and restrictions
//	ledger   listings, feeds and stock of the seller accounts
//	market   competition, offers, pricing, fees, buyers
//	mailbox  subscriptions, notifications and their queue
//	inbound  what sellers send to fulfilment centres
//	keepa    the provider of price histories
//
// Each registers its own operations with the gateway. Marketplace only holds them
// together; what it offers beside New, Handler, Control and Listen is the rooms' own.
//
// There is one rule for locks. Each room locks what it keeps, and callers lock nothing.
// Two locks keep the order of what listeners hear, that of ledger.Ledger.Settle and that
// of market.Floor.Advance: they are taken before all others, and while they are held
// other rooms are called. Under any other lock no lock of another room is taken but the
// gateway's, and by the market the mailbox's, to know whether a seller listens.
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
// sellers react to prices on that clock too, or faster (Config.Pace): what a
// product costs follows from the seed, the time, and what was done to the offers
// of the seller accounts.
// Case lists products with a fixed behaviour. With Config.Sales buyers come to the
// own offers: mostly to the one in the buy box, and the fewer the dearer it is.
package simulator
