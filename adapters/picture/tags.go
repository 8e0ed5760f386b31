package picture

import (
	"bytes"
	"encoding/binary"
	"errors"
)

const (
	// headerSize has the length of a TIFF's header: order of bytes, 42, place of the first directory.
	headerSize = 8
	entrySize  = 12

	tagKind        = 254 // bit 0 marks a small copy of another page
	tagOrientation = 274

	upright = 1
)

// directory describes a page of a TIFF. JPEGs have a directory in their EXIF part.
type directory struct {
	at   uint32
	turn int
}

// orderOf returns the order of bytes, nil for another file.
func orderOf(header []byte) binary.ByteOrder {
	switch {
	case bytes.HasPrefix(header, []byte("II*\x00")):
		return binary.LittleEndian
	case bytes.HasPrefix(header, []byte("MM\x00*")):
		return binary.BigEndian
	}
	return nil
}

// directories lists the pages of a TIFF without small copies.
func directories(file []byte, most int) ([]directory, error) {
	order := orderOf(file)
	if order == nil || len(file) < headerSize {
		return nil, unreadable(errors.New("the file is no TIFF"))
	}
	var list []directory
	seen := map[uint32]bool{}
	for at := order.Uint32(file[4:]); at != 0; {
		switch {
		case seen[at]:
			return nil, unreadable(errors.New("pages of the TIFF run in a circle"))
		case len(seen) == most:
			return nil, over("more than %d pages", most)
		}
		seen[at] = true
		d, kind, next, ok := read(order, file, at)
		if !ok {
			return nil, unreadable(errors.New("a page of the TIFF is cut off"))
		}
		if kind&1 == 0 {
			list = append(list, d)
		}
		at = next
	}
	if len(list) == 0 {
		return nil, unreadable(errors.New("the TIFF has no pages"))
	}
	return list, nil
}

// read reads a directory and the place of the next.
func read(order binary.ByteOrder, file []byte, at uint32) (d directory, kind, next uint32, ok bool) {
	d = directory{at, upright}
	first := int64(at) + 2
	if first > int64(len(file)) {
		return d, 0, 0, false
	}
	end := first + int64(order.Uint16(file[at:]))*entrySize
	if end+4 > int64(len(file)) {
		return d, 0, 0, false
	}
	for entry := file[first:end]; len(entry) > 0; entry = entry[entrySize:] {
		switch order.Uint16(entry) {
		case tagKind:
			kind = order.Uint32(entry[8:])
		case tagOrientation:
			if turn := int(order.Uint16(entry[8:])); turn >= upright && turn <= 8 {
				d.turn = turn
			}
		}
	}
	return d, kind, order.Uint32(file[end:]), true
}
