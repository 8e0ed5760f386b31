package body

// One wraps one record as an answer body.
type One[T any] struct {
	Data T `json:"data"`
}

// List wraps a page of a list as an answer body.
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
