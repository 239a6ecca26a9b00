// Command mnist is a learner for bcv in a program of its own: the convolutional network of
// the McNemar paper (§5.2) for square images, one column per pixel with grey values from 0 to
// 255. It speaks the protocol of docs/howto/outside-learners.md:
//
//	mnist [flags] TRAIN TEST PREDICTIONS    one fit
//	mnist [flags] --serve                   fits until the end of the input
package main

import (
	"bufio"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"strconv"
	"strings"

	"github.com/block-regularized/bcv/examples/mnist/cnn"
)

func main() {
	l, serving, paths, err := parse(os.Args[1:])
	switch {
	case errors.Is(err, flag.ErrHelp):
		return
	case err != nil:
		fmt.Fprintln(os.Stderr, "mnist:", err)
		os.Exit(2)
	case serving:
		err = l.serve(os.Stdin, os.Stdout)
	default:
		err = l.once(paths)
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, "mnist:", err)
		os.Exit(1)
	}
}

// parse reads the flags; their defaults are the published network.
func parse(args []string) (l *learner, serving bool, paths []string, err error) {
	l = &learner{config: cnn.Published()}
	flags := flag.NewFlagSet("mnist", flag.ContinueOnError)
	c := &l.config
	flags.BoolVar(&serving, "serve", false, "fit until the end of the input")
	c.Flags(flags)
	flags.Float64Var(&c.Dropout, "dropout", c.Dropout,
		"share of the inputs of the hidden layer that a training step leaves out")
	flags.Uint64Var(&c.Seed, "seed", 0, "added to the seed of each fit: two networks of other seeds differ in weights "+
		"and batches")
	if err := flags.Parse(args); err != nil {
		return nil, false, nil, err
	}
	c.Classes = 1 // until there are training records
	switch err := c.Check(); {
	case err != nil:
		return nil, false, nil, err
	case os.Getenv("BCV_TASK") == "regression":
		return nil, false, nil, errors.New("it predicts classes; give a data set with classes")
	case os.Getenv("BCV_NOMINAL") != "":
		return nil, false, nil, errors.New("nominal features are not pixels; give images")
	case !serving && flags.NArg() != 3:
		return nil, false, nil, fmt.Errorf("%d paths; give TRAIN, TEST and PREDICTIONS, or --serve", flags.NArg())
	case serving && flags.NArg() != 0:
		return nil, false, nil, errors.New("--serve takes its paths from the input; give none")
	}
	return l, serving, flags.Args(), nil
}

// once makes one fit.
func (l *learner) once(paths []string) error {
	seed, err := strconv.ParseUint(os.Getenv("BCV_SEED"), 10, 64)
	if err != nil {
		return fmt.Errorf("BCV_SEED is %q; give a whole number", os.Getenv("BCV_SEED"))
	}
	return l.fit(paths[0], paths[1], paths[2], seed)
}

// serve answers one line per fit.
func (l *learner) serve(in io.Reader, out io.Writer) error {
	lines := bufio.NewScanner(in)
	for lines.Scan() {
		answer := "ok"
		if err := l.job(lines.Text()); err != nil {
			answer = "error " + strings.ReplaceAll(err.Error(), "\n", " ")
		}
		if _, err := fmt.Fprintln(out, answer); err != nil {
			return err
		}
	}
	return lines.Err()
}

func (l *learner) job(line string) error {
	f := strings.Split(line, "\t")
	if len(f) != 4 {
		return fmt.Errorf("%d fields in a line; give train, test, predictions and seed with tabs between", len(f))
	}
	seed, err := strconv.ParseUint(f[3], 10, 64)
	if err != nil {
		return fmt.Errorf("the seed is %q; give a whole number", f[3])
	}
	return l.fit(f[0], f[1], f[2], seed)
}
