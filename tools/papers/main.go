// Command papers writes papers of suppliers that never were into a folder, each with what it says beside it, for documents evaluate.
package main

import (
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"sellingassistant/tools/papers/draw"
)

func main() {
	if err := run(os.Args[1:]); err != nil && !errors.Is(err, flag.ErrHelp) {
		fmt.Fprintln(os.Stderr, "papers:", err)
		os.Exit(1)
	}
}

func run(args []string) error {
	f := flag.NewFlagSet("papers", flag.ContinueOnError)
	out := f.String("out", "", "the folder, which is made")
	seed := f.Uint64("seed", 1, "the same seed draws the same papers")
	each := f.Int("each", 10, "papers of each layout")
	which := f.String("which", "all", "all, known for those the reader is made for, held for those that were held out, or the name of a layout")
	if err := f.Parse(args); err != nil {
		return err
	}
	if *out == "" || *each < 1 {
		return errors.New("a folder and at least one paper are needed: papers -out FOLDER")
	}
	if err := os.MkdirAll(*out, 0o755); err != nil {
		return err
	}
	n := 0
	for _, l := range draw.Layouts() {
		if *which != "all" && *which != l.Name && (*which != "held" || !l.HeldOut) && (*which != "known" || l.HeldOut) {
			continue
		}
		for i := range *each {
			if err := write(*out, l, *seed, i); err != nil {
				return err
			}
			n++
		}
	}
	fmt.Printf("%d papers in %s\n", n, *out)
	return nil
}

func write(folder string, l draw.Layout, seed uint64, n int) error {
	p, err := draw.Draw(l, seed, n)
	if err != nil {
		return err
	}
	name := filepath.Join(folder, p.Name+".pdf")
	if err := os.WriteFile(name, p.PDF, 0o600); err != nil {
		return err
	}
	var b strings.Builder
	e := json.NewEncoder(&b)
	e.SetIndent("", " ")
	if err := e.Encode(p.Truth); err != nil {
		return err
	}
	return os.WriteFile(name+".truth.json", []byte(b.String()), 0o600)
}
