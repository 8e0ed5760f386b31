package main

import (
	"bufio"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
)

// shared is the file system in memory that Linux has.
const shared = "/dev/shm"

// roomy is how many bytes of memory have to be free; the files of tests use about a fifth of them.
const roomy = 8 << 30

// inMemory makes a folder for the files of tests, and returns how to remove it. In memory no database waits for a disk, which halves the time
// of its tests; files outlive a killed program there as on a disk. Where memory is short, the folder is the usual one.
func inMemory() (folder string, remove func() error, err error) {
	usual := func() error { return nil }
	if !holds(roomy) {
		return os.TempDir(), usual, nil
	}
	forget(shared)
	folder = filepath.Join(shared, prefix+strconv.Itoa(os.Getpid()))
	// Postgres runs as another user, who has to get through.
	err = errors.Join(os.Mkdir(folder, 0o711), os.Chmod(folder, 0o711))
	return folder, func() error { return os.RemoveAll(folder) }, err
}

const prefix = "selling-assistant-tests-"

// forget removes the folders of runs that were killed.
func forget(within string) {
	old, _ := filepath.Glob(filepath.Join(within, prefix+"*"))
	for _, folder := range old {
		pid, err := strconv.Atoi(strings.TrimPrefix(filepath.Base(folder), prefix))
		if err == nil && errors.Is(syscall.Kill(pid, 0), syscall.ESRCH) {
			_ = os.RemoveAll(folder)
		}
	}
}

// holds reports whether programs can run in the shared memory, and so many bytes fit.
func holds(size uint64) bool {
	mounts, err := os.ReadFile("/proc/mounts")
	if err != nil {
		return false
	}
	for line := range strings.Lines(string(mounts)) {
		fields := strings.Fields(line)
		if fields[1] != shared || strings.Contains(","+fields[3]+",", ",noexec,") {
			continue
		}
		var there syscall.Statfs_t
		if err := syscall.Statfs(shared, &there); err != nil {
			return false
		}
		return there.Bavail*uint64(there.Bsize) >= size && available() >= size
	}
	return false
}

// available is the memory that can be used without swapping.
func available() uint64 {
	f, err := os.Open("/proc/meminfo")
	if err != nil {
		return 0
	}
	defer func() { _ = f.Close() }()
	lines := bufio.NewScanner(f)
	for lines.Scan() {
		var kilobytes uint64
		if n, _ := fmt.Sscanf(lines.Text(), "MemAvailable: %d kB", &kilobytes); n == 1 {
			return kilobytes << 10
		}
	}
	return 0
}
