package wire

import (
	"bytes"
	"sync"
)

// pooledBuffer bounds what a buffer may hold to be used again, in bytes: a body as
// large as bodies may be, and as much again to grow.
const pooledBuffer = 2 << 20

var buffers sync.Pool

// Buffer is an empty buffer for a body.
func Buffer() *bytes.Buffer {
	if b, ok := buffers.Get().(*bytes.Buffer); ok {
		return b
	}
	return new(bytes.Buffer)
}

// GiveBack ends the use of a buffer.
func GiveBack(b *bytes.Buffer) {
	if b.Cap() <= pooledBuffer {
		b.Reset()
		buffers.Put(b)
	}
}
