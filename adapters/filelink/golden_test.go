package filelink_test

import (
	"testing"

	"github.com/stretchr/testify/require"
)

// TestALinkOfAnEarlierVersionIsGenuine reads a link that was handed out before.
func TestALinkOfAnEarlierVersionIsGenuine(t *testing.T) {
	t.Parallel()
	const kept = "12.1774000500.attachment.k1.AAAAAAAAAAcgj0HUfzz9tkXmXCA89_98hImDsAYB3Aq-tDTvdMgigA"
	s := signer(t, newKey, oldKey)
	require.Equal(t, kept, signer(t, oldKey).Sign(grant, ref))
	l, ok := s.Parse(kept)
	require.True(t, ok)
	require.Equal(t, grant, l.Grant)
	require.True(t, s.Genuine(l, ref))
}
