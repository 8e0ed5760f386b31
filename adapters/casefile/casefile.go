package casefile

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strconv"

	"sellingassistant/domain/repricer/decision"
)

// MaxBytes bounds a file of cases.
const MaxBytes = 64 << 20

// ErrTooLarge reports a file with more than MaxBytes.
var ErrTooLarge = errors.New("more than 64 MiB of cases")

// Case has the input of a case, or the error of reading it.
type Case struct {
	// ID has the case's own id, a JSON number or string, or else its place from 1.
	ID    json.RawMessage
	Input decision.Input
	Err   error
}

// Read reads the cases of a file. A wrong case has its error and does not stop the others; the
// error of Read concerns the file.
func Read(r io.Reader) ([]Case, error) {
	parts, err := Split(r)
	if err != nil {
		return nil, err
	}
	cases := make([]Case, len(parts))
	for i, part := range parts {
		cases[i] = read(part, i+1)
	}
	return cases, nil
}

// Split returns the raw cases of any kind in a file.
func Split(r io.Reader) ([]json.RawMessage, error) {
	text, err := io.ReadAll(io.LimitReader(r, MaxBytes+1))
	if err != nil {
		return nil, err
	}
	if len(text) > MaxBytes {
		return nil, ErrTooLarge
	}
	return split(bytes.TrimSpace(text))
}

// split returns the cases of a file in any of its forms.
func split(text []byte) ([]json.RawMessage, error) {
	if len(text) == 0 {
		return nil, errors.New("there are no cases")
	}
	var list []json.RawMessage
	if text[0] == '[' {
		if err := json.Unmarshal(text, &list); err != nil {
			return nil, fmt.Errorf("not a list of cases: %w", err)
		}
		return list, nil
	}
	var whole struct {
		Cases *[]json.RawMessage `json:"cases"`
	}
	switch err := json.Unmarshal(text, &whole); {
	case err == nil && whole.Cases != nil:
		return *whole.Cases, nil
	case err == nil:
		return []json.RawMessage{text}, nil
	}
	for line := range bytes.Lines(text) {
		if line = bytes.TrimSpace(line); len(line) > 0 {
			list = append(list, line)
		}
	}
	return list, nil
}

func read(part json.RawMessage, place int) Case {
	c := Case{ID: json.RawMessage(strconv.Itoa(place))}
	// The id first, so that a fault can name it.
	var head struct {
		ID json.RawMessage `json:"id"`
	}
	if json.Unmarshal(part, &head) == nil && len(head.ID) > 0 && (head.ID[0] == '"' || head.ID[0] == '-' || head.ID[0] >= '0' && head.ID[0] <= '9') {
		c.ID = head.ID
	}
	var body caseBody
	d := json.NewDecoder(bytes.NewReader(part))
	d.DisallowUnknownFields()
	if err := d.Decode(&body); err != nil {
		c.Err = plain(err)
		return c
	}
	if d.More() {
		c.Err = errors.New("more than one value")
		return c
	}
	c.Input, c.Err = body.input()
	return c
}

// plain words a fault of JSON without the program's own terms.
func plain(err error) error {
	var wrong *json.UnmarshalTypeError
	if errors.As(err, &wrong) && wrong.Field != "" {
		return fmt.Errorf("%s must not be of type %s", wrong.Field, wrong.Value)
	}
	if text, ok := bytes.CutPrefix([]byte(err.Error()), []byte("json: ")); ok {
		return errors.New(string(text))
	}
	return fmt.Errorf("not a case: %w", err)
}
