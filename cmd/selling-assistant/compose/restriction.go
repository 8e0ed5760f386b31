package compose

import (
	"errors"
	"maps"
	"net/url"
	"slices"

	"github.com/prometheus/client_golang/prometheus"
	"go.opentelemetry.io/otel/trace"
	"go.uber.org/fx"
	"go.uber.org/zap"

	"sellingassistant/adapters/amazon/catalog"
	"sellingassistant/adapters/amazon/spapi"
	amazonbridge "sellingassistant/adapters/bridge/amazon"
	meterbridge "sellingassistant/adapters/bridge/meter"
	restrictionhttp "sellingassistant/adapters/http/restriction"
	"sellingassistant/adapters/redis"
	"sellingassistant/adapters/simulator"
	connectionapp "sellingassistant/app/connection"
	"sellingassistant/app/restriction"
	"sellingassistant/config"
	"sellingassistant/domain/kernel/secret"
	statuses "sellingassistant/domain/restriction"
	"sellingassistant/ports/meter"
	ports "sellingassistant/ports/restriction"
)

// cachedStatuses bounds the restriction statuses kept in the process.
const cachedStatuses = 100_000

var restrictionModule = fx.Module("restriction",
	fx.Provide(
		newAmazon,
		method(catalog.New, func(v *catalog.Client) ports.RestrictionChecker { return v.Restrictions }),
		method(meterbridge.NewMeter, func(v *meterbridge.Meter) meter.Meter { return v.Reserve }),
		caches[ports.Key, statuses.Status](ports.CacheFor, cachedStatuses),
		restriction.NewChecks,
	),
	routes(restrictionhttp.Routes),
)

func newAmazon(cfg config.Config, o Options, connections *connectionapp.Connections, shared *redis.Client,
	alone *redis.Fallback, log *zap.Logger, reg prometheus.Registerer, traces trace.TracerProvider,
) (*spapi.Client, error) {
	// If the option's clock can time waits, as the demo's can, the client uses it; else the
	// machine's.
	time, ok := o.Clock.(spapi.Clock)
	if !ok {
		time = spapi.System{}
	}
	buckets := o.Buckets
	switch {
	case buckets != nil:
	case alone != nil:
		buckets = spapi.NewFallbackBuckets(spapi.NewRedisBuckets(shared), spapi.NewLocalBuckets(time), alone)
	case shared != nil:
		buckets = spapi.NewRedisBuckets(shared)
	default:
		buckets = spapi.NewLocalBuckets(time)
	}
	a := cfg.Amazon
	if err := refuseMadeUp(a); err != nil {
		return nil, err
	}
	secrets := []secret.Text{a.ClientSecret}
	if !a.PreviousClientSecret.Empty() {
		secrets = append(secrets, a.PreviousClientSecret)
	}
	return spapi.New(spapi.Config{
		TokenURL: a.TokenURL, ClientID: a.ClientID, ClientSecrets: secrets, Endpoints: a.Endpoints(), Version: o.Version, Clock: time,
	}, amazonbridge.NewCredentials(connections), buckets, log, reg, traces)
}

// refuseMadeUp keeps the credentials of the simulated marketplace away from the real one. There
// they could only cause blocked calls.
func refuseMadeUp(a config.Amazon) error {
	if !simulator.IsCredential(a.ClientID) {
		return nil
	}
	for _, address := range append(slices.Collect(maps.Values(a.Endpoints())), a.TokenURL) {
		if u, err := url.Parse(address); err != nil || u.Scheme != "http" {
			return errors.New("SA_LWA_CLIENT_ID is that of the simulated marketplace, but SA_LWA_TOKEN_URL " +
				"and SA_SPAPI_ENDPOINT_* are not")
		}
	}
	return nil
}
