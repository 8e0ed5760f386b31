package einvoice

import (
	"bufio"
	"bytes"
	"errors"
	"io"

	"sellingassistant/domain/document"
)

const (
	// deepest limits the nesting of elements with an open length, and of strings in parts. A
	// message needs 6.
	deepest = 32
	// mostSignatures limits signed messages inside each other: each signer wraps the message of the
	// signer before.
	mostSignatures = 5

	sequence, octets, parts, explicit = 0x30, 0x04, 0x24, 0xA0
)

var (
	errBER      = errors.New("the signed message is damaged")
	errDetached = errors.New("the file has a signature alone, without the message")
)

// unsigned returns the message inside a signed message (CMS, .p7m), and other files unchanged. It
// does not check the signature. The package encoding/asn1 cannot read open lengths (BER), which
// many signing programs write.
func unsigned(r io.Reader) (io.Reader, error) {
	in := bufio.NewReaderSize(r, document.SignedHead)
	head, _ := in.Peek(document.SignedHead) // reading again brings the error
	if !document.Signed(head) {
		return in, nil
	}
	file, err := io.ReadAll(io.LimitReader(in, document.MaxFileSize))
	for n := 0; err == nil && document.Signed(file); n++ {
		if n == mostSignatures {
			return nil, over("more than %d signatures around each other", mostSignatures)
		}
		file, err = signedContent(document.Unarmoured(file))
	}
	if err != nil {
		return nil, refused(document.Unreadable, "%v", err)
	}
	return bytes.NewReader(file), nil
}

// signedContent returns the content of signed data (RFC 5652, sections 3 and 5.1).
func signedContent(file []byte) ([]byte, error) {
	at := file
	for _, step := range []struct {
		skip int
		tag  byte
	}{{0, sequence}, {1, explicit}, {0, sequence}, {2, sequence}} {
		var err error
		if at, err = inside(at, step.skip, step.tag); err != nil {
			return nil, err
		}
	}
	_, rest, err := cut(at, 0) // the type of the content
	switch {
	case err != nil:
		return nil, err
	case len(rest) == 0:
		return nil, errDetached
	}
	if at, err = inside(at, 1, explicit); err != nil {
		return nil, err
	}
	e, _, err := cut(at, 0)
	if err != nil {
		return nil, err
	}
	return e.joined(nil, 0)
}

// inside skips elements and returns the content of the next element, which must have the tag.
func inside(b []byte, skip int, tag byte) ([]byte, error) {
	for {
		e, rest, err := cut(b, 0)
		switch {
		case err != nil:
			return nil, err
		case skip > 0:
			skip, b = skip-1, rest
		case e.tag != tag:
			return nil, errBER
		default:
			return e.content, nil
		}
	}
}

// element has a value of ASN.1 in BER.
type element struct {
	tag     byte
	content []byte
}

// joined appends the bytes of a string, which may have several parts.
func (e element) joined(to []byte, depth int) ([]byte, error) {
	if e.tag == octets {
		return append(to, e.content...), nil
	}
	if e.tag != parts || depth == deepest {
		return nil, errBER
	}
	for rest := e.content; len(rest) > 0; {
		part, next, err := cut(rest, 0)
		if err == nil {
			to, err = part.joined(to, depth+1)
		}
		if err != nil {
			return nil, err
		}
		rest = next
	}
	return to, nil
}

// cut returns the first element and the bytes after it. An element of open length ends with two
// zeros after its last member.
func cut(b []byte, depth int) (e element, rest []byte, err error) {
	const long, count, many = 0x80, 0x7F, 0x1F // bits of the length, and of the tag
	if len(b) < 2 || b[0]&many == many || depth > deepest {
		return e, nil, errBER
	}
	if b[1] == long {
		rest = b[2:]
		for !bytes.HasPrefix(rest, []byte{0, 0}) {
			if _, rest, err = cut(rest, depth+1); err != nil {
				return e, nil, err
			}
		}
		return element{b[0], b[2 : len(b)-len(rest)]}, rest[2:], nil
	}
	head, size := 2, int(b[1])
	if b[1] > long {
		digits := int(b[1] & count)
		if digits > 4 || len(b) < head+digits {
			return e, nil, errBER
		}
		size = 0
		for _, digit := range b[head : head+digits] {
			size = size<<8 | int(digit)
		}
		head += digits
	}
	if size > len(b)-head {
		return e, nil, errBER
	}
	return element{b[0], b[head : head+size]}, b[head+size:], nil
}
