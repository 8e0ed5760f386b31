package queue

import (
	"errors"
	"net"
	"net/url"
	"regexp"
	"strings"

	"sellingassistant/domain/kernel/secret"
)

// Address locates a queue.
type Address struct {
	// URL names the queue in every call; Endpoint has the host that is called.
	URL, Endpoint string
	Region        string
	// ARN has the queue's name at AWS, "" if the address does not contain it.
	ARN string
	// KeyID and Key have the access key in the address, if any.
	KeyID string
	Key   secret.Text
}

var (
	awsHost  = regexp.MustCompile(`^sqs\.([a-z0-9-]+)\.amazonaws\.com(\.cn)?$`)
	queueArn = regexp.MustCompile(`^/([0-9]{12})/([A-Za-z0-9_.-]{1,80})$`)
)

const defaultRegion = "us-east-1"

// ParseAddress reads the address of a queue: awssqs://sqs.eu-west-1.amazonaws.com/123456789012/name
// or the same with https://, as AWS writes it. An access key may precede the host (KEY:SECRET@); a
// region other than the host's is given as ?region=. Plain http is accepted for the machine itself
// only. The error does not repeat the address.
func ParseAddress(text secret.Text) (Address, error) {
	u, err := url.Parse(text.Reveal())
	if err != nil {
		return Address{}, errors.New("is not an address")
	}
	if u.Scheme == "awssqs" {
		u.Scheme = "https"
	}
	if u.Host == "" || strings.Trim(u.Path, "/") == "" || u.Opaque != "" || u.Fragment != "" {
		return Address{}, errors.New("must be the address of a queue, such as awssqs://sqs.eu-west-1.amazonaws.com/123456789012/name")
	}
	ip := net.ParseIP(u.Hostname())
	loopback := u.Hostname() == "localhost" || ip != nil && ip.IsLoopback()
	if u.Scheme != "https" && (u.Scheme != "http" || !loopback) {
		return Address{}, errors.New("must start with awssqs:// or https:// (http:// only on loopback)")
	}
	a := Address{Region: u.Query().Get("region"), Endpoint: u.Scheme + "://" + u.Host}
	a.URL = a.Endpoint + u.EscapedPath()
	if u.User != nil {
		key, _ := u.User.Password()
		a.KeyID, a.Key = u.User.Username(), secret.New(key)
		if a.KeyID == "" || key == "" {
			return Address{}, errors.New("has half an access key")
		}
	}
	partition := "aws"
	if m := awsHost.FindStringSubmatch(u.Hostname()); m != nil {
		if a.Region == "" {
			a.Region = m[1]
		}
		if m[2] != "" {
			partition = "aws-cn"
		}
	}
	if a.Region == "" {
		a.Region = defaultRegion
	}
	if m := queueArn.FindStringSubmatch(u.Path); m != nil {
		a.ARN = "arn:" + partition + ":sqs:" + a.Region + ":" + m[1] + ":" + m[2]
	}
	return a, nil
}
