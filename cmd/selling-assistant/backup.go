package main

import (
	"context"
	"fmt"
	"time"

	"github.com/spf13/cobra"

	"sellingassistant/cmd/selling-assistant/backup"
	"sellingassistant/config"
)

// backupResult encodes a backup as JSON.
type backupResult struct {
	Folder  string    `json:"folder"`
	MadeAt  time.Time `json:"made_at"`
	Version string    `json:"version"`
	// DatabaseBytes stays null on Postgres.
	DatabaseBytes *int64 `json:"database_bytes"`
	Files         int    `json:"files"`
	FileBytes     int64  `json:"file_bytes"`
}

// printBackup prints a backup after a verb.
func (v *verb) printBackup(did, folder string, m backup.Manifest) error {
	r := backupResult{Folder: folder, MadeAt: m.MadeAt, Version: m.Version, Files: len(m.Files), FileBytes: m.Bytes()}
	database := "no database: Postgres has its own tools"
	if m.Database != nil {
		r.DatabaseBytes = &m.Database.Bytes
		database = fmt.Sprintf("the database (%d bytes)", m.Database.Bytes)
	}
	return v.print(r, "%s %s: %s, files: %d (%d bytes)", did, folder, database, r.Files, r.FileBytes)
}

func backupCommand(s *session) *cobra.Command {
	c := s.onData("backup", "Copy the database and the stored files into a folder or a bucket.")
	c.command.Long = `The service may run meanwhile. On Postgres run pg_dump first: this command then copies the files and
writes the manifest. The secret key is not copied; without it the backup is useless.`
	to := c.String("to", "", "Folder of the backup, which must be empty or absent, or s3://bucket/path?region=….")
	c.need("to")
	return c.onInstallation(func(ctx context.Context, cfg config.Config) error {
		m, err := backup.Make(ctx, cfg, version(), time.Now(), *to)
		if err != nil {
			return err
		}
		return c.printBackup("copied to", *to, m)
	})
}

func verifyCommand(s *session) *cobra.Command {
	c := s.printing("verify", "Check a backup: every file, and the structure of the database.")
	c.command.Long = "It needs no settings and no secret key. The exit code is 1 when anything is absent or changed."
	from := c.String("from", "", "Folder of the backup, or s3://bucket/path?region=….")
	c.need("from")
	return c.runs(func(ctx context.Context) error {
		c.says("%s", c.command.CommandPath())
		m, err := backup.Verify(ctx, *from)
		if err != nil {
			return err
		}
		return c.printBackup("nothing is wrong with", *from, m)
	})
}

func restoreCommand(s *session) *cobra.Command {
	c := s.onData("restore", "Make an installation of a backup.")
	c.command.Long = `It verifies the backup first, and overwrites no database. It refuses another secret key, and data
of a newer version. On Postgres restore the dump first: this command then copies the files.`
	from := c.String("from", "", "Folder of the backup, or s3://bucket/path?region=….")
	c.need("from")
	return c.onInstallation(func(ctx context.Context, cfg config.Config) error {
		m, err := backup.Restore(ctx, cfg, *from)
		if err != nil {
			return err
		}
		return c.printBackup("restored", *from, m)
	})
}
