package main

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"sellingassistant/cmd/selling-assistant/compose"
	"sellingassistant/cmd/selling-assistant/teamdata"
	"sellingassistant/config"
	"sellingassistant/domain/kernel/caller"
	"sellingassistant/domain/kernel/id"
)

// exportResult encodes an export as JSON.
type exportResult struct {
	Folder      string  `json:"folder"`
	Team        id.Team `json:"team_id"`
	Name        string  `json:"team_name"`
	Rows        int64   `json:"rows"`
	Files       int     `json:"files"`
	FileBytes   int64   `json:"file_bytes"`
	WaitingJobs int64   `json:"waiting_jobs"`
}

func exportResultOf(folder string, m teamdata.Manifest) exportResult {
	return exportResult{folder, m.Team, m.Name, m.Rows(), len(m.Files), m.Bytes(), m.WaitingJobs}
}

// onInstallation finishes a command that opens the database and the files without the rest of the
// program.
func (v *verb) onInstallation(work func(ctx context.Context, cfg config.Config) error) *cobra.Command {
	return v.runs(func(ctx context.Context) error {
		cfg, err := v.config()
		if err != nil {
			return err
		}
		v.says("%s", v.command.CommandPath())
		return work(ctx, cfg)
	})
}

func teamExport(s *session) *cobra.Command {
	c, team := s.ofTeam("export", "Copy all data of a team into a folder.")
	c.command.Long = `A file of JSON lines for each table, and the stored files. The service may run meanwhile.
Background jobs that wait are not copied. API keys and seller tokens stay sealed: only an installation with the same
secret key reads them.`
	to := c.String("to", "", "Folder of the export, which must be empty or absent.")
	c.need("to")
	return c.onInstallation(func(ctx context.Context, cfg config.Config) error {
		m, err := teamdata.Export(ctx, cfg, version(), time.Now(), id.Team(*team), *to)
		if err != nil {
			return err
		}
		r := exportResultOf(*to, m)
		return c.print(r, "team %d (%s) is in %s: rows: %d, files: %d (%d bytes), jobs left out: %d",
			r.Team, r.Name, r.Folder, r.Rows, r.Files, r.FileBytes, r.WaitingJobs)
	})
}

// importResult encodes an import as JSON.
type importResult struct {
	exportResult
	Exported   id.Team `json:"exported_team_id"`
	KnownUsers int     `json:"known_users"`
	OtherKey   bool    `json:"other_secret_key"`
}

func teamImport(s *session) *cobra.Command {
	c := s.onData("import", "Make a team of an export.")
	c.command.Long = `Everything is stored in a single transaction. Records keep their ids: the import is refused when
another team has the same id. It needs the version that exported. On SQLite stop the service first, because its writes
wait.`
	from := c.String("from", "", "Folder of the export.")
	c.need("from")
	return c.onInstallation(func(ctx context.Context, cfg config.Config) error {
		done, err := teamdata.Import(ctx, cfg, *from, time.Now())
		if err != nil {
			return err
		}
		r := importResult{exportResultOf(*from, done.Manifest), done.Manifest.Team, done.Known, done.OtherKey}
		r.Team = done.Team
		line := fmt.Sprintf("team %d (%s): rows: %d, files: %d", r.Team, r.Name, r.Rows, r.Files)
		if r.OtherKey {
			line += "\nThe export has another secret key: create API keys anew, and connect the seller accounts again."
		}
		return c.print(r, "%s", line)
	})
}

// removalResult encodes a removed team as JSON.
type removalResult struct {
	Team   id.Team          `json:"team_id"`
	Rows   map[string]int64 `json:"rows"`
	Files  int              `json:"files"`
	People int64            `json:"people"`
}

func teamRemove(s *session) *cobra.Command {
	c, team := s.ofTeam("remove", "Remove a team with everything that is stored about it.")
	c.command.Long = `Removes all records, files, keys and jobs of the team, its audit trail, and the people who belong to
no other team. Nothing brings them back, except a backup or an export. The date and the number of rows stay, without
names. Backups made before still have the team.`
	to := c.String("export", "", "First copy the data into this folder, as team export does.")
	anyway := c.Bool("anyway", false, "Also remove a team with connected seller accounts, or one that changed lately.")
	yes := c.Bool("yes", false, "Do not ask; without a terminal nothing happens without it.")
	return c.onInstallation(func(ctx context.Context, cfg config.Config) error {
		if err := c.mayRemove(ctx, cfg, id.Team(*team), *anyway, *yes); err != nil {
			return err
		}
		if *to != "" {
			if _, err := teamdata.Export(ctx, cfg, version(), time.Now(), id.Team(*team), *to); err != nil {
				return err
			}
		}
		done, err := teamdata.Remove(ctx, cfg, id.Team(*team), time.Now())
		if err != nil {
			return err
		}
		r := removalResult{done.Team, done.Rows, done.Files, done.People}
		return c.print(r, "team %d is removed: rows: %d, files: %d, people: %d", r.Team, done.Total(), r.Files, r.People)
	})
}

// goneTeam encodes the removal of a team as JSON.
type goneTeam struct {
	Team      id.Team   `json:"team_id"`
	RemovedAt time.Time `json:"removed_at"`
	Rows      int64     `json:"rows"`
}

func teamRemovals(s *session) *cobra.Command {
	c := s.onData("removals", "List the teams that were removed, the latest first.")
	return c.onInstallation(func(ctx context.Context, cfg config.Config) error {
		all, err := teamdata.Removals(ctx, cfg)
		if err != nil {
			return err
		}
		return table(c, all, "TEAM\tREMOVED\tROWS", func(r teamdata.Removal) (goneTeam, string) {
			line := fmt.Sprintf("%d\t%s\t%d", r.Team, r.At.Format(time.RFC3339), r.Rows)
			return goneTeam{r.Team, r.At, r.Rows}, line
		})
	})
}

// mayRemove shows the data of a team and asks. For a team that was removed before, it asks nothing.
func (v *verb) mayRemove(ctx context.Context, cfg config.Config, team id.Team, anyway, yes bool) error {
	has, err := teamdata.Count(ctx, cfg, team, time.Now())
	switch {
	case errors.Is(err, teamdata.ErrRemoved):
		return nil
	case err != nil:
		return err
	}
	if doubts := has.Doubts(); len(doubts) > 0 && !anyway {
		return fmt.Errorf("team %d (%s) seems to be in use (%s); --anyway removes it",
			team, has.Name, strings.Join(doubts, ", "))
	}
	if yes {
		return nil
	}
	var text strings.Builder
	fmt.Fprintf(&text, "Team %d (%s) has rows: %d, files: %d. People without another team: %d\n",
		team, has.Name, has.Total(), has.Files, has.People)
	for _, name := range slices.Sorted(maps.Keys(has.Rows)) {
		fmt.Fprintf(&text, "  %s, rows: %d\n", name, has.Rows[name])
	}
	fmt.Fprint(v.status, text.String())
	if !v.confirm("Remove them for good?") {
		return errors.New("nothing is removed; --yes removes the data named above")
	}
	return nil
}

// removedUser encodes a person who left a team as JSON.
type removedUser struct {
	ID     id.User `json:"id"`
	Keys   int     `json:"revoked_keys"`
	Erased bool    `json:"erased"`
}

func userRemove(s *session) *cobra.Command {
	c, team := s.ofTeam("remove", "Take a person out of a team.")
	c.command.Long = `Revokes the person's keys of the team. A person who then belongs to no team is erased: name and
address are removed everywhere, and records name a removed user. The last owner of a team with other members stays.`
	user := c.id("user", "Id of the user.")
	yes := c.Bool("yes", false, "Do not ask; without a terminal nothing happens without it.")
	return c.runs(func(ctx context.Context) error {
		var r removedUser
		err := c.operate(ctx, func(ctx context.Context, op *compose.Operator) error {
			name, err := op.Users.Name(ctx, caller.Caller{Team: id.Team(*team), User: id.User(*user)})
			if err == nil && !*yes && !c.confirm(fmt.Sprintf("Take %s out of team %d?", name, *team)) {
				return errors.New("nothing is changed; --yes takes the person out")
			}
			if err == nil {
				r.ID = id.User(*user)
				r.Keys, err = op.Leaving.Remove(ctx, teamOf(*team), r.ID)
			}
			return absent(err, "Team %d has no user %d.", *team, *user)
		})
		if err != nil {
			return err
		}
		cfg, err := c.config()
		if err != nil {
			return err
		}
		if r.Erased, err = teamdata.Erase(ctx, cfg, r.ID); err != nil {
			return err
		}
		line := fmt.Sprintf("user %d left team %d, revoked keys: %d", r.ID, *team, r.Keys)
		if r.Erased {
			line += "; name and address are erased"
		}
		return c.print(r, "%s", line)
	})
}
