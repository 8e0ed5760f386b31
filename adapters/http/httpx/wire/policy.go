package wire

import (
	"crypto/sha256"
	"encoding/base64"
	"regexp"
	"strings"
)

// Policy is the Content-Security-Policy of a page: nothing but the sources that are
// named, no frame around it and no form in it.
func Policy(sources ...string) string {
	return "default-src 'none'; " + strings.Join(sources, "; ") + "; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
}

// Inline names the texts of a page between tags without attributes, style or
// script, as sources of a policy: nothing else runs or shows.
func Inline(tag, page string) string {
	var sources strings.Builder
	for _, m := range regexp.MustCompile("(?s)<"+tag+">(.*?)</"+tag+">").FindAllStringSubmatch(page, -1) {
		sum := sha256.Sum256([]byte(m[1]))
		sources.WriteString(" 'sha256-" + base64.StdEncoding.EncodeToString(sum[:]) + "'")
	}
	return sources.String()
}
