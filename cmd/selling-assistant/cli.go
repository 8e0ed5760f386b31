package main

import (
	"context"
	"encoding/json"
	"fmt"
	"text/tabwriter"
)

type cli struct {
	Serve         serveCommand         `cmd:"" help:"Serve the API."`
	Work          workCommand          `cmd:"" help:"Run background jobs, without serving the API."`
	Jobs          jobCommands          `cmd:"" help:"Look at background jobs, run them again, end them."`
	Migrate       migrateCommands      `cmd:"" help:"Change or show the state of the database."`
	Team          teamCommands         `cmd:"" help:"Create and change teams."`
	User          userCommands         `cmd:"" help:"Create users."`
	Key           keyCommands          `cmd:"" help:"Create, list and revoke API keys."`
	Connection    connectionCommand    `cmd:"" help:"Connect seller accounts."`
	Notifications notificationCommands `cmd:"" help:"Let Amazon tell what happens to the offers of an account."`
	Repricer      repricerCommands     `cmd:"" help:"Look into the repricer."`
	Sync          syncCommands         `cmd:"" help:"Make SKUs and listings equal to the marketplace's."`
	Simulate      simulateCommands     `cmd:"" help:"Run a simulated marketplace."`
}

// session is what a command runs with.
type session struct {
	ctx     context.Context //nolint:containedctx // kong runs commands without one
	io      streams
	environ []string
}

// output is embedded by every command.
type output struct {
	JSON bool `help:"Print one JSON object."`
}

// print writes one result: as JSON, or as a line for people.
func (o output) print(s *session, object any, format string, args ...any) error {
	if o.JSON {
		return json.NewEncoder(s.io.out).Encode(object)
	}
	_, err := fmt.Fprintf(s.io.out, format+"\n", args...)
	return err
}

// table writes rows under a head, or one JSON object {"data": rows}.
func (o output) table(s *session, rows any, head string, lines []string) error {
	if o.JSON {
		return json.NewEncoder(s.io.out).Encode(map[string]any{"data": rows})
	}
	w := tabwriter.NewWriter(s.io.out, 0, 4, 2, ' ', 0)
	fmt.Fprintln(w, head)
	for _, line := range lines {
		fmt.Fprintln(w, line)
	}
	return w.Flush()
}
