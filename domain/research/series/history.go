package series

// Name is what a series of a product counts.
type Name string

// The series of a product.
const (
	Amazon  Name = "amazon"
	New     Name = "new"
	BuyBox  Name = "buyBox"
	NewFBA  Name = "newFba"
	NewFBM  Name = "newFbm"
	Used    Name = "used"
	List    Name = "list"
	Rank    Name = "rank"
	Rating  Name = "rating"
	Reviews Name = "reviews"

	CountNew  Name = "countNew"
	CountFBA  Name = "countFba"
	CountFBM  Name = "countFbm"
	CountUsed Name = "countUsed"

	// Badge is the lower end of the monthly sales that a product page shows.
	Badge Name = "badge"
)

// Words lists those that are shown as points and in charts.
func (Name) Words() []Name {
	return []Name{Amazon, New, BuyBox, NewFBA, NewFBM, Used, List, Rank, Rating, Reviews, CountNew, CountFBA, CountFBM, Badge}
}

// Unit is what the values of a series are counted in.
type Unit string

// The units.
const (
	Money  Unit = "money"
	Ranks  Unit = "rank"
	Counts Unit = "count"
	Stars  Unit = "stars"
)

// Unit is money for the prices.
func (n Name) Unit() Unit {
	switch n {
	case Rank:
		return Ranks
	case Rating:
		return Stars
	case Reviews, CountNew, CountFBA, CountFBM, CountUsed, Badge:
		return Counts
	}
	return Money
}

// History is all that is known of how a product changed.
type History struct {
	// Series are those with at least one change.
	Series map[Name]Series
	// Holders of the buy box are ordered by time.
	Holders []Holder
}
