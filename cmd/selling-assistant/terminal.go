package main

import (
	"bufio"
	"fmt"
	"strings"

	"sellingassistant/cmd/selling-assistant/progress"
)

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
