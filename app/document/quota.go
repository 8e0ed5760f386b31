package document

import (
	"context"

	"sellingassistant/domain/kernel/id"
)

// FixedQuota is a quota in bytes that is the same for every team.
type FixedQuota int64

// Bytes implements the port Quota.
func (q FixedQuota) Bytes(context.Context, id.Team) (int64, error) { return int64(q), nil }
