// Package gap names the missing members of an answer, and why they are missing.
package gap

import "sellingassistant/domain/kernel/fault"

// Reason says why a figure is missing.
type Reason string

// The reasons: the sources do not have it; the team has no seller account for the marketplace; the
// installation has no provider of price histories; the source does not offer it; it was left out of
// the question; the caller did not give it; the stored value is too old; the source failed; figures
// contradict each other; it is known only of all variations together.
const (
	NotFound       Reason = "not_found"
	NoConnection   Reason = "no_connection"
	NoProvider     Reason = "no_provider"
	NotOffered     Reason = "not_offered"
	NotAsked       Reason = "not_asked"
	NotGiven       Reason = "not_given"
	Stale          Reason = "stale"
	UpstreamFailed Reason = "upstream_failed"
	Conflicting    Reason = "conflicting_evidence"
	FamilyRank     Reason = "family_rank"
)

// Of returns why a source does not have a figure, by its fault; without a fault it answered without
// the figure.
func Of(err error) Reason {
	f, ok := fault.As(err)
	switch {
	case err == nil, ok && f.Kind == fault.NotFound:
		return NotFound
	case ok && (f.Kind == fault.Forbidden || f.Code == fault.CodeMarketplaceUnconnected):
		return NoConnection
	case ok && f.Code == fault.CodeNotSupported:
		return NoProvider
	}
	return UpstreamFailed
}

// Gap names a missing member of an answer, by its name there.
type Gap struct {
	Field  string
	Reason Reason
}

// List collects gaps, each member once.
type List []Gap

// Add adds a gap unless the member has a gap.
func (l *List) Add(field string, why Reason) {
	for _, g := range *l {
		if g.Field == field {
			return
		}
	}
	*l = append(*l, Gap{field, why})
}
