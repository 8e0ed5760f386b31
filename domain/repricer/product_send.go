package repricer

import (
	"time"

	"sellingassistant/domain/kernel/money"
)

// The row follows what becomes of its price. Whoever decided has moved it to
// submitting; a row that is elsewhere comes along when its price leaves.

func (p *Product) follow(e RunEvent) { p.runState, _ = p.runState.Next(e) }

// PriceLeft notes that the row's price is on its way.
func (p *Product) PriceLeft() { p.follow(RunLeft) }

// PriceTaken notes that the marketplace took the price into its queue.
func (p *Product) PriceTaken() { p.follow(RunTaken) }

// PriceLive notes that the own offer was seen at the price.
func (p *Product) PriceLive(price money.Amount) {
	p.observed.CurrentPrice = Some(price)
	p.follow(RunOver)
}

// PriceFailed holds the row because its price was refused, or sent and never
// seen. details is a sentence for people.
func (p *Product) PriceFailed(details string, now time.Time) {
	p.Freeze(Hold{Reason: HoldSubmissionFailed, Since: now, Details: details})
	p.follow(RunOver)
}

// PriceForgotten notes that a price that left is not looked for any longer, and that
// nobody is to blame for it.
func (p *Product) PriceForgotten() { p.follow(RunOver) }

// PriceDropped notes that the price was given up before it left.
func (p *Product) PriceDropped() {
	if p.runState == RunSubmitting {
		p.follow(RunOver)
	}
}
