package sellingassistant

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base64"
	"errors"
	"net/http"
	"strconv"
	"strings"
	"time"
)

// maxSkew bounds the age of a webhook call, in both directions.
const maxSkew = 5 * time.Minute

// ErrWebhook says that a webhook call is not from the service, or too old.
var ErrWebhook = errors.New("the signature of the webhook call is wrong or too old")

// VerifyWebhook checks a webhook call by the Standard Webhooks scheme. The secret begins with
// whsec_, and body has the bytes as received. The same webhook-id may arrive twice.
func VerifyWebhook(secret string, header http.Header, body []byte, now time.Time) error {
	key, err := base64.StdEncoding.DecodeString(strings.TrimPrefix(secret, "whsec_"))
	seconds, wrong := strconv.ParseInt(header.Get("webhook-timestamp"), 10, 64)
	if err != nil || wrong != nil || len(key) == 0 || now.Sub(time.Unix(seconds, 0)).Abs() > maxSkew {
		return ErrWebhook
	}
	sum := hmac.New(sha256.New, key)
	sum.Write([]byte(header.Get("webhook-id") + "." + header.Get("webhook-timestamp") + "."))
	sum.Write(body)
	want := []byte("v1," + base64.StdEncoding.EncodeToString(sum.Sum(nil)))
	for signature := range strings.FieldsSeq(header.Get("webhook-signature")) {
		if hmac.Equal(want, []byte(signature)) {
			return nil
		}
	}
	return ErrWebhook
}
