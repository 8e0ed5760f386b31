package gateway

import (
	"errors"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"

	"sellingassistant/adapters/simulator/world"
	"sellingassistant/domain/kernel/marketplace"
)

// WrongIf ends an invalid call with 400.
func (c *Call) WrongIf(wrong bool, words string) {
	if wrong {
		panic(InvalidInput(words))
	}
}

// Path returns a decoded segment of the path.
func (c *Call) Path(name string) string { return c.Segments[name] }

// Has reports whether a parameter is sent.
func (c *Call) Has(name string) bool { return len(c.Query[name]) > 0 }

// Text returns a parameter, "" if it is not sent.
func (c *Call) Text(name string) string { return c.Query.Get(name) }

func (c *Call) Required(name string) string {
	c.WrongIf(c.Text(name) == "", "'"+name+"' is required.")
	return c.Text(name)
}

// Word returns a parameter that must be in a list of words; by default the first word.
func (c *Call) Word(name string, words ...string) string {
	if !c.Has(name) {
		return words[0]
	}
	c.WrongIf(!slices.Contains(words, c.Text(name)), "'"+name+"' has an unknown value.")
	return c.Text(name)
}

// List returns a list separated by commas, of at most so many values. If there are words, each
// value must be among them.
func (c *Call) List(name string, most int, words ...string) []string {
	if !c.Has(name) {
		return nil
	}
	values := strings.Split(strings.Join(c.Query[name], ","), ",")
	c.WrongIf(len(values) > most, "'"+name+"' has too many values.")
	unknown := func(v string) bool { return v == "" || (len(words) > 0 && !slices.Contains(words, v)) }
	c.WrongIf(slices.ContainsFunc(values, unknown), "'"+name+"' has an unknown value.")
	return values
}

// Sets returns the requested parts, by default the first.
func (c *Call) Sets(all []string) []string {
	if !c.Has("includedData") {
		return all[:1]
	}
	return c.List("includedData", len(all), all...)
}

func (c *Call) Count(name string, standard, low, high int) int {
	if !c.Has(name) {
		return standard
	}
	n, err := strconv.Atoi(c.Text(name))
	c.WrongIf(err != nil || n < low || n > high, "'"+name+"' must be a number from "+strconv.Itoa(low)+" to "+strconv.Itoa(high)+".")
	return n
}

// Time returns a time, zero if it is not sent.
func (c *Call) Time(name string) time.Time {
	for _, form := range []string{time.RFC3339, "2006-01-02T15:04:05.999999999", time.DateOnly} {
		if t, err := time.Parse(form, c.Text(name)); err == nil {
			return t.UTC()
		}
	}
	c.WrongIf(c.Has(name), "'"+name+"' is not a date and time.")
	return time.Time{}
}

func (c *Call) Yes(name string) bool { return c.Word(name, "false", "true") == "true" }

// Shops returns required marketplaces of the region.
func (c *Call) Shops(name string, most int) []marketplace.ID {
	c.Required(name)
	return c.KnownShops(name, most)
}

func (c *Call) KnownShops(name string, most int) []marketplace.ID {
	return c.InRegion(name, c.List(name, most))
}

func (c *Call) InRegion(name string, values []string) []marketplace.ID {
	var ids []marketplace.ID
	for _, v := range values {
		id := marketplace.ID(v)
		c.WrongIf(c.Shop(id) == nil, "'"+name+"' names a marketplace that this region does not have.")
		if !slices.Contains(ids, id) {
			ids = append(ids, id)
		}
	}
	return ids
}

// Shop returns a marketplace of the region, or nil.
func (c *Call) Shop(id marketplace.ID) *world.Shop {
	if s := world.Shops[id]; s != nil && s.Region == c.Region {
		return s
	}
	return nil
}

// OneShop returns a required marketplace of the region.
func (c *Call) OneShop(name string) *world.Shop {
	return c.KnownShop(name, marketplace.ID(c.Required(name)))
}

func (c *Call) KnownShop(name string, id marketplace.ID) *world.Shop {
	s := c.Shop(id)
	c.WrongIf(s == nil, "'"+name+"' is not a marketplace of this region.")
	return s
}

// ASINForm matches an ASIN.
var ASINForm = regexp.MustCompile(`^[A-Z0-9]{10}$`)

func (c *Call) ASIN(name, value string) string {
	c.WrongIf(!ASINForm.MatchString(value), "'"+name+"' is not an ASIN.")
	return value
}

var longID = regexp.MustCompile(`^[a-zA-Z0-9-]{38}$`)

// Long returns an id, which must have exactly 38 characters.
func (c *Call) Long(name, value string) string {
	c.WrongIf(!longID.MatchString(value), "'"+name+"' must have 38 letters, digits and hyphens.")
	return value
}

// JSON reads the body and ignores unknown members.
func (c *Call) JSON(into any) {
	err := Decode(c.Body, into)
	c.WrongIf(errors.Is(err, ErrTrailing), "The body must be one JSON value.")
	c.WrongIf(err != nil, "The body is not JSON of the expected form.")
}

// Within reports whether a time lies between two others, both included; zero does not bound.
func Within(t, from, to time.Time) bool {
	return (from.IsZero() || !t.Before(from)) && (to.IsZero() || !t.After(to))
}
