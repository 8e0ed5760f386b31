package simulator

import (
	"strings"
	"time"

	"sellingassistant/adapters/simulator/catalog"
	"sellingassistant/adapters/simulator/gateway"
	"sellingassistant/adapters/simulator/keepa"
	"sellingassistant/adapters/simulator/ledger"
	"sellingassistant/adapters/simulator/mailbox"
	"sellingassistant/adapters/simulator/world"
)

// Types of the simulator's packages that callers of a marketplace need.
type (
	// Case describes a product with a fixed behaviour.
	Case = catalog.Case
	// Clock has the simulated time.
	Clock = world.Clock
	// ClockChange changes the clock.
	ClockChange = world.ClockChange
	// Kind names the special property of a seller account.
	Kind = world.Kind
	// Counter counts the answers of an operation.
	Counter = gateway.Counter
	// Delay bounds how long the marketplace takes to apply accepted changes, on its own clock.
	Delay = ledger.Delay
	// Fault describes a misbehaviour and the calls it hits.
	Fault = gateway.Fault
	// Limits changes the published rates.
	Limits = gateway.Limits
	// Mode names a way to misbehave.
	Mode = gateway.Mode
	// Notifications lists the subscribers and counts the waiting messages.
	Notifications = mailbox.Notifications
	// Operation has a row of the table of served operations.
	Operation = gateway.Operation
	// Pace sets how fast the markets trade.
	Pace = world.Pace
	// QueueState counts the messages of a queue.
	QueueState = mailbox.QueueState
	// Sale has a listing that buyers can buy.
	Sale = ledger.Sale
	// Scenario has a state of the clock and the active faults.
	Scenario = gateway.Scenario
	// Seller has a seller account.
	Seller = world.Seller
)

// The seller accounts of each region.
const (
	Full     = world.Full
	NoRole   = world.NoRole
	Revoked  = world.Revoked
	Empty    = world.Empty
	Enormous = world.Enormous
	Local    = world.Local
)

// The credentials of the only application.
const (
	ApplicationID = gateway.ApplicationID
	ClientID      = gateway.ClientID
	ClientSecret  = gateway.ClientSecret
)

// The fault modes.
const (
	Slow            = gateway.Slow
	SlowBody        = gateway.SlowBody
	Drip            = gateway.Drip
	Stall           = gateway.Stall
	Reset           = gateway.Reset
	Half            = gateway.Half
	Error500        = gateway.Error500
	Error503        = gateway.Error503
	Burst           = gateway.Burst
	HTML            = gateway.HTML
	Throttle        = gateway.Throttle
	Drain           = gateway.Drain
	RateChange      = gateway.RateChange
	Forbid          = gateway.Forbid
	Revoke          = gateway.Revoke
	Unauthorized    = gateway.Unauthorized
	BadRequest      = gateway.BadRequest
	TooLarge        = gateway.TooLarge
	Unsupported     = gateway.Unsupported
	Redirect        = gateway.Redirect
	Junk            = gateway.Junk
	WrongTypes      = gateway.WrongTypes
	Nothing         = gateway.Nothing
	Big             = gateway.Big
	BigPage         = gateway.BigPage
	BigAttributes   = gateway.BigAttributes
	ShortLived      = gateway.ShortLived
	InvalidGrant    = gateway.InvalidGrant
	InvalidClient   = gateway.InvalidClient
	TokenBusy       = gateway.TokenBusy
	ItemFail        = gateway.ItemFail
	ItemMissing     = gateway.ItemMissing
	ItemReorder     = gateway.ItemReorder
	OffersLie       = gateway.OffersLie
	QueueOffersLie  = gateway.QueueOffersLie
	LostWrite       = gateway.LostWrite
	FailedWrite     = gateway.FailedWrite
	LateWrite       = gateway.LateWrite
	NeverApplied    = gateway.NeverApplied
	QueueDuplicate  = gateway.QueueDuplicate
	QueueLate       = gateway.QueueLate
	QueueReorder    = gateway.QueueReorder
	QueueMissing    = gateway.QueueMissing
	QueueUnreadable = gateway.QueueUnreadable
	QueueFlood      = gateway.QueueFlood
	Keepa429        = gateway.Keepa429
	Keepa402        = gateway.Keepa402
	KeepaSlow       = gateway.KeepaSlow
	KeepaJunk       = gateway.KeepaJunk
	KeepaCut        = gateway.KeepaCut
)

// The products with a fixed behaviour.
const (
	CaseUnrestricted      = catalog.CaseUnrestricted
	CaseUnknownProduct    = catalog.CaseUnknownProduct
	CaseNotEligible       = catalog.CaseNotEligible
	CaseApproval          = catalog.CaseApproval
	CaseApprovalUnknown   = catalog.CaseApprovalUnknown
	CaseBoth              = catalog.CaseBoth
	CaseNoCodeLink        = catalog.CaseNoCodeLink
	CaseNewCodeLink       = catalog.CaseNewCodeLink
	CaseNoCode            = catalog.CaseNoCode
	CaseNewCode           = catalog.CaseNewCode
	CaseNoReason          = catalog.CaseNoReason
	CaseOtherCondition    = catalog.CaseOtherCondition
	CaseOtherMarketplace  = catalog.CaseOtherMarketplace
	CaseEveryCondition    = catalog.CaseEveryCondition
	CaseJunk              = catalog.CaseJunk
	CaseWrongTypes        = catalog.CaseWrongTypes
	CaseNothing           = catalog.CaseNothing
	CaseStall             = catalog.CaseStall
	CaseReset             = catalog.CaseReset
	CaseHalf              = catalog.CaseHalf
	CaseDrip              = catalog.CaseDrip
	CaseBig               = catalog.CaseBig
	CaseRedirect          = catalog.CaseRedirect
	CaseRejected          = catalog.CaseRejected
	CaseRejectedByGateway = catalog.CaseRejectedByGateway
	CaseUnauthorized      = catalog.CaseUnauthorized
	CaseForbidden         = catalog.CaseForbidden
	CaseMissing           = catalog.CaseMissing
	CaseTooLarge          = catalog.CaseTooLarge
	CaseUnsupported       = catalog.CaseUnsupported
	CaseThrottled         = catalog.CaseThrottled
	CaseError             = catalog.CaseError
	CasePage              = catalog.CasePage
	CaseUnavailable       = catalog.CaseUnavailable
)

// Cases lists the products with a fixed behaviour.
func Cases() []Case { return catalog.Cases() }

// The only queue, and the access key id that its readers sign with.
const (
	DefaultQueue   = mailbox.DefaultQueue
	QueueAccessKey = mailbox.QueueAccessKey
)

// ARN returns the name of a queue for createDestination.
func ARN(queue string) string { return mailbox.ARN(queue) }

// KeepaKey opens the price history provider.
const KeepaKey = keepa.Key

// MaxProducts bounds the catalogue.
const MaxProducts = world.MaxProducts

// ASIN returns the identifier of the product with this index in the catalogue.
func ASIN(index int) string { return world.ASIN(index) }

// NewClock starts a clock. Speed 1 follows real time; at speed 0 the clock only moves by steps.
func NewClock(start time.Time, speed float64) *Clock { return world.NewClock(start, speed) }

// IsCredential reports whether a refresh token, client id or key belongs to a simulator. So a
// program can refuse to send it to a real marketplace.
func IsCredential(s string) bool {
	return s == gateway.ClientID || s == keepa.Key || strings.HasPrefix(s, world.RefreshPrefix)
}

// Modes lists the fault modes.
func Modes() []Mode { return gateway.Modes() }

// SKU returns the seller's number of the listing with this index, of 300 in a full account.
func SKU(index int) string { return ledger.SKU(index) }
