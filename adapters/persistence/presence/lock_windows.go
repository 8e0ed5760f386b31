package presence

import (
	"errors"
	"os"

	"golang.org/x/sys/windows"
)

// lockByte locks a byte of a file without waiting, alone or shared. If another process has a
// conflicting lock, holder says "another process", because Windows does not report its id.
func lockByte(f *os.File, at int64, alone bool) (holder string, err error) {
	flags := uint32(windows.LOCKFILE_FAIL_IMMEDIATELY)
	if alone {
		flags |= windows.LOCKFILE_EXCLUSIVE_LOCK
	}
	err = windows.LockFileEx(windows.Handle(f.Fd()), flags, 0, 1, 0, &windows.Overlapped{Offset: uint32(at)}) //nolint:gosec // 0 or 1
	if errors.Is(err, windows.ERROR_LOCK_VIOLATION) {
		return "another process", nil
	}
	return "", err
}
