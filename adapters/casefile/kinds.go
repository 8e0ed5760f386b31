package casefile

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"
)

// Members has the members of an answer.
type Members = map[string]any

// Kinds answers the inputs of cases, by the case's kind.
type Kinds map[string]func(input json.RawMessage) (Members, error)

// Kind answers inputs of a type. A member that the type lacks is a fault of its case.
func Kind[T any](of func(T) (Members, error)) func(json.RawMessage) (Members, error) {
	return func(input json.RawMessage) (Members, error) {
		var in T
		if err := strict(input, &in); err != nil {
			return nil, err
		}
		return of(in)
	}
}

// Answer answers a case {"id", "kind", "input"}. It returns the case's id, or its place without an
// id, and one JSON object.
func (k Kinds) Answer(one json.RawMessage, place int) (id json.RawMessage, answer any, err error) {
	id = json.RawMessage(fmt.Sprint(place))
	var c struct {
		ID       json.RawMessage
		Name     string
		Kind     string
		Input    json.RawMessage
		Expected json.RawMessage
		Why      string
	}
	err = strict(one, &c)
	if len(c.ID) > 0 {
		id = c.ID
	}
	if err != nil {
		return id, nil, err
	}
	of, ok := k[c.Kind]
	if !ok {
		return id, nil, fmt.Errorf("kind must be one of %s", strings.Join(slices.Sorted(maps.Keys(k)), ", "))
	}
	found, err := of(c.Input)
	if err != nil {
		return id, nil, err
	}
	found["id"] = id
	return id, found, nil
}

func strict(text json.RawMessage, into any) error {
	if len(text) == 0 {
		return errors.New("input is required")
	}
	d := json.NewDecoder(bytes.NewReader(text))
	d.DisallowUnknownFields()
	return d.Decode(into)
}
