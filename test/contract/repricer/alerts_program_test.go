package repricer_test

import (
	"bufio"
	"fmt"
	"net"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"sellingassistant/app/repricer/alerts"
	"sellingassistant/app/repricer/manage"
	"sellingassistant/domain/kernel/marketplace"
	"sellingassistant/domain/kernel/money"
	"sellingassistant/domain/kernel/optional"
	"sellingassistant/domain/repricer"
	"sellingassistant/ports/jobs"
	"sellingassistant/test/openapi/service"
)

// postOffice takes one mail and returns the address of its server.
func postOffice(t *testing.T) (address string, mail <-chan string) {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	require.NoError(t, err)
	t.Cleanup(func() { _ = l.Close() })
	letters := make(chan string, 1)
	go func() {
		c, err := l.Accept()
		if err != nil {
			return
		}
		defer c.Close()
		var said strings.Builder
		fmt.Fprint(c, "220 here\r\n")
		data := false
		for in := bufio.NewScanner(c); in.Scan(); {
			line := in.Text()
			said.WriteString(line + "\n")
			switch {
			case line == "DATA":
				data = true
				fmt.Fprint(c, "354 go on\r\n")
			case data && line != ".":
			case line == "QUIT":
				fmt.Fprint(c, "221 bye\r\n")
				letters <- said.String()
				return
			default:
				data = false
				fmt.Fprint(c, "250 ok\r\n")
			}
		}
	}()
	return l.Addr().String(), letters
}

// The program notes, gathers and tells by itself.
func TestTheProgramTellsPeople(t *testing.T) {
	address, letters := postOffice(t)
	m := openMarket(t, service.Options{Listen: true, Environ: []string{
		"SA_WORKERS=1", "SA_SMTP_URL=smtp://" + address, "SA_MAIL_FROM=alerts@shop.example",
	}}, eur("1"))
	_, err := m.Operator.Settings.Update(t.Context(), m.team.Who(), manage.UpdateSettings{Patch: repricer.SettingsPatch{
		Notify: optional.Put(repricer.NotifyPatch{
			Email: optional.Put(inbox), Events: optional.Put([]repricer.NotifyEvent{repricer.NotifyCircuitBreaker}),
		}),
	}})
	require.NoError(t, err)
	m.known(t)
	s := m.Market.ForSale(m.team.Seller, marketplace.US, 1)[0]
	m.sell(t, autoBetween(s.SKU, s.ASIN, eur("0.50"), money.FromUnits(2*s.Price.Units())))

	// The job waits for a minute of the real clock.
	require.Eventually(t, func() bool {
		waiting, err := m.Operator.Jobs.List(t.Context(), jobs.Filter{Kind: alerts.CollectAlertsJob, Limit: 1})
		require.NoError(t, err)
		if len(waiting) == 0 {
			return false
		}
		_, err = m.Operator.Jobs.Retry(t.Context(), waiting[0].ID)
		return err == nil || waiting[0].State == jobs.Running
	}, 2*time.Minute, 20*time.Millisecond)
	select {
	case mail := <-letters:
		require.Contains(t, mail, "RCPT TO:<ann@example.com>\n")
		require.Contains(t, mail, "Subject: Repricer: 1 circuit breaker\n")
		require.Contains(t, mail, "circuit_breaker, row_breaker\nSKU "+s.SKU+" on ATVPDKIKX0DER (row 1)\n")
	case <-time.After(30 * time.Second):
		require.Fail(t, "no mail came")
	}
}
