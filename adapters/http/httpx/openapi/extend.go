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

// extendable has a schema that may extend another one, or be extended. The texts are made once,
// because each schema is compared with all others.
type extendable struct {
	name           string
	whole, members node
	// texts has the text of each member, without the mark of a change by itself.
	texts map[string]string
	// size counts the bytes of the members' text.
	size int
	// extends says that the schema refers to its base now.
	extends bool
}

// extend describes an object that has all members of another one by a reference and its further
// members: an order with its items extends an order. It changes objects of answers alone, because
// requests are closed. It also lets a request refer to another one that may be empty.
func (s sharing) extend() {
	sent := s.sent()
	all := s.extendables()
	for _, object := range all {
		for _, base := range all {
			if base == object || base.extends || sent[base.name] != sent[object.name] {
				continue
			}
			switch {
			case sent[object.name] && object.fills(base):
				s.schemas[object.name] = node{
					"allOf": []any{node{"$ref": schemaPrefix + base.name}}, "minProperties": object.whole["minProperties"],
				}
			case !sent[object.name] && object.adds(base):
				s.schemas[object.name] = extended(object.whole, base.whole, base.name)
			default:
				continue
			}
			object.extends = true
			break
		}
	}
}

// extendables lists the objects with members. An object with more members comes first, so that its
// base still has its own.
func (s sharing) extendables() (all []*extendable) {
	chosen := s.chosen()
	for _, name := range slices.Sorted(maps.Keys(s.schemas)) {
		whole, _ := s.schemas[name].(node)
		members := membersOf(whole)
		if chosen[name] || len(members) == 0 {
			continue
		}
		texts := make(map[string]string, len(members))
		for member, v := range members {
			n, _ := v.(node)
			texts[member] = still(n)
		}
		all = append(all, &extendable{name: name, whole: whole, members: members, texts: texts, size: len(text(members))})
	}
	slices.SortStableFunc(all, func(a, b *extendable) int { return len(b.members) - len(a.members) })
	return all
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

// fills reports whether both objects differ only in that the first may not be empty.
func (o *extendable) fills(base *extendable) bool {
	if o.whole["minProperties"] == nil || base.whole["minProperties"] != nil {
		return false
	}
	whole, its := maps.Clone(o.whole), text(base.whole)
	delete(whole, "minProperties")
	return len(its) >= leastShared && text(whole) == its
}

// adds reports whether an object has all members of the base, and more. It may lack members that
// only a parameter adds.
func (o *extendable) adds(base *extendable) bool {
	if base.size < leastShared || o.whole["additionalProperties"] == true {
		return false
	}
	for name, v := range base.members {
		member, _ := v.(node)
		mine, _ := o.members[name].(node)
		if mine == nil && member[onlyWith] != nil {
			continue
		}
		if mine == nil || requires(o.whole, name) != requires(base.whole, name) || o.texts[name] != base.texts[name] ||
			mine[isLive] != nil && member[isLive] == nil {
			return false
		}
	}
	for name := range o.members {
		if base.members[name] == nil {
			return true
		}
	}
	return false
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
