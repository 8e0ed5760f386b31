// Package expand adds records that belong to the records of an answer to it.
package expand

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"net/url"
	"slices"
	"strings"

	"sellingassistant/adapters/http/httpx/body"
	"sellingassistant/domain/kernel/fault"
)

// Ask returns the data of another operation's answer. id is the value in its path.
type Ask func(ctx context.Context, operation string, query url.Values, id string) (json.RawMessage, error)

// Parameter names the query parameter with the words of expansions.
const Parameter = "expand"

// Wanted lists the expansions of all that the values of the parameter name.
func Wanted(values []string, all []body.Expansion) (out []body.Expansion) {
	for word := range strings.SplitSeq(strings.Join(values, ","), ",") {
		at := slices.IndexFunc(all, func(e body.Expansion) bool { return e.Word == word })
		if at >= 0 && !slices.Contains(out, all[at]) {
			out = append(out, all[at])
		}
	}
	return out
}

// Answer adds the member expanded to each record of an answer. list reports that the answer has
// several records.
func Answer(ctx context.Context, text []byte, wanted []body.Expansion, ask Ask) (out []byte, list bool, err error) {
	var whole struct {
		Data json.RawMessage `json:"data"`
		Meta json.RawMessage `json:"meta,omitempty"`
	}
	if err := json.Unmarshal(text, &whole); err != nil {
		return nil, false, fmt.Errorf("expand an answer: %w", err)
	}
	rows := []json.RawMessage{whole.Data}
	if list = bytes.HasPrefix(whole.Data, []byte("[")); list {
		rows = nil
		if err := json.Unmarshal(whole.Data, &rows); err != nil {
			return nil, false, fmt.Errorf("expand an answer: %w", err)
		}
	}
	if rows, err = expanded(ctx, rows, wanted, ask); err != nil {
		return nil, false, err
	}
	if !list {
		whole.Data = rows[0]
	} else if whole.Data, err = body.JSON(rows); err != nil {
		return nil, false, err
	}
	out, err = body.JSON(whole)
	return out, list, err
}

// expanded returns the rows with the member expanded at their ends.
func expanded(
	ctx context.Context, rows []json.RawMessage, wanted []body.Expansion, ask Ask,
) ([]json.RawMessage, error) {
	found := make([]map[string]json.RawMessage, len(rows))
	for i := range rows {
		found[i] = map[string]json.RawMessage{}
	}
	for _, e := range wanted {
		read := named
		if e.Below {
			read = below
		}
		values, err := read(ctx, rows, e, ask)
		if err != nil {
			return nil, err
		}
		for i, v := range values {
			found[i][e.Word] = v
		}
	}
	out := make([]json.RawMessage, len(rows))
	for i, row := range rows {
		more, err := body.JSON(found[i])
		if err != nil {
			return nil, err
		}
		out[i] = slices.Concat(bytes.TrimSuffix(row, []byte("}")), []byte(`,"expanded":`), more, []byte("}"))
	}
	return out, nil
}

// nulls returns null for each row.
func nulls(rows []json.RawMessage) []json.RawMessage {
	out := make([]json.RawMessage, len(rows))
	for i := range out {
		out[i] = json.RawMessage("null")
	}
	return out
}

// named returns the records that the rows name, by one call of a list; null without a record.
func named(ctx context.Context, rows []json.RawMessage, e body.Expansion, ask Ask) ([]json.RawMessage, error) {
	out, at := nulls(rows), map[string][]int{}
	query := url.Values{"limit": {"200"}, "include_deleted": {"true"}}
	for i, row := range rows {
		id := member(row, e.Member)
		if id == "" {
			continue
		}
		if at[id] == nil {
			query.Add("ids", id)
		}
		at[id] = append(at[id], i)
	}
	if len(at) == 0 {
		return out, nil
	}
	if name, value, ok := strings.Cut(e.Filter, "="); ok {
		query.Add(name, value)
	}
	data, err := ask(ctx, e.Operation, query, "")
	if err != nil {
		return nil, err
	}
	var found []json.RawMessage
	if err := json.Unmarshal(data, &found); err != nil {
		return nil, fmt.Errorf("expand by %s: %w", e.Operation, err)
	}
	for _, record := range found {
		for _, i := range at[member(record, "id")] {
			out[i] = record
		}
	}
	return out, nil
}

// below returns the answers of an operation below each row; null for a row without such an answer.
func below(ctx context.Context, rows []json.RawMessage, e body.Expansion, ask Ask) ([]json.RawMessage, error) {
	out := nulls(rows)
	for i, row := range rows {
		data, err := ask(ctx, e.Operation, url.Values{"limit": {"200"}}, member(row, "id"))
		if f, ok := fault.As(err); ok && (f.Kind == fault.NotFound || f.Kind == fault.Conflict || f.Kind == fault.Rule) {
			continue
		}
		if err != nil {
			return nil, err
		}
		if out[i] = data; e.Part == "" {
			continue
		}
		var parts map[string]json.RawMessage
		if err := json.Unmarshal(data, &parts); err != nil {
			return nil, fmt.Errorf("expand by %s: %w", e.Operation, err)
		}
		out[i] = parts[e.Part]
	}
	return out, nil
}

// member returns the text of a number in a record, "" if it is null or absent. A point in the name
// leads into an object.
func member(record json.RawMessage, name string) string {
	for part := range strings.SplitSeq(name, ".") {
		var members map[string]json.RawMessage
		if json.Unmarshal(record, &members) != nil {
			return ""
		}
		record = members[part]
	}
	if text := string(record); text != "null" {
		return text
	}
	return ""
}
