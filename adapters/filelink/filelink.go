// Package filelink signs download links.
//
// A link's last path element has the form
//
//	{document}.{expiry}.{disposition}.{key id}.{seal}
//
// with the expiry in seconds since 1970 and the disposition "attachment" or "inline". The seal is
// in unpadded URL base64: the team in eight bytes and the HMAC-SHA-256. The signature also covers
// the file's digest, which the link does not show.
package filelink

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base64"
	"encoding/binary"
	"errors"
	"regexp"
	"strconv"
	"strings"
	"time"

	"sellingassistant/domain/document"
	"sellingassistant/domain/kernel/id"
	"sellingassistant/domain/kernel/secret"
	ports "sellingassistant/ports/document"
)

// Key has one signing key.
type Key struct {
	// ID has 1 to 16 lower-case letters and digits; it is part of the link.
	ID string
	// Secret has at least 32 bytes.
	Secret secret.Text
}

// Signer implements ports.Links.
type Signer struct {
	primary string
	keys    map[string][]byte
}

var keyID = regexp.MustCompile(`^[a-z0-9]{1,16}$`)

// New returns a signer. The first key signs; the others still check links signed before the keys
// were changed.
func New(keys ...Key) (*Signer, error) {
	if len(keys) == 0 {
		return nil, errors.New("filelink: no key")
	}
	s := &Signer{primary: keys[0].ID, keys: make(map[string][]byte, len(keys))}
	for _, k := range keys {
		switch _, twice := s.keys[k.ID]; {
		case !keyID.MatchString(k.ID):
			return nil, errors.New("filelink: a key id is 1 to 16 lower-case letters and digits")
		case len(k.Secret.Reveal()) < 32:
			return nil, errors.New("filelink: a key has at least 32 bytes")
		case twice:
			return nil, errors.New("filelink: two keys with one id")
		}
		s.keys[k.ID] = []byte(k.Secret.Reveal())
	}
	return s, nil
}

const (
	attachment = "attachment"
	inline     = "inline"
)

func (s *Signer) Sign(g ports.Grant, ref ports.Ref) string {
	return strings.Join([]string{
		strconv.FormatInt(int64(g.Document), 10), strconv.FormatInt(g.Expires.Unix(), 10), disposition(g.Inline),
		s.primary, base64.RawURLEncoding.EncodeToString(append(teamBytes(ref.Team), mac(s.keys[s.primary], g, ref)...)),
	}, ".")
}

// maxToken exceeds the length of any signed link.
const maxToken = 128

// Parse accepts only the exact spelling of Sign, so that no part can be written in two ways.
func (s *Signer) Parse(token string) (ports.Link, bool) {
	parts := strings.Split(token, ".")
	if len(token) > maxToken || len(parts) != 5 {
		return ports.Link{}, false
	}
	doc, ok1 := number(parts[0])
	expiry, ok2 := number(parts[1])
	seal, err := base64.RawURLEncoding.Strict().DecodeString(parts[4])
	if !ok1 || !ok2 || err != nil || len(seal) != teamSize+sha256.Size || !keyID.MatchString(parts[3]) ||
		(parts[2] != attachment && parts[2] != inline) {
		return ports.Link{}, false
	}
	return ports.Link{
		Grant: ports.Grant{Document: document.ID(doc), Expires: time.Unix(expiry, 0).UTC(), Inline: parts[2] == inline},
		Team:  id.Team(binary.BigEndian.Uint64(seal)),
		KeyID: parts[3], MAC: seal[teamSize:],
	}, true
}

func (s *Signer) Genuine(l ports.Link, ref ports.Ref) bool {
	key, ok := s.keys[l.KeyID]
	if !ok {
		// A signature with an unknown key must take as long to refuse as a wrong signature.
		key = s.keys[s.primary]
	}
	return hmac.Equal(mac(key, l.Grant, ref), l.MAC) && ok && l.Team == ref.Team
}

const teamSize = 8

func teamBytes(team id.Team) []byte { return binary.BigEndian.AppendUint64(nil, uint64(team)) }

// mac signs fields of fixed length, or with a length that follows from their few possible words. So
// no two grants have the same text.
func mac(key []byte, g ports.Grant, ref ports.Ref) []byte {
	text := []byte("document link v1\n")
	text = append(text, teamBytes(ref.Team)...)
	text = binary.BigEndian.AppendUint64(text, uint64(g.Document))
	text = binary.BigEndian.AppendUint64(text, uint64(g.Expires.Unix()))
	text = append(text, disposition(g.Inline)...)
	text = append(text, '\n')
	text = append(text, ref.Sum...)
	h := hmac.New(sha256.New, key)
	h.Write(text)
	return h.Sum(nil)
}

func disposition(shown bool) string {
	if shown {
		return inline
	}
	return attachment
}

// number reads a positive number without sign or leading zeros.
func number(s string) (int64, bool) {
	n, err := strconv.ParseInt(s, 10, 64)
	return n, err == nil && n > 0 && strconv.FormatInt(n, 10) == s
}
