package sheet

import (
	"archive/zip"
	"bufio"
	"context"
	"encoding/xml"
	"io"
	"regexp"
	"strings"

	"github.com/danielgtaylor/huma/v2"
)

// Media describes a workbook.
var Media = &huma.MediaType{
	Schema: &huma.Schema{Type: huma.TypeString, Format: "binary", Description: "The rows as a workbook."},
}

// Workbook names the media type of XLSX.
const Workbook = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"

const declared = `<?xml version="1.0" encoding="UTF-8" standalone="yes"?>`

// The parts of a workbook with one sheet, except the sheet itself.
var parts = [][2]string{
	{"[Content_Types].xml", `<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types">` +
		`<Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>` +
		`<Default Extension="xml" ContentType="application/xml"/>` +
		`<Override PartName="/xl/workbook.xml" ContentType="` + Workbook + `.main+xml"/>` +
		`<Override PartName="/xl/worksheets/sheet1.xml" ` +
		`ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.worksheet+xml"/></Types>`},
	{"_rels/.rels", relations + `<Relationship Id="rId1" Type="` + relation + `officeDocument" ` +
		`Target="xl/workbook.xml"/></Relationships>`},
	{"xl/_rels/workbook.xml.rels", relations + `<Relationship Id="rId1" Type="` + relation + `worksheet" ` +
		`Target="worksheets/sheet1.xml"/></Relationships>`},
	{"xl/workbook.xml", `<workbook xmlns="` + main + `" ` +
		`xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships">` +
		`<sheets><sheet name="Table" sheetId="1" r:id="rId1"/></sheets></workbook>`},
}

const (
	main      = "http://schemas.openxmlformats.org/spreadsheetml/2006/main"
	relation  = "http://schemas.openxmlformats.org/officeDocument/2006/relationships/"
	relations = `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">`
)

// inWorkbook streams rows as a workbook with one sheet. Numbers of at most 15 digits stay numbers.
// All other values become texts.
func inWorkbook(ctx context.Context, out io.Writer, rows Rows) error {
	z := zip.NewWriter(out)
	for _, p := range parts {
		w, err := z.Create(p[0])
		if err == nil {
			_, err = io.WriteString(w, declared+p[1])
		}
		if err != nil {
			return err
		}
	}
	w, err := z.Create("xl/worksheets/sheet1.xml")
	if err != nil {
		return err
	}
	s := &cells{bufio.NewWriter(w), z}
	if _, err = s.WriteString(declared + `<worksheet xmlns="` + main + `"><sheetData>`); err != nil {
		return err
	}
	if err = rows(ctx, s); err != nil {
		return err
	}
	if _, err = s.WriteString(`</sheetData></worksheet>`); err != nil {
		return err
	}
	if err = s.Writer.Flush(); err != nil {
		return err
	}
	return z.Close()
}

// cells writes rows of a sheet.
type cells struct {
	*bufio.Writer
	zip *zip.Writer
}

// plain matches numbers that spreadsheets keep.
var plain = regexp.MustCompile(`^-?(?:0|[1-9]\d*)(?:\.\d+)?$`)

const maxDigits = 15

func (s *cells) Write(row []Cell) error {
	_, err := s.WriteString("<row>")
	for _, c := range row {
		text := strings.Join(c.parts, " | ")
		switch digits := len(strings.Trim(text, "-0.")); {
		case text == "":
			_, err = s.WriteString("<c/>")
		case c.number && digits <= maxDigits && plain.MatchString(text):
			_, err = s.WriteString("<c><v>" + text + "</v></c>")
		default:
			if _, err = s.WriteString(`<c t="inlineStr"><is><t xml:space="preserve">`); err != nil {
				return err
			}
			if err = xml.EscapeText(s.Writer, []byte(text)); err != nil {
				return err
			}
			_, err = s.WriteString("</t></is></c>")
		}
		if err != nil {
			return err
		}
	}
	if err == nil {
		_, err = s.WriteString("</row>")
	}
	return err
}

func (s *cells) Flush() error {
	if err := s.Writer.Flush(); err != nil {
		return err
	}
	return s.zip.Flush()
}
