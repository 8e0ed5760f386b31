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

// Expansion adds records that belong to a record to its answer, in the member expanded. Another
// operation answers them, by its own rules.
type Expansion struct {
	// Word asks for the records in the parameter expand.
	Word string
	// Operation answers the records. It is a list of records, unless Below is set.
	Operation string
	// Member names the member with the id of the record, as in "supplier_id" or "last_change.id".
	Member string
	// Filter narrows the list, as in "status=active,archived".
	Filter string
	// Below says that the path of the operation is below each record. Part names the member of its
	// data to take; "" takes its data.
	Below bool
	Part  string
}
