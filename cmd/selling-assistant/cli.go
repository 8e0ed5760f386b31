package main

import (
	"bufio"
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"text/tabwriter"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"sellingassistant/cmd/selling-assistant/compose"
	"sellingassistant/cmd/selling-assistant/progress"
)

// program builds the command line: nouns, and verbs below them.
func program(s *session) *cobra.Command {
	return noun("selling-assistant", "Seller tools for Amazon sellers, served as an HTTP API.",
		serveCommand(s),
		workCommand(s),
		healthCommand(s),
		apiCommand(s),
		noun("jobs", "Look at background jobs, run them again, end them.", jobList(s), jobShow(s), jobRetry(s), jobCancel(s)),
		noun("config", "Look at the settings.", configCheck(s)),
		doctorCommand(s),
		noun("migrate", "Change or show the state of the database.", migrateUp(s), migrateDown(s), migrateStatus(s)),
		backupCommand(s), verifyCommand(s), restoreCommand(s),
		noun("team", "Create, list, change, copy and remove teams.",
			teamCreate(s), teamList(s), teamSet(s), teamExport(s), teamImport(s), teamRemove(s), teamRemovals(s)),
		noun("user", "Create, list and remove users.", userCreate(s), userList(s), userRemove(s)),
		noun("key", "Create, list, rotate and revoke API keys.", keyCreate(s), keyList(s), keyRotate(s), keyRevoke(s)),
		noun("audit", "Read the audit trail.", auditList(s)),
		noun("connection", "Connect seller accounts.", connectionAdd(s), connectionList(s), connectionProbe(s), connectionRemove(s)),
		noun("notifications", "Let Amazon tell what happens to the offers of an account.",
			notificationStatus(s), notificationSubscribe(s), notificationUnsubscribe(s)),
		noun("repricer", "Look into the repricer.",
			repricerStop(s), repricerStart(s), repricerStatus(s), repricerDecide(s), repricerWebhookSecret(s), repricerReplay(s)),
		noun("webhooks", "Try webhooks without a public address.", webhooksListen(s), webhooksTrigger(s)),
		noun("prep-providers", "Keep the catalogue of prep providers.", prepProvidersImport(s)),
		noun("purchasing", "Look into purchasing.", purchasingEvaluate(s)),
		noun("documents", "Look into the reading of documents.", documentsRead(s), documentsEvaluate(s)),
		noun("research", "Look into product research.", researchEvaluate(s), researchCheckFees(s), researchSeed(s)),
		syncCommand(s),
		mcpCommand(s),
		noun("simulate", "Run a simulated marketplace.", simulateMarketplace(s)),
		versionCommand(s), manCommand(s),
	)
}

// noun returns a command that needs one of its verbs.
func noun(name, help string, verbs ...*cobra.Command) *cobra.Command {
	c := &cobra.Command{Use: name, Short: help, Args: cobra.ArbitraryArgs, DisableFlagsInUseLine: true, SilenceErrors: true, SilenceUsage: true}
	c.RunE = func(_ *cobra.Command, args []string) error {
		if len(args) > 0 {
			return usageError{"unexpected argument " + args[0]}
		}
		var names []string
		for _, v := range verbs {
			names = append(names, strconv.Quote(v.Name()))
		}
		return usageError{"expected one of " + strings.Join(names, ", ")}
	}
	c.AddCommand(verbs...)
	return c
}

// session has the streams and the environment of a command.
type session struct {
	io      streams
	environ []string
}

// verb builds a command: its flags, arguments and output.
type verb struct {
	*pflag.FlagSet
	*session
	command *cobra.Command
	// status receives log lines and progress.
	status *progress.Line
	json   bool
	demo   bool
	// market says that the command calls the marketplace; with --demo it then runs the demo's
	// marketplace itself.
	market   bool
	required []string
	args     []argument
	// check refuses invalid combinations of flags.
	check func() error
}

// argument describes an id or a text after the verb.
type argument struct {
	name, help string
	id         *int64
	text       *string
}

// verb begins a command.
func (s *session) verb(name, help string) *verb {
	c := &cobra.Command{Use: name, Short: help, DisableFlagsInUseLine: true}
	v := &verb{FlagSet: c.Flags(), session: s, command: c, status: progress.New(s.io.err)}
	c.Flags().SortFlags = false
	return v
}

// printing begins a command that prints a result, for people or as JSON.
func (s *session) printing(name, help string) *verb {
	v := s.verb(name, help)
	v.BoolVar(&v.json, "json", false, "Print one JSON object.")
	return v
}

// onData begins a command that works on the database.
func (s *session) onData(name, help string) *verb {
	v := s.printing(name, help)
	v.BoolVar(&v.demo, "demo", false, "Work on the data of the demo.")
	return v
}

// ofTeam begins a command that works on the data of one team.
func (s *session) ofTeam(name, help string) (*verb, *int64) {
	v := s.onData(name, help)
	team := v.Int64("team", 0, "Id of the team.")
	v.need("team")
	return v, team
}

// need names the required flags.
func (v *verb) need(names ...string) { v.required = append(v.required, names...) }

// id adds an id as an argument.
func (v *verb) id(name, help string) *int64 {
	a := argument{name: name, help: help, id: new(int64)}
	v.args = append(v.args, a)
	return a.id
}

// text adds a text as an argument.
func (v *verb) text(name, help string) *string {
	a := argument{name: name, help: help, text: new(string)}
	v.args = append(v.args, a)
	return a.text
}

// oneOf adds a flag with a closed list of words.
func (v *verb) oneOf(name, standard, help string, words ...string) *string {
	w := &word{standard, words}
	v.Var(w, name, help)
	return &w.value
}

// word has the value of such a flag.
type word struct {
	value string
	words []string
}

func (w *word) String() string { return w.value }
func (w *word) Type() string   { return "word" }

// Set refuses other words.
func (w *word) Set(text string) error {
	if !slices.Contains(w.words, text) {
		return usageError{fmt.Sprintf(`must be one of "%s" but got %q`, strings.Join(w.words, `","`), text)}
	}
	w.value = text
	return nil
}

// runs finishes a command.
func (v *verb) runs(work func(ctx context.Context) error) *cobra.Command {
	c := v.command
	if c.Long != "" {
		c.Long = c.Short + "\n\n" + c.Long
	} else {
		c.Long = c.Short
	}
	for i, a := range v.args {
		if i == 0 {
			c.Long += "\n\nArguments:"
		}
		c.Use += " <" + a.name + ">"
		c.Long += "\n  <" + a.name + ">  " + a.help
	}
	for _, name := range v.required {
		c.Use += " --" + name + "=" + strings.ToUpper(v.Lookup(name).Value.Type())
	}
	c.Use += " [flags]"
	c.Args = v.read
	c.RunE = func(c *cobra.Command, _ []string) error {
		defer v.status.Ends()
		return work(c.Context())
	}
	return c
}

// operates finishes a command that works on the database.
func (v *verb) operates(work func(ctx context.Context, op *compose.Operator) error) *cobra.Command {
	return v.runs(func(ctx context.Context) error { return v.operate(ctx, work) })
}

// calls finishes a command that works on the database and calls the marketplace.
func (v *verb) calls(work func(ctx context.Context, op *compose.Operator) error) *cobra.Command {
	v.market = true
	return v.operates(work)
}

// read takes the arguments and checks the required flags.
func (v *verb) read(_ *cobra.Command, args []string) error {
	var missing []string
	for _, name := range v.required {
		if !v.Changed(name) {
			missing = append(missing, "--"+name)
		}
	}
	switch {
	case len(args) > len(v.args):
		return usageError{"unexpected argument " + args[len(v.args)]}
	case len(missing) > 0:
		return usageError{"missing flags: " + strings.Join(missing, ", ")}
	}
	for i, a := range v.args {
		if i >= len(args) {
			return usageError{fmt.Sprintf("expected \"<%s>\"", a.name)}
		}
		if a.text != nil {
			*a.text = args[i]
			continue
		}
		n, err := strconv.ParseInt(args[i], 10, 64)
		if err != nil {
			return usageError{fmt.Sprintf("<%s>: expected a valid 64 bit int but got %q", a.name, args[i])}
		}
		*a.id = n
	}
	if v.check != nil {
		return v.check()
	}
	return nil
}

// each converts words to values of a type.
func each[T ~string](words []string) []T {
	out := make([]T, len(words))
	for i, w := range words {
		out[i] = T(w)
	}
	return out
}

// flagFault describes a wrong flag.
func flagFault(_ *cobra.Command, err error) error {
	var unknown *pflag.NotExistError
	var invalid *pflag.InvalidValueError
	var choice usageError
	switch {
	case errors.As(err, &unknown) && unknown.GetSpecifiedShortnames() == "":
		return usageError{"unknown flag --" + unknown.GetSpecifiedName()}
	case errors.As(err, &invalid) && errors.As(err, &choice):
		return usageError{"--" + invalid.GetFlag().Name + " " + choice.text}
	case errors.As(err, &invalid):
		kind := invalid.GetFlag().Value.Type()
		kind = cmp.Or(map[string]string{"int64": "64 bit int", "uint64": "64 bit uint"}[kind], kind)
		return usageError{fmt.Sprintf("--%s: expected a valid %s but got %q", invalid.GetFlag().Name, kind, invalid.GetValue())}
	}
	return usageError{err.Error()}
}

// print writes one result: as JSON, or as a line for people.
func (v *verb) print(object any, format string, args ...any) error {
	v.status.Ends()
	if v.json {
		return json.NewEncoder(v.io.out).Encode(object)
	}
	_, err := fmt.Fprintf(v.io.out, format+"\n", args...)
	return err
}

// table writes a line for each item under a head, or one JSON object {"data": rows}. row returns
// both forms of an item.
func table[T, R any](v *verb, items []T, head string, row func(item T) (object R, line string)) error {
	v.status.Ends()
	rows, lines := make([]R, len(items)), make([]string, len(items))
	for i, item := range items {
		rows[i], lines[i] = row(item)
	}
	if v.json {
		return json.NewEncoder(v.io.out).Encode(map[string]any{"data": rows})
	}
	w := tabwriter.NewWriter(v.io.out, 0, 4, 2, ' ', 0)
	for _, line := range append([]string{head}, lines...) {
		fmt.Fprintln(w, line)
	}
	return w.Flush()
}

// says sets the progress of the command.
func (v *verb) says(format string, args ...any) {
	text := fmt.Sprintf(format, args...)
	v.status.Says(func() string { return text })
}

// confirm asks a person at a terminal, and returns false without a terminal.
func (v *verb) confirm(question string) bool {
	if !progress.Terminal(v.io.in) || !progress.Terminal(v.io.err) {
		return false
	}
	v.status.Ends()
	fmt.Fprint(v.io.err, question+" Type yes: ")
	answer, _ := bufio.NewReader(v.io.in).ReadString('\n')
	return strings.TrimSpace(answer) == "yes"
}
