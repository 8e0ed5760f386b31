package demo

import (
	"context"

	"sellingassistant/cmd/selling-assistant/compose"
	"sellingassistant/domain/kernel/optional"
	"sellingassistant/domain/notice"
)

// fillMails switches the mails of the owner on, and asks for a first morning mail. The buy box of
// the demo moves every few seconds, so the morning mail alone has it.
func fillMails(ctx context.Context, op *compose.Operator, st *state) error {
	_, err := op.Letters.Update(ctx, st.caller(), notice.Patch{
		Enabled: optional.Put(true), Kinds: map[notice.Kind]notice.When{notice.BuyBoxLost: notice.InMorning},
	}, nil)
	if err != nil {
		return err
	}
	return op.Letters.MailNow(ctx, st.caller())
}
