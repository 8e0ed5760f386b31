package mail

import (
	"html"
	"slices"
	"strings"
	"unicode/utf8"

	"sellingassistant/domain/notice"
)

// PlainLetter writes a letter as text. Columns are aligned by spaces.
func PlainLetter(l notice.Letter) string {
	var b strings.Builder
	if l.Intro != "" {
		b.WriteString(l.Intro + "\n\n")
	}
	for _, s := range l.Sections {
		b.WriteString(s.Title + "\n" + strings.Repeat("-", utf8.RuneCountInString(s.Title)) + "\n")
		if s.Text != "" {
			b.WriteString(s.Text + "\n")
		}
		for _, line := range aligned(s.Table) {
			b.WriteString(line + "\n")
		}
		b.WriteString("\n")
	}
	if l.Link != "" {
		b.WriteString("Open: " + l.Link + "\n")
	}
	if l.Unsubscribe != "" {
		b.WriteString("No more mail: " + l.Unsubscribe + "\n")
	}
	return b.String()
}

// aligned writes the lines of a table.
func aligned(t notice.Table) []string {
	rows := t.Rows
	if len(t.Head) > 0 {
		rows = slices.Concat([][]string{t.Head}, rows)
	}
	var widths []int
	for _, row := range rows {
		for i, cell := range row {
			if i == len(widths) {
				widths = append(widths, 0)
			}
			widths[i] = max(widths[i], utf8.RuneCountInString(cell))
		}
	}
	out := make([]string, len(rows))
	for n, row := range rows {
		var cells []string
		for i, cell := range row {
			space := strings.Repeat(" ", widths[i]-utf8.RuneCountInString(cell))
			if i < len(t.Numbers) && t.Numbers[i] {
				cell = space + cell
			} else {
				cell += space
			}
			cells = append(cells, cell)
		}
		out[n] = strings.TrimRight(strings.Join(cells, "  "), " ")
	}
	return out
}

// Styles of the letter. Readers of mail know styles of elements only.
const (
	bodyStyle = "margin:0;padding:16px;background:#f4f4f5;color:#18181b;" +
		"font:15px/1.5 -apple-system,Segoe UI,Roboto,sans-serif"
	sheetStyle = "max-width:600px;margin:0 auto;background:#ffffff;border:1px solid #e4e4e7;border-radius:8px;" +
		"padding:20px;box-sizing:border-box"
	titleStyle = "font-size:20px;line-height:1.3;margin:0 0 4px"
	headStyle  = "font-size:16px;line-height:1.3;margin:24px 0 6px"
	textStyle  = "margin:0 0 8px"
	tableStyle = "width:100%;border-collapse:collapse"
	cellStyle  = "padding:6px 8px 6px 0;border-bottom:1px solid #e4e4e7;vertical-align:top;" +
		"overflow-wrap:anywhere;font-size:14px"
	footStyle = "margin:24px 0 0;font-size:13px;color:#52525b"
)

// HTMLLetter writes a letter as a page without scripts, pictures and other sources. All texts are
// escaped.
func HTMLLetter(l notice.Letter) string {
	var b strings.Builder
	tag := func(name, style, text string) {
		b.WriteString("<" + name + ` style="` + style + `">` + html.EscapeString(text) + "</" + name + ">\n")
	}
	b.WriteString("<!doctype html>\n<html lang=\"en\"><head><meta charset=\"utf-8\">" +
		`<meta name="viewport" content="width=device-width"><title>` + html.EscapeString(l.Subject) + "</title></head>\n" +
		`<body style="` + bodyStyle + `"><div style="` + sheetStyle + "\">\n")
	tag("h1", titleStyle, l.Subject)
	if l.Intro != "" {
		tag("p", textStyle, l.Intro)
	}
	for _, s := range l.Sections {
		tag("h2", headStyle, s.Title)
		if s.Text != "" {
			tag("p", textStyle, s.Text)
		}
		writeTable(&b, s.Table)
	}
	if l.Link != "" || l.Unsubscribe != "" {
		b.WriteString(`<p style="` + footStyle + `">` + link(l.Link, "Open Selling Assistant"))
		if l.Link != "" && l.Unsubscribe != "" {
			b.WriteString(" · ")
		}
		b.WriteString(link(l.Unsubscribe, "No more mail") + "</p>\n")
	}
	b.WriteString("</div></body></html>\n")
	return b.String()
}

func link(to, text string) string {
	if to == "" {
		return ""
	}
	return `<a href="` + html.EscapeString(to) + `">` + html.EscapeString(text) + "</a>"
}

func writeTable(b *strings.Builder, t notice.Table) {
	if len(t.Rows) == 0 {
		return
	}
	b.WriteString(`<table role="presentation" style="` + tableStyle + "\">\n")
	line := func(name string, row []string) {
		b.WriteString("<tr>")
		for i, cell := range row {
			style := cellStyle + ";text-align:left"
			if i < len(t.Numbers) && t.Numbers[i] {
				style = cellStyle + ";text-align:right;white-space:nowrap"
			}
			b.WriteString("<" + name + ` style="` + style + `">` + html.EscapeString(cell) + "</" + name + ">")
		}
		b.WriteString("</tr>\n")
	}
	if len(t.Head) > 0 {
		line("th", t.Head)
	}
	for _, row := range t.Rows {
		line("td", row)
	}
	b.WriteString("</table>\n")
}
