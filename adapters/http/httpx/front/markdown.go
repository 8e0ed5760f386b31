package front

import (
	"bytes"
	"io/fs"
	"path"
	"strconv"
	"strings"
	"unicode"

	"github.com/yuin/goldmark"
	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/extension"
	"github.com/yuin/goldmark/parser"
	"github.com/yuin/goldmark/text"

	"sellingassistant/domain/kernel/fill"
)

// markdown leaves out HTML within Markdown.
var markdown = goldmark.New(
	goldmark.WithExtensions(extension.Table), goldmark.WithParserOptions(parser.WithAutoHeadingID()),
)

// article has a Markdown file as HTML.
type article struct {
	// about has the first sentence.
	title, about string
	body         fill.HTML
}

// write turns a file into HTML. Links between files become links between their pages; way leads
// there from the address of the page.
func write(files fs.FS, name, way string, source []byte) (article, error) {
	root := markdown.Parser().Parse(text.NewReader(source), parser.WithContext(parser.NewContext(parser.WithIDs(slugs{}))))
	relink(files, name, way, root)
	var out article
	for n := root.FirstChild(); n != nil; n = n.NextSibling() {
		switch n.(type) {
		case *ast.Heading:
			if out.title == "" {
				out.title = plain(n, source)
			}
		case *ast.Paragraph:
			if out.about == "" {
				first, _, _ := strings.Cut(plain(n, source), ". ")
				out.about = strings.TrimRight(first, ".:") + "."
			}
		}
	}
	var b bytes.Buffer
	if err := markdown.Renderer().Render(&b, source, root); err != nil {
		return out, err
	}
	out.body = fill.HTML(b.String()) // the renderer escapes text, and the files are the program's own
	return out, nil
}

// plain returns the text of a node without marks.
func plain(n ast.Node, source []byte) string {
	var b strings.Builder
	_ = ast.Walk(n, func(n ast.Node, entering bool) (ast.WalkStatus, error) {
		if t, ok := n.(*ast.Text); ok && entering {
			b.Write(t.Segment.Value(source))
			if t.SoftLineBreak() {
				b.WriteByte(' ')
			}
		}
		return ast.WalkContinue, nil
	})
	return b.String()
}

// relink cuts the extension off links to other Markdown files, since pages are addressed without
// it. A link to a file that is not served becomes its text.
func relink(files fs.FS, name, way string, root ast.Node) {
	var dead []*ast.Link
	_ = ast.Walk(root, func(n ast.Node, entering bool) (ast.WalkStatus, error) {
		link, ok := n.(*ast.Link)
		if !ok || !entering {
			return ast.WalkContinue, nil
		}
		to, anchor, _ := strings.Cut(string(link.Destination), "#")
		if to == "" || strings.Contains(to, ":") || strings.HasPrefix(to, "/") {
			return ast.WalkContinue, nil
		}
		if !served(files, path.Join(path.Dir(name), to)) {
			dead = append(dead, link)
			return ast.WalkContinue, nil
		}
		to = way + strings.TrimSuffix(to, ".md")
		if anchor != "" {
			to += "#" + anchor
		}
		link.Destination = []byte(to)
		return ast.WalkContinue, nil
	})
	for _, link := range dead {
		parent := link.Parent()
		for link.FirstChild() != nil {
			parent.InsertBefore(parent, link, link.FirstChild())
		}
		parent.RemoveChild(parent, link)
	}
}

// served reports whether a link to a file has a page to lead to.
func served(files fs.FS, name string) bool {
	_, err := fs.Stat(files, name)
	return err == nil
}

// slugs makes the anchors of headings like GitHub, which shows the same files.
type slugs map[string]bool

// Generate drops punctuation and turns spaces into dashes. A number distinguishes equal headings.
func (s slugs) Generate(heading []byte, _ ast.NodeKind) []byte {
	slug := strings.Map(func(r rune) rune {
		switch {
		case r == ' ':
			return '-'
		case r == '-' || r == '_' || unicode.IsLetter(r) || unicode.IsNumber(r):
			return unicode.ToLower(r)
		}
		return -1
	}, strings.TrimSpace(string(heading)))
	free := slug
	for n := 1; s[free]; n++ {
		free = slug + "-" + strconv.Itoa(n)
	}
	s[free] = true
	return []byte(free)
}

// Put reserves an anchor, so that it is not used again.
func (s slugs) Put(id []byte) { s[string(id)] = true }
