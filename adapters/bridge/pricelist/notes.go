package pricelist

import (
	"context"

	annotationapp "sellingassistant/app/annotation"
	"sellingassistant/domain/kernel/asin"
	"sellingassistant/domain/kernel/id"
	"sellingassistant/domain/kernel/marketplace"
	ports "sellingassistant/ports/pricelist"
)

// Notes gives price lists a team's notes about products.
type Notes struct{ notes *annotationapp.Notes }

func NewNotes(n *annotationapp.Notes) *Notes { return &Notes{n} }

// About reads the bodies of the newest notes.
func (n *Notes) About(ctx context.Context, team id.Team, m marketplace.ID, products []asin.ASIN) (map[asin.ASIN]ports.Noted, error) {
	texts := make([]string, len(products))
	for i, a := range products {
		texts[i] = a.String()
	}
	found, err := n.notes.About(ctx, team, m, texts)
	out := map[asin.ASIN]ports.Noted{}
	for _, a := range products {
		if about, ok := found[a.String()]; ok {
			out[a] = ports.Noted{Count: about.Count, Last: about.Newest.Values.Body}
		}
	}
	return out, err
}
