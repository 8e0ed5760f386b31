package pdf

import (
	"sync/atomic"

	"github.com/tetratelabs/wazero/experimental"
)

// mostMemory is what a sandbox may use. It is reserved as addresses, so that growing copies nothing.
const mostMemory = 256 << 20

// memory is that of one sandbox.
type memory struct {
	reserved []byte
	// refused says that the sandbox asked for more.
	refused atomic.Bool
}

func (m *memory) Allocate(_, _ uint64) experimental.LinearMemory {
	m.reserved = reserve(mostMemory)
	return m
}

func (m *memory) Reallocate(size uint64) []byte {
	if size > uint64(len(m.reserved)) {
		m.refused.Store(true)
		return nil
	}
	return m.reserved[:size:size]
}

// Free gives the memory back. The runtime calls it once no code of the sandbox runs.
func (m *memory) Free() {
	release(m.reserved)
	m.reserved = nil
}
