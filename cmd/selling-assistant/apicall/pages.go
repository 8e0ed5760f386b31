package apicall

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"net/http"
	"net/url"
	"strings"
)

// pages reads all pages of a list. A refused page is the answer.
func (c *Client) pages(ctx context.Context, at *url.URL) (Answer, error) {
	all, seen := []json.RawMessage{}, map[string]bool{}
	for {
		if seen[at.String()] {
			return Answer{}, errors.New("the pages of the list repeat")
		}
		seen[at.String()] = true
		a, h, err := c.send(ctx, http.MethodGet, at, nil)
		if err != nil || a.Status >= http.StatusBadRequest {
			return a, err
		}
		rows, ok := rowsOf(a.Body)
		if !ok {
			return Answer{}, errors.New("the answer is no list")
		}
		all = append(all, rows...)
		if at = next(at, h, a.Body); at == nil {
			a.Body, err = json.Marshal(all)
			return a, err
		}
	}
}

// next returns the address of the page after an answer, nil after the last page. A link counts
// without its host, since the service may be known under another name.
func next(at *url.URL, h http.Header, body []byte) *url.URL {
	to := *at
	if link := linked(h.Values("Link")); link != nil {
		to.Path, to.RawPath, to.RawQuery = link.Path, link.RawPath, link.RawQuery
		return &to
	}
	var end struct {
		Meta struct {
			Cursor string `json:"next_cursor"`
		} `json:"meta"`
		Pagination struct {
			Token string `json:"nextToken"`
		} `json:"pagination"`
		Payload json.RawMessage `json:"payload"`
	}
	if json.Unmarshal(body, &end) != nil {
		return nil
	}
	var older struct{ NextToken string }
	_ = json.Unmarshal(end.Payload, &older) // a payload may be a list
	query := to.Query()
	switch token := cmp.Or(end.Pagination.Token, older.NextToken); {
	case end.Meta.Cursor != "":
		query.Set("cursor", end.Meta.Cursor)
	case token == "":
		return nil
	case query.Has("queryType"):
		query.Set("queryType", "NEXT_TOKEN")
		query.Set("nextToken", token)
	default:
		query.Set(tokenName(to.Path), token)
	}
	to.RawQuery = query.Encode()
	return &to
}

// linked returns the address of the next page in headers Link, nil without one.
func linked(headers []string) *url.URL {
	for _, header := range headers {
		for link := range strings.SplitSeq(header, ",") {
			address, rest, ok := strings.Cut(strings.TrimSpace(link), ">")
			if !ok || !strings.HasPrefix(address, "<") || !strings.Contains(rest, `rel="next"`) {
				continue
			}
			if to, err := url.Parse(address[1:]); err == nil {
				return to
			}
		}
	}
	return nil
}

// tokenName returns the name of the parameter that takes the token of a page.
func tokenName(path string) string {
	switch {
	case strings.Contains(path, "/inboundPlans"):
		return "paginationToken"
	case strings.Contains(path, "/listings"), strings.Contains(path, "/catalog/"):
		return "pageToken"
	}
	return "nextToken"
}

// member has a member of a JSON object.
type member struct {
	name  string
	value json.RawMessage
}

// membersOf returns the members of a JSON object in their order, nil for another value.
func membersOf(text []byte) (all []member) {
	d := json.NewDecoder(bytes.NewReader(text))
	if t, err := d.Token(); err != nil || t != json.Delim('{') {
		return nil
	}
	for d.More() {
		name, err := d.Token()
		if err != nil {
			return nil
		}
		m := member{}
		if m.name, _ = name.(string); d.Decode(&m.value) != nil {
			return nil
		}
		all = append(all, m)
	}
	return all
}

// frame bounds the members of a frame around a list; larger objects are records.
const frame = 5

// rowsOf returns the records of a list: the list itself, the member data, or the only list in a
// frame. It reports false without a list.
func rowsOf(text []byte) ([]json.RawMessage, bool) {
	if rows, ok := listOf(text); ok {
		return rows, true
	}
	all := membersOf(text)
	var found [][]json.RawMessage
	for _, m := range all {
		rows, ok := listOf(m.value)
		switch {
		case ok && m.name == "data":
			return rows, true
		case ok && m.name != "errors":
			found = append(found, rows)
		case m.name == "payload":
			return rowsOf(m.value)
		}
	}
	if len(found) != 1 || len(all) > frame {
		return nil, false
	}
	return found[0], true
}

func listOf(text []byte) (rows []json.RawMessage, ok bool) {
	err := json.Unmarshal(text, &rows)
	return rows, err == nil && rows != nil
}
