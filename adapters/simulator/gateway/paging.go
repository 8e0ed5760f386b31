package gateway

import (
	"encoding/base64"
	"encoding/binary"
	"fmt"
	"maps"
	"net/url"
	"time"
)

// Span has the start of an answer in a list, and its size.
type Span struct {
	Query  string // query of the list
	Offset int
	Size   int
	// Made has the time at which the token was handed out, zero on the first page.
	Made time.Time
}

// DefaultPage sets the rows of an answer without a requested page size.
const DefaultPage = 10

const sealSize = 12

// Token encodes the start of a page and seals it with the operation, the seller and the query. So
// it cannot be changed or used elsewhere.
func (g *Gateway) Token(c *Call, query string, offset int) string {
	return g.TokenOf(c, fmt.Sprint(c.Op.ID, c.Segments), query, offset)
}

// TokenOf does the same as Token for any operation of the same scope.
func (g *Gateway) TokenOf(c *Call, scope, query string, offset int) string {
	b := binary.BigEndian.AppendUint32(nil, uint32(offset))
	b = binary.BigEndian.AppendUint64(b, uint64(g.world.Clock.Now().UnixMilli()))
	b = append(b, query...)
	seal := g.world.Digest("page", scope, c.Token.Seller, b)
	return base64.StdEncoding.EncodeToString(append(b, seal[:sealSize]...))
}

// Open reads a token.
func (g *Gateway) Open(c *Call, token string) (Span, bool) {
	return g.OpenOf(c, fmt.Sprint(c.Op.ID, c.Segments), token)
}

func (g *Gateway) OpenOf(c *Call, scope, token string) (Span, bool) {
	b, err := base64.StdEncoding.DecodeString(token)
	if err != nil || len(b) < 12+sealSize {
		return Span{}, false
	}
	body := b[:len(b)-sealSize]
	seal := g.world.Digest("page", scope, c.Token.Seller, body)
	if string(seal[:sealSize]) != string(b[len(body):]) {
		return Span{}, false
	}
	return Span{
		Offset: int(binary.BigEndian.Uint32(body)), Made: time.UnixMilli(int64(binary.BigEndian.Uint64(body[4:]))),
		Query: string(body[12:]),
	}, true
}

// fingerprint returns a short digest of a query without its token.
func (g *Gateway) fingerprint(query url.Values, token string) string {
	sum := g.world.Digest("query", Others(query, token))
	return string(sum[:8])
}

// Others returns a query without one parameter.
func Others(query url.Values, name string) string {
	rest := maps.Clone(query)
	delete(rest, name)
	return rest.Encode()
}

// Page reads size and token of a list. A next page must repeat the query of the first.
func (c *Call) Page(sizeName, tokenName string, standard, most int) Span {
	size := c.Count(sizeName, standard, 1, most)
	p := c.PageOf(tokenName)
	p.Size = size
	return p
}

func (c *Call) PageOf(tokenName string) Span {
	query := c.gateway.fingerprint(c.Query, tokenName)
	if !c.Has(tokenName) {
		return Span{Query: query}
	}
	p, ok := c.gateway.Open(c, c.Text(tokenName))
	c.WrongIf(!ok || p.Query != query, "'"+tokenName+"' is not valid.")
	return p
}

// SlicePage cuts a page out of a list, and returns the token of the next page; "" after the last.
func SlicePage[T any](c *Call, p Span, all []T) ([]T, string) {
	from := min(p.Offset, len(all))
	to := min(from+p.Size, len(all))
	page := append([]T{}, all[from:to]...)
	if to == len(all) {
		return page, ""
	}
	return page, c.gateway.Token(c, p.Query, to)
}

// Paged adds the token of the next page, if any.
func (o Object) Paged(next string) Object {
	if next != "" {
		o["pagination"] = Object{"nextToken": next}
	}
	return o
}
