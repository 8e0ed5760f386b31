package config_test

import (
	"fmt"
	"testing"

	"github.com/stretchr/testify/require"

	"sellingassistant/config"
)

func TestTrustedProxies(t *testing.T) {
	for given, want := range map[string]string{
		"127.0.0.1":               "[127.0.0.1/32]",
		"10.1.2.3/8, ::1":         "[10.0.0.0/8 ::1/128]",
		"::ffff:192.0.2.1":        "[192.0.2.1/32]",
		"fd00::/8,192.168.0.0/16": "[fd00::/8 192.168.0.0/16]",
	} {
		c, err := config.Load([]string{"SA_SECRET_KEY=" + key, "SA_TRUSTED_PROXIES=" + given}, false)
		require.NoError(t, err, given)
		require.Equal(t, want, fmt.Sprint(c.TrustedProxies))
	}
	for _, given := range []string{"proxy", "10.0.0.0/33", "127.0.0.1,", "*"} {
		_, err := config.Load([]string{"SA_SECRET_KEY=" + key, "SA_TRUSTED_PROXIES=" + given}, false)
		require.EqualError(t, err, "SA_TRUSTED_PROXIES must be addresses and networks such as 127.0.0.1,10.0.0.0/8", given)
	}
}
