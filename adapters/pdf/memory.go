package pdf

import (
	"sync/atomic"

	"github.com/tetratelabs/wazero/experimental"
)

// mostMemory limits a sandbox, in bytes. The whole address range is reserved, so that growing
// copies nothing.
const mostMemory = 256 << 20

// memory has the linear memory of one sandbox.
type memory struct {
	reserved []byte
	// refused says that the sandbox asked for more memory.
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

// Free releases the memory. The runtime calls it when no code of the sandbox runs any more.
func (m *memory) Free() {
	release(m.reserved)
	m.reserved = nil
}
