package series

// Name names a series of a product.
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

	// Badge has the lower end of the monthly sales that a product page shows.
	Badge Name = "badge"
)

// Words lists the series that are shown as points and in charts.
func (Name) Words() []Name {
	return []Name{
		Amazon, New, BuyBox, NewFBA, NewFBM, Used, List, Rank, Rating, Reviews, CountNew, CountFBA, CountFBM, Badge,
	}
}

// Unit names the unit of a series' values.
type Unit string

// The units.
const (
	Money  Unit = "money"
	Ranks  Unit = "rank"
	Counts Unit = "count"
	Stars  Unit = "stars"
)

// Unit returns money for the prices.
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

// History has all known changes of a product.
type History struct {
	// Series has the series with at least one change.
	Series map[Name]Series
	// Holders has the owners of the buy box in order of time.
	Holders []Holder
}
