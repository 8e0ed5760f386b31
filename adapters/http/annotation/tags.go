package annotation

import (
	"context"
	"net/http"
	"time"

	"sellingassistant/adapters/http/httpx"
	"sellingassistant/adapters/http/httpx/body"
	"sellingassistant/adapters/http/httpx/records"
	app "sellingassistant/app/annotation"
	"sellingassistant/app/kernel/edit"
	"sellingassistant/domain/annotation"
	"sellingassistant/domain/kernel/caller"
	"sellingassistant/domain/kernel/page"
)

var tagSorts = records.Sortable{Fields: []string{"name", "created_at", "id"}, Default: "name"}

type listTagsInput struct {
	records.RecordInput
	Q    string         `query:"q" minLength:"1" maxLength:"200" doc:"Text in the name, in any letter case."`
	Used body.Opt[bool] `query:"used" doc:"Tags that a record has, or the others."`
}

type deleteTagsInput struct {
	DryRun bool `query:"dry_run" doc:"Answer the same and delete nothing."`
	Body   body.IDs
}

// tagTimeout covers a changed tag that hundreds of thousands of records have: each is marked as
// changed.
const tagTimeout = time.Minute

// TagRoutes registers the operations of tags.
func TagRoutes(tags *app.Tags) httpx.Routes {
	return func(r *httpx.Router) {
		k := records.Kind{Router: r, Path: "/tags", Group: "tags", Noun: "tag"}
		shown := records.Shown[annotation.Tag, Tag]{Of: tagOf, Example: exampleTag(), Place: annotation.Tag.Place}
		records.List(k, httpx.Operation{
			ID: "listTags", Summary: "List tags",
			Description: "Lists the team's tags by name, with how many records have each.",
		}, tagSorts, tagOf, exampleTag(), func(ctx context.Context, who caller.Caller, in *listTagsInput, req page.Request) (page.Page[annotation.Tag], error) {
			return tags.List(ctx, who, annotation.TagFilter{Query: in.Q, Used: in.Used.Ptr()}, req)
		})
		counted := shown
		counted.Live = true // links change without the version
		records.Get(k, httpx.Operation{
			ID: "getTag", Summary: "Get a tag",
			Description: "Returns one tag of the caller's team, with how many records have it. It is an extra of this service.",
		}, counted, tags.Get)
		records.Create(k, httpx.Operation{
			ID: "createTag", Summary: "Create a tag",
			Description: "Makes a tag. A name that another tag of the team has is 422 duplicate with its id in existing_id; beyond 1,000 tags this is " +
				"422 limit_reached.",
			RequestExample: NewTag{Name: "Christmas", Color: body.FieldOf("#D62828")}, Errors: []int{http.StatusUnprocessableEntity},
		}, shown, func(ctx context.Context, who caller.Caller, in *NewTag) (annotation.Tag, error) {
			return tags.Create(ctx, who, in.patch())
		})
		httpx.Register(r, httpx.Operation{
			ID: "deleteTags", Method: http.MethodDelete, Path: k.Path, Group: k.Group, Noun: k.Noun, Beta: true, Summary: "Delete tags",
			Timeout:        tagTimeout,
			Description:    "Deletes up to 100 tags in one transaction, takes them from all records and answers for each. Their names may be used again.",
			RequestExample: body.IDs{IDs: []body.ID{2, 99}}, Example: exampleDeletedTags(),
		}, httpx.AnswerBulk(deletedTag, func(ctx context.Context, who caller.Caller, in *deleteTagsInput) ([]app.DeletedTag, error) {
			return tags.DeleteMany(ctx, who, edit.Many[annotation.TagID]{IDs: body.Numbers[annotation.TagID](in.Body.IDs), DryRun: in.DryRun})
		}))
		records.Delete(k, httpx.Operation{
			ID: "deleteTag", Summary: "Delete a tag", Timeout: tagTimeout,
			Description: "Deletes one tag and takes it from all records. Its name may be used again.",
		}, tags.Delete)
		records.Update(k, httpx.Operation{
			ID: "updateTag", Summary: "Update a tag", Timeout: tagTimeout,
			Description: "Changes the members that are given; null clears the colour. A name that another tag has is 422 duplicate with its id in " +
				"existing_id.",
			RequestExample: TagPatch{Color: body.FieldOf("#f77f00")}, Errors: []int{http.StatusUnprocessableEntity},
		}, shown, func(ctx context.Context, who caller.Caller, tag annotation.TagID, in *TagPatch, ifMatch *int64) (annotation.Tag, error) {
			return tags.Update(ctx, who, tag, in.patch(), ifMatch)
		})
		httpx.Register(r, httpx.Operation{
			ID: "tagProducts", DryRun: true, Method: http.MethodPost, Path: k.Path + "/products", Group: k.Group, Noun: "product", Beta: true, Summary: "Tag products",
			Description: "Adds tags to up to 100 inventory products, SKUs or listings and removes tags from them, or with " +
				"set replaces all their tags. It runs in one transaction and answers for each record. Versions of " +
				"the records stay.\n\n" +
				"A tag that the team does not have is 422 not_found and changes nothing. A tag in both add and " +
				"remove is 422 validation_failed, as is a call without add, remove and set. A record that would " +
				"have more than 100 tags fails alone with validation_failed.",
			RequestExample: TagChange{ProductType: "inventory_product", ProductIDs: []body.ID{1, 99}, Add: body.OptOf([]body.ID{1})},
			Example:        exampleTagged(), Errors: []int{http.StatusUnprocessableEntity},
		}, httpx.AnswerBulk(taggedProduct, func(ctx context.Context, who caller.Caller, in *httpx.Sent[TagChange]) ([]app.TaggedRecord, error) {
			return tags.Apply(ctx, who, in.Body.change())
		}))
	}
}
