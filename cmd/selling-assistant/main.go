package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"

	"github.com/spf13/cobra"

	"sellingassistant/domain/kernel/fault"
)

// Exit codes.
const (
	exitOK    = 0
	exitFault = 1
	exitUsage = 2
)

func main() {
	cobra.EnableCommandSorting = false
	os.Exit(run(context.Background(), os.Args[1:], streams{os.Stdin, os.Stdout, os.Stderr}, os.Environ()))
}

// streams has the input and the outputs of a command.
type streams struct {
	in  io.Reader
	out io.Writer
	err io.Writer
}

// run executes a command line without the process, so that tests can call it.
func run(ctx context.Context, args []string, io streams, environ []string) int {
	root := program(&session{io, environ})
	root.Version = version()
	root.SetFlagErrorFunc(flagFault)
	root.SetIn(io.in)
	root.SetOut(io.out)
	root.SetErr(io.err)
	root.SetArgs(args)
	used, err := root.ExecuteContextC(ctx)
	if err == nil {
		return exitOK
	}
	var usage usageError
	if !errors.As(err, &usage) {
		fmt.Fprintln(io.err, "selling-assistant:", sentence(err))
		return exitFault
	}
	fmt.Fprint(io.err, used.UsageString())
	fmt.Fprintln(io.err, "selling-assistant:", err)
	return exitUsage
}

// sentence returns the text for a person at a terminal: the message of a fault. In contrast to HTTP
// it adds the cause, because the operator has to fix it.
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

// absent names the missing record in a fault. The fault itself does not name it, in order not to
// reveal other teams' records.
func absent(err error, format string, args ...any) error {
	if e, ok := fault.As(err); ok && e.Code == fault.CodeNotFound {
		return fault.Newf(e.Kind, e.Code, format, args...)
	}
	return err
}

// usageError reports a wrong use of the command line that the parser cannot see.
type usageError struct{ text string }

func (e usageError) Error() string { return e.text }
