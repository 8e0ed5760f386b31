package table

// Kind says what a file declares the content of a cell to be.
type Kind uint8

// The kinds. Text is all a CSV has.
const (
	Text Kind = iota
	Number
	Date
)

// Cell is what a file stores in one place of a table, without blanks around it.
type Cell struct {
	// Text of a Number is a plain decimal number with a point, of a Date YYYY-MM-DD, with a time of
	// day behind a T where it has one.
	Text string
	Kind Kind
}
