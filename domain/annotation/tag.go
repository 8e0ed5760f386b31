package annotation

import (
	"strings"

	"sellingassistant/domain/kernel/check"
	"sellingassistant/domain/kernel/fault"
	"sellingassistant/domain/kernel/mark"
	"sellingassistant/domain/kernel/optional"
	"sellingassistant/domain/kernel/versioned"
)

// TagID identifies a tag; 0 before it is stored.
type TagID int64

// The bounds of tags.
const (
	MaxTagName = 50
	// MaxTags bounds the tags of a team.
	MaxTags = 1000
	// MaxTagsNamed bounds the tags in the list of a single change.
	MaxTagsNamed = 50
)

// Links counts the records of each kind that have a tag.
type Links map[mark.Kind]int64

// All counts the records that have the tag.
func (l Links) All() (n int64) {
	for _, records := range l {
		n += records
	}
	return n
}

// TagValues has the members of a tag.
type TagValues struct {
	// Name stays unique in a team, in any letter case.
	Name string
	// Color has the form #rrggbb in small letters.
	Color optional.Maybe[string]

	Links Links `member:"-"`
}

// Tag groups records of a team.
type Tag = versioned.Record[TagID, TagValues]

// TagPatch changes a tag. An absent member keeps its value; null clears the colour.
type TagPatch struct{ Name, Color optional.Field[string] }

// Over lays the patch over values. It returns an Invalid fault with every wrong member; the name is
// required.
func (p TagPatch) Over(v TagValues) (TagValues, error) {
	var f check.Faults
	check.NotNull(&f, "/name", p.Name)
	f.Required("/name", v.Name != "" || p.Name.Set)
	v.Name = check.Line(&f, "/name", p.Name, MaxTagName).Maybe().Or(v.Name)
	color := check.Form(&f, "/color", p.Color, len("#rrggbb"), isColor, "# and six hex digits")
	color.Value = strings.ToLower(color.Value)
	v.Color = color.Over(v.Color)
	return v, f.Err(fault.CodeValidationFailed)
}

func isColor(s string) bool {
	digits, ok := strings.CutPrefix(s, "#")
	return ok && len(digits) == 6 && strings.Trim(digits, "0123456789abcdefABCDEF") == ""
}
