package caller_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"sellingassistant/domain/kernel/caller"
)

func TestMay(t *testing.T) {
	for _, c := range []struct {
		role        caller.Role
		scopes      []caller.Scope
		group       string
		read, write bool
	}{
		{caller.Member, []caller.Scope{"read"}, "documents", true, false},
		{caller.Member, []caller.Scope{"write"}, "documents", true, true},
		{caller.Viewer, []caller.Scope{"write"}, "documents", true, false},
		{caller.Member, []caller.Scope{"documents:read"}, "documents", true, false},
		{caller.Member, []caller.Scope{"documents:write"}, "documents", true, true},
		{caller.Member, []caller.Scope{"documents:write"}, "repricer", false, false},
		{caller.Owner, nil, "documents", false, false},
	} {
		who := caller.Caller{Role: c.role, Scopes: c.scopes}
		require.Equal(t, c.read, who.May(c.group, false), "%+v", c)
		require.Equal(t, c.write, who.May(c.group, true), "%+v", c)
	}
}

func TestScopeForms(t *testing.T) {
	for s, want := range map[caller.Scope]bool{
		"read": true, "write": true, "documents:read": true, "price-history:write": true,
		"": false, "admin": false, ":read": false, "documents:": false, "documents:admin": false, "Documents:read": false,
	} {
		require.Equal(t, want, s.Valid(), string(s))
	}
}
