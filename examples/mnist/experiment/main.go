// Command experiment makes the column MNIST of the McNemar paper's table V (§5.2): how
// often fourteen tests reject the equality of two networks that differ in their random
// numbers alone. The networks are the learner of this module, a program of its own.
//
//	experiment --learner "./mnist --serve" --n 10000 --side 28 --sets 100 --dir parts --results results
//	experiment ... --part 3 --parts 100     one part of the same, for an array of jobs
//	experiment ... --collect                the tables from all parts
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"os"
	"os/signal"
	"slices"
	"strings"
	"syscall"
	"time"

	"github.com/block-regularized/bcv/examples/mnist/cnn"
	"github.com/block-regularized/bcv/research/study"
)

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	go func() { // fits end at a signal, but not those within this process
		<-ctx.Done()
		time.Sleep(grace)
		os.Exit(75)
	}()
	err := run(ctx, os.Args[1:])
	if err != nil && !errors.Is(err, flag.ErrHelp) {
		fmt.Fprintln(os.Stderr, "experiment:", err)
		code := 1
		if ctx.Err() != nil {
			code = 75 // what is done is kept: run it again
		}
		stop()
		os.Exit(code)
	}
	stop()
}

// grace is how long a run may take to end after a signal.
const grace = 5 * time.Second

func run(ctx context.Context, args []string) error {
	d := design{network: cnn.Published()}
	cfg := study.Config{Scale: study.Paper, Workers: 1, Progress: say}
	flags := flag.NewFlagSet("experiment", flag.ContinueOnError)
	flags.StringVar(&d.learner, "learner", "", "program that is the network, with its flags and --serve; without it "+
		"the network of this module runs in this process")
	d.network.Flags(flags)
	n := flags.String("n", "10000", "images of a data set; several sizes with commas between them")
	sets := flags.String("sets", "100", "data sets for the errors of the first kind, for all sizes or one number for "+
		"each; 0 for none")
	errorSets := flags.String("error-sets", "100", "data sets for the true error rates, likewise")
	flags.StringVar(&d.table, "table", "mnist", "how the names of the tables begin")
	flags.Uint64Var(&cfg.Seed, "seed", 1, "of data sets and partitions")
	flags.StringVar(&cfg.Checkpoints, "dir", "", "directory that keeps what is done")
	flags.StringVar(&cfg.Results, "results", "", "directory for the tables")
	flags.StringVar(&cfg.Commit, "commit", "", "revision of the code, recorded with --results")
	part := flags.Int("part", -1, "run this part alone, from 0")
	parts := flags.Int("parts", 1, "number of parts")
	collect := flags.Bool("collect", false, "make the tables from the parts in --dir")
	if err := flags.Parse(args); err != nil {
		return err
	}
	if err := d.sizes(*n, *sets, *errorSets); err != nil {
		return err
	}
	d.side = d.network.Side
	if err := d.network.Check(); err != nil {
		return err
	}
	cfg.Command = command(flags)
	s := d.study(ctx, open)
	var tables []study.Table
	var err error
	switch {
	case *part >= 0:
		err = study.RunPart(ctx, cfg, s, *part, *parts)
	case *collect:
		tables, err = study.Collect(cfg, s)
	default:
		tables, err = study.Run(ctx, cfg, s)
	}
	if err != nil {
		return err
	}
	for _, t := range tables {
		if err := t.Write(os.Stdout); err != nil {
			return err
		}
	}
	fmt.Fprintf(os.Stderr, "processor seconds of the programs that have ended: %.0f, of this one: %.0f\n",
		seconds(syscall.RUSAGE_CHILDREN), seconds(syscall.RUSAGE_SELF))
	return nil
}

// seconds is the processor time of this process, or of its children that have ended.
func seconds(who int) float64 {
	var u syscall.Rusage
	if err := syscall.Getrusage(who, &u); err != nil {
		return 0
	}
	return float64(u.Utime.Sec+u.Stime.Sec) + float64(u.Utime.Usec+u.Stime.Usec)/1e6
}

// command is the command line that repeats a run, without what says how it was made in parts.
func command(flags *flag.FlagSet) string {
	out := "mnist-experiment"
	flags.Visit(func(f *flag.Flag) {
		value := f.Value.String()
		if strings.Contains(value, " ") {
			value = `"` + value + `"`
		}
		if !slices.Contains([]string{"collect", "commit", "part", "parts", "results"}, f.Name) {
			out += " --" + f.Name + " " + value
		}
	})
	return out
}
