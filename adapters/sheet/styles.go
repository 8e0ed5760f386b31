package sheet

import (
	"encoding/xml"
	"strconv"
	"strings"
)

// shown is how a number is shown.
type shown uint8

const (
	asNumber shown = iota
	asDate
	asPercent
)

// readStyles finds the styles of cells that show a number as a date or in percent.
func (w *workbook) readStyles(name string) error {
	own := map[string]shown{}
	inCells := false
	return w.walk(name, mostStyles, func(_ *part, e xml.StartElement) error {
		switch e.Name.Local {
		case "numFmt":
			if len(own) == formats {
				return over("more than %d number formats", formats)
			}
			own[attr(e, "numFmtId")] = format(attr(e, "formatCode"))
		case "cellStyleXfs":
			inCells = false
		case "cellXfs":
			inCells = true
		case "cellStyles", "dxfs":
			inCells = false
		case "xf":
			if !inCells {
				return nil
			}
			number := attr(e, "numFmtId")
			how, named := own[number]
			if !named {
				how = builtIn(number)
			}
			w.shows = append(w.shows, how)
			if len(w.shows) > mostStrings {
				return over("more than %d styles", mostStrings)
			}
		}
		return nil
	})
}

// builtIn are the formats that every spreadsheet has by number.
func builtIn(number string) shown {
	id, err := strconv.Atoi(number)
	switch {
	case err != nil:
	case id >= 14 && id <= 17 || id == 22 || id >= 27 && id <= 31 || id == 36 || id >= 50 && id <= 58:
		return asDate
	case id == 9 || id == 10:
		return asPercent
	}
	return asNumber
}

// format reads a number format: letters for days or years outside of quotes, brackets and escapes show days, a percent sign there
// shows hundredths.
func format(code string) shown {
	var closing rune
	escaped := false
	for _, r := range code {
		switch {
		case escaped:
			escaped = false
		case closing != 0:
			if r == closing {
				closing = 0
			}
		case r == '"':
			closing = '"'
		case r == '[':
			closing = ']'
		case r == '\\', r == '_', r == '*':
			escaped = true
		case r == ';':
			return asNumber
		case r == '%':
			return asPercent
		case strings.ContainsRune("dDyY年月日", r):
			return asDate
		}
	}
	return asNumber
}
