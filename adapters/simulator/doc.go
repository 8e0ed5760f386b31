// Package simulator simulates a marketplace with Amazon's wire protocol: for the demo, for tests
// and for trying out faults. It shares no code with the client, so that both cannot be wrong in the
// same way.
//
// Each of its packages needs only the packages before it:
//
//	world    seed, clock, marketplaces, seller accounts
//	gateway  checks of every call: tokens, rates, parameters, faults, counters
//	catalog  products, their definitions and restrictions
//	ledger   listings, feeds and stock of the seller accounts
//	market   competition, offers, pricing, fees, buyers
//	mailbox  subscriptions, notifications and their queue
//	inbound  shipments of sellers to fulfilment centres
//	keepa    the provider of price histories
//
// Each has its own operations. Marketplace only connects the packages: it registers the operations
// with the gateway and embeds the packages' methods. It adds Handler, Control, Listen and Reset.
//
// Each package locks its own state, and callers lock nothing. Two locks keep the order of events
// for listeners: the lock of ledger.Ledger.Settle and the lock of market.Floor.Advance. They are
// taken before all other locks, and other packages may be called under them. Under any other lock
// only the gateway's may be taken. The market also takes the mailbox's, to learn whether a seller
// listens.
//
// A single listener serves everything. The token endpoint lies at /auth/o2/token and the selling
// partner API of each region below /na, /eu and /fe:
//
//	m := simulator.New(simulator.Config{})
//	server, err := m.Listen("127.0.0.1:0", "")
//	… server.TokenURL, server.Endpoints, m.Seller(marketplace.NA, simulator.Full)
//
// Sellers give their consent at /apps/authorize/consent. Notifications go to a message queue that
// is read below /queue, in the protocol of Amazon's own. Reading it advances the competition, and
// changes are sent from the subscription on. Control switches faults on and moves the clock.
//
// A provider of price histories lies below /keepa, in Keepa's wire form. It reads the same
// products, now and in the past, so that its histories end in the answers of the pricing
// operations. KeepaKey is its key.
//
// The world is computed from the seed alone: same seed, same clock and same calls give the same
// bytes. Submissions of sellers are applied later, on that clock (Config.Submission), and before
// any answer that comes after. Competing sellers react to prices on that clock too, or faster
// (Config.Pace). So prices follow from the seed, the time, and the changes to the offers of the
// seller accounts.
//
// Cases lists the products with a fixed behaviour. With Config.Sales buyers come to the own offers:
// mostly to the offer in the buy box. The dearer it is, the fewer come.
package simulator
