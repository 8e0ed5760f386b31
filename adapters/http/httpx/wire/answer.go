package wire

import (
	"bytes"
	"compress/gzip"
	"crypto/sha256"
	"encoding/hex"
	"io"
	"strconv"
	"strings"
	"sync"
)

var gzips sync.Pool

// Compress writes a body to buf as gzip and returns the content of buf.
func Compress(buf *bytes.Buffer, body []byte) []byte {
	z, ok := gzips.Get().(*gzip.Writer)
	if !ok {
		z = gzip.NewWriter(nil)
	}
	defer gzips.Put(z)
	z.Reset(buf)
	_, _ = z.Write(body) // a bytes.Buffer takes everything
	_ = z.Close()
	return buf.Bytes()
}

// Unpack returns the body of a gzip file of the program itself.
func Unpack(packed []byte) []byte {
	z, err := gzip.NewReader(bytes.NewReader(packed))
	if err != nil {
		panic("wire: a file of the program cannot be unpacked: " + err.Error())
	}
	body, err := io.ReadAll(z)
	if err != nil {
		panic("wire: a file of the program cannot be unpacked: " + err.Error())
	}
	return body
}

// Digest returns the SHA-256 of bytes in hexadecimal digits.
func Digest(b []byte) string {
	sum := sha256.Sum256(b)
	return hex.EncodeToString(sum[:])
}

// Accepts reports whether the client accepts a coding or a media type, named with a weight above 0.
func Accepts(values []string, name string) bool {
	for _, value := range values {
		for part := range strings.SplitSeq(value, ",") {
			coding, weight, _ := strings.Cut(part, ";")
			if !strings.EqualFold(strings.TrimSpace(coding), name) {
				continue
			}
			q, ok := strings.CutPrefix(strings.ReplaceAll(weight, " ", ""), "q=")
			if !ok {
				return true
			}
			f, err := strconv.ParseFloat(q, 64)
			return err == nil && f > 0
		}
	}
	return false
}

// TaggedVersion reads the version in the entity tag of If-Match. Without a tag, or with *, any
// version fits. A tag that no record has gives a nil version. A text that is not a tag is not ok.
func TaggedVersion(ifMatch string) (version *int64, any, ok bool) {
	text := strings.TrimSpace(ifMatch)
	if text == "" || text == "*" {
		return nil, true, true
	}
	inner, ok := strings.CutPrefix(strings.TrimPrefix(text, "W/"), `"`)
	if ok {
		inner, ok = strings.CutSuffix(inner, `"`)
	}
	if !ok || strings.ContainsAny(inner, "\", \t") {
		return nil, false, false
	}
	digits, _, _ := strings.Cut(inner, "-") // drops the digest, which does not count for a change
	n, err := strconv.ParseInt(digits, 10, 64)
	if err != nil {
		return nil, false, true
	}
	return &n, false, true
}

// SameTag reports whether If-None-Match names the tag of an answer, or *. Weak tags count like
// strong tags.
func SameTag(ifNoneMatch []string, tag string) bool {
	tag = strings.TrimPrefix(tag, "W/")
	for _, value := range ifNoneMatch {
		for part := range strings.SplitSeq(value, ",") {
			if part = strings.TrimSpace(part); part == "*" || strings.TrimPrefix(part, "W/") == tag {
				return true
			}
		}
	}
	return false
}
