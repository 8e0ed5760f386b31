// Package manual writes the manual page of the program from its commands.
package manual

import (
	"fmt"
	"slices"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
)

// Page returns the manual page in the format of man. It depends on nothing but the commands, so it
// is the same on every machine.
func Page(root *cobra.Command) string {
	var b strings.Builder
	name := root.Name()
	fmt.Fprintf(&b, ".TH %s 1\n.SH NAME\n%s \\- %s\n", strings.ToUpper(name), escape(name), escape(root.Short))
	fmt.Fprintf(&b, ".SH SYNOPSIS\n.B %s\n.I command\n[\\fIflags\\fR]\n.SH DESCRIPTION\n", escape(name))
	b.WriteString("Results go to standard output, everything else to standard error.\n" +
		"Commands with \\-\\-json print one JSON object for programs.\n.SH COMMANDS\n")
	all := commands(root)
	slices.SortFunc(all, func(a, b *cobra.Command) int { return strings.Compare(a.CommandPath(), b.CommandPath()) })
	for _, c := range all {
		fmt.Fprintf(&b, ".SS %s\n", escape(c.UseLine()))
		paragraphs(&b, c)
		flags(&b, c.LocalFlags())
	}
	b.WriteString(".SH ENVIRONMENT\nThe settings are environment variables that begin with SA_.\n" +
		".B " + escape(name+" config check") + "\nlists them, and the guide for operators describes each.\n" +
		".SH EXIT STATUS\n.TP\n0\nThe command succeeded.\n.TP\n1\nThe command failed.\n.TP\n2\nThe command line is wrong.\n")
	return b.String()
}

// commands lists the commands that do something.
func commands(c *cobra.Command) []*cobra.Command {
	if c.Name() == "help" || c.Hidden {
		return nil
	}
	if !c.HasSubCommands() {
		return []*cobra.Command{c}
	}
	var all []*cobra.Command
	for _, sub := range c.Commands() {
		all = append(all, commands(sub)...)
	}
	return all
}

// paragraphs writes the text of a command. Lines that begin with space stay lines.
func paragraphs(b *strings.Builder, c *cobra.Command) {
	for i, paragraph := range strings.Split(strings.TrimSpace(c.Long), "\n\n") {
		if i > 0 {
			b.WriteString(".PP\n")
		}
		for line := range strings.Lines(paragraph) {
			if strings.HasPrefix(line, " ") || strings.HasPrefix(line, "\t") {
				b.WriteString(".br\n")
			}
			b.WriteString(escape(strings.TrimSpace(line)) + "\n")
		}
	}
}

// flags writes the flags of a command with their defaults.
func flags(b *strings.Builder, set *pflag.FlagSet) {
	set.VisitAll(func(f *pflag.Flag) {
		if f.Hidden || f.Name == "help" {
			return
		}
		value, usage := pflag.UnquoteUsage(f)
		fmt.Fprintf(b, ".TP\n\\fB%s\\fR", escape("--"+f.Name))
		if value != "" {
			fmt.Fprintf(b, " \\fI%s\\fR", escape(value))
		}
		b.WriteString("\n" + escape(usage))
		if !slices.Contains([]string{"", "false", "0", "0s", "[]"}, f.DefValue) {
			b.WriteString(" Default: " + escape(f.DefValue) + ".")
		}
		b.WriteString("\n")
	})
}

// escape keeps the formatter from reading text as its own commands.
func escape(text string) string {
	text = strings.NewReplacer(`\`, `\e`, "-", `\-`).Replace(text)
	if strings.HasPrefix(text, ".") || strings.HasPrefix(text, "'") {
		text = `\&` + text
	}
	return text
}
