package inbound

import (
	"bytes"
	"encoding/json"
	"time"

	"github.com/govalues/decimal"

	"sellingassistant/adapters/amazon/spapi"
	"sellingassistant/domain/inbound"
	"sellingassistant/domain/kernel/money"
)

// decode reads an answer that must be an object; members may be missing, null or unknown.
func decode(body []byte, into any) error {
	if !bytes.HasPrefix(bytes.TrimSpace(body), []byte("{")) || json.Unmarshal(body, into) != nil {
		return spapi.ErrNotJSON
	}
	return nil
}

// Each value below has nil if the answer leaves it out or has null.

// wireCount decodes a whole number, also written as 5.0.
type wireCount struct{ n *int64 }

func (c *wireCount) UnmarshalJSON(b []byte) error {
	d, err := spapi.NumberIn(b)
	if d == nil || err != nil {
		return err
	}
	whole, rest, ok := d.Int64(0)
	if !ok || rest != 0 || !d.IsInt() {
		return spapi.ErrNotJSON
	}
	c.n = &whole
	return nil
}

// wireNumber decodes a measured number in the answer's notation.
type wireNumber struct{ d *decimal.Decimal }

func (n *wireNumber) UnmarshalJSON(b []byte) (err error) {
	n.d, err = spapi.NumberIn(b)
	return err
}

// wireAmount decodes an amount of money and rounds it to four decimals. Floating point on Amazon's
// side can produce more.
type wireAmount struct{ amount *money.Amount }

func (a *wireAmount) UnmarshalJSON(b []byte) error {
	d, err := spapi.NumberIn(b)
	if d == nil || err != nil {
		return err
	}
	amount, err := money.Parse(d.Round(4).String())
	if err != nil {
		return spapi.ErrNotJSON
	}
	a.amount = &amount
	return nil
}

// wireTime decodes a time. An unknown format becomes nil, so that the rest of the answer stays
// usable.
type wireTime struct{ at *time.Time }

func (t *wireTime) UnmarshalJSON(b []byte) error {
	var text *string
	if json.Unmarshal(b, &text) != nil {
		return spapi.ErrNotJSON
	}
	if text != nil {
		t.at = spapi.TimeIn(*text)
	}
	return nil
}

type wireSum struct {
	Amount wireAmount `json:"amount"`
	Code   string     `json:"code"`
}

func (s *wireSum) sum() *inbound.Sum {
	if s == nil || s.Amount.amount == nil {
		return nil
	}
	return &inbound.Sum{Amount: *s.Amount.amount, Currency: s.Code}
}

type wireAddress struct {
	Name                string `json:"name"`
	CompanyName         string `json:"companyName"`
	AddressLine1        string `json:"addressLine1"`
	AddressLine2        string `json:"addressLine2"`
	DistrictOrCounty    string `json:"districtOrCounty"`
	City                string `json:"city"`
	StateOrProvinceCode string `json:"stateOrProvinceCode"`
	PostalCode          string `json:"postalCode"`
	CountryCode         string `json:"countryCode"`
	PhoneNumber         string `json:"phoneNumber"`
	Email               string `json:"email"`
}

func (a *wireAddress) address() *inbound.Address {
	if a == nil {
		return nil
	}
	address := inbound.Address(*a)
	return &address
}

type wireWindow struct {
	Start         wireTime `json:"start"`
	End           wireTime `json:"end"`
	EditableUntil wireTime `json:"editableUntil"`
}

func (w *wireWindow) window() *inbound.Window {
	if w == nil {
		return nil
	}
	return &inbound.Window{Start: w.Start.at, End: w.End.at, EditableUntil: w.EditableUntil.at}
}

// wireSlot decodes a delivery window of an appointment.
type wireSlot struct {
	StartTime wireTime `json:"startTime"`
	EndTime   wireTime `json:"endTime"`
}
