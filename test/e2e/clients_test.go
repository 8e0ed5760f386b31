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

// TestClients makes the same calls with the Go and the TypeScript client, each on a demo of its own behind a proxy that loses and refuses
// calls. Both print the same lines, and every change is made once. Then the program of each README runs as it is.
func TestClients(t *testing.T) {
	t.Parallel()
	printed, mu := map[string]string{}, sync.Mutex{}
	t.Run("languages", func(t *testing.T) {
		for language, build := range map[string]func(t *testing.T, s *server, name, source string) *exec.Cmd{"go": goProgram, "typescript": nodeProgram} {
			t.Run(language, func(t *testing.T) {
				t.Parallel()
				s, key := bare(t).filled().demo()
				c := s.client(key)
				poll(t, "the seller account to be read", func() bool {
					return lastSync(t, c) != nil && len(listed(t, c, "/api/v1/skus?sku=SIM-0050")) == 1
				})
				proxy := startUnreliable(t, s.url)
				run := func(name, source, url string) string {
					cmd := build(t, s, name, source)
					cmd.Env = append(os.Environ(), "SA_URL="+url, "SA_API_KEY="+key)
					return finished(t, cmd)
				}
				name := map[string]string{"go": "transcript.go", "typescript": "transcript.mts"}[language]
				source, err := os.ReadFile(filepath.Join("testdata/clients", name))
				require.NoError(t, err)
				out := run(name, string(source), proxy.url)
				mu.Lock()
				printed[language] = out
				mu.Unlock()
				proxy.requireSafe()
				requireOnce(t, c)

				short := shortProgram(t, language)
				_, function, _ := strings.Cut(short, "func main")
				require.LessOrEqual(t, strings.Count(cmp.Or(function, short), "\n"), 10, "lines of the program of README")
				name = map[string]string{"go": "main.go", "typescript": "main.mjs"}[language]
				line, _, _ := strings.Cut(run(name, short, s.url), "\n")
				require.Equal(t, "SIM-0050 active", line)
				s.stop()
			})
		}
	})
	require.Equal(t, printed["go"], printed["typescript"])
	require.GreaterOrEqual(t, strings.Count(printed["go"], "\n"), 40)
}

// requireOnce counts the records that the transcript makes. The answer of each creation was lost or refused once.
func requireOnce(t *testing.T, c client) {
	t.Helper()
	suppliers := listed(t, c, "/api/v1/suppliers?q=forty+calls")
	require.Len(t, suppliers, 1)
	for path, n := range map[string]int{
		"/api/v1/purchase-orders?supplier_id=" + text(suppliers[0]["id"]): 1, "/api/v1/tags?q=forty": 1, "/api/v1/notes?q=forty": 0,
		"/api/v1/documents?q=forty.csv": 1, "/api/v1/imports?dry_run=true": 1,
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

// finished runs a command to its end and returns what it prints.
func finished(t *testing.T, cmd *exec.Cmd) string {
	t.Helper()
	var said bytes.Buffer
	cmd.Stderr = &said
	out, err := cmd.Output()
	require.NoError(t, err, "%s: %s\n%s", cmd, out, said.String())
	return string(out)
}

// goProgram compiles a program in a module of its own that requires only the client. Nothing can be downloaded for it.
func goProgram(t *testing.T, _ *server, name, source string) *exec.Cmd {
	t.Helper()
	folder := t.TempDir()
	module, err := filepath.Abs("../../clients/go")
	require.NoError(t, err)
	write(t, folder, "go.mod", "module program\n\ngo 1.25\n\nrequire sellingassistant/clients/go v0.0.0\n\nreplace sellingassistant/clients/go => "+module+"\n")
	write(t, folder, name, source)
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

// npm holds the TypeScript client as it is published, and the packages that make it.
var npm struct {
	sync.Once
	packages, client string
}

// buildNPM makes the client of the document of a service.
func buildNPM(t *testing.T, s *server) {
	t.Helper()
	npm.Do(func() {
		npm.packages = strings.TrimSpace(finished(t, exec.Command("bash", "../../scripts/packages.sh")))
		npm.client = filepath.Join(filepath.Dir(program), "typescript")
		require.NoError(t, os.CopyFS(filepath.Join(npm.client, "src"), os.DirFS("../../clients/typescript/src")))
		for _, name := range []string{"README.md", "package.json", "tsconfig.json"} {
			b, err := os.ReadFile(filepath.Join("../../clients/typescript", name))
			require.NoError(t, err)
			write(t, npm.client, name, string(b))
		}
		write(t, npm.client, "openapi.json", s.client("").do(call{path: "/openapi.json"}).body)
		for _, args := range [][]string{{"openapi-typescript", "openapi.json", "--output", "src/document.ts"}, {"tsc"}} {
			cmd := exec.Command(filepath.Join(npm.packages, "node_modules/.bin", args[0]), args[1:]...)
			cmd.Dir = npm.client
			finished(t, cmd)
		}
	})
	require.NotEmpty(t, npm.client, "the client is not built")
}

// nodeProgram compiles a program of TypeScript, and takes one of JavaScript as it is.
func nodeProgram(t *testing.T, s *server, name, source string) *exec.Cmd {
	t.Helper()
	buildNPM(t, s)
	folder := t.TempDir()
	require.NoError(t, os.Mkdir(filepath.Join(folder, "node_modules"), 0o700))
	require.NoError(t, os.Symlink(npm.client, filepath.Join(folder, "node_modules/selling-assistant")))
	write(t, folder, name, source)
	if strings.HasSuffix(name, ".mts") {
		cmd := exec.Command(filepath.Join(npm.packages, "node_modules/.bin/tsc"), "--strict", "--noUncheckedIndexedAccess", "--exactOptionalPropertyTypes",
			"--target", "es2022", "--module", "nodenext", "--lib", "es2022,dom,dom.iterable", name)
		cmd.Dir = folder
		finished(t, cmd)
		name = strings.TrimSuffix(name, ".mts") + ".mjs"
	}
	return exec.Command("node", filepath.Join(folder, name))
}

// TestTheNPMPackage lists the files of the package.
func TestTheNPMPackage(t *testing.T) {
	t.Parallel()
	s, _ := bare(t).filled().demo()
	buildNPM(t, s)
	s.stop()
	cmd := exec.Command("npm", "pack", "--dry-run", "--json", "--ignore-scripts")
	cmd.Dir = npm.client
	var packed []struct{ Files []struct{ Path string } }
	require.NoError(t, json.Unmarshal([]byte(finished(t, cmd)), &packed))
	var names []string
	for _, f := range packed[0].Files {
		names = append(names, f.Path)
	}
	require.ElementsMatch(t, []string{
		"README.md", "package.json", "dist/client.d.ts", "dist/client.js", "dist/document.d.ts", "dist/document.js", "dist/errors.d.ts", "dist/errors.js",
		"dist/index.d.ts", "dist/index.js", "dist/types.d.ts", "dist/types.js", "dist/webhook.d.ts", "dist/webhook.js",
	}, names)
}

func write(t *testing.T, folder, name, text string) {
	t.Helper()
	require.NoError(t, os.MkdirAll(folder, 0o700))
	require.NoError(t, os.WriteFile(filepath.Join(folder, name), []byte(text), 0o600))
}
