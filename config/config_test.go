package config_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"go.uber.org/zap/zapcore"

	"sellingassistant/config"
	"sellingassistant/ports/ratelimit"
)

const key = "00112233445566778899aabbccddeeff00112233445566778899aabbccddeeff"

func TestDefaults(t *testing.T) {
	c, err := config.Load([]string{"SA_SECRET_KEY=" + key, "SA_DATA_DIR=/srv/sa"}, false)
	require.NoError(t, err)
	require.Equal(t, "127.0.0.1:8080", c.HTTPAddr)
	require.Equal(t, "127.0.0.1:9464", c.MetricsAddr)
	require.Equal(t, "sqlite:///srv/sa/selling-assistant.db", c.DatabaseURL.Reveal())
	require.Equal(t, "file:///srv/sa/files", c.BlobURL.Reveal())
	require.Equal(t, zapcore.InfoLevel, c.LogLevel)
	require.False(t, c.LogLevelGiven)
	require.Equal(t, "auto", c.LogFormat)
	require.Equal(t, "https://sellingpartnerapi-eu.amazon.com", c.Amazon.Endpoints()["eu"])
	require.False(t, c.Tracing())
}

func TestRateLimits(t *testing.T) {
	c, err := config.Load([]string{"SA_SECRET_KEY=" + key, "SA_RATE_LIMITS=default=300, documents=1200"}, false)
	require.NoError(t, err)
	require.Equal(t, config.RateLimits{
		"":          ratelimit.Limit{Calls: 300, Window: time.Minute},
		"documents": ratelimit.Limit{Calls: 1200, Window: time.Minute},
	}, c.RateLimits)
}

func TestEveryFaultIsNamedAtOnce(t *testing.T) {
	_, err := config.Load([]string{
		"SA_HTTP_ADDR=8080",
		"SA_DATABASE_URL=mysql://x",
		"SA_BLOB_URL=ftp://x",
		"SA_LOG_LEVEL=loud",
		"SA_LOG_FORMAT=xml",
		"SA_SECRET_KEY=abc",
		"SA_LWA_TOKEN_URL=http://10.0.0.1/token",
		"SA_LWA_CLIENT_ID=only",
		"SA_RATE_LIMITS=documents",
		"SA_CORS_ORIGINS=everyone",
		"SA_STOP_NOTICE=2m",
		"SA_WORKERS=101",
		"SA_REPRICER=perhaps",
		"SA_SELLER_CENTRAL_URL=http://10.0.0.1",
		"SA_AMAZON_APP_ID=a b",
		"SA_NOTIFICATIONS_URL=ftp://KEY:hunter2@queue",
		"SA_NOTIFICATIONS_ARN=queue",
		"SA_CONNECT_BETA=perhaps",
		"SA_SMTP_URL=http://ann:hunter4@mail.example.com",
		"SA_MAIL_FROM=nobody",
		"SA_WEBHOOK_LOCAL=perhaps",
	}, false)
	require.Error(t, err)
	for _, name := range []string{
		"SA_HTTP_ADDR", "SA_DATABASE_URL", "SA_BLOB_URL", "SA_LOG_LEVEL", "SA_LOG_FORMAT", "SA_SECRET_KEY",
		"SA_LWA_TOKEN_URL", "SA_LWA_CLIENT_SECRET", "SA_RATE_LIMITS", "SA_CORS_ORIGINS", "SA_STOP_NOTICE",
		"SA_SELLER_CENTRAL_URL", "SA_AMAZON_APP_ID", "SA_NOTIFICATIONS_URL", "SA_NOTIFICATIONS_ARN", "SA_CONNECT_BETA",
		"SA_WORKERS", "SA_REPRICER", "SA_SMTP_URL", "SA_MAIL_FROM", "SA_WEBHOOK_LOCAL",
	} {
		require.Contains(t, err.Error(), name)
	}
	require.Len(t, strings.Split(err.Error(), "\n"), 21)
	require.NotContains(t, err.Error(), "hunter")
}

func TestSecretKeyIsRequiredOutsideDemo(t *testing.T) {
	_, err := config.Load(nil, false)
	require.ErrorContains(t, err, "SA_SECRET_KEY is required")
	_, err = config.Load(nil, true)
	require.NoError(t, err)
}

func TestDemoRefusesARealMarketplace(t *testing.T) {
	_, err := config.Load([]string{"SA_SPAPI_ENDPOINT_EU=https://sellingpartnerapi-eu.amazon.com"}, true)
	require.ErrorContains(t, err, "SA_SPAPI_ENDPOINT_EU must not be set in demo mode")
}

func TestPlainHTTPOnlyOnLoopback(t *testing.T) {
	for address, ok := range map[string]bool{
		"https://example.com":        true,
		"http://127.0.0.1:9000":      true,
		"http://[::1]:9000":          true,
		"http://localhost:9000":      true,
		"http://example.com":         false,
		"http://169.254.169.254":     false,
		"ftp://127.0.0.1":            false,
		"https://user@evil.example":  false,
		"//sellingpartner.example":   false,
		"http://127.0.0.1.nip.io:80": false,
	} {
		_, err := config.Load([]string{"SA_SECRET_KEY=" + key, "SA_SPAPI_ENDPOINT_NA=" + address}, false)
		require.Equal(t, ok, err == nil, address)
	}
}

func TestMailNeedsAServerAndASender(t *testing.T) {
	for given, ok := range map[string]bool{
		"SA_SMTP_URL=smtp://mail.example.com SA_MAIL_FROM=alerts@example.com": true,
		"SA_SMTP_URL=smtp://mail.example.com":                                 false,
		"SA_MAIL_FROM=alerts@example.com":                                     false,
		"SA_SMTP_URL=smtp://mail.example.com SA_MAIL_FROM=alerts":             false,
	} {
		_, err := config.Load(append(strings.Fields(given), "SA_SECRET_KEY="+key), false)
		require.Equal(t, ok, err == nil, given)
	}
}

func TestPrintingTheConfigShowsNoSecret(t *testing.T) {
	c, err := config.Load([]string{
		"SA_SECRET_KEY=" + key, "SA_DATABASE_URL=postgres://u:hunter2@db/sa",
		"SA_LWA_CLIENT_ID=id", "SA_LWA_CLIENT_SECRET=hunter3", "SA_SMTP_URL=smtps://ann:hunter4@mail.example.com", "SA_MAIL_FROM=a@example.com",
	}, false)
	require.NoError(t, err)
	for _, form := range []string{"%v", "%+v", "%#v"} {
		printed := fmt.Sprintf(form, c)
		require.NotContains(t, printed, "hunter")
		require.NotContains(t, printed, key)
	}
}
