// Package front has the pages for people that need no key: the first page, the guides, the pages of
// problems, the reference. It also has the files that browsers, robots, language models and
// generators ask for.
package front
