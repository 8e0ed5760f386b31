package simulator

import (
	"encoding/base64"
	"encoding/binary"
	"fmt"
	"maps"
	"net/url"
	"time"
)

// span is where in a list an answer starts, and how much of it there is.
type span struct {
	query  string // what the list was asked for with
	offset int
	size   int
	// made is when the token was given out, zero on the first page.
	made time.Time
}

const sealSize = 12

// token is where the page starts, sealed with the operation, the seller and
// the query, so that it cannot be changed or used elsewhere.
func (m *Marketplace) token(c *call, query string, offset int) string {
	return m.tokenOf(c, fmt.Sprint(c.op.id, c.segments), query, offset)
}

// tokenOf is token for any operation of the same scope.
func (m *Marketplace) tokenOf(c *call, scope, query string, offset int) string {
	b := binary.BigEndian.AppendUint32(nil, uint32(offset))
	b = binary.BigEndian.AppendUint64(b, uint64(m.World.Clock.Now().UnixMilli()))
	b = append(b, query...)
	seal := m.Digest("page", scope, c.token.seller, b)
	return base64.StdEncoding.EncodeToString(append(b, seal[:sealSize]...))
}

// open reads a token.
func (m *Marketplace) open(c *call, token string) (span, bool) {
	return m.openOf(c, fmt.Sprint(c.op.id, c.segments), token)
}

func (m *Marketplace) openOf(c *call, scope, token string) (span, bool) {
	b, err := base64.StdEncoding.DecodeString(token)
	if err != nil || len(b) < 12+sealSize {
		return span{}, false
	}
	body := b[:len(b)-sealSize]
	seal := m.Digest("page", scope, c.token.seller, body)
	if string(seal[:sealSize]) != string(b[len(body):]) {
		return span{}, false
	}
	return span{
		offset: int(binary.BigEndian.Uint32(body)), made: time.UnixMilli(int64(binary.BigEndian.Uint64(body[4:]))),
		query: string(body[12:]),
	}, true
}

// fingerprint is a query without its token, short.
func (m *Marketplace) fingerprint(query url.Values, token string) string {
	sum := m.Digest("query", others(query, token))
	return string(sum[:8])
}

func others(query url.Values, name string) string {
	rest := maps.Clone(query)
	delete(rest, name)
	return rest.Encode()
}

// page reads size and token of a list that is paged with the same query again.
func (c *call) page(sizeName, tokenName string, standard, most int) span {
	size := c.count(sizeName, standard, 1, most)
	p := c.pageOf(tokenName)
	p.size = size
	return p
}

func (c *call) pageOf(tokenName string) span {
	query := c.m.fingerprint(c.query, tokenName)
	if !c.has(tokenName) {
		return span{query: query}
	}
	p, ok := c.m.open(c, c.text(tokenName))
	c.wrongIf(!ok || p.query != query, "'"+tokenName+"' is not valid.")
	return p
}

// slicePage cuts a page out of a list, and makes the token of the next one;
// "" after the last.
func slicePage[T any](c *call, p span, all []T) ([]T, string) {
	from := min(p.offset, len(all))
	to := min(from+p.size, len(all))
	page := append([]T{}, all[from:to]...)
	if to == len(all) {
		return page, ""
	}
	return page, c.m.token(c, p.query, to)
}

// paged adds the token of the next page, if there is one.
func (o object) paged(next string) object {
	if next != "" {
		o["pagination"] = object{"nextToken": next}
	}
	return o
}
