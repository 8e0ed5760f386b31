package openapi

import (
	"bytes"
	"encoding/json"
	"maps"
	"slices"
	"strings"

	"github.com/danielgtaylor/huma/v2"

	"sellingassistant/adapters/http/httpx/body"
)

// Group has the operations of a tag, sorted by path.
type Group struct {
	Name, Description string
	Operations        []Operation
}

// Operation names a published operation.
type Operation struct{ Method, Path, Summary string }

// Groups lists the tags with operations: first the described tags, in the order of the document.
func (d *Document) Groups() []Group {
	var list []Group
	undescribed, operations := maps.Clone(d.used), d.operations()
	for _, tag := range d.api.Tags {
		if d.used[tag.Name] {
			list = append(list, Group{tag.Name, tag.Description, operations[tag.Name]})
			delete(undescribed, tag.Name)
		}
	}
	for _, name := range slices.Sorted(maps.Keys(undescribed)) {
		list = append(list, Group{Name: name, Operations: operations[name]})
	}
	return list
}

// operations lists the operations of each tag.
func (d *Document) operations() map[string][]Operation {
	out := map[string][]Operation{}
	for _, path := range slices.Sorted(maps.Keys(d.api.Paths)) {
		item := d.api.Paths[path]
		for _, op := range []*huma.Operation{item.Get, item.Post, item.Put, item.Patch, item.Delete} {
			if op == nil {
				continue
			}
			for _, tag := range op.Tags {
				out[tag] = append(out[tag], Operation{op.Method, path, op.Summary})
			}
		}
	}
	return out
}

// ByGroup returns a document of OpenAPI 3.1 for each group, complete on its own.
func (d *Document) ByGroup() (map[string][]byte, error) {
	whole, err := d.JSON()
	if err != nil {
		return nil, err
	}
	read := json.NewDecoder(bytes.NewReader(whole))
	read.UseNumber()
	var doc node
	if err := read.Decode(&doc); err != nil {
		return nil, err
	}
	all := map[string][]byte{}
	for _, group := range d.Groups() {
		if all[group.Name], err = body.JSON(part(doc, group.Name)); err != nil {
			return nil, err
		}
	}
	return all, nil
}

// part keeps the operations of a group, its tag, and the components that they reach.
func part(doc node, group string) node {
	out, paths, calls := maps.Clone(doc), tagged(doc["paths"], group), tagged(doc["webhooks"], group)
	if delete(out, "webhooks"); len(calls) > 0 {
		out["webhooks"] = calls
	}
	tags, _ := doc["tags"].([]any)
	tags = slices.DeleteFunc(slices.Clone(tags), func(v any) bool {
		tag, _ := v.(node)
		return tag["name"] != group
	})
	components, _ := doc["components"].(node)
	out["paths"], out["tags"], out["components"] = paths, tags, reached(components, node{"paths": paths, "calls": calls})
	if info, ok := doc["info"].(node); ok {
		info = maps.Clone(info)
		if title, ok := info["title"].(string); ok {
			info["title"] = title + ": " + group
		}
		out["info"] = info
	}
	return out
}

// tagged keeps the operations of a group.
func tagged(items any, group string) node {
	out := node{}
	all, _ := items.(node)
	for path, item := range all {
		methods, _ := item.(node)
		methods = maps.Clone(methods)
		maps.DeleteFunc(methods, func(_ string, v any) bool {
			op, _ := v.(node)
			tags, _ := op["tags"].([]any)
			return !slices.Contains(tags, any(group))
		})
		if len(methods) > 0 {
			out[path] = methods
		}
	}
	return out
}

// reached returns the components that the paths refer to, directly or indirectly, and the ways to
// send a key.
func reached(components, paths node) node {
	found := node{}
	var follow func(n node)
	take := func(v any) {
		ref, _ := v.(string)
		place, ok := strings.CutPrefix(ref, "#/components/")
		kind, name, _ := strings.Cut(place, "/")
		all, _ := components[kind].(node)
		kept, _ := found[kind].(node)
		if !ok || all[name] == nil || kept[name] != nil {
			return
		}
		if kept == nil {
			kept = node{}
			found[kind] = kept
		}
		kept[name] = all[name]
		each(all[name], follow)
	}
	follow = func(n node) {
		take(n["$ref"])
		if named, ok := n["examples"].(node); ok {
			for _, v := range named {
				example, _ := v.(node)
				take(example["$ref"])
			}
		}
		if choice, ok := n["discriminator"].(node); ok {
			mapping, _ := choice["mapping"].(node)
			for _, to := range mapping {
				take(to)
			}
		}
	}
	each(paths, follow)
	if ways := components["securitySchemes"]; ways != nil {
		found["securitySchemes"] = ways
	}
	return found
}
