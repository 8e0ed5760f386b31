//go:build !windows

package presence

import (
	"errors"
	"fmt"
	"io"
	"os"
	"syscall"
)

// lockByte locks a byte of a file without waiting, alone or shared. If another process has a
// conflicting lock, holder names that process.
func lockByte(f *os.File, at int64, alone bool) (holder string, err error) {
	want := syscall.Flock_t{Type: syscall.F_RDLCK, Whence: io.SeekStart, Start: at, Len: 1}
	if alone {
		want.Type = syscall.F_WRLCK
	}
	for {
		mine := want
		err := syscall.FcntlFlock(f.Fd(), syscall.F_SETLK, &mine)
		if !errors.Is(err, syscall.EAGAIN) && !errors.Is(err, syscall.EACCES) {
			return "", err
		}
		other := want
		if err := syscall.FcntlFlock(f.Fd(), syscall.F_GETLK, &other); err != nil {
			return "", err
		}
		// The other process may have released the lock meanwhile.
		if other.Type != syscall.F_UNLCK {
			return fmt.Sprintf("process %d", other.Pid), nil
		}
	}
}
