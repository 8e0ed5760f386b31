package main

import (
	"bytes"
	"fmt"
	"os"
	"strconv"
	"strings"
	"time"
)

// tick has the unit of the times in /proc, which Linux fixes for programs.
const tick = 10 * time.Millisecond

// cpuTime returns the time that processes have spent in user and system mode, 0 without /proc.
func cpuTime(pids ...int) time.Duration {
	var sum time.Duration
	for _, pid := range pids {
		b, err := os.ReadFile(fmt.Sprintf("/proc/%d/stat", pid))
		if err != nil {
			continue
		}
		// The name in parentheses may contain any characters. The times are the 12th and 13th
		// fields after it.
		fields := bytes.Fields(b[bytes.LastIndexByte(b, ')')+1:])
		if len(fields) < 13 {
			continue
		}
		for _, field := range fields[11:13] {
			n, err := strconv.ParseInt(string(field), 10, 64)
			if err == nil {
				sum += time.Duration(n) * tick
			}
		}
	}
	return sum
}

// residentBytes returns the resident memory of a process, 0 without /proc.
func residentBytes(pid int) int64 {
	n, _ := strconv.ParseInt(strings.TrimSuffix(procLine(fmt.Sprintf("/proc/%d/status", pid), "VmRSS"), " kB"), 10, 64)
	return n << 10
}

// procLine returns the value of a "name: value" line, "" if it is absent.
func procLine(path, name string) string {
	b, err := os.ReadFile(path)
	if err != nil {
		return ""
	}
	for line := range strings.SplitSeq(string(b), "\n") {
		if key, value, ok := strings.Cut(line, ":"); ok && strings.TrimSpace(key) == name {
			return strings.TrimSpace(value)
		}
	}
	return ""
}

// loadAverage returns the load of the machine over the last minute, "" if unknown.
func loadAverage() string {
	b, err := os.ReadFile("/proc/loadavg")
	if err != nil {
		return ""
	}
	first, _, _ := strings.Cut(string(b), " ")
	return first
}
