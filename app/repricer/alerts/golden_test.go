package alerts

import (
	"testing"

	"sellingassistant/domain/repricer"
	"sellingassistant/test/golden"
)

func TestGoldens(t *testing.T) {
	t.Parallel()
	golden.Check(t, sendArgs{Message: "msg_ABC", Channel: repricer.ChannelWebhook})
}
