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
	require.False(t, c.Amazon.Simulated())
	for address, simulated := range map[string]bool{
		"http://127.0.0.1:9000": true, "https://sandbox.sellingpartnerapi-eu.amazon.com": false, "https://amazon.com.example": true,
	} {
		c.Amazon.EndpointEU = address
		require.Equal(t, simulated, c.Amazon.Simulated(), address)
	}
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
		"SA_DOCUMENT_WORKERS=33",
		"SA_REPRICER=perhaps",
		"SA_SELLER_CENTRAL_URL=http://10.0.0.1",
		"SA_AMAZON_APP_ID=a b",
		"SA_NOTIFICATIONS_URL=ftp://KEY:hunter2@queue",
		"SA_NOTIFICATIONS_ARN=queue",
		"SA_CONNECT_BETA=perhaps",
		"SA_SMTP_URL=http://ann:hunter4@mail.example.com",
		"SA_MAIL_FROM=nobody",
		"SA_WEBHOOK_LOCAL=perhaps", "SA_REDIS_REQUIRED=perhaps",
	}, false)
	require.Error(t, err)
	for _, name := range []string{
		"SA_HTTP_ADDR", "SA_DATABASE_URL", "SA_BLOB_URL", "SA_LOG_LEVEL", "SA_LOG_FORMAT", "SA_SECRET_KEY",
		"SA_LWA_TOKEN_URL", "SA_LWA_CLIENT_SECRET", "SA_RATE_LIMITS", "SA_CORS_ORIGINS", "SA_STOP_NOTICE",
		"SA_SELLER_CENTRAL_URL", "SA_AMAZON_APP_ID", "SA_NOTIFICATIONS_URL", "SA_NOTIFICATIONS_ARN", "SA_CONNECT_BETA",
		"SA_WORKERS", "SA_DOCUMENT_WORKERS", "SA_REPRICER", "SA_SMTP_URL", "SA_MAIL_FROM", "SA_WEBHOOK_LOCAL", "SA_REDIS_REQUIRED",
	} {
		require.Contains(t, err.Error(), name)
	}
	require.Len(t, strings.Split(err.Error(), "\n"), 23)
	require.NotContains(t, err.Error(), "hunter")
}

func TestAnUnknownVariableNamesTheNearestSetting(t *testing.T) {
	for given, want := range map[string]string{
		"SA_WORKER=hunter2":          "SA_WORKER is not a setting of this program; the nearest is SA_WORKERS",
		"SA_DATABSE_URL=hunter2":     "SA_DATABSE_URL is not a setting of this program; the nearest is SA_DATABASE_URL",
		"SA_SPAPI_ENDPOINT_ES=x":     "SA_SPAPI_ENDPOINT_ES is not a setting of this program; the nearest is SA_SPAPI_ENDPOINT_EU",
		"SA_SECRET_KEY_PREVIOUSLY=x": "SA_SECRET_KEY_PREVIOUSLY is not a setting of this program; the nearest is SA_SECRET_KEY_PREVIOUS",
		"SA_=":                       "SA_ is not a setting of this program; the nearest is SA_OCR",
		"sa_workers=x":               "",
		"SA_API_KEY=hunter2":         "",
		"SAFE=1":                     "",
		"OTEL_ANYTHING=1":            "",
	} {
		for _, demo := range []bool{false, true} {
			_, err := config.Load([]string{"SA_SECRET_KEY=" + key, given}, demo)
			if want == "" {
				require.NoError(t, err, given)
				continue
			}
			require.EqualError(t, err, want)
		}
	}
}

const wrongHosts = "SA_SPAPI_HOSTS must be a comma list of hosts such as sp.example.com,eu=sp-eu.example.com"

func TestHostsOfAmazonsPaths(t *testing.T) {
	c, err := config.Load([]string{"SA_SECRET_KEY=" + key, "SA_SPAPI_HOSTS=SP.example.com, eu=sp-eu.example.com"}, false)
	require.NoError(t, err)
	require.Equal(t, config.Hosts{"sp.example.com": "", "sp-eu.example.com": "eu"}, c.Amazon.RelayHosts)
	_, err = config.Load([]string{
		"SA_SECRET_KEY=" + key, "SA_SPAPI_HOSTS=sa.example.com", "SA_PUBLIC_URL=https://sa.example.com:8443",
	}, false)
	require.EqualError(t, err, "SA_SPAPI_HOSTS must not name the host of SA_PUBLIC_URL, which serves the API itself")
}

func TestAValueOfAnotherFormIsToldWhatTheSettingTakes(t *testing.T) {
	for given, want := range map[string]string{
		"SA_WORKERS=lots":                "SA_WORKERS must be a whole number between 0 and 100",
		"SA_WORKERS=-1":                  "SA_WORKERS must be a whole number between 0 and 100",
		"SA_WORKERS=1e99":                "SA_WORKERS must be a whole number between 0 and 100",
		"SA_STOP_NOTICE=5":               "SA_STOP_NOTICE must be a duration between 0s and 60s, such as 500ms",
		"SA_STOP_NOTICE=61s":             "SA_STOP_NOTICE must be a duration between 0s and 60s, such as 500ms",
		"SA_KEEPA_RESERVE=101":           "SA_KEEPA_RESERVE must be a whole number between 0 and 100",
		"SA_KEEPA_KEPT=1000001":          "SA_KEEPA_KEPT must be a whole number between 0 and 1000000",
		"SA_OCR=perhaps":                 "SA_OCR must be on or off",
		"SA_OCR_LANGUAGES=eng,-c x":      "SA_OCR_LANGUAGES must be languages such as eng,deu",
		"SA_KEEPA_URL=http://keepa.io":   "SA_KEEPA_URL must be an https:// address (http:// only on loopback)",
		"SA_FX_URL=http://rates.example": "SA_FX_URL must be an https:// address (http:// only on loopback)",
		"SA_SPAPI_ADDR=8081":             "SA_SPAPI_ADDR must be host:port, such as 127.0.0.1:8080",
		"SA_SPAPI_HOSTS=us=sp.example":   wrongHosts,
		"SA_SPAPI_HOSTS=https://a.b":     wrongHosts,
		"SA_SPAPI_HOSTS=a.b,eu=a.b":      wrongHosts,
		"SA_SPAPI_HOSTS=a.b,":            wrongHosts,
		"SA_LOG_LEVEL=loud":              "SA_LOG_LEVEL must be debug, info, warn or error",
		"SA_CONNECT_BETA=perhaps":        "SA_CONNECT_BETA must be true or false",
		"SA_WEBHOOK_LOCAL=perhaps":       "SA_WEBHOOK_LOCAL must be true or false",
		"SA_REDIS_REQUIRED=perhaps":      "SA_REDIS_REQUIRED must be true or false",
		"SA_RATE_LIMITS=documents=99m":   "SA_RATE_LIMITS must be a comma list of group=calls per minute, such as documents=1200,default=600",
	} {
		_, err := config.Load([]string{"SA_SECRET_KEY=" + key, given}, false)
		require.EqualError(t, err, want)
	}
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

func TestPublicURLIsAHost(t *testing.T) {
	for address, want := range map[string]string{
		"https://sa.example.com":            "https://sa.example.com",
		"https://sa.example.com/":           "https://sa.example.com",
		"http://127.0.0.1:8080":             "http://127.0.0.1:8080",
		"https://example.com/seller":        "",
		"https://example.com/?tenant=1":     "",
		"https://example.com#here":          "",
		"https:///path":                     "",
		"example.com":                       "",
		"ftp://example.com":                 "",
		"https://sa.example.com:8443/about": "",
	} {
		c, err := config.Load([]string{"SA_SECRET_KEY=" + key, "SA_PUBLIC_URL=" + address}, false)
		if want == "" {
			require.EqualError(t, err, "SA_PUBLIC_URL must be a host such as https://sa.example.com, without a path", address)
			continue
		}
		require.NoError(t, err, address)
		require.Equal(t, want, c.PublicURL)
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

func TestOCR(t *testing.T) {
	usual, err := config.LoadOCR(nil)
	require.NoError(t, err)
	require.Equal(t, config.OCR{Mode: "on", Languages: []string{"eng", "deu", "fra", "spa", "ita", "nld"}}, usual)
	require.False(t, usual.Off())
	off, err := config.LoadOCR([]string{"SA_OCR=off", "SA_OCR_LANGUAGES=chi_sim,script/Latin"})
	require.NoError(t, err)
	require.Equal(t, []string{"chi_sim", "script/Latin"}, off.Languages)
	require.True(t, off.Off())
	_, err = config.LoadOCR([]string{"SA_OCR=perhaps"})
	require.EqualError(t, err, "SA_OCR must be on or off")
	whole, err := config.Load([]string{"SA_SECRET_KEY=" + key, "SA_OCR=off"}, false)
	require.NoError(t, err)
	require.True(t, whole.OCR.Off())
}
