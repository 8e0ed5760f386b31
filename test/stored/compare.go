package stored

import (
	"bytes"
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strings"
)

// Differences lists the members that today's answer lost or changed compared with a recorded
// answer, by pointer.
func Differences(recorded, today []byte) ([]string, error) {
	was, err := decode(recorded)
	if err != nil {
		return nil, err
	}
	is, err := decode(today)
	if err != nil {
		return nil, err
	}
	return differences("", was, is), nil
}

func decode(text []byte) (v any, err error) {
	d := json.NewDecoder(bytes.NewReader(text))
	d.UseNumber()
	return v, d.Decode(&v)
}

var escaped = strings.NewReplacer("~", "~0", "/", "~1")

func differences(at string, was, is any) (out []string) {
	switch was := was.(type) {
	case map[string]any:
		members, ok := is.(map[string]any)
		if !ok {
			break
		}
		for _, name := range slices.Sorted(maps.Keys(was)) {
			pointer := at + "/" + escaped.Replace(name)
			if value, ok := members[name]; ok {
				out = append(out, differences(pointer, was[name], value)...)
			} else {
				out = append(out, pointer+" is missing")
			}
		}
		return out
	case []any:
		list, ok := is.([]any)
		if !ok || len(list) != len(was) {
			break
		}
		for i, value := range was {
			out = append(out, differences(fmt.Sprint(at, "/", i), value, list[i])...)
		}
		return out
	default:
		if was == is {
			return nil
		}
	}
	return []string{fmt.Sprintf("%s was %s and is %s", at, short(was), short(is))}
}

// short shortens a value for a message.
func short(v any) string {
	text, err := json.Marshal(v)
	if err != nil {
		return err.Error()
	}
	const most = 120
	if len(text) > most {
		return string(text[:most]) + "…"
	}
	return string(text)
}
