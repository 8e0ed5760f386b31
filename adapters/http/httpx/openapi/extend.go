package openapi

import (
	"cmp"
	"maps"
	"slices"
	"strings"
)

const (
	// isLive marks a member that changes by itself.
	isLive = "x-live"
	// leastShared has the least size of members that are worth a reference.
	leastShared = 500
)

// extend describes an object that has all members of another one by a reference and its further
// members: an order with its items extends an order. It changes objects of answers alone, because
// requests are closed. It also lets a request refer to another one that may be empty.
func (s sharing) extend() {
	sent, chosen := s.sent(), s.chosen()
	names := slices.DeleteFunc(slices.Sorted(maps.Keys(s.schemas)), func(name string) bool {
		return chosen[name] || len(membersOf(s.schemas[name])) == 0
	})
	// An object with more members comes first, so that its base still has its own.
	slices.SortStableFunc(names, func(a, b string) int {
		return len(membersOf(s.schemas[b])) - len(membersOf(s.schemas[a]))
	})
	for _, name := range names {
		whole, _ := s.schemas[name].(node)
		for _, other := range names {
			base, _ := s.schemas[other].(node)
			if other == name || sent[other] != sent[name] {
				continue
			}
			switch {
			case sent[name] && s.filled(whole, base):
				s.schemas[name] = node{"allOf": []any{node{"$ref": schemaPrefix + other}}, "minProperties": whole["minProperties"]}
			case !sent[name] && adds(whole, base):
				s.schemas[name] = extended(whole, base, other)
			default:
				continue
			}
			break
		}
	}
}

// chosen lists the schemas that choices name, which generators read for their own members.
func (s sharing) chosen() map[string]bool {
	names := map[string]bool{}
	each(s.doc, func(n node) {
		for _, kind := range []string{"oneOf", "anyOf"} {
			list, _ := n[kind].([]any)
			for _, v := range list {
				whole, _ := v.(node)
				ref, _ := whole["$ref"].(string)
				names[strings.TrimPrefix(ref, schemaPrefix)] = true
			}
		}
	})
	return names
}

func membersOf(schema any) node {
	whole, _ := schema.(node)
	members, _ := whole["properties"].(node)
	return members
}

// filled reports whether both objects differ only in that the first may not be empty.
func (s sharing) filled(whole, base node) bool {
	if whole["minProperties"] == nil || base["minProperties"] != nil || len(text(base)) < leastShared {
		return false
	}
	whole = maps.Clone(whole)
	delete(whole, "minProperties")
	return text(whole) == text(base)
}

// adds reports whether an object has all members of the base, and more. It may lack members that
// only a parameter adds.
func adds(whole, base node) bool {
	members, own := membersOf(base), membersOf(whole)
	if len(text(members)) < leastShared || whole["additionalProperties"] == true {
		return false
	}
	more := false
	for name := range own {
		more = more || members[name] == nil
	}
	for name, v := range members {
		member, _ := v.(node)
		mine, _ := own[name].(node)
		if mine == nil && member[onlyWith] != nil {
			continue
		}
		if mine == nil || requires(whole, name) != requires(base, name) || still(mine) != still(member) ||
			mine[isLive] != nil && member[isLive] == nil {
			return false
		}
	}
	return more
}

// still writes a member without the mark of a change by itself.
func still(member node) string {
	member = maps.Clone(member)
	delete(member, isLive)
	return text(member)
}

// extended refers to the base, and has the further members in place.
func extended(whole, base node, name string) node {
	out, more := maps.Clone(whole), node{}
	maps.DeleteFunc(out, func(key string, _ any) bool {
		return slices.Contains([]string{"properties", "required", "type", "additionalProperties"}, key)
	})
	required, _ := whole["required"].([]any)
	required = slices.DeleteFunc(slices.Clone(required), func(v any) bool {
		member, _ := v.(string)
		return membersOf(base)[member] != nil
	})
	for member, v := range membersOf(whole) {
		if membersOf(base)[member] == nil {
			more[member] = v
		}
	}
	slices.SortFunc(required, func(a, b any) int { return cmp.Compare(text(a), text(b)) })
	added := node{"type": "object", "properties": more}
	if len(required) > 0 {
		added["required"] = required
	}
	out["allOf"] = []any{node{"$ref": schemaPrefix + name}, added}
	return out
}

// sent lists the schemas that requests refer to.
func (s sharing) sent() map[string]bool {
	sent := map[string]bool{}
	var follow func(n node)
	follow = func(n node) {
		ref, _ := n["$ref"].(string)
		name, ok := strings.CutPrefix(ref, schemaPrefix)
		if ok && !sent[name] {
			sent[name] = true
			each(s.schemas[name], follow)
		}
	}
	each(s.doc["paths"], func(n node) { each(n["requestBody"], follow) })
	return sent
}

// open lets the objects of answers have further members, because a later version may add some.
// Requests stay as strict as the service is.
func (s sharing) open() {
	sent := s.sent()
	loosen := func(n node) {
		if n["additionalProperties"] == false {
			delete(n, "additionalProperties")
		}
	}
	each(s.doc["paths"], func(n node) { each(n["responses"], loosen) })
	for name, schema := range s.schemas {
		if !sent[name] {
			each(schema, loosen)
		}
	}
}
