package sellingassistant

import (
	"bytes"
	"encoding/json"
	"fmt"
	"mime"
	"mime/multipart"
	"net/http"
	"net/textproto"
	"net/url"
	"reflect"
	"strings"
	"time"
)

// segment writes a value as one part of a path: a slash in a SKU is no separator.
func segment(v any) string { return url.PathEscape(fmt.Sprint(v)) }

// fields passes the tagged fields of a struct that are set to add.
func fields(tag string, v any, add func(name string, field reflect.Value) error) error {
	all := reflect.ValueOf(v)
	for i := range all.NumField() {
		field := all.Field(i)
		if field.IsZero() {
			continue
		}
		if field.Kind() == reflect.Pointer {
			field = field.Elem()
		}
		if err := add(all.Type().Field(i).Tag.Get(tag), field); err != nil {
			return err
		}
	}
	return nil
}

// query writes parameters. A list repeats its name for each entry.
func query(params any) url.Values {
	out := url.Values{}
	_ = fields("query", params, func(name string, field reflect.Value) error {
		if field.Kind() != reflect.Slice {
			out.Set(name, text(field))
			return nil
		}
		for i := range field.Len() {
			out.Add(name, text(field.Index(i)))
		}
		// A name that occurs once may have several entries, so this quotes an entry with a comma.
		if only := out[name]; len(only) == 1 && strings.ContainsAny(only[0], `,"`) {
			only[0] = `"` + strings.ReplaceAll(only[0], `"`, `""`) + `"`
		}
		return nil
	}) // add returns no error
	return out
}

func text(v reflect.Value) string {
	if at, ok := v.Interface().(time.Time); ok {
		return at.UTC().Format(time.RFC3339Nano)
	}
	return fmt.Sprint(v.Interface())
}

// form wraps a struct that is sent as a form with a file. Parts that are no text, number or file
// are sent as JSON text.
type form struct{ parts any }

func (f form) encode(header http.Header) ([]byte, error) {
	var b bytes.Buffer
	w := multipart.NewWriter(&b)
	err := fields("form", f.parts, func(name string, field reflect.Value) error {
		part := map[string]string{"name": name}
		content, head := []byte(nil), textproto.MIMEHeader{}
		switch v := field.Interface().(type) {
		case File:
			part["filename"], content = v.Name, v.Content
			if v.Type != "" {
				head.Set("Content-Type", v.Type)
			}
		case string:
			content = []byte(v)
		default:
			content = []byte(text(field))
			if kind := field.Kind(); kind == reflect.Interface || kind == reflect.Slice || kind == reflect.Struct {
				var err error
				if content, err = json.Marshal(v); err != nil {
					return err
				}
			}
		}
		head.Set("Content-Disposition", mime.FormatMediaType("form-data", part))
		to, err := w.CreatePart(head)
		if err == nil {
			_, err = to.Write(content)
		}
		return err
	})
	if err == nil {
		err = w.Close()
	}
	header.Set("Content-Type", w.FormDataContentType())
	return b.Bytes(), err
}
