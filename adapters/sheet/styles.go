package sheet

import (
	"encoding/xml"
	"slices"
	"strconv"
	"strings"

	"sellingassistant/domain/document/reading/number"
	"sellingassistant/domain/document/table"
	"sellingassistant/domain/kernel/money"
)

// shown describes the display of a number: plain, as a date or in percent, and with a currency
// sign.
type shown struct {
	as   table.Kind
	mark string
}

// longestMark limits the bytes of a currency sign.
const longestMark = 16

// readStyles reads how the styles of cells display numbers.
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

// builtIn reads a number format that every spreadsheet has. Such formats with a currency use the
// currency of the reader's computer, so they name no currency.
func builtIn(number string) shown {
	id, err := strconv.Atoi(number)
	switch {
	case err != nil:
	case id >= 14 && id <= 17 || id == 22 || id >= 27 && id <= 31 || id == 36 || id >= 50 && id <= 58:
		return shown{as: table.Date}
	case id == 9 || id == 10:
		return shown{as: table.Percent}
	}
	return shown{as: table.Number}
}

// format reads the first section of a number format. Letters for days or years outside quotes,
// brackets and escapes mean a date; a percent sign there means percent. Other signs and letters
// beside the digits may be a currency.
func format(code string) shown {
	out := shown{as: table.Number}
	var beside strings.Builder // shown between two places for digits
	done := func() {
		if out.mark == "" {
			out.mark = sign(beside.String())
		}
		beside.Reset()
	}
	rest := []rune(strings.ReplaceAll(code, "General", "0"))
	for at := 0; at < len(rest) && rest[at] != ';'; at++ {
		switch r := rest[at]; {
		case r == '"':
			text := upTo(rest[at+1:], '"')
			beside.WriteString(text)
			at += len([]rune(text)) + 1
		case r == '[':
			text := upTo(rest[at+1:], ']')
			if currency, named := strings.CutPrefix(text, "$"); named && out.mark == "" {
				out.mark = currencyOf(currency)
			}
			at += len([]rune(text)) + 1
		case r == '_', r == '*': // a blank as wide as the next sign, a sign that fills the cell
			at++
		case r == '\\':
			if at++; at < len(rest) {
				beside.WriteRune(rest[at])
			}
		case r == '%':
			return shown{as: table.Percent}
		case strings.ContainsRune("dDyY年月日", r):
			return shown{as: table.Date}
		case strings.ContainsRune("0#?", r):
			done()
		default:
			beside.WriteRune(r)
		}
	}
	done()
	return out
}

// upTo returns the text before an end, or all of it.
func upTo(text []rune, end rune) string {
	if at := slices.Index(text, end); at >= 0 {
		return string(text[:at])
	}
	return string(text)
}

// sign returns a text of a format if it is a sign or code of a currency, otherwise "".
func sign(text string) string {
	text = strings.Trim(text, " \u00a0()-+.,")
	if _, known := number.Currency(text); known || number.Symbol(text) {
		return text
	}
	return ""
}

// countries maps languages of Windows to the currencies of their countries, for signs that several
// countries use. [$$-1009] is the dollar of Canada.
var countries = map[string]string{
	"409": "USD", "1009": "CAD", "C0C": "CAD", "C09": "AUD", "1409": "NZD", "80A": "MXN", "4809": "SGD", "C04": "HKD",
	"404": "TWD", "411": "JPY", "804": "CNY", "41D": "SEK", "414": "NOK", "814": "NOK", "406": "DKK", "4009": "INR",
	"439": "INR", "420": "PKR", "401": "SAR",
}

// currencyOf reads the currency of a bracket without its dollar sign, such as €-407 and $-1009. The
// language selects the currency if a sign has several.
func currencyOf(bracket string) string {
	mark, language := bracket, ""
	if at := strings.LastIndexByte(bracket, '-'); at >= 0 {
		mark, language = bracket[:at], strings.ToUpper(strings.TrimLeft(bracket[at+1:], "0"))
	}
	if mark = strings.TrimSpace(mark); len(mark) > longestMark {
		return ""
	}
	own := money.Currency(countries[language])
	if all := number.Currencies(mark); own != "" && slices.Contains(all, own) {
		return string(own)
	}
	return mark
}
