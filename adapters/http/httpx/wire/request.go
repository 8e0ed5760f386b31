package wire

import (
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"hash"
	"mime"
	"mime/multipart"
	"net"
	"net/http"
	"net/netip"
	"os"
	"strconv"
	"strings"
	"time"

	"sellingassistant/domain/kernel/fault"
)

// MergePatch may name the body of a PATCH, which is applied by its rules: null clears a member, and
// lists are replaced as a whole.
const MergePatch = "application/merge-patch+json"

// CheckMedia accepts only the media type of the operation, in UTF-8 and not compressed, and for a
// PATCH with JSON also MergePatch. An absent body needs no type.
func CheckMedia(r *http.Request, want string) error {
	if e := r.Header.Get("Content-Encoding"); e != "" && e != "identity" {
		return unsupported("A body must not be compressed.")
	}
	given := r.Header.Get("Content-Type")
	if given == want || given == "" && r.ContentLength == 0 {
		return nil
	}
	kind, parameters, err := mime.ParseMediaType(given)
	charset := parameters["charset"]
	if kind == MergePatch && r.Method == http.MethodPatch && want == "application/json" {
		kind = want
	}
	if err != nil || kind != want || len(r.Header["Content-Type"]) > 1 || charset != "" && !strings.EqualFold(charset, "utf-8") {
		return unsupported("The body must be " + want + ". Name it in the header Content-Type.")
	}
	return nil
}

func unsupported(message string) error {
	return fault.New(fault.Unsupported, fault.CodeUnsupportedMediaType, message)
}

// Network returns the part of an address that counts as one client: an IPv6 customer owns a /64.
func Network(address string) string {
	a, err := netip.ParseAddr(address)
	if err != nil || a.Unmap().Is4() {
		return address
	}
	p, err := a.WithZone("").Prefix(64)
	if err != nil {
		return address
	}
	return p.String()
}

// FormHash digests a form by its parts: boundaries differ between retries.
type FormHash struct {
	all  hash.Hash
	part hash.Hash
}

// NewFormHash begins a digest.
func NewFormHash() *FormHash { return &FormHash{all: sha256.New(), part: sha256.New()} }

// Next begins a part and returns the hash for its content.
func (h *FormHash) Next(p *multipart.Part) hash.Hash {
	h.close()
	fmt.Fprintf(h.part, "%q%q", p.FormName(), p.FileName())
	return h.part
}

func (h *FormHash) close() {
	h.all.Write(h.part.Sum(nil))
	h.part.Reset()
}

// Sum returns the digest of all parts.
func (h *FormHash) Sum() string {
	h.close()
	return hex.EncodeToString(h.all.Sum(nil))
}

// TimedOut reports whether reading ended at a deadline.
func TimedOut(err error) bool {
	var n net.Error
	return errors.Is(err, os.ErrDeadlineExceeded) || errors.As(err, &n) && n.Timeout()
}

// Pattern writes {name} as :name.
func Pattern(path string) string {
	return strings.NewReplacer("{", ":", "}", "").Replace(path)
}

// Seconds rounds up, since a caller that comes back early is refused again.
func Seconds(d time.Duration) string {
	return strconv.FormatInt(int64((d+time.Second-1)/time.Second), 10)
}
