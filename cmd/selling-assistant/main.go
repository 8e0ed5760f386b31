// Command selling-assistant is the service and the tool of the people who run it.
package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"

	"github.com/alecthomas/kong"

	"sellingassistant/domain/kernel/fault"
)

// Exit codes.
const (
	exitOK    = 0
	exitFault = 1
	exitUsage = 2
)

func main() {
	os.Exit(run(context.Background(), os.Args[1:], streams{os.Stdin, os.Stdout, os.Stderr}, os.Environ()))
}

// streams are where a command reads and writes.
type streams struct {
	in  io.Reader
	out io.Writer
	err io.Writer
}

// run is main without the process: tests call it.
func run(ctx context.Context, args []string, io streams, environ []string) int {
	var commands cli
	exited := -1
	parser, err := kong.New(&commands,
		kong.Name("selling-assistant"),
		kong.Description("Seller tools for Amazon sellers, served as an HTTP API."),
		kong.Writers(io.out, io.err),
		kong.Exit(func(code int) { exited = code }),
		kong.UsageOnError(),
		kong.ConfigureHelp(kong.HelpOptions{Compact: true}),
	)
	if err != nil {
		fmt.Fprintln(io.err, "selling-assistant:", err)
		return exitFault
	}
	selected, err := parser.Parse(args)
	if exited >= 0 { // --help or --version has answered
		return exited
	}
	if err != nil {
		fmt.Fprintln(io.err, "selling-assistant:", err)
		return exitUsage
	}
	err = selected.Run(&session{ctx: ctx, io: io, environ: environ})
	if err == nil {
		return exitOK
	}
	fmt.Fprintln(io.err, "selling-assistant:", sentence(err))
	var usage usageError
	if errors.As(err, &usage) {
		return exitUsage
	}
	return exitFault
}

// sentence is what a person at a terminal gets to read: the message of a
// fault, and in contrast to HTTP also its cause, because who runs the program
// has to mend it.
func sentence(err error) string {
	e, ok := fault.As(err)
	if !ok {
		return err.Error()
	}
	s := e.Message
	if cause := e.Unwrap(); cause != nil {
		s += " (" + cause.Error() + ")"
	}
	return s
}

// absent says what a command did not find: a fault that something is missing
// says no more than that, so as not to tell teams of each other's records.
func absent(err error, format string, args ...any) error {
	if e, ok := fault.As(err); ok && e.Code == fault.CodeNotFound {
		return fault.Newf(e.Kind, e.Code, format, args...)
	}
	return err
}

// usageError is a wrong use of the command line that the parser cannot see.
type usageError struct{ text string }

func (e usageError) Error() string { return e.text }
