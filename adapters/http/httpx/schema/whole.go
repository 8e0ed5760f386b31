package schema

import (
	"bytes"
	"strconv"
)

// digitsAtMost exceeds the digits of all accepted numbers.
const digitsAtMost = 40

// plainWhole writes a whole number of JSON in digits alone: 4.0, 4e0 and 40e-1 all become 4. It
// returns false for a number that is not whole. A number with too many digits to be accepted is
// cut, but stays too long.
func plainWhole(token []byte) ([]byte, bool) {
	if !bytes.ContainsAny(token, ".eE") {
		return token, true
	}
	mantissa, power := token, ""
	if at := bytes.IndexAny(token, "eE"); at >= 0 {
		mantissa, power = token[:at], string(token[at+1:])
	}
	minus := bytes.HasPrefix(mantissa, []byte("-"))
	before, after, _ := bytes.Cut(bytes.TrimPrefix(mantissa, []byte("-")), []byte("."))
	digits := bytes.TrimLeft(append(bytes.Clone(before), after...), "0")
	significant := bytes.TrimRight(digits, "0")
	if len(significant) == 0 {
		return []byte("0"), true
	}
	zeros := int64(len(digits)-len(significant)) - int64(len(after))
	if power != "" {
		shift, err := strconv.ParseInt(power, 10, 32)
		if err != nil && power[0] == '-' {
			return nil, false
		} else if err != nil {
			shift = digitsAtMost + int64(len(after))
		}
		zeros += shift
	}
	if zeros < 0 {
		return nil, false
	}
	out := append([]byte{}, significant...)
	out = append(out, bytes.Repeat([]byte("0"), int(min(zeros, digitsAtMost)))...)
	if minus {
		out = append([]byte("-"), out...)
	}
	return out, true
}
