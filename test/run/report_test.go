package main

import (
	"bytes"
	"errors"
	"io"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

const passes = `{"Action":"pass","Package":"x/ok","Test":"TestA"}
{"Action":"pass","Package":"x/ok","Test":"TestA/sub","Elapsed":99}
{"Action":"pass","Package":"x/ok","Test":"TestSlow","Elapsed":12.2}
{"Action":"pass","Package":"x/ok","Elapsed":12.4}
{"Action":"skip","Package":"x/none"}
`

func TestClosingLine(t *testing.T) {
	exit := errors.New("exit status 1")
	for name, c := range map[string]struct {
		events string
		err    error
		ends   string
		says   []string
		code   int
	}{
		"all pass": {passes, nil, "\n3 passed, 0 failed\n", []string{"PASS  x/ok (12.4s)\n", "  12 s  x/ok TestSlow\n"}, 0},
		"a test fails": {passes + `{"Action":"output","Package":"x/a","Test":"TestB","Output":"    a_test.go:1: wrong\n"}
{"Action":"fail","Package":"x/a","Test":"TestB"}
{"Action":"fail","Package":"x/a"}`, exit, "\n3 passed, 1 failed\n", []string{"FAIL: x/a TestB", "a_test.go:1: wrong"}, 1},
		"a test is skipped": {passes + `{"Action":"skip","Package":"x/a","Test":"TestS"}
{"Action":"pass","Package":"x/a"}`, nil, "\n3 passed, 1 failed\n", []string{"SKIP: x/a TestS"}, 1},
		"a package does not build": {passes + `{"ImportPath":"x/a","Action":"build-output","Output":"./a.go:1:1: syntax error\n"}
{"ImportPath":"x/a","Action":"build-fail"}
{"Action":"output","Package":"x/a","Output":"FAIL\tx/a [build failed]\n"}
{"Action":"fail","Package":"x/a","FailedBuild":"x/a"}`, exit, "\n3 passed, 1 failed\n", []string{"syntax error", "x/a [build failed]"}, 1},
		"a package panics, another is interrupted": {passes + `{"Action":"run","Package":"x/a","Test":"TestP"}
{"Action":"output","Package":"x/a","Test":"TestP","Output":"panic: boom\n"}
{"Action":"fail","Package":"x/a"}
{"Action":"run","Package":"x/b","Test":"TestI"}`, exit, "\n3 passed, 2 failed\n", []string{"panic: boom", "FAIL: x/b TestI"}, 1},
		"a package ends early": {passes + `{"Action":"output","Package":"x/a","Output":"out of memory\n"}
{"Action":"fail","Package":"x/a"}`, exit, "\n3 passed, 1 failed\n", []string{"FAIL: x/a", "out of memory"}, 1},
		"go test fails by itself": {"go: no such package\n" + passes, exit, "\nexit status 1\n3 passed, 1 failed\n", []string{"no such package"}, 1},
		"nothing runs":            {"", nil, "no tests were run\n0 passed, 1 failed\n", nil, 1},
	} {
		t.Run(name, func(t *testing.T) {
			var out bytes.Buffer
			r := &report{out: &out}
			require.NoError(t, r.read(strings.NewReader(c.events), strings.NewReader("")))
			require.Equal(t, c.code, r.end(c.err))
			require.True(t, strings.HasSuffix(out.String(), c.ends), out.String())
			for _, text := range c.says {
				require.Contains(t, out.String(), text)
			}
		})
	}
}

func TestCountsAddUp(t *testing.T) {
	r := &report{out: &bytes.Buffer{}}
	for range 2 {
		require.NoError(t, r.read(strings.NewReader(passes), strings.NewReader("")))
	}
	require.Equal(t, 6, r.passed)
}

// last is the end of a stream. It keeps the text printed before.
type last struct {
	out    *bytes.Buffer
	before string
}

func (l *last) Read([]byte) (int, error) {
	l.before = l.out.String()
	return 0, io.EOF
}

func TestAFailureIsPrintedAtOnce(t *testing.T) {
	var out bytes.Buffer
	fails := `{"Action":"output","Package":"x/a","Test":"TestB","Output":"    a_test.go:1: wrong\n"}
{"Action":"fail","Package":"x/a","Test":"TestB"}
`
	end := last{out: &out}
	require.NoError(t, (&report{out: &out}).read(io.MultiReader(strings.NewReader(fails), &end), strings.NewReader("")))
	require.Contains(t, end.before, "a_test.go:1: wrong")
	require.Equal(t, 1, strings.Count(end.before, "wrong"))
}
