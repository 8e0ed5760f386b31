// Checkmodels compares the simulated marketplace with Amazon's published models: paths, limits,
// parameters and answers of the operations.
//
//	go run ./tools/checkmodels -models folder
//
// The models are not part of the program; -models names a folder that has them.
package main

import (
	"flag"
	"fmt"
	"os"
	"slices"
)

func main() {
	folder := flag.String("models", "", "folder with the models as JSON files")
	flag.Parse()
	if *folder == "" || flag.NArg() > 0 {
		flag.Usage()
		os.Exit(2)
	}
	models, err := readModels(*folder)
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	c := newCaller(models)
	c.compareTables()
	c.callEverything()
	if err := c.callSandbox(); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	c.lookForUncalled()
	c.lookForUnseen()
	slices.Sort(c.problems)
	for _, problem := range slices.Compact(c.problems) {
		fmt.Println(problem)
	}
	fmt.Printf("%d operations, %d calls, %d of them with something wrong, %d problems\n",
		len(c.served), c.calls, c.mutants, len(slices.Compact(c.problems)))
	if len(c.problems) > 0 {
		os.Exit(1)
	}
}
