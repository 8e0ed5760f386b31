package wire

import (
	"errors"
	"hash"
	"io"
)

// ErrFileTooLarge ends the reading of files that are larger together than a form may have.
var ErrFileTooLarge = errors.New("file too large")

// Part reads a part of a form. It counts the bytes of files against the remaining bytes and hashes
// all parts.
type Part struct {
	From io.Reader
	// Left counts the bytes that all files of the form may still have.
	Left *int64
	File bool
	Hash hash.Hash
	// Err has the fault of an earlier Read.
	Err error
}

// Read implements io.Reader.
func (p *Part) Read(b []byte) (int, error) {
	if p.Err != nil {
		return 0, p.Err
	}
	n, err := p.From.Read(b)
	p.Hash.Write(b[:n])
	if p.File {
		if *p.Left -= int64(n); *p.Left < 0 {
			p.Err = ErrFileTooLarge
			return 0, p.Err
		}
	}
	if err != nil && !errors.Is(err, io.EOF) {
		p.Err = err
	}
	return n, err
}
