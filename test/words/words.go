// Package words counts habits of wording that make code and texts hard to read, by package, and
// keeps the counts from rising. Tests are not counted.
package words

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"maps"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"
)

// counted maps folders to the kind of file that is counted in them.
var counted = map[string]string{
	"adapters": ".go", "app": ".go", "cmd": ".go", "config": ".go", "docs": ".md", "domain": ".go", "migrations": ".go",
	"ports": ".go", "tools": ".go",
}

// patterns are matched in comments, outside quotes.
var patterns = map[string]*regexp.Regexp{
	"behind":   regexp.MustCompile(`(?i)\bbehind\b`),
	"hold":     regexp.MustCompile(`(?i)\b(?:hold|holds|held)\b`),
	"none":     regexp.MustCompile(`(?i)\b(?:none|not\s+known)\b`),
	"of-which": regexp.MustCompile(`(?i)\b(?:of\s+which|of\s+whom|whose)\b`),
	"stand":    regexp.MustCompile(`(?i)\bstands?\b`),
	"tell":     regexp.MustCompile(`(?i)\b(?:tell|tells|told)\b`),
	"those-of": regexp.MustCompile(`(?i)\b(?:those|that)\s+of\b`),
	"what":     regexp.MustCompile(`(?i)\bwhat\b`),
}

// tics lists the patterns and:
//
//	name-one       an identifier `one`, wherever it occurs
//	name-told      an identifier with the word `told`, such as told, toldOf and wasTold, wherever it occurs
//	param-in-by-of a parameter named in, by or of
//	text-what      a string, a member of a struct tag, or a block of Markdown that begins with "What"
//	wide-code      a line of code over 120 characters; a tab is one
//	wide-comment   a line that is only comment, over 100 characters
//	x-is           a comment that begins with a noun phrase of one to four words, then "is" or "are"
var tics = slices.Sorted(slices.Values(slices.AppendSeq([]string{
	"name-one", "name-told", "param-in-by-of", "text-what", "wide-code", "wide-comment", "x-is",
}, maps.Keys(patterns))))

var (
	// notBare follows a "what" that asks for a kind.
	notBare   = regexp.MustCompile(`(?i)^\s+(?:kind|sort|type)s?\b`)
	quoted    = regexp.MustCompile("\"[^\"\n]*\"|`[^`\n]*`")
	subject   = regexp.MustCompile(`^((?:[\w'’./&*-]+\s+){1,4}?)(?:is|are)\b`)
	textHead  = regexp.MustCompile(`^What\s|\w:"What\s`)
	blockHead = regexp.MustCompile(`(?m)(?:\A|\n\n|^\s*(?:#+|[*>-]|\d+\.)\s+|\|\s*)\**What\b`)
	told      = regexp.MustCompile(`(?:^told|Told)(?:[A-Z0-9_]|$)`)
	// notNoun finds pronouns and the beginnings of other clauses, which do not belong to a noun
	// phrase.
	notNoun = regexp.MustCompile(`(?i)\b(?:it|this|that|these|those|they|there|here|which|who|whose|whom|what|whether|` +
		`when|if|where|while|because|so|since|once|until|unless|as|than|how|we|you)\b`)
)

// place has one occurrence of a tic. Its text is the source line, without the space around it.
type place struct {
	file string
	line int
	text string
}

// key names a count.
type key struct{ pkg, tic string }

// count walks the counted folders of a repository.
func count(root string) (map[key][]place, error) {
	found := map[key][]place{}
	for folder, ext := range counted {
		err := fs.WalkDir(os.DirFS(root), folder, func(name string, _ fs.DirEntry, err error) error {
			if err != nil || path.Ext(name) != ext || strings.HasSuffix(name, "_test.go") {
				return err
			}
			source, err := os.ReadFile(filepath.Join(root, name))
			if err != nil {
				return err
			}
			places, err := scan(name, string(source))
			for tic := range places {
				k := key{path.Dir(name), tic}
				found[k] = append(found[k], places[tic]...)
			}
			return err
		})
		if err != nil {
			return nil, err
		}
	}
	return found, nil
}

type scanner struct {
	name  string
	lines []string
	found map[string][]place
}

// scan returns the tics of one file.
func scan(name, source string) (map[string][]place, error) {
	s := &scanner{name, strings.Split(source, "\n"), map[string][]place{}}
	if path.Ext(name) == ".md" {
		for _, at := range blockHead.FindAllStringIndex(source, -1) {
			s.add("text-what", 1+strings.Count(source[:at[1]], "\n"))
		}
		return s.found, nil
	}
	fset := token.NewFileSet()
	f, err := parser.ParseFile(fset, name, source, parser.ParseComments|parser.SkipObjectResolution)
	if err != nil {
		return nil, err
	}
	for _, group := range f.Comments {
		s.comment(fset.Position(group.Pos()).Line, group)
	}
	ast.Inspect(f, func(n ast.Node) bool {
		if n != nil {
			s.node(fset.Position(n.Pos()).Line, n)
		}
		return true
	})
	for i, line := range s.lines {
		columns, isComment := utf8.RuneCountInString(line), strings.HasPrefix(strings.TrimSpace(line), "//")
		s.addIf(!isComment && columns > 120, "wide-code", i+1)
		s.addIf(isComment && columns > 100, "wide-comment", i+1)
	}
	return s.found, nil
}

func (s *scanner) add(tic string, line int) {
	s.found[tic] = append(s.found[tic], place{s.name, line, strings.TrimSpace(s.lines[line-1])})
}

func (s *scanner) addIf(yes bool, tic string, line int) {
	if yes {
		s.add(tic, line)
	}
}

// comment joins the lines of a group, because a clause goes over the ends of lines. Directives and
// indented examples stay out.
func (s *scanner) comment(first int, group *ast.CommentGroup) {
	var b strings.Builder
	for _, c := range group.List {
		for line := range strings.SplitSeq(c.Text, "\n") {
			line, isLine := strings.CutPrefix(line, "//")
			if isLine && !strings.HasPrefix(line, " ") {
				line = ""
			}
			b.WriteString(strings.TrimSuffix(strings.TrimPrefix(line, "/*"), "*/") + "\n")
		}
	}
	text := quoted.ReplaceAllStringFunc(b.String(), func(q string) string { return strings.Repeat("_", len(q)) })
	for tic, pattern := range patterns {
		for _, at := range pattern.FindAllStringIndex(text, -1) {
			isBare := tic != "what" || !notBare.MatchString(text[at[1]:])
			s.addIf(isBare, tic, first+strings.Count(text[:at[0]], "\n"))
		}
	}
	head := strings.TrimSpace(text)
	m := subject.FindStringSubmatch(head)
	s.addIf(m != nil && !notNoun.MatchString(m[1]), "x-is", first+strings.Count(text[:strings.Index(text, head)], "\n"))
}

func (s *scanner) node(line int, n ast.Node) {
	switch n := n.(type) {
	case *ast.Ident:
		s.addIf(n.Name == "one", "name-one", line)
		s.addIf(told.MatchString(n.Name), "name-told", line)
	case *ast.FuncType:
		for _, field := range n.Params.List {
			for _, name := range field.Names {
				s.addIf(name.Name == "in" || name.Name == "by" || name.Name == "of", "param-in-by-of", line)
			}
		}
	case *ast.BasicLit:
		text, _ := strconv.Unquote(n.Value) // "" for a number
		for range textHead.FindAllString(text, -1) {
			s.add("text-what", line)
		}
	}
}
