package body

// One is the answer body with one record.
type One[T any] struct {
	Data T `json:"data"`
}

// List is the answer body of a list.
type List[T any] struct {
	Data []T      `json:"data"`
	Meta ListMeta `json:"meta"`
}

// ListMeta describes a page.
type ListMeta struct {
	Limit      int     `json:"limit" doc:"Rows of a page."`
	NextCursor *string `json:"next_cursor" doc:"The cursor of the following page; null on the last page."`
	Total      *int64  `json:"total" doc:"Rows over all pages; null unless count=true."`
}
