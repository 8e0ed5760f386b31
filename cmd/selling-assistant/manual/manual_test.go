package manual_test

import (
	"testing"

	"github.com/spf13/cobra"
	"github.com/stretchr/testify/require"

	"sellingassistant/cmd/selling-assistant/manual"
)

func TestPage(t *testing.T) {
	root := &cobra.Command{Use: "prog", Short: "Does things."}
	noun := &cobra.Command{Use: "job", Short: "Jobs."}
	verb := &cobra.Command{Use: "list <id> [flags]", Long: "List jobs.\n\nArguments:\n  <id>  Id.\n.first", Run: func(*cobra.Command, []string) {}}
	verb.Flags().SortFlags = false
	verb.Flags().Int("limit", 50, "How many, `\\n` at most.")
	verb.Flags().Bool("json", false, "Print one JSON object.")
	hidden := &cobra.Command{Use: "secret", Hidden: true, Run: func(*cobra.Command, []string) {}}
	noun.AddCommand(verb)
	root.AddCommand(noun, hidden)
	require.Equal(t, `.TH PROG 1
.SH NAME
prog \- Does things.
.SH SYNOPSIS
.B prog
.I command
[\fIflags\fR]
.SH DESCRIPTION
Results go to standard output, everything else to standard error.
Commands with \-\-json print one JSON object for programs.
.SH COMMANDS
.SS prog job list <id> [flags]
List jobs.
.PP
Arguments:
.br
<id>  Id.
\&.first
.TP
\fB\-\-limit\fR \fI\en\fR
How many, \en at most. Default: 50.
.TP
\fB\-\-json\fR
Print one JSON object.
.SH ENVIRONMENT
The settings are environment variables that begin with SA_.
.B prog config check
lists them, and the guide for operators describes each.
.SH EXIT STATUS
.TP
0
The command succeeded.
.TP
1
The command failed.
.TP
2
The command line is wrong.
`, manual.Page(root))
}
