package front

import (
	_ "embed"
	"fmt"
	"html"
	"io/fs"
	"path"
	"slices"
	"strings"
	"sync"

	"sellingassistant/adapters/http/httpx/wire"
	"sellingassistant/docs"
	"sellingassistant/domain/kernel/fill"
)

var (
	//go:embed page.html
	pageText string

	readingText = styled(pageText)
	readingPage = fill.Must(fill.Page("page", readingText))
	// readingPolicy allows the pages' own style and script, and the images of guides.
	readingPolicy = wire.Policy("script-src"+wire.Inline("script", readingText),
		"style-src"+wire.Inline("style", readingText), "img-src 'self'") +
		"; require-trusted-types-for 'script'; trusted-types 'none'"
)

// imageTypes fixes the types: the table of a machine may differ.
var imageTypes = map[string]string{".jpg": "image/jpeg", ".png": "image/png", ".svg": "image/svg+xml"}

// Section has guides of one kind.
type Section struct {
	Title   string
	Entries []Entry
}

// Entry names a guide.
type Entry struct{ Name, Title, About string }

// page fills readingPage.
type page struct {
	// Up leads to the first page.
	Up, Name, Title string
	Body            fill.HTML
	Sections        []Section
	// Listed shows the sections as cards.
	Listed bool
	// Markdown has the address of the source, "" without a link.
	Markdown string
}

// rendered has all pages made from the Markdown files.
type rendered struct {
	sections []Section
	files    map[string]File
}

// read makes the pages on the first request for any of them.
var read = sync.OnceValues(func() (*rendered, error) { return open(docs.Files) })

// first names the guides that come first in their section.
var first = []string{"api", "tutorials/first-calls"}

// open makes pages of all Markdown files.
func open(files fs.FS) (*rendered, error) {
	l := &rendered{files: map[string]File{}, sections: []Section{{Title: "Tutorials"}, {Title: "Guides"}}}
	texts := map[string]article{}
	err := fs.WalkDir(files, ".", func(name string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		source, err := fs.ReadFile(files, name)
		if err != nil {
			return err
		}
		guide, ok := strings.CutSuffix(name, ".md")
		if !ok {
			l.files["/guides/"+name] = file(imageTypes[path.Ext(name)], source)
			return nil
		}
		l.files["/guides/"+name] = file(markdownType, source)
		text, err := write(files, name, "", source)
		texts[guide] = text
		l.add(Entry{guide, text.title, text.about})
		return err
	})
	if err != nil {
		return nil, err
	}
	for guide, text := range texts {
		p := page{Name: guide, Title: text.title, Body: text.body, Markdown: path.Base(guide) + ".md"}
		if err := l.put("/guides/"+guide, p); err != nil {
			return nil, err
		}
	}
	const about = "<h1>Guides</h1><p>A tutorial leads through a task, and a guide explains a part of the service.</p>"
	if err := l.put("/guides", page{Title: "Guides", Body: about, Listed: true}); err != nil {
		return nil, err
	}
	return l, l.addProblems(files)
}

// add puts a guide into its section.
func (l *rendered) add(e Entry) {
	at := &l.sections[1]
	if strings.HasPrefix(e.Name, "tutorials/") {
		at = &l.sections[0]
	}
	if slices.Contains(first, e.Name) {
		at.Entries = slices.Insert(at.Entries, 0, e)
		return
	}
	at.Entries = append(at.Entries, e)
}

// put stores the page of an address.
func (l *rendered) put(address string, p page) error {
	f, err := l.page(address, p)
	l.files[address] = f
	return err
}

// page writes a page for an address.
func (l *rendered) page(address string, p page) (File, error) {
	p.Up, p.Sections = up(address), l.sections
	text, err := readingPage.Execute(p)
	if err != nil {
		return File{}, fmt.Errorf("write %s: %w", address, err)
	}
	f := file(htmlType, []byte(text))
	f.Policy = readingPolicy
	return f, nil
}

// up leads from an address to the first page.
func up(address string) string {
	return "./" + strings.Repeat("../", max(strings.Count(address, "/")-1, 0))
}

// addProblems makes a page of each problem in the guide about problems, and a list of them.
func (l *rendered) addProblems(files fs.FS) error {
	source, err := fs.ReadFile(files, "problems.md")
	if err != nil {
		return err
	}
	list := "<h1>Problems</h1>\n<p>The code of a refusal is one of these.</p>\n"
	for section := range strings.SplitSeq(string(source), "\n### ") {
		code, text, _ := strings.Cut(section, "\n")
		text, group, last := strings.Cut(text, "\n## ")
		if !strings.HasPrefix(code, "# ") { // the text before the first problem
			about, err := l.addProblem(files, code, text)
			if err != nil {
				return err
			}
			list += `<li><a href="problems/` + code + `">` + code + "</a>: " + html.EscapeString(about) + "</li>\n"
		}
		if last {
			title, _, _ := strings.Cut(group, "\n")
			list += "</ul>\n<h2>" + html.EscapeString(title) + "</h2>\n<ul>\n"
		}
	}
	list = strings.Replace(list, "</ul>\n", "", 1) + "</ul>\n"
	return l.put("/problems", page{Title: "Problems", Name: "problems", Body: fill.HTML(list)})
}

// addProblem makes the page of a problem, and returns its first sentence.
func (l *rendered) addProblem(files fs.FS, code, text string) (about string, err error) {
	text = "# " + code + "\n" + text + "\n[All problems](problems.md#" + code + ")\n"
	out, err := write(files, "problems.md", "../guides/", []byte(text))
	if err != nil {
		return "", err
	}
	return out.about, l.put("/problems/"+code, page{Title: code, Name: "problems", Body: out.body})
}
