package config

import (
	"encoding/hex"
	"errors"
	"fmt"
	"net"
	"net/mail"
	"net/url"
	"path/filepath"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/caarlos0/env/v11"
	"go.uber.org/zap/zapcore"

	"sellingassistant/domain/kernel/marketplace"
	"sellingassistant/domain/kernel/secret"
)

// Config holds all settings. The zero value is not usable: Load fills in the defaults. Fields of
// other types than text say what they take.
type Config struct {
	// HTTPAddr is where the API listens.
	HTTPAddr string `env:"SA_HTTP_ADDR" envDefault:"127.0.0.1:8080"`
	// MetricsAddr is the operator's listener: /metrics and profiles.
	MetricsAddr string `env:"SA_METRICS_ADDR" envDefault:"127.0.0.1:9464"`
	// PublicURL is the address users reach the service under; download links
	// start with it. Empty: the address a request came to.
	PublicURL string `env:"SA_PUBLIC_URL"`
	// DataDir holds the embedded database and files, unless their URLs say otherwise.
	DataDir string `env:"SA_DATA_DIR" envDefault:"data"`
	// DatabaseURL is postgres://… or sqlite:///path.
	DatabaseURL secret.Text `env:"SA_DATABASE_URL"`
	// BlobURL is file:///path or s3://bucket?….
	BlobURL secret.Text `env:"SA_BLOB_URL"`
	// PDFFont is a TrueType file for scripts that the built-in font of PDFs does not have.
	PDFFont string `env:"SA_PDF_FONT"`
	// SecretKey is 64 hex digits; the pepper of API keys, the encryption keys
	// and the keys of links and cursors are derived from it.
	SecretKey secret.Text `env:"SA_SECRET_KEY"`
	// PreviousSecretKey is still accepted while keys are changed.
	PreviousSecretKey secret.Text `env:"SA_SECRET_KEY_PREVIOUS"`
	// RedisURL shares limits and pacing among several processes.
	RedisURL secret.Text `env:"SA_REDIS_URL"`
	// RedisRequired refuses calls while Redis is away; else each process counts its share.
	RedisRequired bool `env:"SA_REDIS_REQUIRED" takes:"true or false"`
	// LogLevel is debug, info, warn or error.
	LogLevel zapcore.Level `env:"SA_LOG_LEVEL" envDefault:"info" takes:"debug, info, warn or error"`
	// LogLevelGiven distinguishes a configured level from the default.
	LogLevelGiven bool
	// LogFormat is json, text, or auto: text on a terminal, else JSON.
	LogFormat string `env:"SA_LOG_FORMAT" envDefault:"auto"`
	// RateLimits sets calls per minute and team by group: "documents=1200,default=600".
	RateLimits RateLimits `env:"SA_RATE_LIMITS" takes:"a comma list of group=calls per minute, such as documents=1200,default=600"`
	// Workers is how many background jobs of each queue this process runs at once: 0 to 100, 0 for
	// a process that runs none.
	Workers int `env:"SA_WORKERS" envDefault:"4" takes:"a whole number between 0 and 100"`
	// DocumentWorkers is how many documents this process reads at once, 0 for one for each four cores.
	DocumentWorkers int `env:"SA_DOCUMENT_WORKERS" envDefault:"0" takes:"a whole number between 0 and 32"`
	// Repricer is "on", or "off" for a process by which no price leaves.
	Repricer string `env:"SA_REPRICER" envDefault:"on"`
	// SMTPURL is the server that sends mail: smtps://user:password@host:465, or
	// smtp://host:587, which encrypts by STARTTLS. Empty: no mail is sent.
	SMTPURL secret.Text `env:"SA_SMTP_URL"`
	// MailFrom is the sender of mail.
	MailFrom string `env:"SA_MAIL_FROM"`
	// WebhookLocal allows teams' webhooks at any address, including this machine and its network,
	// and by http: for trials only, never with untrusted users.
	WebhookLocal bool `env:"SA_WEBHOOK_LOCAL" takes:"true or false"`
	// CORSOrigins are the web origins that may call the API from a browser.
	CORSOrigins []string `env:"SA_CORS_ORIGINS"`

	// StopNotice is how long a stopping process still takes calls while it is already not ready,
	// so that load balancers notice: 0 to 60 s.
	StopNotice time.Duration `env:"SA_STOP_NOTICE" envDefault:"500ms" takes:"a duration between 0s and 60s, such as 500ms"`

	Amazon Amazon
	Keepa  Keepa
	OCR    OCR
	// FeeTables is a folder with fee tables (*.json) beside those of the program, "" for none.
	FeeTables string `env:"SA_FEE_TABLES"`

	// OTLPEndpoint and OTLPTracesEndpoint switch tracing on; the OpenTelemetry
	// library reads the other OTEL_ variables itself.
	OTLPEndpoint       string `env:"OTEL_EXPORTER_OTLP_ENDPOINT"`
	OTLPTracesEndpoint string `env:"OTEL_EXPORTER_OTLP_TRACES_ENDPOINT"`
}

// Amazon is how to reach Amazon's selling partner API.
type Amazon struct {
	TokenURL     string      `env:"SA_LWA_TOKEN_URL" envDefault:"https://api.amazon.com/auth/o2/token"`
	ClientID     string      `env:"SA_LWA_CLIENT_ID"`
	ClientSecret secret.Text `env:"SA_LWA_CLIENT_SECRET"`
	// PreviousClientSecret is tried when the first one is refused, while Amazon
	// rotates it.
	PreviousClientSecret secret.Text `env:"SA_LWA_CLIENT_SECRET_PREVIOUS"`
	EndpointNA           string      `env:"SA_SPAPI_ENDPOINT_NA" envDefault:"https://sellingpartnerapi-na.amazon.com"`
	EndpointEU           string      `env:"SA_SPAPI_ENDPOINT_EU" envDefault:"https://sellingpartnerapi-eu.amazon.com"`
	EndpointFE           string      `env:"SA_SPAPI_ENDPOINT_FE" envDefault:"https://sellingpartnerapi-fe.amazon.com"`
	// ApplicationID is the application sellers grant access to in the browser
	// (amzn1.sp.solution.…); without one sellers cannot connect that way.
	ApplicationID string `env:"SA_AMAZON_APP_ID"`
	// ConnectBeta is for an application that is not published yet.
	ConnectBeta bool `env:"SA_CONNECT_BETA" takes:"true or false"`
	// SellerCentralURL stands in for the seller's own Seller Central.
	SellerCentralURL string `env:"SA_SELLER_CENTRAL_URL"`
	// NotificationsURL is the queue that Amazon's notifications come to:
	// awssqs://sqs.eu-west-1.amazonaws.com/123456789012/name, or the same with
	// https://. An access key may stand before the host; by default it is found
	// as other programs for AWS find it. Empty: no notifications.
	NotificationsURL secret.Text `env:"SA_NOTIFICATIONS_URL"`
	// NotificationsARN is the queue's ARN, needed if it does not follow from the queue's address.
	NotificationsARN string `env:"SA_NOTIFICATIONS_ARN"`
}

// Endpoints lists the base address of each region.
func (a Amazon) Endpoints() map[marketplace.Region]string {
	return map[marketplace.Region]string{
		marketplace.NA: a.EndpointNA, marketplace.EU: a.EndpointEU, marketplace.FE: a.EndpointFE,
	}
}

// Tracing reports whether traces have somewhere to go.
func (c Config) Tracing() bool { return c.OTLPEndpoint != "" || c.OTLPTracesEndpoint != "" }

// marketplaceVariables are the addresses that demo mode sets.
var marketplaceVariables = []string{
	"SA_LWA_TOKEN_URL", "SA_LWA_CLIENT_ID", "SA_LWA_CLIENT_SECRET", "SA_LWA_CLIENT_SECRET_PREVIOUS",
	"SA_SPAPI_ENDPOINT_NA", "SA_SPAPI_ENDPOINT_EU", "SA_SPAPI_ENDPOINT_FE",
	"SA_AMAZON_APP_ID", "SA_CONNECT_BETA", "SA_SELLER_CENTRAL_URL", "SA_NOTIFICATIONS_URL", "SA_NOTIFICATIONS_ARN",
	"SA_KEEPA_KEY", "SA_KEEPA_URL",
}

// Load reads the settings from environ ("NAME=value"). With demo the program
// brings its own secret key and marketplace, so the variables of a real
// marketplace are refused: demo data must never meet a real shop. The error
// joins one sentence per fault.
func Load(environ []string, demo bool) (Config, error) {
	vars := env.ToMap(environ)
	faults := unknown(vars)
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

// State is how a setting stands.
type State string

// The states.
const (
	Given    State = "set"
	Standard State = "default"
	Unset    State = "unset"
	Wrong    State = "wrong"
)

// Setting is one of the variables the program reads. Value is what holds, *** for
// a secret.
type Setting struct {
	Name  string
	State State
	Value string
}

// Check lists every setting as Load reads them, and returns its error beside.
func Check(environ []string, demo bool) ([]Setting, error) {
	c, err := Load(environ, demo)
	given := env.ToMap(environ)
	said := ""
	if err != nil {
		said = "\n" + err.Error()
	}
	var list []Setting
	for _, group := range []any{c, c.Amazon, c.Keepa, c.OCR} {
		parts := reflect.ValueOf(group)
		for i := range parts.NumField() {
			field := parts.Type().Field(i)
			name, standard := field.Tag.Get("env"), field.Tag.Get("envDefault")
			if name == "" {
				continue
			}
			one := Setting{name, Unset, standard}
			_, hidden := parts.Field(i).Interface().(secret.Text)
			// An address may hold a password in any setting.
			hidden = hidden || strings.Contains(given[name], "@") && strings.Contains(given[name], "://")
			switch {
			case given[name] != "" && hidden:
				one.State, one.Value = Given, secret.Mask
			case given[name] != "":
				one.State, one.Value = Given, given[name]
			case standard != "":
				one.State = Standard
			case name == "SA_DATABASE_URL":
				one.State, one.Value = Standard, c.DatabaseURL.Reveal() // a path alone
			case name == "SA_BLOB_URL":
				one.State, one.Value = Standard, c.BlobURL.Reveal()
			}
			if strings.Contains(said, "\n"+name+" ") {
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
	for name, addr := range map[string]string{"SA_HTTP_ADDR": c.HTTPAddr, "SA_METRICS_ADDR": c.MetricsAddr} {
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
	if c.PublicURL != "" && !hasScheme(c.PublicURL, "http", "https") {
		say("SA_PUBLIC_URL", "must start with http:// or https://")
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
		faults = append(faults, errors.New("SA_SECRET_KEY is required: 64 hex digits, such as `openssl rand -hex 32` prints"))
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

func isAddr(s string) bool {
	_, port, err := net.SplitHostPort(s)
	if err != nil {
		return false
	}
	n, err := strconv.Atoi(port)
	return err == nil && n >= 0 && n <= 65535
}

func hasScheme(s string, schemes ...string) bool {
	u, err := url.Parse(s)
	return err == nil && slices.Contains(schemes, u.Scheme)
}

// isUpstream accepts plain http only where it cannot leave the machine,
// because tokens travel with every call.
func isUpstream(s string) bool {
	u, err := url.Parse(s)
	if err != nil || u.Host == "" || u.User != nil {
		return false
	}
	ip := net.ParseIP(u.Hostname())
	loopback := u.Hostname() == "localhost" || (ip != nil && ip.IsLoopback())
	return u.Scheme == "https" || (u.Scheme == "http" && loopback)
}

func isKey(s secret.Text) bool {
	b, err := hex.DecodeString(s.Reveal())
	return err == nil && len(b) == 32
}

// parseFaults turns the library's words into sentences that name the variable.
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
