package marketplace

import (
	"sync"
	"time"
	_ "time/tzdata" // the same zones on every machine

	"sellingassistant/domain/kernel/date"
)

// zoneNames has the time zone of each shop, by which its day begins.
var zoneNames = map[string]string{
	"US": "America/Los_Angeles", "CA": "America/Los_Angeles", "MX": "America/Mexico_City", "BR": "America/Sao_Paulo",
	"GB": "Europe/London", "DE": "Europe/Berlin", "FR": "Europe/Paris", "IT": "Europe/Rome", "ES": "Europe/Madrid",
	"IE": "Europe/Dublin", "NL": "Europe/Amsterdam", "BE": "Europe/Brussels", "SE": "Europe/Stockholm", "PL": "Europe/Warsaw",
	"TR": "Europe/Istanbul", "EG": "Africa/Cairo", "SA": "Asia/Riyadh", "AE": "Asia/Dubai", "ZA": "Africa/Johannesburg",
	"IN": "Asia/Kolkata", "JP": "Asia/Tokyo", "AU": "Australia/Sydney", "SG": "Asia/Singapore",
}

var zones = sync.OnceValue(func() map[string]*time.Location {
	found := make(map[string]*time.Location, len(zoneNames))
	for country, name := range zoneNames {
		zone, err := time.LoadLocation(name)
		if err != nil {
			panic(err) // a name that the embedded table does not have
		}
		found[country] = zone
	}
	return found
})

// Day returns the calendar day of a moment in the zone of the marketplace.
func (m Marketplace) Day(t time.Time) date.Date {
	if zone := zones()[m.Country]; zone != nil {
		t = t.In(zone)
	}
	return date.Of(t)
}
