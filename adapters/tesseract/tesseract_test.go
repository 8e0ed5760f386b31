//go:build unix

package tesseract_test

import (
	"bufio"
	"context"
	"errors"
	"image"
	"io"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"github.com/stretchr/testify/require"

	"sellingassistant/adapters/tesseract"
	"sellingassistant/domain/document"
	"sellingassistant/domain/document/reading"
	"sellingassistant/domain/document/reading/grid"
	ports "sellingassistant/ports/document"
)

// output takes the program's output for a word of a page, and has another word.
type output struct{}

func (output) Read(_ context.Context, file []byte, _ ports.PageLimits) (ports.Paper, error) {
	return ports.Paper{Pages: []grid.Page{{
		{Text: string(file)}, {Text: "Öl", Box: reading.Box{Left: 10, Top: 20, Right: 30, Bottom: 40}},
	}}}, nil
}

// dots makes two dots of 150 dpi; a third is outside of the picture.
func dots() ports.Picture {
	return ports.Picture{Gray: &image.Gray{Pix: []byte{'a', 'b', 'c'}, Stride: 3, Rect: image.Rect(0, 0, 2, 1)}, DPI: 150}
}

// languages answers the question for languages.
const languages = `[ "$1" = --list-langs ] && { printf 'List of available languages in "/x/" (3):\ndeu\neng\nosd\n'; exit 0; }
`

// install puts a program into the path that is a script.
func install(t *testing.T, script string) (folder string) {
	t.Helper()
	folder = t.TempDir()
	require.NoError(t, os.WriteFile(filepath.Join(folder, "tesseract"), []byte("#!/bin/sh\n"+script), 0o700))
	t.Setenv("PATH", folder+string(os.PathListSeparator)+os.Getenv("PATH"))
	return folder
}

func words(t *testing.T, wanted ...string) (grid.Page, error) {
	t.Helper()
	return tesseract.New(false, wanted, output{}.Read).Words(t.Context(), dots())
}

func code(t *testing.T, err error) document.FailureCode {
	t.Helper()
	var read *ports.ReadError
	require.True(t, errors.As(err, &read), "%v", err)
	return read.Code
}

func TestThePictureGoesThroughTheProgram(t *testing.T) {
	install(t, languages+`echo "$@"; od -An -c`)
	page, err := words(t, "fra", "eng", "deu")
	require.NoError(t, err)
	require.Equal(t, grid.Page{{
		Text: "stdin stdout --psm 4 --dpi 300 -l eng+deu -c textonly_pdf=1 pdf\n" +
			"   P   5  \\n   2       1  \\n   2   5   5  \\n   a   b\n",
	}, {
		Text: "Öl", Box: reading.Box{Left: 20, Top: 40, Right: 80, Bottom: 80},
	}}, page)
}

func TestInstalledLanguagesAreTakenWhereNoneIsWanted(t *testing.T) {
	install(t, languages+`echo "$8"`)
	page, err := words(t, "jpn")
	require.NoError(t, err)
	require.Equal(t, "deu+eng\n", page[0].Text)
}

// TestTurnsOfPictures asks which way up a page is. A page with too few letters stays as it is.
func TestTurnsOfPictures(t *testing.T) {
	for script, want := range map[string]int{
		`cat > /dev/null; [ "$*" = "stdin stdout --psm 0 --dpi 150" ] && printf 'Page number: 0\nRotate: 270\nScript: Latin\n'`: 3,
		`cat > /dev/null; printf 'Page number: 0\nRotate: 0\n'`:                                                                 0,
		`echo "Too few characters." >&2; exit 1`:                                                                                0,
		`echo Rubbish`:                                                                                                          0,
	} {
		install(t, script)
		turns, err := tesseract.New(false, nil, nil).Turns(t.Context(), dots())
		require.NoError(t, err, script)
		require.Equal(t, want, turns, script)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	_, err := tesseract.New(false, nil, nil).Turns(ctx, dots())
	require.ErrorIs(t, err, context.Canceled)
}

// TestTheProgramIsConfined shows its limits, its folder, and that nothing of the service's
// environment reaches it.
func TestTheProgramIsConfined(t *testing.T) {
	t.Setenv("SA_SECRET_KEY", "hunter2")
	t.Setenv("TESSDATA_PREFIX", "/languages")
	folder := install(t, "")
	install(t, languages+`ulimit -v; ulimit -t; pwd; (echo x > "`+folder+`/file") 2>/dev/null; wc -c < "`+folder+`/file"; env`)
	page, err := words(t, "eng")
	require.NoError(t, err)
	lines := strings.Split(page[0].Text, "\n")
	require.Equal(t, []string{"1048576", "60", "/", "0"}, lines[:4])
	require.Subset(t, lines, []string{"LC_ALL=C", "OMP_THREAD_LIMIT=1", "TESSDATA_PREFIX=/languages"})
	require.NotContains(t, page[0].Text, "hunter2")
	require.NotContains(t, page[0].Text, "HOME=")
}

// A reading that is cancelled ends the program and the programs that it started. The pipe ends with
// the last of them.
func TestACancelledReadingEndsTheGroup(t *testing.T) {
	alive := filepath.Join(t.TempDir(), "alive")
	require.NoError(t, syscall.Mkfifo(alive, 0o600))
	install(t, languages+`(echo started; exec sleep 100000) > "`+alive+`" & wait`)
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	ended := make(chan error, 1)
	go func() {
		_, err := tesseract.New(false, []string{"eng"}, output{}.Read).Words(ctx, dots())
		ended <- err
	}()
	pipe, err := os.Open(alive)
	require.NoError(t, err)
	defer func() { _ = pipe.Close() }()
	rest := bufio.NewReader(pipe)
	line, err := rest.ReadString('\n')
	require.NoError(t, err)
	require.Equal(t, "started\n", line)
	cancel()
	require.ErrorIs(t, <-ended, context.Canceled)
	_, err = io.ReadAll(rest)
	require.NoError(t, err)
}

// A program that leaves others running has its output counted, and the others end.
func TestLeftProgramsEnd(t *testing.T) {
	alive := filepath.Join(t.TempDir(), "alive")
	require.NoError(t, syscall.Mkfifo(alive, 0o600))
	pipe, err := os.OpenFile(alive, os.O_RDONLY|syscall.O_NONBLOCK, 0) // does not wait for a writer
	require.NoError(t, err)
	defer func() { _ = pipe.Close() }()
	install(t, languages+`sleep 100000 > "`+alive+`" 2>&1 & echo done`)
	page, err := words(t, "eng")
	require.NoError(t, err)
	require.Equal(t, "done\n", page[0].Text)
	_, err = io.ReadAll(pipe)
	require.NoError(t, err)
}

func TestTheProgramFails(t *testing.T) {
	for name, c := range map[string]struct {
		script string
		code   document.FailureCode
		says   string
	}{
		"broken":       {languages + "echo no such model >&2; exit 3", document.Unreadable, "no such model"},
		"flood":        {languages + "exec cat /dev/zero", document.OverLimits, "wrote too much"},
		"no languages": {"echo List:; echo osd", document.Unreadable, "no languages"},
	} {
		t.Run(name, func(t *testing.T) {
			install(t, c.script)
			_, err := words(t, "eng")
			require.Equal(t, c.code, code(t, err))
			require.ErrorContains(t, err, c.says)
		})
	}
}

func TestReady(t *testing.T) {
	install(t, "")
	require.True(t, tesseract.New(false, nil, nil).Ready())
	require.False(t, tesseract.New(true, nil, nil).Ready())
	t.Setenv("PATH", t.TempDir())
	require.False(t, tesseract.New(false, nil, nil).Ready())
	_, err := words(t, "eng")
	require.Equal(t, document.Unreadable, code(t, err))
}
