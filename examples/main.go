// The command examples estimates the error of a learner that is a program of
// its own, by 3 x 2 BCV on 300 records drawn here:
//
//	go run ./examples [-serve] python3 examples/nearest_mean.py
package main

import (
	"context"
	"flag"
	"fmt"
	"io"
	"log"
	"math/rand/v2"
	"os"
	"os/signal"
	"time"

	"gonum.org/v1/gonum/mat"

	"github.com/block-regularized/bcv/pkg/cv"
	"github.com/block-regularized/bcv/pkg/dataset"
	"github.com/block-regularized/bcv/pkg/learn/outside"
)

func main() {
	log.SetFlags(0)
	serve := flag.Bool("serve", false, "start the program once, with the argument --serve")
	flag.Parse()
	if flag.NArg() == 0 {
		log.Fatal("examples: give a program and its arguments")
	}
	// Ctrl-C ends the program that runs and removes its files.
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	c := outside.Command{Name: flag.Arg(0), Args: flag.Args()[1:], Timeout: time.Minute}
	if *serve {
		c.Serve, c.Args = true, append(c.Args, "--serve")
	}
	if err := estimate(ctx, c, draw(300)); err != nil {
		stop()
		log.Fatal(err)
	}
}

// estimate prints the error rate of c in each fold, and the mean.
func estimate(ctx context.Context, c outside.Command, d *dataset.Data) error {
	set, err := cv.New(cv.BCV, d.N(), cv.Options{M: 3, Seed: 1})
	if err != nil {
		return err
	}
	prepared, err := c.Prepare(ctx, d)
	if err != nil {
		return err
	}
	fitter := prepared.NewFitter(nil)
	defer fitter.(io.Closer).Close()
	predicted, sum, start := make([]float64, d.N()), 0.0, time.Now()
	for _, f := range set.Folds() {
		if _, err := fitter.Fit(ctx, f.Train); err != nil {
			return err
		}
		out := predicted[:len(f.Valid)]
		fitter.Predict(f.Valid, out)
		wrong := 0
		for k, i := range f.Valid {
			if out[k] != d.Target(i) {
				wrong++
			}
		}
		loss := float64(wrong) / float64(len(out))
		sum += loss
		fmt.Printf("replication %d fold %d: error %.4f\n", f.Replication, f.Fold, loss)
	}
	folds := len(set.Folds())
	fmt.Printf("%s: mean error %.4f\n", c, sum/float64(folds))
	fmt.Fprintf(os.Stderr, "%.3f s a fit\n", time.Since(start).Seconds()/float64(folds))
	return nil
}

// draw draws n records of three classes, with two numbers and a colour that
// differ between the classes.
func draw(n int) *dataset.Data {
	rng := rand.New(rand.NewPCG(1, 2))
	d := &dataset.Data{
		Name: "three groups",
		X:    mat.NewDense(n, 3, nil),
		Features: []dataset.Feature{{Name: "length"}, {Name: "width"},
			{Name: "colour", Levels: []string{"red", "green", "blue"}}},
		Classes: []string{"a", "b", "c"},
	}
	for i := range n {
		c := rng.IntN(3)
		colour := c
		if rng.IntN(2) == 0 {
			colour = rng.IntN(3)
		}
		d.X.SetRow(i, []float64{rng.NormFloat64() + float64(c), rng.NormFloat64() + float64(c*c)/2, float64(colour)})
		d.Class = append(d.Class, int32(c))
	}
	return d
}
