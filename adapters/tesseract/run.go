package tesseract

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"runtime"
	"time"

	"sellingassistant/domain/document"
	ports "sellingassistant/ports/document"
)

// closing bounds how long processes that the process started may keep its output open.
const closing = 3 * time.Second

// errFlood ends a process that writes too much.
var errFlood = errors.New("tesseract wrote too much")

// run runs the program and returns its output. The process ends with ctx, and with too much output.
func run(ctx context.Context, path string, input io.Reader, args ...string) ([]byte, error) {
	// Linux ends a process with the thread that started it.
	runtime.LockOSThread()
	defer runtime.UnlockOSThread()
	ctx, stop := context.WithCancelCause(ctx)
	defer stop(nil)
	out, complaint := &bounded{most: mostOutput, full: func() { stop(errFlood) }}, &bounded{most: 1 << 10}
	c := confined(ctx, path, args)
	c.Stdin, c.Stdout, c.Stderr, c.WaitDelay = input, out, complaint, closing
	c.Env = environment()
	err := c.Run()
	end(c) // also ends processes that it left
	switch {
	case errors.Is(context.Cause(ctx), errFlood):
		return nil, &ports.ReadError{Code: document.OverLimits, Reason: errFlood.Error()}
	case ctx.Err() != nil:
		return nil, ctx.Err()
	case err != nil:
		return nil, unreadable(fmt.Errorf("tesseract: %w: %s", err, complaint.text))
	}
	return out.text, nil
}

// environment lists all that the process knows of the service's environment: the folder of
// languages.
func environment() []string {
	list := []string{"LC_ALL=C", "OMP_THREAD_LIMIT=1"}
	if folder, ok := os.LookupEnv("TESSDATA_PREFIX"); ok {
		list = append(list, "TESSDATA_PREFIX="+folder)
	}
	return list
}

// bounded keeps the beginning of an output, and calls full at its end.
type bounded struct {
	text []byte
	most int
	full func()
}

func (b *bounded) Write(p []byte) (int, error) {
	room := b.most - len(b.text)
	b.text = append(b.text, p[:min(room, len(p))]...)
	if len(p) > room && b.full != nil {
		b.full()
	}
	return len(p), nil
}
