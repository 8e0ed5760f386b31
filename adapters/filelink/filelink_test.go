package filelink_test

import (
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"sellingassistant/adapters/filelink"
	"sellingassistant/domain/document"
	"sellingassistant/domain/kernel/secret"
	ports "sellingassistant/ports/document"
)

var (
	oldKey = filelink.Key{ID: "k1", Secret: secret.New(strings.Repeat("o", 32))}
	newKey = filelink.Key{ID: "k2", Secret: secret.New(strings.Repeat("n", 32))}
	grant  = ports.Grant{Document: 12, Expires: time.Unix(1774000500, 0).UTC()}
	ref    = ports.Ref{Team: 7, Sum: document.Digest(strings.Repeat("a1", 32))}
)

func signer(t *testing.T, keys ...filelink.Key) *filelink.Signer {
	t.Helper()
	s, err := filelink.New(keys...)
	require.NoError(t, err)
	return s
}

func TestLinkForm(t *testing.T) {
	s := signer(t, oldKey)
	require.Regexp(t, `^12\.1774000500\.attachment\.k1\.[A-Za-z0-9_-]{54}$`, s.Sign(grant, ref))
	shown := grant
	shown.Inline = true
	require.Regexp(t, `^12\.1774000500\.inline\.k1\.`, s.Sign(shown, ref))
	l, ok := s.Parse(s.Sign(shown, ref))
	require.True(t, ok)
	require.Equal(t, shown, l.Grant)
	require.Equal(t, ref.Team, l.Team)
	require.True(t, s.Genuine(l, ref))
}

func TestEveryPartIsSigned(t *testing.T) {
	s := signer(t, newKey, oldKey)
	token := s.Sign(grant, ref)
	parts := strings.Split(token, ".")
	for i, other := range []string{"13", "1774000501", "inline", "k1", strings.Repeat("A", 54)} {
		changed := append([]string{}, parts...)
		changed[i] = other
		l, ok := s.Parse(strings.Join(changed, "."))
		require.True(t, ok)
		require.False(t, s.Genuine(l, ref), "part %d", i)
	}
	l, ok := s.Parse(token)
	require.True(t, ok)
	require.False(t, s.Genuine(l, ports.Ref{Team: 8, Sum: ref.Sum}), "another team")
	require.False(t, s.Genuine(l, ports.Ref{Team: 7, Sum: document.Digest(strings.Repeat("b1", 32))}), "other bytes")
	require.False(t, s.Genuine(l, ports.Ref{}), "no document")
	// Each single character of the signature counts.
	for i := range parts[4] {
		b := []byte(parts[4])
		b[i] = "AB"[btoi(b[i] == 'A')]
		l, ok := s.Parse(strings.Join(append(append([]string{}, parts[:4]...), string(b)), "."))
		require.False(t, ok && s.Genuine(l, ref), "character %d", i)
	}
}

func btoi(b bool) int {
	if b {
		return 1
	}
	return 0
}

func TestKeysRotate(t *testing.T) {
	token := signer(t, oldKey).Sign(grant, ref)
	both := signer(t, newKey, oldKey)
	l, ok := both.Parse(token)
	require.True(t, ok)
	require.True(t, both.Genuine(l, ref))
	require.Contains(t, both.Sign(grant, ref), ".k2.")
	l, ok = signer(t, newKey).Parse(token)
	require.True(t, ok)
	require.False(t, signer(t, newKey).Genuine(l, ref), "the old key is gone")
}

func TestParseTakesOneSpellingOnly(t *testing.T) {
	s := signer(t, oldKey)
	token := s.Sign(grant, ref)
	rest := token[strings.Index(token, "."):]
	for _, bad := range []string{
		"", ".", "....", "12", token + ".", "." + token, token + "=", " " + token, token[:len(token)-1],
		"012" + rest, "+12" + rest, "-12" + rest, "0" + rest, "9223372036854775808" + rest, "1e3" + rest,
		strings.Replace(token, "attachment", "Attachment", 1), strings.Replace(token, "attachment", "", 1),
		strings.Replace(token, ".k1.", ".K1.", 1), strings.Replace(token, ".k1.", "..", 1),
		strings.Replace(token, ".k1.", "."+strings.Repeat("k", 17)+".", 1), strings.Repeat("1", 5000) + rest,
	} {
		_, ok := s.Parse(bad)
		require.False(t, ok, "%q", bad)
	}
}

func TestNewRefuses(t *testing.T) {
	for name, keys := range map[string][]filelink.Key{
		"none":  {},
		"id":    {{ID: "K.1", Secret: oldKey.Secret}},
		"short": {{ID: "k1", Secret: secret.New("short")}},
		"twice": {oldKey, oldKey},
	} {
		_, err := filelink.New(keys...)
		require.Error(t, err, name)
	}
}
