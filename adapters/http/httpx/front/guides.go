package front

import (
	"bytes"
	_ "embed"
	"fmt"
	"html/template"
	"io/fs"
	"path"
	"slices"
	"strings"
	"sync"

	"sellingassistant/adapters/http/httpx/wire"
	"sellingassistant/docs"
)

var (
	//go:embed page.html
	pageText string

	readingText = styled(pageText)
	readingPage = template.Must(template.New("page").Parse(readingText))
	// readingPolicy allows the style and the images of guides, and no script.
	readingPolicy = wire.Policy("style-src"+wire.Inline("style", readingText), "img-src 'self'")
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
	Body            template.HTML
	Sections        []Section
	// Listed shows the sections as cards.
	Listed bool
	// Markdown has the address of the source, "" for no link.
	Markdown string
}

// rendered has everything that is made of the Markdown files.
type rendered struct {
	sections []Section
	files    map[string]File
}

// read makes the pages when the first of them is asked for.
var read = sync.OnceValues(func() (*rendered, error) { return open(docs.Files) })

// first names the guides that come before the others of their section.
var first = []string{"api", "tutorials/first-calls"}

// open makes pages of all Markdown files.
func open(files fs.FS) (*rendered, error) {
	l := &rendered{files: map[string]File{}, sections: []Section{{Title: "Guides"}, {Title: "Tutorials"}}}
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
	const about = "<h1>Guides</h1><p>A guide explains a part of the service, and a tutorial leads through a task.</p>"
	if err := l.put("/guides", page{Title: "Guides", Body: about, Listed: true}); err != nil {
		return nil, err
	}
	return l, l.addProblems(files)
}

// add puts a guide into its section.
func (l *rendered) add(e Entry) {
	at := &l.sections[0]
	if strings.HasPrefix(e.Name, "tutorials/") {
		at = &l.sections[1]
	}
	if slices.Contains(first, e.Name) {
		at.Entries = slices.Insert(at.Entries, 0, e)
		return
	}
	at.Entries = append(at.Entries, e)
}

// put writes a page for an address.
func (l *rendered) put(address string, p page) error {
	p.Up = "./" + strings.Repeat("../", strings.Count(address, "/")-1)
	p.Sections = l.sections
	var b bytes.Buffer
	if err := readingPage.Execute(&b, p); err != nil {
		return fmt.Errorf("write %s: %w", address, err)
	}
	f := file(htmlType, b.Bytes())
	f.Policy = readingPolicy
	l.files[address] = f
	return nil
}

// addProblems makes a page of each problem in the guide about problems.
func (l *rendered) addProblems(files fs.FS) error {
	source, err := fs.ReadFile(files, "problems.md")
	if err != nil {
		return err
	}
	for section := range strings.SplitSeq(string(source), "\n### ") {
		code, text, _ := strings.Cut(section, "\n")
		if strings.HasPrefix(code, "# ") {
			continue // the text before the first problem
		}
		text, _, _ = strings.Cut(text, "\n## ")
		text = "# " + code + "\n" + text + "\n[All problems](problems.md#" + code + ")\n"
		out, err := write(files, "problems.md", "../guides/", []byte(text))
		if err != nil {
			return err
		}
		if err := l.put("/problems/"+code, page{Title: code, Name: "problems", Body: out.body}); err != nil {
			return err
		}
	}
	return nil
}
