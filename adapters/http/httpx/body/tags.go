package body

import (
	"sellingassistant/domain/kernel/mark"
	"sellingassistant/domain/kernel/optional"
)

// RecordTag has a tag as records show it.
type RecordTag struct {
	ID    int64   `json:"id" doc:"Identifier of the tag."`
	Name  string  `json:"name" doc:"The name."`
	Color *string `json:"color" doc:"Its colour, #rrggbb in small letters."`
}

// RecordTags converts the tags of a record.
func RecordTags(m mark.Marks) []RecordTag {
	return Each(m.Tags, func(t mark.Tag) RecordTag { return RecordTag{t.ID, t.Name, t.Color.Ptr()} })
}

// TagIDs converts the tag ids of a patch.
func TagIDs(o Opt[[]ID]) optional.Field[[]int64] { return optional.Map(o.Field, Numbers[int64]) }

// TagFilter adds filters by tags to the input of a list.
type TagFilter struct {
	TagIDs    []ID `query:"tag_ids" maxItems:"100" doc:"Has any of these tags."`
	TagIDsAll []ID `query:"tag_ids_all" maxItems:"100" doc:"Has all of these tags."`
}

// Tags combines both parameters into a filter.
func (f TagFilter) Tags() mark.Filter {
	return mark.Filter{Any: Numbers[int64](f.TagIDs), All: Numbers[int64](f.TagIDsAll)}
}
