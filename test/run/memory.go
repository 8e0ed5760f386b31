package main

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
)

const (
	// shared is the in-memory file system of Linux.
	shared = "/dev/shm"
	// roomy is the free space required, in bytes; the files of tests use a fifth of it.
	roomy  = 8 << 30
	noexec = 8
	prefix = "selling-assistant-tests-"
)

// inMemory makes a folder for the files of tests and returns a function that removes it. In memory
// no database waits for a disk, which halves the time of its tests. If memory is short, it returns
// the usual folder.
func inMemory() (folder string, remove func() error, err error) {
	var space syscall.Statfs_t // without the file system no block is free
	_ = syscall.Statfs(shared, &space)
	if space.Flags&noexec != 0 || min(space.Bavail*uint64(space.Bsize), available()) < roomy {
		return os.TempDir(), func() error { return nil }, nil
	}
	forget(shared)
	folder = filepath.Join(shared, prefix+strconv.Itoa(os.Getpid()))
	// Postgres runs as another user and needs access.
	err = errors.Join(os.Mkdir(folder, 0o711), os.Chmod(folder, 0o711))
	return folder, func() error { return os.RemoveAll(folder) }, err
}

// forget removes the folders of killed runs.
func forget(within string) {
	old, _ := filepath.Glob(filepath.Join(within, prefix+"*"))
	for _, folder := range old {
		pid, err := strconv.Atoi(strings.TrimPrefix(filepath.Base(folder), prefix))
		if err == nil && errors.Is(syscall.Kill(pid, 0), syscall.ESRCH) {
			_ = os.RemoveAll(folder)
		}
	}
}

// available returns the memory that can be used without swapping.
func available() (bytes uint64) {
	info, _ := os.ReadFile("/proc/meminfo")
	_, line, _ := strings.Cut(string(info), "MemAvailable:")
	_, _ = fmt.Sscan(line, &bytes)
	return bytes << 10
}
