package marketplace

// Untaxed reports whether prices of the marketplace exclude tax.
func (m Marketplace) Untaxed() bool { return m.Country == "US" || m.Country == "CA" }
