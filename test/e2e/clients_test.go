package e2e_test

import (
	"bytes"
	"cmp"
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"github.com/stretchr/testify/require"
)

// language describes a client: its folder below clients, and how its programs are made.
type language struct {
	folder, transcript, short string
	build                     func(t *testing.T, s *server, name, source string) *exec.Cmd
}

// TestClients makes the same calls with both clients, each on a demo of its own behind a proxy that
// loses and refuses calls. Both print the same lines, and every change is made once. Then the
// unchanged program of each README runs.
func TestClients(t *testing.T) {
	t.Parallel()
	printed, mu := map[string]string{}, sync.Mutex{}
	t.Run("languages", func(t *testing.T) {
		for _, l := range []language{
			{"go", "transcript.go", "main.go", goProgram}, {"typescript", "transcript.mts", "main.mjs", nodeProgram},
		} {
			t.Run(l.folder, func(t *testing.T) {
				t.Parallel()
				out := l.run(t)
				mu.Lock()
				defer mu.Unlock()
				printed[l.folder] = out
			})
		}
	})
	require.Equal(t, printed["go"], printed["typescript"])
	require.GreaterOrEqual(t, strings.Count(printed["go"], "\n"), 40)
}

// run returns the output of the transcript.
func (l language) run(t *testing.T) string {
	t.Helper()
	s, key := bare(t).filled().demo()
	c := s.client(key)
	poll(t, "the seller account to be read", func() bool {
		return lastSync(t, c) != nil && len(listed(t, c, "/api/v1/skus?sku=SIM-0050")) == 1
	})
	at := func(url, name, source string) string {
		cmd := l.build(t, s, name, source)
		cmd.Env = append(os.Environ(), "SA_URL="+url, "SA_API_KEY="+key)
		return finished(t, cmd)
	}
	source, err := os.ReadFile(filepath.Join("testdata/clients", l.transcript))
	require.NoError(t, err)
	proxy := startUnreliable(t, s.url)
	printed := at(proxy.url, l.transcript, string(source))
	proxy.requireSafe()
	requireOnce(t, c)

	short := shortProgram(t, l.folder)
	_, function, _ := strings.Cut(short, "func main")
	require.LessOrEqual(t, strings.Count(cmp.Or(function, short), "\n"), 10, "lines of the program of README")
	line, _, _ := strings.Cut(at(s.url, l.short, short), "\n")
	require.Equal(t, "SIM-0050 active", line)
	s.stop()
	return printed
}

// requireOnce counts the records that the transcript makes. The answer of each creation was lost or
// refused once.
func requireOnce(t *testing.T, c client) {
	t.Helper()
	suppliers := listed(t, c, "/api/v1/suppliers?q=forty+calls")
	require.Len(t, suppliers, 1)
	for path, n := range map[string]int{
		"/api/v1/purchase-orders?supplier_id=" + text(suppliers[0]["id"]): 1, "/api/v1/tags?q=forty": 1,
		"/api/v1/notes?q=forty": 0, "/api/v1/documents?q=forty.csv": 1, "/api/v1/documents?q=limits-40.csv": 1,
	} {
		require.Len(t, listed(t, c, path), n, path)
	}
}

// shortProgram returns the first program of the README of a client.
func shortProgram(t *testing.T, language string) string {
	t.Helper()
	b, err := os.ReadFile(filepath.Join("../../clients", language, "README.md"))
	require.NoError(t, err)
	for _, m := range fences.FindAllStringSubmatch(string(b), -1) {
		if m[1] == "go" || m[1] == "js" {
			return m[2]
		}
	}
	require.FailNow(t, "README has no program")
	return ""
}

// finished runs a command to its end and returns its output.
func finished(t *testing.T, cmd *exec.Cmd) string {
	t.Helper()
	var said bytes.Buffer
	cmd.Stderr = &said
	out, err := cmd.Output()
	require.NoError(t, err, "%s: %s\n%s", cmd, out, said.String())
	return string(out)
}

// goProgram compiles a program in a module of its own that requires only the client. Nothing can be
// downloaded for it.
func goProgram(t *testing.T, _ *server, name, source string) *exec.Cmd {
	t.Helper()
	folder := t.TempDir()
	module, err := filepath.Abs("../../clients/go")
	require.NoError(t, err)
	const required = "module program\n\ngo 1.25\n\nrequire sellingassistant/clients/go v0.0.0\n\n"
	writeFile(t, folder, "go.mod", required+"replace sellingassistant/clients/go => "+module+"\n")
	writeFile(t, folder, name, source)
	for _, args := range [][]string{{"vet", "."}, {"build", "-o", "program", "."}} {
		finished(t, alone(exec.Command("go", args...), folder))
	}
	return exec.Command(filepath.Join(folder, "program"))
}

// alone lets a command of Go see one module only.
func alone(cmd *exec.Cmd, folder string) *exec.Cmd {
	cmd.Dir, cmd.Env = folder, append(os.Environ(), "GOFLAGS=-mod=mod", "GOPROXY=off", "GOWORK=off")
	return cmd
}

// TestTheGoClientAlone runs the tests of the client's own module.
func TestTheGoClientAlone(t *testing.T) {
	t.Parallel()
	for _, args := range [][]string{{"vet", "./..."}, {"test", "-count=1", "./..."}} {
		finished(t, alone(exec.Command("go", args...), "../../clients/go"))
	}
}

// npm has the folders of the packages of tools/document and of the compiled TypeScript client.
var npm struct {
	sync.Once
	packages, client string
}

// buildNPM makes the client of the document of a service, as it is published.
func buildNPM(t *testing.T, s *server) {
	t.Helper()
	npm.Do(func() {
		packages := strings.TrimSpace(finished(t, exec.Command("bash", "../../scripts/packages.sh")))
		folder, from := filepath.Join(filepath.Dir(program), "typescript"), "../../clients/typescript"
		require.NoError(t, os.CopyFS(filepath.Join(folder, "src"), os.DirFS(filepath.Join(from, "src"))))
		for _, name := range []string{"README.md", "client.test.mjs", "package.json", "tsconfig.json"} {
			b, err := os.ReadFile(filepath.Join(from, name))
			require.NoError(t, err)
			writeFile(t, folder, name, string(b))
		}
		writeFile(t, folder, "openapi.json", s.client("").do(call{path: "/openapi.json"}).body)
		for _, args := range [][]string{{"openapi-typescript", "openapi.json", "--output", "src/document.ts"}, {"tsc"}} {
			cmd := exec.Command(filepath.Join(packages, "node_modules/.bin", args[0]), args[1:]...)
			cmd.Dir = folder
			finished(t, cmd)
		}
		npm.packages, npm.client = packages, folder
	})
	require.NotEmpty(t, npm.client, "the client is not built")
}

// nodeProgram compiles a program of TypeScript, and copies a program of JavaScript.
func nodeProgram(t *testing.T, s *server, name, source string) *exec.Cmd {
	t.Helper()
	buildNPM(t, s)
	folder := t.TempDir()
	require.NoError(t, os.Mkdir(filepath.Join(folder, "node_modules"), 0o700))
	require.NoError(t, os.Symlink(npm.client, filepath.Join(folder, "node_modules/selling-assistant")))
	writeFile(t, folder, name, source)
	if strings.HasSuffix(name, ".mts") {
		cmd := exec.Command(filepath.Join(npm.packages, "node_modules/.bin/tsc"), "--strict", "--noUncheckedIndexedAccess",
			"--exactOptionalPropertyTypes", "--target", "es2022", "--module", "nodenext", "--lib", "es2022,dom,dom.iterable",
			name)
		cmd.Dir = folder
		finished(t, cmd)
		name = strings.TrimSuffix(name, ".mts") + ".mjs"
	}
	return exec.Command("node", filepath.Join(folder, name))
}

// TestTheNPMPackage runs the tests of the package and lists its files.
func TestTheNPMPackage(t *testing.T) {
	t.Parallel()
	s, _ := bare(t).filled().demo()
	buildNPM(t, s)
	s.stop()
	tests := exec.Command("node", "--test", "client.test.mjs")
	tests.Dir = npm.client
	finished(t, tests)
	cmd := exec.Command("npm", "pack", "--dry-run", "--json", "--ignore-scripts")
	cmd.Dir = npm.client
	var packed []struct{ Files []struct{ Path string } }
	require.NoError(t, json.Unmarshal([]byte(finished(t, cmd)), &packed))
	var names []string
	for _, f := range packed[0].Files {
		names = append(names, f.Path)
	}
	require.ElementsMatch(t, []string{
		"README.md", "package.json", "dist/client.d.ts", "dist/client.js", "dist/document.d.ts", "dist/document.js",
		"dist/errors.d.ts", "dist/errors.js", "dist/index.d.ts", "dist/index.js", "dist/types.d.ts", "dist/types.js",
		"dist/webhook.d.ts", "dist/webhook.js",
	}, names)
}

func writeFile(t *testing.T, folder, name, text string) {
	t.Helper()
	require.NoError(t, os.MkdirAll(folder, 0o700))
	require.NoError(t, os.WriteFile(filepath.Join(folder, name), []byte(text), 0o600))
}
