package purchasing

import (
	"context"

	"sellingassistant/domain/kernel/id"
	"sellingassistant/domain/kernel/optional"
	"sellingassistant/domain/purchasing"
)

// Issuer describes the issuer of a document, as printed on it; unknown members are empty.
type Issuer struct{ Name, TaxID, Domain string }

// RecognisedBy names the sign that makes a supplier the issuer.
type RecognisedBy string

// The signs, the strongest first. ByNearName compares the name without the legal form of the
// company.
const (
	ByTaxID    RecognisedBy = "tax_id"
	ByDomain   RecognisedBy = "domain"
	ByAlias    RecognisedBy = "alias"
	ByName     RecognisedBy = "name"
	ByNearName RecognisedBy = "near_name"
)

// Recognised names a supplier that may be the issuer.
type Recognised struct {
	Supplier purchasing.Supplier
	By       RecognisedBy
}

// Recognise reads the suppliers that may have issued a document, each sign by itself.
func (s *Suppliers) Recognise(ctx context.Context, team id.Team, issuer Issuer) ([]Recognised, error) {
	v := purchasing.SupplierValues{Name: issuer.Name}
	if issuer.TaxID != "" {
		v.TaxID = optional.Some(issuer.TaxID)
	}
	if issuer.Domain != "" {
		v.Website = optional.Some("https://" + issuer.Domain)
	}
	keys := v.Keys()
	var out []Recognised
	named, aliased, err := s.store.Called(ctx, team, issuer.names())
	if err != nil {
		return nil, err
	}
	for _, one := range aliased {
		out = append(out, Recognised{one, ByAlias})
	}
	for _, one := range named {
		out = append(out, Recognised{one, ByName})
	}
	alike, err := s.store.Alike(ctx, purchasing.Supplier{Team: team}, keys, maxTwins)
	for _, one := range alike {
		switch by, _ := keys.Twin(one.Values.Keys()); by {
		case purchasing.TwinByTaxID:
			out = append(out, Recognised{one, ByTaxID})
		case purchasing.TwinByDomain:
			out = append(out, Recognised{one, ByDomain})
		case purchasing.TwinByName:
			out = append(out, Recognised{one, ByNearName})
		}
	}
	return out, err
}

// names returns the names under which suppliers may have the issuer as an alias.
func (i Issuer) names() (out []string) {
	for _, name := range []string{i.Name, i.TaxID, i.Domain} {
		if name != "" {
			out = append(out, name)
		}
	}
	return out
}
