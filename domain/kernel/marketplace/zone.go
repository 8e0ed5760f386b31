package marketplace

import (
	"sync"
	"time"
	_ "time/tzdata" // the same zones on every machine

	"sellingassistant/domain/kernel/date"
)

// zones has the zones of the table by their names. Loading one takes too long for each call of Day.
var zones = sync.OnceValue(func() map[string]*time.Location {
	found := make(map[string]*time.Location, len(table))
	for _, m := range table {
		zone, err := time.LoadLocation(m.Zone)
		if err != nil {
			panic(err) // a name that the embedded table does not have
		}
		found[m.Zone] = zone
	}
	return found
})

// Day returns the calendar day of a moment in the zone of the marketplace.
func (m Marketplace) Day(t time.Time) date.Date {
	if zone := zones()[m.Zone]; zone != nil {
		t = t.In(zone)
	}
	return date.Of(t)
}
