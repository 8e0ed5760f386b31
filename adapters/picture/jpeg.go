package picture

import (
	"bytes"
	"encoding/binary"
)

// jpegFrame has the part of a JPEG's header that decides how much memory its decoder takes.
type jpegFrame struct {
	progressive bool
	components  int64
	// samples counts the values of all components for the pixels of the finest component.
	samples, finest int64
}

// bytes counts the bytes that a decoder takes for a pixel. It keeps four bytes for each value of a
// progressive picture, and a copy of four-part and of unreduced colours.
func (f jpegFrame) bytes() int64 {
	if f.finest == 0 {
		return 1 // the decoder will refuse it
	}
	each := (f.samples + f.finest - 1) / f.finest
	sum := each
	if f.progressive {
		sum += 4 * each
	}
	if f.components >= 3 && each >= 3 {
		sum += 4
	}
	return sum
}

// lookJPEG walks over the segments in front of the pixels.
func lookJPEG(file []byte) (f jpegFrame, turn int) {
	turn = upright
	for at := 2; at+4 <= len(file) && file[at] == 0xFF; {
		marker, size := file[at+1], int(binary.BigEndian.Uint16(file[at+2:]))
		if marker == 0xFF { // padding
			at++
			continue
		}
		if size < 2 || at+2+size > len(file) {
			break
		}
		part := file[at+4 : at+2+size]
		switch {
		case marker == 0xDA: // pixels
			return f, turn
		case marker == 0xE1 && bytes.HasPrefix(part, []byte("Exif\x00\x00")):
			if list, err := directories(part[6:], 2); err == nil {
				turn = list[0].turn
			}
		case marker >= 0xC0 && marker <= 0xCF && marker != 0xC4 && marker != 0xC8 && marker != 0xCC:
			f = frameOf(marker, part)
		}
		at += 2 + size
	}
	return f, turn
}

func frameOf(marker byte, part []byte) jpegFrame {
	f := jpegFrame{progressive: marker == 0xC2}
	if len(part) < 6 || len(part) < 6+3*int(part[5]) {
		return f
	}
	f.components = int64(part[5])
	for i := range int(f.components) {
		sampling := part[6+3*i+1]
		n := int64(sampling>>4) * int64(sampling&15)
		f.samples, f.finest = f.samples+n, max(f.finest, n)
	}
	return f
}
