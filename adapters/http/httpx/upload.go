package httpx

import (
	"context"
	"errors"
	"io"
	"mime/multipart"
	"net/http"

	"sellingassistant/adapters/http/httpx/wire"
	"sellingassistant/domain/kernel/fault"
)

// maxParts bounds the parts of a form. formSlack bounds the bytes that boundaries, part headers and
// text parts add to the file.
const (
	maxParts  = 32
	formSlack = 64 << 10
)

// Upload reads a multipart body as a stream. Embed it in the input of an
// operation that sets Operation.Upload.
type Upload struct{ st *state }

// Stream calls part for every part of the form in order, with its field name, file name ("" for a
// text part) and declared media type. The reader covers only that part and is valid only during the
// call; unread bytes are skipped. Files of more than max bytes together end in 413 file_too_large.
// A form that is cut off, slow or malformed ends in 400 malformed_body. An error of part ends the
// stream and is returned.
func (u *Upload) Stream(ctx context.Context, max int64, part func(name, filename, mime string, r io.Reader) error) error {
	st := u.st
	if st.request.ContentLength > max+formSlack {
		return fileTooLarge(max)
	}
	reader, err := st.form(max + formSlack)
	if err != nil {
		return err
	}
	parts := wire.NewFormHash()
	left := max
	for n := 0; ; n++ {
		p, err := reader.NextPart()
		switch {
		case errors.Is(err, io.EOF):
			if n == 0 {
				return malformedForm("The form has no parts.")
			}
			st.bodyHash = parts.Sum()
			return nil
		case err != nil:
			return formFault(err, max)
		case n == maxParts:
			return malformedForm("The form has too many parts.")
		case ctx.Err() != nil:
			return ctx.Err()
		}
		body := &wire.Part{From: p, Left: &left, File: p.FileName() != "", Hash: parts.Next(p)}
		err = part(p.FormName(), p.FileName(), p.Header.Get("Content-Type"), body)
		if err == nil && body.Err == nil {
			_, err = io.Copy(io.Discard, body)
		}
		// The reader's error takes precedence over the error that the handler of the part made from
		// it.
		if body.Err != nil {
			return formFault(body.Err, max)
		}
		if err != nil {
			return err
		}
	}
}

// form opens the body as a form of at most max bytes.
func (st *state) form(max int64) (*multipart.Reader, error) {
	st.request.Body = http.MaxBytesReader(nil, st.request.Body, max)
	r, err := st.request.MultipartReader()
	if err != nil {
		return nil, malformedForm("The form is malformed.")
	}
	return r, nil
}

// hashForm reads the whole form, only to compare it with the first call's form.
func (st *state) hashForm(ctx context.Context, max int64) (string, error) {
	u := Upload{st}
	err := u.Stream(ctx, max, func(string, string, string, io.Reader) error { return nil })
	return st.bodyHash, err
}

func formFault(err error, max int64) error {
	var tooLarge *http.MaxBytesError
	switch {
	case errors.Is(err, wire.ErrFileTooLarge), errors.As(err, &tooLarge):
		return fileTooLarge(max)
	case wire.TimedOut(err):
		return malformedForm(msgSlow)
	}
	return malformedForm("The form is malformed or was cut off.")
}

func fileTooLarge(max int64) error {
	return fault.Newf(fault.TooLarge, fault.CodeFileTooLarge, "The file is larger than %d bytes.", max)
}

func malformedForm(message string) error {
	return fault.New(fault.Invalid, fault.CodeMalformedBody, message)
}
