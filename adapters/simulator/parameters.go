package simulator

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

// wrongIf ends the call when something is wrong with it.
func (c *call) wrongIf(wrong bool, words string) {
	if wrong {
		panic(badRequest(words))
	}
}

// path is a segment of the path, decoded.
func (c *call) path(name string) string { return c.segments[name] }

func (c *call) has(name string) bool { return len(c.query[name]) > 0 }

func (c *call) text(name string) string { return c.query.Get(name) }

func (c *call) required(name string) string {
	c.wrongIf(c.text(name) == "", "'"+name+"' is required.")
	return c.text(name)
}

// word is one of some words, the first when it is not sent.
func (c *call) word(name string, words ...string) string {
	if !c.has(name) {
		return words[0]
	}
	c.wrongIf(!slices.Contains(words, c.text(name)), "'"+name+"' has an unknown value.")
	return c.text(name)
}

// list is a list with commas between, of at most so many values; those are
// among the words when there are any.
func (c *call) list(name string, most int, words ...string) []string {
	if !c.has(name) {
		return nil
	}
	values := strings.Split(strings.Join(c.query[name], ","), ",")
	c.wrongIf(len(values) > most, "'"+name+"' has too many values.")
	unknown := func(v string) bool { return v == "" || (len(words) > 0 && !slices.Contains(words, v)) }
	c.wrongIf(slices.ContainsFunc(values, unknown), "'"+name+"' has an unknown value.")
	return values
}

// sets are the requested parts, the first one by default.
func (c *call) sets(all []string) []string {
	if !c.has("includedData") {
		return all[:1]
	}
	return c.list("includedData", len(all), all...)
}

func (c *call) count(name string, standard, low, high int) int {
	if !c.has(name) {
		return standard
	}
	n, err := strconv.Atoi(c.text(name))
	c.wrongIf(err != nil || n < low || n > high, "'"+name+"' must be a number from "+strconv.Itoa(low)+" to "+strconv.Itoa(high)+".")
	return n
}

// time is zero when it is not sent.
func (c *call) time(name string) time.Time {
	for _, form := range []string{time.RFC3339, "2006-01-02T15:04:05.999999999", time.DateOnly} {
		if t, err := time.Parse(form, c.text(name)); err == nil {
			return t.UTC()
		}
	}
	c.wrongIf(c.has(name), "'"+name+"' is not a date and time.")
	return time.Time{}
}

func (c *call) yes(name string) bool { return c.word(name, "false", "true") == "true" }

// shops are required marketplaces of the region.
func (c *call) shops(name string, most int) []marketplace.ID {
	c.required(name)
	return c.knownShops(name, most)
}

func (c *call) knownShops(name string, most int) []marketplace.ID {
	return c.inRegion(name, c.list(name, most))
}

func (c *call) inRegion(name string, values []string) []marketplace.ID {
	var ids []marketplace.ID
	for _, v := range values {
		id := marketplace.ID(v)
		c.wrongIf(c.shop(id) == nil, "'"+name+"' names a marketplace that this region does not have.")
		if !slices.Contains(ids, id) {
			ids = append(ids, id)
		}
	}
	return ids
}

// shop is a marketplace of the region, nil for another one.
func (c *call) shop(id marketplace.ID) *world.Shop {
	if s := world.Shops[id]; s != nil && s.Region == c.region {
		return s
	}
	return nil
}

// oneShop is a required marketplace of the region.
func (c *call) oneShop(name string) *world.Shop {
	return c.knownShop(name, marketplace.ID(c.required(name)))
}

func (c *call) knownShop(name string, id marketplace.ID) *world.Shop {
	s := c.shop(id)
	c.wrongIf(s == nil, "'"+name+"' is not a marketplace of this region.")
	return s
}

var asinForm = regexp.MustCompile(`^[A-Z0-9]{10}$`)

func (c *call) asin(name, value string) string {
	c.wrongIf(!asinForm.MatchString(value), "'"+name+"' is not an ASIN.")
	return value
}

var longID = regexp.MustCompile(`^[a-zA-Z0-9-]{38}$`)

// long is an id of exactly 38 characters.
func (c *call) long(name, value string) string {
	c.wrongIf(!longID.MatchString(value), "'"+name+"' must have 38 letters, digits and hyphens.")
	return value
}

// json reads the body, whose members may be more than those known.
func (c *call) json(into any) {
	err := decode(c.body, into)
	c.wrongIf(errors.Is(err, errTrailing), "The body must be one JSON value.")
	c.wrongIf(err != nil, "The body is not JSON of the expected form.")
}
