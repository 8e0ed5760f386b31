package config

import (
	"cmp"
	"encoding/hex"
	"errors"
	"fmt"
	"net/mail"
	"net/url"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"time"

	"github.com/caarlos0/env/v11"
	"go.uber.org/zap/zapcore"

	"sellingassistant/domain/kernel/marketplace"
	"sellingassistant/domain/kernel/secret"
)

// Config has all settings. The zero value is not usable, because Load sets the defaults. The tag
// takes describes the valid values of fields that are not texts.
type Config struct {
	// HTTPAddr sets the address on which the API listens.
	HTTPAddr string `env:"SA_HTTP_ADDR" envDefault:"127.0.0.1:8080"`
	// MetricsAddr sets the address of the operator's listener, with /metrics and profiles.
	MetricsAddr string `env:"SA_METRICS_ADDR" envDefault:"127.0.0.1:9464"`
	// PublicURL sets the address of the service for users, without a path or a slash at the end.
	// Download links start with it. Empty: the address that the request used.
	PublicURL string `env:"SA_PUBLIC_URL"`
	// DataDir contains the embedded database and files, unless their URLs name other places.
	DataDir string `env:"SA_DATA_DIR" envDefault:"data"`
	// DatabaseURL has the form postgres://… or sqlite:///path.
	DatabaseURL secret.Text `env:"SA_DATABASE_URL"`
	// BlobURL has the form file:///path or s3://bucket?….
	BlobURL secret.Text `env:"SA_BLOB_URL"`
	// PDFFont names a TrueType file for scripts that the built-in font of PDFs lacks.
	PDFFont string `env:"SA_PDF_FONT"`
	// SecretKey has 64 hex digits. The pepper of API keys, the encryption keys and the keys of
	// links and cursors derive from it.
	SecretKey secret.Text `env:"SA_SECRET_KEY"`
	// PreviousSecretKey remains valid while keys are changed.
	PreviousSecretKey secret.Text `env:"SA_SECRET_KEY_PREVIOUS"`
	// RedisURL shares limits and pacing among several processes.
	RedisURL secret.Text `env:"SA_REDIS_URL"`
	// RedisRequired refuses calls while Redis is unreachable. Otherwise each process counts its
	// share.
	RedisRequired bool `env:"SA_REDIS_REQUIRED" takes:"true or false"`
	// LogLevel has the values debug, info, warn and error.
	LogLevel zapcore.Level `env:"SA_LOG_LEVEL" envDefault:"info" takes:"debug, info, warn or error"`
	// LogLevelGiven distinguishes a configured level from the default.
	LogLevelGiven bool
	// LogFormat has the values json, text and auto. auto writes text on a terminal, otherwise JSON.
	LogFormat string `env:"SA_LOG_FORMAT" envDefault:"auto"`
	// RateLimits sets calls per minute and team by group: "documents=1200,default=600".
	RateLimits RateLimits `env:"SA_RATE_LIMITS" takes:"a comma list of group=calls per minute, such as documents=1200,default=600"`
	// Workers limits the background jobs of each queue that this process runs at once: 0 to 100.
	// With 0 it runs no jobs.
	Workers int `env:"SA_WORKERS" envDefault:"4" takes:"a whole number between 0 and 100"`
	// DocumentWorkers limits the documents that this process reads at once. 0 means a document for
	// each four cores.
	DocumentWorkers int `env:"SA_DOCUMENT_WORKERS" envDefault:"0" takes:"a whole number between 0 and 32"`
	// Repricer has the values "on" and "off". A process with "off" sends no price.
	Repricer string `env:"SA_REPRICER" envDefault:"on"`
	// SMTPURL names the mail server: smtps://user:password@host:465, or smtp://host:587, which
	// encrypts by STARTTLS. Empty: no mail is sent.
	SMTPURL secret.Text `env:"SA_SMTP_URL"`
	// MailFrom sets the sender of mail.
	MailFrom string `env:"SA_MAIL_FROM"`
	// MailFolder keeps mails instead of sending them, if it has a name. Only the demo sets it.
	MailFolder string
	// WebhookLocal allows teams' webhooks at any address, including this machine and its network,
	// and by http. Use it for trials only, never with untrusted users.
	WebhookLocal bool `env:"SA_WEBHOOK_LOCAL" takes:"true or false"`
	// TrustedProxies may name the address of a client in X-Forwarded-For. Other peers are clients
	// themselves.
	TrustedProxies Proxies `env:"SA_TRUSTED_PROXIES" takes:"addresses and networks such as 127.0.0.1,10.0.0.0/8"`
	// CORSOrigins lists the web origins that may call the API from a browser.
	CORSOrigins []string `env:"SA_CORS_ORIGINS"`

	// StopNotice delays stopping: the process still takes calls while it reports that it is not
	// ready, so that load balancers notice. It ranges from 0 to 60 s.
	StopNotice time.Duration `env:"SA_STOP_NOTICE" envDefault:"500ms" takes:"a duration between 0s and 60s, such as 500ms"`

	Amazon Amazon
	Keepa  Keepa
	OCR    OCR
	Client Client
	// FeeTables names a folder with fee tables (*.json) besides the built-in tables; "" for no
	// folder.
	FeeTables string `env:"SA_FEE_TABLES"`
	// FXURL names the European Central Bank's file of daily reference rates. Empty: rates are only
	// entered by teams.
	FXURL string `env:"SA_FX_URL"`

	// OTLPEndpoint and OTLPTracesEndpoint switch tracing on. The OpenTelemetry library reads the
	// other OTEL_ variables itself.
	OTLPEndpoint       string `env:"OTEL_EXPORTER_OTLP_ENDPOINT"`
	OTLPTracesEndpoint string `env:"OTEL_EXPORTER_OTLP_TRACES_ENDPOINT"`
}

// Amazon configures access to Amazon's Selling Partner API.
type Amazon struct {
	TokenURL     string      `env:"SA_LWA_TOKEN_URL" envDefault:"https://api.amazon.com/auth/o2/token"`
	ClientID     string      `env:"SA_LWA_CLIENT_ID"`
	ClientSecret secret.Text `env:"SA_LWA_CLIENT_SECRET"`
	// The program tries PreviousClientSecret when Amazon refuses ClientSecret, while Amazon rotates
	// the secrets.
	PreviousClientSecret secret.Text `env:"SA_LWA_CLIENT_SECRET_PREVIOUS"`
	EndpointNA           string      `env:"SA_SPAPI_ENDPOINT_NA" envDefault:"https://sellingpartnerapi-na.amazon.com"`
	EndpointEU           string      `env:"SA_SPAPI_ENDPOINT_EU" envDefault:"https://sellingpartnerapi-eu.amazon.com"`
	EndpointFE           string      `env:"SA_SPAPI_ENDPOINT_FE" envDefault:"https://sellingpartnerapi-fe.amazon.com"`
	// RelayAddr sets the address of a second listener with Amazon's own paths at its root, for
	// clients made for Amazon. Empty: there is no such listener.
	RelayAddr string `env:"SA_SPAPI_ADDR"`
	// RelayHosts lists hosts of both listeners with Amazon's own paths at their root. A region before
	// a host decides where calls go that name no marketplace.
	RelayHosts Hosts `env:"SA_SPAPI_HOSTS" takes:"a comma list of hosts such as sp.example.com,eu=sp-eu.example.com"`
	// ApplicationID names the application that sellers authorise in the browser
	// (amzn1.sp.solution.…). Without it sellers cannot connect that way.
	ApplicationID string `env:"SA_AMAZON_APP_ID"`
	// ConnectBeta allows an application that is not published yet.
	ConnectBeta bool `env:"SA_CONNECT_BETA" takes:"true or false"`
	// SellerCentralURL replaces the seller's own Seller Central.
	SellerCentralURL string `env:"SA_SELLER_CENTRAL_URL"`
	// NotificationsURL names the queue that receives Amazon's notifications:
	// awssqs://sqs.eu-west-1.amazonaws.com/123456789012/name, or the same with https://. An access
	// key may precede the host. By default it is found as other programs for AWS find it. Empty: no
	// notifications.
	NotificationsURL secret.Text `env:"SA_NOTIFICATIONS_URL"`
	// NotificationsARN names the queue's ARN, needed if it does not follow from the queue's
	// address.
	NotificationsARN string `env:"SA_NOTIFICATIONS_ARN"`
}

// Endpoints lists the base address of each region.
func (a Amazon) Endpoints() map[marketplace.Region]string {
	return map[marketplace.Region]string{
		marketplace.NA: a.EndpointNA, marketplace.EU: a.EndpointEU, marketplace.FE: a.EndpointFE,
	}
}

// Tracing reports whether traces have a receiver.
func (c Config) Tracing() bool { return c.OTLPEndpoint != "" || c.OTLPTracesEndpoint != "" }

// marketplaceVariables lists the settings that demo mode sets itself.
var marketplaceVariables = []string{
	"SA_LWA_TOKEN_URL", "SA_LWA_CLIENT_ID", "SA_LWA_CLIENT_SECRET", "SA_LWA_CLIENT_SECRET_PREVIOUS",
	"SA_SPAPI_ENDPOINT_NA", "SA_SPAPI_ENDPOINT_EU", "SA_SPAPI_ENDPOINT_FE",
	"SA_AMAZON_APP_ID", "SA_CONNECT_BETA", "SA_SELLER_CENTRAL_URL", "SA_NOTIFICATIONS_URL", "SA_NOTIFICATIONS_ARN",
	"SA_KEEPA_KEY", "SA_KEEPA_URL",
}

// Load reads the settings from environ ("NAME=value"). With demo the program brings its own secret
// key and marketplace. It then refuses the variables of a real marketplace, so that demo data never
// meets a real shop. The error joins one sentence per fault.
func Load(environ []string, demo bool) (Config, error) {
	vars, faults := settings(environ)
	faults = append(faults, unknown(vars)...)
	if demo {
		for _, name := range marketplaceVariables {
			if vars[name] != "" {
				faults = append(faults, fmt.Errorf("%s must not be set in demo mode, which brings its own marketplace", name))
			}
			delete(vars, name)
		}
	}
	c, err := env.ParseAsWithOptions[Config](env.Options{Environment: vars})
	faults = append(faults, parseFaults(err)...)
	c.LogLevelGiven = vars["SA_LOG_LEVEL"] != ""
	c.fillIn()
	faults = append(faults, c.check(demo)...)
	return c, errors.Join(faults...)
}

// State says where the value of a setting comes from.
type State string

// The states.
const (
	Given    State = "set"
	Standard State = "default"
	Unset    State = "unset"
	Wrong    State = "wrong"
	// Unreachable marks a correct address without an answer.
	Unreachable State = "unreachable"
)

// Setting describes a variable that the program reads. Value is the effective value, *** for a
// secret.
type Setting struct {
	Name  string
	State State
	Value string
}

// Check lists every setting as Load reads it, and returns the error of Load too.
func Check(environ []string, demo bool) ([]Setting, error) {
	c, err := Load(environ, demo)
	given, _ := settings(environ)
	said := ""
	if err != nil {
		said = "\n" + err.Error()
	}
	var list []Setting
	for _, group := range []any{c, c.Amazon, c.Keepa, c.OCR, c.Client} {
		parts := reflect.ValueOf(group)
		for i := range parts.NumField() {
			field := parts.Type().Field(i)
			name, standard := field.Tag.Get("env"), field.Tag.Get("envDefault")
			if name == "" {
				continue
			}
			one := Setting{name, Unset, standard}
			_, hidden := parts.Field(i).Interface().(secret.Text)
			// An address may contain a password in any setting.
			hidden = hidden || strings.Contains(given[name], "@") && strings.Contains(given[name], "://")
			switch {
			case given[name] != "" && hidden:
				one.State, one.Value = Given, secret.Mask
			case given[name] != "":
				one.State, one.Value = Given, given[name]
			case standard != "":
				one.State = Standard
			case name == "SA_DATABASE_URL":
				one.State, one.Value = Standard, c.DatabaseURL.Reveal() // only a path
			case name == "SA_BLOB_URL":
				one.State, one.Value = Standard, c.BlobURL.Reveal()
			}
			if strings.Contains(said, "\n"+name+" ") || strings.Contains(said, "\n"+name+fileEnding+" ") {
				one.State = Wrong
			}
			list = append(list, one)
		}
	}
	slices.SortFunc(list, func(a, b Setting) int { return strings.Compare(a.Name, b.Name) })
	return list, err
}

// fillIn sets the defaults that depend on other settings.
func (c *Config) fillIn() {
	c.PublicURL = strings.TrimRight(c.PublicURL, "/")
	database, files := c.Embedded()
	if c.DatabaseURL.Empty() {
		c.DatabaseURL = secret.New("sqlite://" + database)
	}
	if c.BlobURL.Empty() {
		c.BlobURL = secret.New("file://" + files)
	}
}

func absolute(path string) string {
	if a, err := filepath.Abs(path); err == nil {
		return filepath.ToSlash(a)
	}
	return filepath.ToSlash(path)
}

func (c Config) check(demo bool) []error {
	var faults []error
	say := func(name, what string) { faults = append(faults, fmt.Errorf("%s %s", name, what)) }
	for name, addr := range map[string]string{
		"SA_HTTP_ADDR": c.HTTPAddr, "SA_METRICS_ADDR": c.MetricsAddr, "SA_SPAPI_ADDR": cmp.Or(c.Amazon.RelayAddr, ":0"),
	} {
		if !isAddr(addr) {
			say(name, "must be host:port, such as 127.0.0.1:8080")
		}
	}
	if !hasScheme(c.DatabaseURL.Reveal(), "postgres", "postgresql", "sqlite") {
		say("SA_DATABASE_URL", "must start with postgres:// or sqlite://")
	}
	if !hasScheme(c.BlobURL.Reveal(), "file", "s3") {
		say("SA_BLOB_URL", "must start with file:// or s3://")
	}
	if !c.RedisURL.Empty() && !hasScheme(c.RedisURL.Reveal(), "redis", "rediss") {
		say("SA_REDIS_URL", "must start with redis:// or rediss://")
	}
	if c.PublicURL != "" && !isHost(c.PublicURL) {
		say("SA_PUBLIC_URL", "must be a host such as https://sa.example.com, without a path")
	}
	if u, err := url.Parse(c.PublicURL); err == nil && c.PublicURL != "" {
		if _, taken := c.Amazon.RelayHosts[strings.ToLower(u.Hostname())]; taken {
			say("SA_SPAPI_HOSTS", "must not name the host of SA_PUBLIC_URL, which serves the API itself")
		}
	}
	if c.StopNotice < 0 || c.StopNotice > time.Minute {
		faults = append(faults, wrong("StopNotice"))
	}
	if c.Workers < 0 || c.Workers > 100 {
		faults = append(faults, wrong("Workers"))
	}
	if c.DocumentWorkers < 0 || c.DocumentWorkers > 32 {
		faults = append(faults, wrong("DocumentWorkers"))
	}
	if !slices.Contains([]string{"auto", "json", "text"}, c.LogFormat) {
		say("SA_LOG_FORMAT", "must be auto, json or text")
	}
	if c.Repricer != "on" && c.Repricer != "off" {
		say("SA_REPRICER", "must be on or off")
	}
	if !c.SMTPURL.Empty() && !hasScheme(c.SMTPURL.Reveal(), "smtp", "smtps") {
		say("SA_SMTP_URL", "must start with smtps:// or smtp://")
	}
	if c.SMTPURL.Empty() != (c.MailFrom == "") {
		say("SA_MAIL_FROM", "and SA_SMTP_URL must be set together")
	} else if _, err := mail.ParseAddress(c.MailFrom); c.MailFrom != "" && err != nil {
		say("SA_MAIL_FROM", "must be an e-mail address such as alerts@example.com")
	}
	if c.FXURL != "" && !isUpstream(c.FXURL) {
		say("SA_FX_URL", "must be an https:// address (http:// only on loopback)")
	}
	for _, origin := range c.CORSOrigins {
		if !hasScheme(origin, "http", "https") {
			say("SA_CORS_ORIGINS", "must be a comma list of origins such as https://app.example.com")
			break
		}
	}
	faults = append(faults, c.checkSecrets(demo)...)
	faults = append(faults, c.Amazon.check()...)
	faults = append(faults, c.Keepa.check()...)
	faults = append(faults, c.OCR.check()...)
	slices.SortFunc(faults, func(a, b error) int { return strings.Compare(a.Error(), b.Error()) })
	return faults
}

func (c Config) checkSecrets(demo bool) []error {
	var faults []error
	switch {
	case c.SecretKey.Empty() && !demo:
		faults = append(faults, errors.New("SA_SECRET_KEY is required: 64 hex digits, such as "+
			"`openssl rand -hex 32` prints. Demo data needs none: add --demo"))
	case !c.SecretKey.Empty() && !isKey(c.SecretKey):
		faults = append(faults, errors.New("SA_SECRET_KEY must be 64 hex digits"))
	}
	if !c.PreviousSecretKey.Empty() && !isKey(c.PreviousSecretKey) {
		faults = append(faults, errors.New("SA_SECRET_KEY_PREVIOUS must be 64 hex digits"))
	}
	return faults
}

func (a Amazon) check() []error {
	var faults []error
	for name, address := range map[string]string{
		"SA_LWA_TOKEN_URL": a.TokenURL, "SA_SPAPI_ENDPOINT_NA": a.EndpointNA,
		"SA_SPAPI_ENDPOINT_EU": a.EndpointEU, "SA_SPAPI_ENDPOINT_FE": a.EndpointFE,
	} {
		if !isUpstream(address) {
			faults = append(faults, fmt.Errorf("%s must be an https:// address (http:// only on loopback)", name))
		}
	}
	if a.SellerCentralURL != "" && !isUpstream(a.SellerCentralURL) {
		faults = append(faults, errors.New("SA_SELLER_CENTRAL_URL must be an https:// address (http:// only on loopback)"))
	}
	if !a.NotificationsURL.Empty() && !hasScheme(a.NotificationsURL.Reveal(), "awssqs", "https", "http") {
		faults = append(faults, errors.New("SA_NOTIFICATIONS_URL must be the address of a queue, such as "+
			"awssqs://sqs.eu-west-1.amazonaws.com/123456789012/name"))
	}
	if a.NotificationsARN != "" && !strings.HasPrefix(a.NotificationsARN, "arn:") {
		faults = append(faults, errors.New("SA_NOTIFICATIONS_ARN must be an ARN such as arn:aws:sqs:eu-west-1:123456789012:name"))
	}
	if a.ApplicationID != "" && (len(a.ApplicationID) > 200 || strings.ContainsFunc(a.ApplicationID, func(r rune) bool { return r <= ' ' || r > '~' })) {
		faults = append(faults, errors.New("SA_AMAZON_APP_ID must be an application id such as amzn1.sp.solution.…"))
	}
	if (a.ClientID == "") != a.ClientSecret.Empty() {
		faults = append(faults, errors.New("SA_LWA_CLIENT_ID and SA_LWA_CLIENT_SECRET must be set together"))
	}
	return faults
}

func isKey(s secret.Text) bool {
	b, err := hex.DecodeString(s.Reveal())
	return err == nil && len(b) == 32
}

// parseFaults converts the library's errors into sentences that name the variable.
func parseFaults(err error) []error {
	if err == nil {
		return nil
	}
	var all env.AggregateError
	if !errors.As(err, &all) {
		return []error{err}
	}
	faults := make([]error, 0, len(all.Errors))
	for _, e := range all.Errors {
		var p env.ParseError
		if errors.As(e, &p) {
			e = wrong(p.Name)
		}
		faults = append(faults, e)
	}
	return faults
}
