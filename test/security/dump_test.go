package security_test

import (
	"context"
	"errors"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"sellingassistant/test/openapi/service"
)

// TestDumpsShowEveryChange proves that other tests can see changes in dumps. A row that is added,
// changed or deleted shows, and a rollback does not.
func TestDumpsShowEveryChange(t *testing.T) {
	t.Parallel()
	service.Each(t, func(t *testing.T, s *service.Service) {
		m := newTeam(t, s, s.Document(t))
		before := s.Dump(t)
		words := func() (out []string) {
			t.Helper()
			now := s.Dump(t)
			for _, line := range before.Diff(now) {
				fields := strings.Fields(line)
				out = append(out, fields[0]+" "+fields[1])
			}
			before = now
			return out
		}
		require.Empty(t, words())
		id := m.fresh(t, aTag)
		require.Contains(t, words(), "new annotation_tags")
		s.Alter(t, "UPDATE annotation_tags SET version = version + 1 WHERE id = $1", id)
		require.Equal(t, []string{"gone annotation_tags", "new annotation_tags"}, words())
		undone := errors.New("undone")
		require.ErrorIs(t, s.Store.InTx(t.Context(), func(ctx context.Context) error {
			_, err := s.Store.Hot(ctx).Exec(ctx, "UPDATE annotation_tags SET version = version + 1 WHERE id = $1", id)
			require.NoError(t, err)
			return undone
		}), undone)
		require.Empty(t, words())
		s.Alter(t, "DELETE FROM annotation_tags WHERE id = $1", id)
		require.Equal(t, []string{"gone annotation_tags"}, words())
		require.Empty(t, words())
	})
}
