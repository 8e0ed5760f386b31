// Package arch has the rules for imports between packages, and a test that checks the program
// against them.
package arch

import (
	"fmt"
	"slices"
	"strings"
)

const module = "sellingassistant"

// pkg describes a package as the go command lists it.
type pkg struct {
	ImportPath, Name, Dir                string
	Imports, TestImports, XTestImports   []string
	GoFiles, TestGoFiles, IgnoredGoFiles []string
}

// contexts lists the bounded contexts. All other packages under ports are shared.
var contexts = []string{
	"annotation", "connection", "converter", "document", "exchange", "history", "identity", "imports", "inbound", "inventory", "listingitem", "notice", "notification", "pricelist", "purchasing", "relay",
	"repricer", "research", "restriction", "webhook",
}

// folders lists the top-level folders for Go code.
var folders = []string{"adapters", "app", "cmd", "config", "docs", "domain", "migrations", "ports", "test", "tools"}

// badNames lists package names that say nothing about the content.
var badNames = []string{"common", "helper", "helpers", "misc", "models", "util", "utils"}

// rule limits the imports of packages in one place. Paths of this program are relative to its root;
// "x/..." means x and everything below.
type rule struct {
	own []string
	// noStd refuses parts of the standard library.
	noStd []string
	// third names the allowed modules; nil allows all except noThird.
	third   []string
	noThird []string
}

var (
	// A rule that reads the wall clock, a file or the network cannot be tested in microseconds.
	outside   = []string{"net", "os", "database/sql", "encoding/json", "log", "syscall", "unsafe", "embed", "testing"}
	pureThird = []string{"github.com/govalues/decimal"}
	web       = []string{"github.com/gin-gonic/gin", "github.com/danielgtaylor/huma"}
	storage   = []string{"github.com/uptrace/bun", "github.com/jackc/pgx", "modernc.org/sqlite"}
)

// ruleFor returns the rule of a package by its path below the module. A nil rule allows everything;
// false forbids such a package.
func ruleFor(path string) (*rule, bool) {
	parts := strings.Split(path, "/")
	at := func(i int) string {
		if i < len(parts) {
			return parts[i]
		}
		return ""
	}
	switch parts[0] {
	case "cmd", "test", "tools":
		return nil, true
	case "docs":
		return &rule{third: []string{}}, path == "docs"
	case "config":
		return &rule{own: append([]string{"config/...", "domain/kernel/..."}, sharedPorts()...), noThird: slices.Concat(web, storage)}, true
	case "migrations":
		return &rule{own: []string{"adapters/persistence/db", "adapters/persistence/presence", "domain/kernel/fill"}, noThird: web}, true
	case "domain":
		return domainRule(at(1), at(2)), at(1) != ""
	case "ports":
		return portsRule(at(1)), at(1) != ""
	case "app":
		if !slices.Contains(append(contexts, "kernel"), at(1)) {
			return nil, false
		}
		return &rule{
			own:   slices.Concat([]string{"app/kernel/...", "app/" + at(1) + "/...", "domain/" + at(1) + "/...", "domain/kernel/...", "ports/" + at(1) + "/..."}, sharedPorts()),
			noStd: []string{"net", "os", "database/sql", "log", "syscall", "embed", "testing"},
			third: []string{"github.com/govalues/decimal", "golang.org/x/sync", "golang.org/x/text"},
		}, true
	case "adapters":
		if at(1) == "http" && at(2) == "httpx" {
			return httpxRule(at(3)), true
		}
		return adapterRule(at(1), at(2)), at(1) != ""
	}
	return nil, false
}

// domainRule lets the packages of a context use each other. The decision about a price may use only
// its own packages, because its input must have everything that it depends on.
func domainRule(context, room string) *rule {
	own := []string{"domain/kernel/...", "domain/" + context + "/..."}
	if room == "decision" {
		own[1] = "domain/" + context + "/decision/..."
	}
	return &rule{own: own, noStd: outside, third: pureThird}
}

func portsRule(context string) *rule {
	own := slices.Concat([]string{"domain/kernel/...", "ports/" + context + "/..."}, sharedPorts())
	if slices.Contains(contexts, context) {
		own = append(own, "domain/"+context+"/...")
	}
	return &rule{own: own, noStd: outside, third: []string{}}
}

// httpxRule lets httpx use the packages below it, except form and records, which use httpx. The
// others may use only body, and the package for limits may use their port.
func httpxRule(room string) *rule {
	r := &rule{own: []string{"domain/kernel/..."}, noStd: []string{"database/sql"}, noThird: storage}
	switch room {
	case "":
		r.own = slices.Concat(r.own, []string{"adapters/http/httpx/...", "app/kernel/..."}, sharedPorts())
		return r
	case "body":
	case "front": // shows the guides, and the groups of the document
		r.own = append(r.own, "adapters/http/httpx/openapi", "adapters/http/httpx/wire", "docs")
	case "quota":
		r.own = append(r.own, "ports/ratelimit")
	case "form", "records": // build on httpx, for contexts
		r.own = append(r.own, "adapters/http/httpx", "adapters/http/httpx/...", "app/kernel/...")
	default:
		r.own = append(r.own, "adapters/http/httpx/body")
	}
	r.noThird = slices.Concat(storage, []string{"github.com/gin-gonic/gin"})
	return r
}

func adapterRule(kind, context string) *rule {
	c := func(layer string) string { return layer + "/" + context + "/..." }
	own := func(paths ...string) []string {
		return slices.Concat([]string{"domain/kernel/..."}, paths, sharedPorts())
	}
	switch {
	case kind == "http":
		return &rule{
			own:   own(c("adapters/http"), "adapters/http/httpx", "adapters/http/httpx/body", "adapters/http/httpx/form", "adapters/http/httpx/records", c("app"), "app/kernel/...", c("domain")),
			noStd: []string{"database/sql", "os"}, noThird: storage,
		}
	case kind == "persistence" && context == "db":
		return &rule{own: []string{"adapters/persistence/db/prepared", "domain/kernel/..."}, noThird: web}
	case kind == "persistence" && (context == "presence" || context == "commit"):
		return &rule{own: own("adapters/persistence/db"), noThird: web}
	case kind == "persistence":
		return &rule{
			own:     own(c("adapters/persistence"), "adapters/persistence/db", "adapters/persistence/record", c("ports"), c("domain")),
			noThird: slices.Concat(web, []string{"github.com/jackc/pgx", "modernc.org/sqlite"}),
		}
	case kind == "memory" && context == "record":
		// It uses the same descriptions of tables as the databases, over a map.
		return &rule{own: own("adapters/persistence/record", "adapters/persistence/db"), noThird: slices.Concat(web, storage)}
	case kind == "memory":
		return &rule{own: own(c("adapters/memory"), "adapters/memory/expiring", c("ports"), c("domain")), noThird: slices.Concat(web, storage)}
	case kind == "bridge":
		// A bridge asks other contexts by their use cases and facades, never by their stores.
		r := &rule{own: own(c("adapters/bridge"), "app/...", c("ports"), "domain/..."), noThird: slices.Concat(web, storage)}
		if context == "research" { // asks Amazon by the repricer's clients
			r.own = append(r.own, "ports/repricer", "ports/repricer/pricing")
		}
		return r
	case kind == "jobs":
		// The queue uses the program's own database and its transactions.
		return &rule{own: own("adapters/jobs/...", "adapters/persistence/db"), noThird: slices.Concat(web, []string{"github.com/uptrace/bun", "modernc.org/sqlite"})}
	case kind == "amazon" && context == "spapi":
		return &rule{own: own("adapters/redis"), noStd: []string{"database/sql"}, noThird: slices.Concat(web, storage)}
	case kind == "amazon":
		r := &rule{own: []string{"adapters/amazon/spapi", "domain/...", "ports/..."}, noStd: []string{"database/sql"}, noThird: slices.Concat(web, storage)}
		if context == "pricing" { // because a price is part of a listing
			r.own = append(r.own, "adapters/amazon/listings")
		}
		return r
	case kind == "simulator":
		return &rule{own: []string{"adapters/simulator/...", "domain/kernel/..."}, noThird: storage}
	}
	// These are the ways to the outside: the marketplace, files, limits, …
	r := &rule{own: []string{"adapters/" + kind + "/...", "domain/...", "ports/..."}, noStd: []string{"database/sql"}, noThird: storage}
	switch kind {
	case "ratelimit", "keepa":
		r.own = append(r.own, "adapters/redis")
	case "casefile": // cases contain the API's bodies and histories in Keepa's form, and calculate with the fee tables
		r.own = append(r.own, "adapters/feetable", "adapters/http/repricer", "adapters/http/research", "adapters/keepa")
	}
	return r
}

// sharedPorts allows every port that belongs to no context.
func sharedPorts() []string { return []string{"ports/<shared>"} }

func (r *rule) allows(path string) bool {
	own, ok := strings.CutPrefix(path, module+"/")
	first, _, _ := strings.Cut(path, "/")
	switch {
	case ok:
		return slices.ContainsFunc(r.own, func(pattern string) bool { return matches(pattern, own) })
	case !strings.Contains(first, "."):
		return !under(r.noStd, path)
	case r.third != nil:
		return under(r.third, path)
	}
	return !under(r.noThird, path)
}

func matches(pattern, path string) bool {
	if pattern == "ports/<shared>" {
		name, ok := strings.CutPrefix(path, "ports/")
		name, _, _ = strings.Cut(name, "/")
		return ok && !slices.Contains(contexts, name)
	}
	if below, ok := strings.CutSuffix(pattern, "/..."); ok {
		return under([]string{below}, path)
	}
	return pattern == path
}

// under reports whether path is one of the prefixes or below it.
func under(prefixes []string, path string) bool {
	return slices.ContainsFunc(prefixes, func(p string) bool { return path == p || strings.HasPrefix(path, p+"/") })
}

// violations lists the broken rules, one sentence each.
func violations(pkgs []pkg) []string {
	var found []string
	say := func(format string, args ...any) { found = append(found, fmt.Sprintf(format, args...)) }
	for _, p := range pkgs {
		path, ok := strings.CutPrefix(p.ImportPath, module+"/")
		if !ok {
			say("%s: Go files at the root", p.ImportPath)
			continue
		}
		last := path[strings.LastIndex(path, "/")+1:]
		if slices.Contains(badNames, last) || slices.Contains(badNames, p.Name) {
			say("%s: the name says nothing", path)
		}
		top, _, _ := strings.Cut(path, "/")
		r, known := ruleFor(path)
		if !known || !slices.Contains(folders, top) {
			say("%s: no place for a package", path)
			continue
		}
		for _, imported := range p.Imports {
			switch {
			case under([]string{"go.uber.org/fx", "go.uber.org/dig"}, imported) && top != "cmd":
				say("%s imports %s: wiring belongs to cmd", path, imported)
			case under([]string{module + "/test", module + "/tools"}, imported) && top != "test" && top != "tools",
				under([]string{module + "/cmd"}, imported) && !slices.Contains([]string{"cmd", "test", "tools"}, top):
				say("%s imports %s", path, imported)
			case slices.Contains([]string{"text/template", "html/template"}, imported) && top != "test" && top != "tools":
				say("%s imports %s: domain/kernel/fill executes templates", path, imported)
			case r != nil && !r.allows(imported):
				say("%s imports %s", path, imported)
			}
		}
		// Tests of rules run without infrastructure.
		if top == "domain" {
			for _, imported := range slices.Concat(p.TestImports, p.XTestImports) {
				if strings.HasPrefix(imported, module+"/") && !r.allows(imported) || under(slices.Concat(web, storage), imported) {
					say("%s's tests import %s", path, imported)
				}
			}
		}
	}
	return found
}
