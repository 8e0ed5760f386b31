package record

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"reflect"
	"slices"
	"strings"
	"sync/atomic"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"
)

// unknown receives the members that this version does not know.
var unknown atomic.Pointer[func(kind, member string)]

// ReportUnknown lets documents be read without the members that this version does not know, and
// reports each of them. A newer version may have stored them. Without a report, reading such a
// document fails; end restores that.
func ReportUnknown(report func(kind, member string)) (end func()) {
	unknown.Store(&report)
	return func() { unknown.CompareAndSwap(&report, nil) }
}

// readLeniently reads a document again without its unknown members, if they caused the error and
// are reported.
func readLeniently(t reflect.Type, text []byte, err error, read func(text []byte) error) error {
	for {
		report := unknown.Load()
		member, ok := unknownMember(err)
		if !ok || report == nil {
			return fmt.Errorf("%s: read a document: %w", kinds[t], err)
		}
		(*report)(kinds[t], member)
		if text, err = without(text, member); err == nil {
			err = read(text)
		}
		if err == nil {
			return nil
		}
	}
}

// unknownMember returns the member that an error calls unknown.
func unknownMember(err error) (string, bool) {
	failed, ok := errors.AsType[*json.SemanticError](err)
	if !ok || !errors.Is(err, json.ErrUnknownName) {
		return "", false
	}
	return path(failed.JSONPointer), true
}

// path names a member for all elements of the lists around it, such as contacts.name.
func path(at jsontext.Pointer) string {
	names := slices.Collect(at.Parent().Tokens())
	names = slices.DeleteFunc(names, func(name string) bool { return strings.Trim(name, "0123456789") == "" })
	return strings.Join(append(names, at.LastToken()), ".")
}

// without removes a member from a document.
func without(text []byte, member string) ([]byte, error) {
	var out bytes.Buffer
	from, to := jsontext.NewDecoder(bytes.NewReader(text), forms()), jsontext.NewEncoder(&out, forms())
	for {
		token, err := from.ReadToken()
		if errors.Is(err, io.EOF) {
			return out.Bytes(), nil
		}
		if err != nil {
			return nil, err
		}
		kind, length := from.StackIndex(from.StackDepth())
		if isName := kind == '{' && length%2 == 1; isName && path(from.StackPointer()) == member {
			err = from.SkipValue()
		} else {
			err = to.WriteToken(token)
		}
		if err != nil {
			return nil, err
		}
	}
}
