package main

import (
	"bytes"
	"errors"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

func play(t *testing.T, err error, lines ...string) (string, int) {
	t.Helper()
	var out bytes.Buffer
	r := newReport(&out)
	for _, line := range lines {
		r.line([]byte(line + "\n"))
	}
	code := r.end(err)
	return out.String(), code
}

func TestGreenRun(t *testing.T) {
	out, code := play(t, nil,
		"go: downloading something",
		`{"Action":"start","Package":"x/a"}`,
		`{"Action":"run","Package":"x/a","Test":"TestA"}`,
		`{"Action":"output","Package":"x/a","Test":"TestA","Output":"=== RUN   TestA\n"}`,
		`{"Action":"output","Package":"x/a","Test":"TestA","Output":"said by a test that passes\n"}`,
		`{"Action":"pass","Package":"x/a","Test":"TestA","Elapsed":0}`,
		`{"Action":"pass","Package":"x/a","Test":"TestA/sub","Elapsed":0}`,
		`{"Action":"output","Package":"x/a","Output":"PASS\n"}`,
		`{"Action":"output","Package":"x/a","Output":"ok  \tx/a\t0.002s\n"}`,
		`{"Action":"pass","Package":"x/a","Elapsed":0.002}`,
		`{"Action":"output","Package":"x/b","Output":"?   \tx/b\t[no test files]\n"}`,
		`{"Action":"skip","Package":"x/b","Elapsed":0}`,
	)
	require.Equal(t, "go: downloading something\nok  \tx/a\t0.002s\n?   \tx/b\t[no test files]\n2 passed, 0 failed\n", out)
	require.Equal(t, 0, code)
}

func TestFailedAndSkippedTests(t *testing.T) {
	out, code := play(t, errors.New("exit status 1"),
		`{"Action":"run","Package":"x/a","Test":"TestA"}`,
		`{"Action":"output","Package":"x/a","Test":"TestA","Output":"    a_test.go:1: wrong\n"}`,
		`{"Action":"output","Package":"x/a","Test":"TestA","Output":"--- FAIL: TestA (0.00s)\n"}`,
		`{"Action":"fail","Package":"x/a","Test":"TestA"}`,
		`{"Action":"output","Package":"x/a","Test":"TestS","Output":"--- SKIP: TestS (0.00s)\n"}`,
		`{"Action":"skip","Package":"x/a","Test":"TestS"}`,
		`{"Action":"pass","Package":"x/a","Test":"TestB"}`,
		`{"Action":"output","Package":"x/a","Output":"FAIL\n"}`,
		`{"Action":"output","Package":"x/a","Output":"FAIL\tx/a\t0.002s\n"}`,
		`{"Action":"fail","Package":"x/a"}`,
	)
	require.Contains(t, out, "a_test.go:1: wrong")
	require.Contains(t, out, "--- SKIP: TestS")
	require.Contains(t, out, "FAIL\tx/a\t0.002s\n")
	require.True(t, strings.HasSuffix(out, "1 skipped, which is not allowed\n1 passed, 2 failed\n"), out)
	require.Equal(t, 1, code)
}

func TestSkippedTestAloneFailsTheRun(t *testing.T) {
	out, code := play(t, nil,
		`{"Action":"pass","Package":"x/a","Test":"TestB"}`,
		`{"Action":"skip","Package":"x/a","Test":"TestS"}`,
		`{"Action":"pass","Package":"x/a"}`,
	)
	require.True(t, strings.HasSuffix(out, "\n1 passed, 1 failed\n"), out)
	require.Equal(t, 1, code)
}

func TestPackageThatDoesNotBuild(t *testing.T) {
	out, code := play(t, errors.New("exit status 1"),
		`{"ImportPath":"x/a","Action":"build-output","Output":"# x/a\n"}`,
		`{"ImportPath":"x/a","Action":"build-output","Output":"./a.go:1:1: syntax error\n"}`,
		`{"ImportPath":"x/a","Action":"build-fail"}`,
		`{"Action":"start","Package":"x/a"}`,
		`{"Action":"output","Package":"x/a","Output":"FAIL\tx/a [build failed]\n"}`,
		`{"Action":"fail","Package":"x/a","FailedBuild":"x/a"}`,
		`{"Action":"pass","Package":"x/b","Test":"TestB"}`,
		`{"Action":"pass","Package":"x/b"}`,
	)
	require.Equal(t, "# x/a\n./a.go:1:1: syntax error\nFAIL\tx/a [build failed]\n1 passed, 1 failed\n", out)
	require.Equal(t, 1, code)
}

func TestPanicAndInterrupt(t *testing.T) {
	out, code := play(t, errors.New("exit status 1"),
		`{"Action":"run","Package":"x/a","Test":"TestA"}`,
		`{"Action":"output","Package":"x/a","Test":"TestA","Output":"panic: boom\n"}`,
		`{"Action":"output","Package":"x/a","Output":"exit status 2\n"}`,
		`{"Action":"output","Package":"x/a","Output":"FAIL\tx/a\t0.002s\n"}`,
		`{"Action":"fail","Package":"x/a"}`,
		`{"Action":"run","Package":"x/b","Test":"TestB"}`,
	)
	require.Contains(t, out, "panic: boom")
	require.Contains(t, out, "FAIL\tx/b did not finish\n")
	require.True(t, strings.HasSuffix(out, "0 passed, 2 failed\n"), out)
	require.Equal(t, 1, code)
}

func TestTheLongestTestsAreNamed(t *testing.T) {
	out, _ := play(t, nil,
		`{"Action":"pass","Package":"sellingassistant/test/e2e","Test":"TestQuick","Elapsed":4.9}`,
		`{"Action":"pass","Package":"sellingassistant/test/e2e","Test":"TestSlow","Elapsed":12.2}`,
		`{"Action":"pass","Package":"sellingassistant/test/e2e","Test":"TestSlowest/part","Elapsed":99}`,
		`{"Action":"pass","Package":"sellingassistant/test/e2e","Test":"TestSlowest","Elapsed":100}`,
		`{"Action":"pass","Package":"sellingassistant/test/e2e"}`,
	)
	require.Equal(t, " 100 s  test/e2e TestSlowest\n  12 s  test/e2e TestSlow\n4 passed, 0 failed\n", out)
}

func TestNothingRunIsNotGreen(t *testing.T) {
	out, code := play(t, nil)
	require.Equal(t, "no tests were run\n0 passed, 1 failed\n", out)
	require.Equal(t, 1, code)
	out, code = play(t, errors.New("exit status 1"), `{"Action":"pass","Package":"x","Test":"T"}`, `{"Action":"pass","Package":"x"}`)
	require.Equal(t, "go test: exit status 1\n1 passed, 1 failed\n", out)
	require.Equal(t, 1, code)
}
