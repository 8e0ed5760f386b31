package document

import (
	"bytes"
	"encoding/base64"
)

// SignedHead counts the bytes that Signed needs of a file.
const SignedHead = 128

// signedData has the object identifier of signed data (RFC 5652, id-signedData) in ASN.1.
var signedData = []byte{0x06, 0x09, 0x2A, 0x86, 0x48, 0x86, 0xF7, 0x0D, 0x01, 0x07, 0x02}

// Signed reports whether a file begins like a signed message (CMS, .p7m): a sequence with the
// identifier of signed data as its first member. The message may be written in base64, also between
// the marks of PEM.
func Signed(head []byte) bool {
	const longest = 6 // tag and length of the sequence
	plain := Unarmoured(head[:min(len(head), SignedHead)])
	if len(plain) == 0 || plain[0] != 0x30 {
		return false
	}
	at := bytes.Index(plain, signedData)
	return at > 0 && at <= longest
}

// Unarmoured decodes a signed message that is written in base64. Other bytes stay as they are.
func Unarmoured(file []byte) []byte {
	text := bytes.TrimSpace(bytes.TrimPrefix(file, []byte("\ufeff")))
	if mark, rest, ok := bytes.Cut(text, []byte("\n")); ok && bytes.HasPrefix(mark, []byte("-----BEGIN ")) {
		text, _, _ = bytes.Cut(rest, []byte("-----END "))
	}
	if !bytes.HasPrefix(text, []byte("MI")) { // a sequence of any length in base64
		return file
	}
	code := bytes.Join(bytes.Fields(text), nil)
	out := make([]byte, base64.StdEncoding.DecodedLen(len(code)))
	n, err := base64.StdEncoding.Decode(out, code[:len(code)/4*4])
	if err != nil {
		return file
	}
	return out[:n]
}
