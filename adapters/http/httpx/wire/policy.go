package wire

import (
	"crypto/sha256"
	"encoding/base64"
	"regexp"
	"strings"
)

// Policy returns the Content-Security-Policy of a page. It allows only the named sources, and
// neither frames around the page nor forms in it.
func Policy(sources ...string) string {
	return "default-src 'none'; " + strings.Join(sources, "; ") + "; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
}

// Inline lists the texts between tags without attributes (style or script) as sources of a policy.
// Nothing else runs or shows.
func Inline(tag, page string) string {
	var sources strings.Builder
	for _, m := range regexp.MustCompile("(?s)<"+tag+">(.*?)</"+tag+">").FindAllStringSubmatch(page, -1) {
		sum := sha256.Sum256([]byte(m[1]))
		sources.WriteString(" 'sha256-" + base64.StdEncoding.EncodeToString(sum[:]) + "'")
	}
	return sources.String()
}
