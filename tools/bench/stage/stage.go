// Package stage gives each measurement a separate database, and reports the memory and the CPU
// profile of the process.
package stage

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"runtime/debug"
	"runtime/pprof"
	"strconv"
	"strings"

	"sellingassistant/adapters/persistence/db"
	"sellingassistant/domain/kernel/secret"
	"sellingassistant/migrations"
	"sellingassistant/test/pgtest/cluster"
)

// Stage has the database and the folder of a measurement.
type Stage struct {
	Kind, URL string
	// Folder starts empty, and is removed after the measurement.
	Folder string
	Store  *db.Store
}

// Each measures on a fresh database of each kind.
func Each(ctx context.Context, kinds string, measure func(ctx context.Context, s Stage) error) error {
	for kind := range strings.SplitSeq(kinds, ",") {
		if err := on(ctx, kind, measure); err != nil {
			return fmt.Errorf("%s: %w", kind, err)
		}
	}
	return nil
}

func on(ctx context.Context, kind string, measure func(ctx context.Context, s Stage) error) (err error) {
	s := Stage{Kind: kind}
	if s.Folder, err = os.MkdirTemp("", "sa-bench-"); err != nil {
		return err
	}
	defer func() { err = errors.Join(err, os.RemoveAll(s.Folder)) }()
	s.URL = "sqlite://" + filepath.Join(s.Folder, "bench.db")
	if kind != db.SQLite.String() {
		c, err := cluster.Start(cluster.Options{})
		if err != nil {
			return err
		}
		defer func() { _ = c.Stop() }()
		s.URL = c.URL("postgres")
	}
	if s.Store, err = db.Open(ctx, db.Config{URL: secret.New(s.URL)}); err != nil {
		return err
	}
	defer func() { err = errors.Join(err, s.Store.Close()) }()
	if _, err := migrations.Up(ctx, s.Store); err != nil {
		return err
	}
	return measure(ctx, s)
}

// Profiled writes the CPU profile of a part to the folder until stop is called. Without a folder it
// does nothing.
func Profiled(folder, part string) (stop func() error, err error) {
	if folder == "" {
		return func() error { return nil }, nil
	}
	f, err := os.Create(filepath.Join(folder, part+".prof"))
	if err != nil {
		return nil, err
	}
	if err := pprof.StartCPUProfile(f); err != nil {
		return nil, errors.Join(err, f.Close())
	}
	return func() error {
		pprof.StopCPUProfile()
		return f.Close()
	}, nil
}

// Settled resets the peak of the process's memory and returns the current use, in bytes.
func Settled() int64 {
	debug.FreeOSMemory()
	_ = os.WriteFile("/proc/self/clear_refs", []byte("5"), 0o600) // without it the peak covers the whole run
	return status("VmRSS:")
}

// Peak returns the peak memory of the process since Settled, in bytes.
func Peak() int64 { return status("VmHWM:") }

// status returns a line of the process's status in bytes.
func status(name string) int64 {
	text, _ := os.ReadFile("/proc/self/status")
	for line := range strings.Lines(string(text)) {
		if f := strings.Fields(line); len(f) == 3 && f[0] == name {
			kib, _ := strconv.ParseInt(f[1], 10, 64)
			return kib << 10
		}
	}
	return 0
}
