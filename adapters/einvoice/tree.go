package einvoice

import (
	"strings"

	"github.com/govalues/decimal"

	"sellingassistant/domain/document/reading"
	"sellingassistant/domain/kernel/date"
	"sellingassistant/domain/kernel/optional"
)

// node has an element with its children. Its methods also work on nil, for an absent element.
type node struct {
	name  string
	text  string
	attrs map[string]string
	nodes []*node
}

// all lists the elements below a path: A/B|C lists the children B and C of each child A.
func (n *node) all(path string) []*node {
	if n == nil {
		return nil
	}
	found := []*node{n}
	for names := range strings.SplitSeq(path, "/") {
		var next []*node
		for _, f := range found {
			for _, c := range f.nodes {
				for name := range strings.SplitSeq(names, "|") {
					if c.name == name {
						next = append(next, c)
						break
					}
				}
			}
		}
		found = next
	}
	return found
}

// at returns the first element at a path, nil if there is no such element. It prefers the first of
// several names.
func (n *node) at(path string) *node {
	names, rest, deeper := strings.Cut(path, "/")
	for name := range strings.SplitSeq(names, "|") {
		for _, found := range n.all(name) {
			if deeper {
				found = found.at(rest)
			}
			if found != nil {
				return found
			}
		}
	}
	return nil
}

// word returns the text of the first element at a path.
func (n *node) word(path string) string {
	if found := n.at(path); found != nil {
		return found.text
	}
	return ""
}

// words returns the first text at one of several paths.
func (n *node) words(paths ...string) string {
	for _, p := range paths {
		if w := n.word(p); w != "" {
			return w
		}
	}
	return ""
}

// unitOf returns the unit of the first quantity at a path.
func (n *node) unitOf(path string) string {
	if found := n.at(path); found != nil {
		return found.attrs["unitCode"]
	}
	return ""
}

func (n *node) figure(path string) reading.Figure {
	value, err := decimal.Parse(n.word(path))
	if err != nil {
		return reading.Figure{}
	}
	return optional.Some(value)
}

// sum adds all elements at a path. It returns no figure without elements, or if an element is no
// number.
func (n *node) sum(path string) reading.Figure {
	var total reading.Figure
	for _, f := range n.all(path) {
		value, err := decimal.Parse(f.text)
		sum, fault := total.Or(decimal.Zero).Add(value)
		if err != nil || fault != nil {
			return reading.Figure{}
		}
		total = optional.Some(sum)
	}
	return total
}

// day reads 2026-03-20, with or without a zone after it, and 20260320.
func (n *node) day(path string) optional.Maybe[date.Date] {
	text := n.word(path)
	if len(text) >= 8 && !strings.Contains(text, "-") {
		text = text[:4] + "-" + text[4:6] + "-" + text[6:8]
	}
	d, err := date.Parse(text[:min(len(text), len("2026-03-20"))])
	if err != nil {
		return optional.None[date.Date]()
	}
	return optional.Some(d)
}
