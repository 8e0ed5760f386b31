//go:build !windows

package pdf

import "syscall"

// reserve maps addresses that take memory only when written. release frees it all at once, which
// the heap does not.
func reserve(size int) []byte {
	b, err := syscall.Mmap(-1, 0, size, syscall.PROT_READ|syscall.PROT_WRITE, syscall.MAP_ANON|syscall.MAP_PRIVATE)
	if err != nil {
		return nil
	}
	return b
}

func release(b []byte) {
	if b != nil {
		_ = syscall.Munmap(b)
	}
}
