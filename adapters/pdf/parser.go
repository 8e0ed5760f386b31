package pdf

import (
	"context"
	"io"
	"runtime/debug"
	"sync/atomic"
	"time"

	"github.com/klippa-app/go-pdfium"
	"github.com/klippa-app/go-pdfium/webassembly"
	"github.com/tetratelabs/wazero"
	"github.com/tetratelabs/wazero/api"
	"github.com/tetratelabs/wazero/experimental"
)

// parser makes sandboxes, one at a time. To decode and check its code takes as long as a page of
// text, so the next reading uses it too. Each reading has a sandbox with memory of its own.
type parser struct {
	pool pdfium.Pool
	now  *present
}

// present acts as the context of a parser by the context of its reading.
type present struct{ of atomic.Pointer[held] }

type held struct{ context.Context } //nolint:containedctx // a pool takes its context once

func (p *present) set(ctx context.Context)               { p.of.Store(&held{ctx}) }
func (p *present) Deadline() (until time.Time, set bool) { return p.of.Load().Deadline() }
func (p *present) Done() <-chan struct{}                 { return p.of.Load().Done() }
func (p *present) Err() error                            { return p.of.Load().Err() }
func (p *present) Value(key any) any                     { return p.of.Load().Value(key) }

// take returns the parser that is ready, or starts another.
func (r *Reader) take(ctx context.Context, code wazero.CompilationCache) (*parser, error) {
	r.mu.Lock()
	p := r.ready
	r.ready = nil
	r.mu.Unlock()
	if p != nil {
		p.now.set(ctx)
		return p, nil
	}
	p = &parser{now: &present{}}
	p.now.set(ctx)
	r.starting.Lock()
	defer r.starting.Unlock()
	if !r.started {
		r.started = true
		defer collectOften()()
	}
	var err error
	p.pool, err = webassembly.Init(webassembly.Config{
		Context: p.now, MaxTotal: 1, MaxIdle: 1,
		// The default would show the sandbox all files of the machine.
		FSConfig: wazero.NewFSConfig(), Stdout: io.Discard, Stderr: io.Discard,
		RuntimeConfig: wazero.NewRuntimeConfig().WithCompilationCache(code).WithCloseOnContextDone(true).
			WithCoreFeatures(api.CoreFeaturesV2 | experimental.CoreFeaturesExceptionHandling),
	})
	return p, err
}

// tight bounds the growth of the heap between two collections while code is compiled, in percent. A
// function of the parser takes 150 MB, and garbage as much again where the heap may grow more.
const tight = 50

// collectOften keeps the heap small until done is called.
func collectOften() (done func()) {
	before := debug.SetGCPercent(tight)
	if before >= 0 && before < tight {
		debug.SetGCPercent(before)
	}
	return func() { debug.SetGCPercent(before) }
}

// giveBack keeps a parser after a sandbox that ended well, if no other is ready, or closes it.
func (r *Reader) giveBack(p *parser, whole bool) {
	r.mu.Lock()
	keep := whole && r.ready == nil && r.compiled != nil
	if keep {
		r.ready = p
	}
	r.mu.Unlock()
	if !keep {
		_ = p.pool.Close()
	}
}
