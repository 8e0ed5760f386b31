package wire

import (
	"bytes"
	"sync"
)

// pooledBuffer bounds the capacity of a buffer that is used again, in bytes: the largest body, and
// as much again to grow.
const pooledBuffer = 2 << 20

var buffers sync.Pool

// Buffer returns an empty buffer for a body.
func Buffer() *bytes.Buffer {
	if b, ok := buffers.Get().(*bytes.Buffer); ok {
		return b
	}
	return new(bytes.Buffer)
}

// GiveBack returns a buffer to the pool.
func GiveBack(b *bytes.Buffer) {
	if b.Cap() <= pooledBuffer {
		b.Reset()
		buffers.Put(b)
	}
}
