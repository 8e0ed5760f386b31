package spapi

import "maps"

// sweepFrom bounds the entries of a map before it drops idle entries.
const sweepFrom = 4096

// bounded maps keys to values and drops idle entries as it grows. Its owner locks it.
type bounded[K comparable, V any] struct {
	kept    map[K]V
	sweepAt int
}

func newBounded[K comparable, V any]() bounded[K, V] { return bounded[K, V]{map[K]V{}, sweepFrom} }

// put adds an entry. A full map first drops idle entries, and then counts as full at twice the
// remaining size.
func (b *bounded[K, V]) put(key K, value V, idle func(V) bool) {
	if len(b.kept) >= b.sweepAt {
		maps.DeleteFunc(b.kept, func(_ K, v V) bool { return idle(v) })
		b.sweepAt = max(sweepFrom, 2*len(b.kept))
	}
	b.kept[key] = value
}
