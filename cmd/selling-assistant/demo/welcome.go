package demo

import "strings"

// Browsers do not send the fragment of the link, so no log or proxy gets the key.
const welcome = `Selling Assistant serves BASE with demo data and a simulated marketplace; the API key is KEY
Open BASE/#key=KEY to sign a browser in.
Tutorials are in docs/tutorials. Ctrl-C stops; the next start finds the same data.
`

// Welcome returns the lines that a newcomer reads on the terminal.
func (d *Demo) Welcome(baseURL, key string) string {
	return strings.NewReplacer("BASE", baseURL, "KEY", key).Replace(welcome)
}
