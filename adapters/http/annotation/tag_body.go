package annotation

import (
	"sellingassistant/adapters/http/httpx/body"
	"sellingassistant/adapters/http/httpx/records"
	app "sellingassistant/app/annotation"
	"sellingassistant/app/kernel/edit"
	"sellingassistant/domain/annotation"
	"sellingassistant/domain/kernel/fault"
	"sellingassistant/domain/kernel/mark"
	"sellingassistant/domain/kernel/optional"
)

// Tag shows a tag, which groups records of a team.
type Tag struct {
	ID        int64     `json:"id" doc:"Identifier of the tag."`
	Name      string    `json:"name" doc:"The name."`
	Color     *string   `json:"color" doc:"Its colour, #rrggbb in small letters."`
	Links     TagLinks  `json:"links" doc:"How many records have it."`
	Version   int64     `json:"version" doc:"Counts the changes, for If-Match. Records that get or lose the tag do not change it."`
	CreatedAt body.Time `json:"created_at" doc:"When the tag was made."`
	UpdatedAt body.Time `json:"updated_at" doc:"When the tag last changed."`
}

// LiveMembers lists the members that change without updated_at.
func (Tag) LiveMembers() []string {
	return []string{"links"}
}

// TagLinks counts the records of each kind that have a tag.
type TagLinks struct {
	InventoryProducts int64 `json:"inventory_products" doc:"Inventory products."`
	SKUs              int64 `json:"skus" doc:"SKUs."`
	Listings          int64 `json:"listings" doc:"Drafts and live listings."`
	Suppliers         int64 `json:"suppliers" doc:"Suppliers."`
	PurchaseOrders    int64 `json:"purchase_orders" doc:"Purchase orders."`
}

// NewTag makes a tag.
type NewTag struct {
	Name  string             `json:"name" minLength:"1" maxLength:"50" doc:"Not blank, on one line. No other tag has the name, in any letter case."`
	Color body.Field[string] `json:"color,omitzero" pattern:"^#[0-9A-Fa-f]{6}$" doc:"#rrggbb. Null is no colour."`
}

// TagPatch changes a tag.
type TagPatch struct {
	body.AtLeastOne
	Name  body.Opt[string]   `json:"name,omitzero" minLength:"1" maxLength:"50" doc:"Not blank, on one line. No other tag has the name, in any letter case."`
	Color body.Field[string] `json:"color,omitzero" pattern:"^#[0-9A-Fa-f]{6}$" doc:"#rrggbb. Null clears it."`
}

// DeletedTag has the result for one tag of a deletion.
type DeletedTag struct {
	body.DeletedRow
	Detached int64 `json:"detached" doc:"How many records it was taken from, and would be in a dry run."`
}

// TagChange changes the tags of records of one kind.
type TagChange struct {
	ProductType body.Word[TaggedType] `json:"product_type" doc:"The kind of the records."`
	ProductIDs  []body.ID             `json:"product_ids" minItems:"1" maxItems:"100" doc:"The records, 1 to 100."`
	Add         body.Opt[[]body.ID]   `json:"add,omitzero" minItems:"1" maxItems:"50" doc:"Tags that the records get."`
	Remove      body.Opt[[]body.ID]   `json:"remove,omitzero" minItems:"1" maxItems:"50" doc:"Tags that the records lose. They cannot be in add too."`
	Set         body.Opt[[]body.ID]   `json:"set,omitzero" maxItems:"50" doc:"Tags in place of those that the records have; not beside add and remove. Empty takes all tags away."`
}

// TaggedType names a kind of record for tagProducts. Suppliers have tag_ids of their own.
type TaggedType mark.Kind

func (TaggedType) Words() []TaggedType {
	return []TaggedType{TaggedType(mark.Product), TaggedType(mark.SKU), TaggedType(mark.Listing)}
}

// TaggedProduct has the result for one tagged record.
type TaggedProduct struct {
	ID     int64          `json:"id" doc:"Identifier of the record."`
	Status string         `json:"status" enum:"updated,unchanged,failed" doc:"Outcome for the record."`
	TagIDs []int64        `json:"tag_ids" doc:"The tags that it has now; empty where it failed."`
	Error  *body.RowError `json:"error,omitempty" doc:"Why it failed."`
}

func tagOf(t annotation.Tag) Tag {
	v := t.Values
	return Tag{
		ID: int64(t.ID), Name: v.Name, Color: v.Color.Ptr(), Links: TagLinks{
			InventoryProducts: v.Links[mark.Product], SKUs: v.Links[mark.SKU], Listings: v.Links[mark.Listing],
			Suppliers: v.Links[mark.Supplier], PurchaseOrders: v.Links[mark.Order],
		}, Version: t.Version, CreatedAt: body.TimeOf(t.CreatedAt), UpdatedAt: body.TimeOf(t.UpdatedAt),
	}
}

func (n NewTag) patch() annotation.TagPatch {
	return annotation.TagPatch{Name: optional.Put(n.Name), Color: n.Color.Field}
}

func (c TagPatch) patch() annotation.TagPatch {
	return annotation.TagPatch{Name: c.Name.Field, Color: c.Color.Field}
}

func (c TagChange) change() app.TagRecords {
	tags := func(o body.Opt[[]body.ID]) optional.Maybe[[]annotation.TagID] {
		return optional.Map(o.Field, body.Numbers[annotation.TagID]).Maybe()
	}
	return app.TagRecords{
		Kind: mark.Kind(c.ProductType), Records: body.Numbers[int64](c.ProductIDs),
		Tagging: annotation.Tagging{Add: tags(c.Add).Or(nil), Remove: tags(c.Remove).Or(nil), Set: tags(c.Set)},
	}
}

func deletedTag(r app.DeletedTag) (DeletedTag, int64, *fault.Error) {
	row, id, refused := records.Deleted(r.Result)
	return DeletedTag{row, r.Detached}, id, refused
}

func taggedProduct(r app.TaggedRecord) (TaggedProduct, int64, *fault.Error) {
	return TaggedProduct{
		ID: r.ID, Status: string(r.Outcome), TagIDs: body.Each(r.Tags, func(tag annotation.TagID) int64 { return int64(tag) }),
		Error: body.RowErrorOf(r.Err),
	}, r.ID, r.Err
}

func exampleTag() Tag {
	return Tag{
		ID: 1, Name: "Christmas", Color: new("#d62828"), Links: TagLinks{InventoryProducts: 41, SKUs: 12, Suppliers: 1},
		Version: 1, CreatedAt: "2026-03-02T08:00:00.000000Z", UpdatedAt: "2026-03-02T08:00:00.000000Z",
	}
}

func exampleDeletedTags() body.Bulk[DeletedTag] {
	return body.BulkOf([]app.DeletedTag{
		{Result: edit.Result[annotation.TagID]{ID: 2, Outcome: edit.Deleted}, Detached: 54},
		{Result: edit.Result[annotation.TagID]{ID: 99, Outcome: edit.Failed, Err: fault.Missing()}},
	}, deletedTag)
}

func exampleTagged() body.Bulk[TaggedProduct] {
	return body.BulkOf([]app.TaggedRecord{
		{Result: edit.Result[int64]{ID: 1, Outcome: edit.Updated}, Tags: []annotation.TagID{1}},
		{Result: edit.Result[int64]{ID: 99, Outcome: edit.Failed, Err: fault.Missing()}},
	}, taggedProduct)
}
