package page_test

import (
	"errors"
	"testing"

	"github.com/stretchr/testify/require"

	"sellingassistant/domain/kernel/page"
)

func TestAllYieldsTheRowsOfEveryPage(t *testing.T) {
	var asked []page.Request
	list := func(r page.Request) (page.Page[int], error) {
		asked = append(asked, r)
		if r.After == nil {
			return page.Page[int]{Items: []int{1, 2}, Next: page.Key{int64(2)}}, nil
		}
		return page.Page[int]{Items: []int{3}}, nil
	}
	var rows []int
	for row, err := range page.All(page.Request{Limit: 2}, list) {
		require.NoError(t, err)
		rows = append(rows, row)
	}
	require.Equal(t, []int{1, 2, 3}, rows)
	require.Equal(t, []page.Request{{Limit: 2}, {Limit: 2, After: page.Key{int64(2)}}}, asked)

	asked = nil
	for _, err := range page.All(page.Request{Limit: 2}, list) {
		require.NoError(t, err)
		break
	}
	require.Len(t, asked, 1, "no page is read after the caller has stopped")
}

func TestAllEndsAfterAnError(t *testing.T) {
	lost := errors.New("the database is gone")
	pages := 0
	var faults []error
	for row, err := range page.All(page.Request{}, func(page.Request) (page.Page[string], error) {
		if pages++; pages == 1 {
			return page.Page[string]{Items: []string{"a"}, Next: page.Key{"a"}}, nil
		}
		return page.Page[string]{Items: []string{"b"}, Next: page.Key{"b"}}, lost
	}) {
		require.NotEqual(t, "b", row)
		faults = append(faults, err)
	}
	require.Equal(t, []error{nil, lost}, faults)
	require.Equal(t, 2, pages)
}
