// Command nbcheck checks a notebook after a run.
//
//	nbcheck EXECUTED [COMMITTED]
//
// It prints each cell that failed or did not run and, given the committed copy
// of the same notebook, each figure that the run lost. Exit status 1: there are
// problems; 2: wrong use or an unreadable file.
package main

import (
	"fmt"
	"os"

	"github.com/block-regularized/bcv/tools/notebook"
)

func main() {
	problems, err := check(os.Args[1:])
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(2)
	}
	for _, p := range problems {
		fmt.Fprintln(os.Stderr, p)
	}
	if len(problems) > 0 {
		os.Exit(1)
	}
}

// check returns the problems of the notebooks that args name.
func check(args []string) ([]error, error) {
	if len(args) < 1 || len(args) > 2 {
		return nil, fmt.Errorf("usage: nbcheck EXECUTED [COMMITTED]")
	}
	executed, err := notebook.Read(args[0])
	if err != nil {
		return nil, err
	}
	problems := notebook.CheckExecuted(executed)
	if len(args) == 1 {
		return problems, nil
	}
	committed, err := notebook.Read(args[1])
	if err != nil {
		return nil, err
	}
	return append(problems, notebook.CheckAgainst(executed, committed)...), nil
}
