package simulator

import (
	"bytes"
	"encoding/json"
	"io"
	"net/url"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"

	"sellingassistant/domain/kernel/marketplace"
)

// asked reads the parameters of a call. The first that is not right is what
// the caller is told.
type asked struct {
	m    *Marketplace
	call *call
	no   *refusal
}

// reading makes an operation read its parameters first and answer then.
func reading[T any](m *Marketplace, op operation, read func(a *asked) T, answer func(c *call, in T) (int, any)) operation {
	op.check = func(c *call) *refusal {
		a := &asked{m: m, call: c}
		c.input = read(a)
		return a.no
	}
	op.answer = func(c *call) (int, any) { return answer(c, c.input.(T)) }
	return op
}

func (a *asked) wrong(words string) {
	if a.no == nil {
		a.no = badRequest(words)
	}
}

// path is a segment of the path, decoded.
func (a *asked) path(name string) string { return a.call.segments[name] }

func (a *asked) query() url.Values { return a.call.query }

func (a *asked) has(name string) bool { return len(a.call.query[name]) > 0 }

func (a *asked) text(name string) string { return a.call.query.Get(name) }

func (a *asked) required(name string) string {
	text := a.text(name)
	if text == "" {
		a.wrong("'" + name + "' is required.")
	}
	return text
}

// word is one of some words, the first when it is not sent.
func (a *asked) word(name string, words ...string) string {
	if !a.has(name) {
		return words[0]
	}
	text := a.text(name)
	if !slices.Contains(words, text) {
		a.wrong("'" + name + "' has an unknown value.")
	}
	return text
}

// list is a list with commas between, of at most so many values; those are
// among the words when there are any.
func (a *asked) list(name string, most int, words ...string) []string {
	if !a.has(name) {
		return nil
	}
	values := strings.Split(strings.Join(a.call.query[name], ","), ",")
	if len(values) > most {
		a.wrong("'" + name + "' has too many values.")
	}
	for _, v := range values {
		if v == "" || (len(words) > 0 && !slices.Contains(words, v)) {
			a.wrong("'" + name + "' has an unknown value.")
		}
	}
	return values
}

func (a *asked) number(name string, standard, low, high int) int {
	if !a.has(name) {
		return standard
	}
	n, err := strconv.Atoi(a.text(name))
	if err != nil || n < low || n > high {
		a.wrong("'" + name + "' must be a number from " + strconv.Itoa(low) + " to " + strconv.Itoa(high) + ".")
	}
	return n
}

// time is zero when it is not sent.
func (a *asked) time(name string) time.Time {
	if !a.has(name) {
		return time.Time{}
	}
	for _, form := range []string{time.RFC3339, "2006-01-02T15:04:05.999999999", time.DateOnly} {
		if t, err := time.Parse(form, a.text(name)); err == nil {
			return t.UTC()
		}
	}
	a.wrong("'" + name + "' is not a date and time.")
	return time.Time{}
}

func (a *asked) yes(name string) bool { return a.word(name, "false", "true") == "true" }

// shops are required marketplaces of the region.
func (a *asked) shops(name string, most int) []marketplace.ID {
	a.required(name)
	return a.knownShops(name, most)
}

func (a *asked) knownShops(name string, most int) []marketplace.ID {
	return a.inRegion(name, a.list(name, most))
}

func (a *asked) inRegion(name string, values []string) []marketplace.ID {
	var ids []marketplace.ID
	for _, v := range values {
		shop, ok := marketplace.ByID(marketplace.ID(v))
		if !ok || shop.Region != a.call.region {
			a.wrong("'" + name + "' names a marketplace that this region does not have.")
		}
		if !slices.Contains(ids, shop.ID) {
			ids = append(ids, shop.ID)
		}
	}
	return ids
}

var longID = regexp.MustCompile(`^[a-zA-Z0-9-]{38}$`)

// long is an id of exactly 38 characters.
func (a *asked) long(name, value string) string {
	if !longID.MatchString(value) {
		a.wrong("'" + name + "' must have 38 letters, digits and hyphens.")
	}
	return value
}

// json reads the body, whose members may be more than those known.
func (a *asked) json(into any) {
	d := json.NewDecoder(bytes.NewReader(a.call.body))
	d.UseNumber()
	if d.Decode(into) != nil {
		a.wrong("The body is not JSON of the expected form.")
		return
	}
	if _, err := d.Token(); err != io.EOF {
		a.wrong("The body must be one JSON value.")
	}
}
