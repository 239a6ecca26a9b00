// Package learner has the network as a learner of bcv within the process. It predicts what
// the program of this module predicts, without the files.
package learner

import (
	"context"
	"fmt"
	"slices"

	"github.com/block-regularized/bcv/examples/mnist/cnn"
	"github.com/block-regularized/bcv/examples/mnist/images"
	"github.com/block-regularized/bcv/pkg/dataset"
	"github.com/block-regularized/bcv/pkg/learn"
)

// Network is a network for square images with grey values from 0 to 255.
type Network struct {
	Label  string // its name in results
	Config cnn.Config
	Seed   uint64 // random numbers depend on it and on the training records
}

// String returns the label.
func (n Network) String() string { return n.Label }

// Traits says that the network draws random numbers.
func (n Network) Traits() learn.Traits {
	return learn.Traits{ForRun: func(run int) learn.Learner {
		again := n
		again.Seed = learn.RunSeed(n.Seed, run)
		return again
	}}
}

// Prepare scales the grey values, each by itself, and averages squares of pixels. It
// refuses data that are no images or have no classes.
func (n Network) Prepare(_ context.Context, d *dataset.Data) (learn.Prepared, error) {
	if err := learn.Classification("mnist", d); err != nil {
		return nil, err
	}
	if err := n.Config.Check(); err != nil {
		return nil, err
	}
	side, err := images.Side(d.P())
	if err != nil {
		return nil, fmt.Errorf("mnist: %w", err)
	}
	if side%n.Config.Side != 0 {
		return nil, fmt.Errorf("mnist: images of side %d; give a divisor of that, not %d", side, n.Config.Side)
	}
	p := &prepared{network: n, class: d.Class}
	full := make([]float32, d.P())
	for i := range d.N() {
		for j, v := range d.X.RawRowView(i) {
			full[j] = float32(v) / 255
		}
		image := make([]float32, n.Config.Side*n.Config.Side)
		images.Average(full, side, n.Config.Side, image)
		p.pixels = append(p.pixels, image)
	}
	return p, nil
}

type prepared struct {
	network Network
	pixels  [][]float32
	class   []int32
}

// NewFitter implements learn.Prepared.
func (p *prepared) NewFitter(*learn.Pool) learn.Fitter { return &fitter{prepared: p} }

type fitter struct {
	*prepared
	memory  *cnn.Network
	classes []int32 // those of the training records
}

// Fit implements learn.Fitter. Training ends after the epoch in which ctx does.
func (f *fitter) Fit(ctx context.Context, train []int32) (learn.Report, error) {
	in := cnn.Images{Pixels: make([][]float32, len(train)), Labels: make([]int, len(train))}
	f.classes = f.classes[:0]
	for _, i := range train {
		f.classes = append(f.classes, f.class[i])
	}
	slices.Sort(f.classes)
	f.classes = slices.Compact(f.classes)
	for k, i := range train {
		in.Pixels[k] = f.pixels[i]
		in.Labels[k], _ = slices.BinarySearch(f.classes, f.class[i])
	}
	c := f.network.Config
	if c.Classes = len(f.classes); f.memory == nil || f.memory.Classes() != c.Classes {
		var err error
		if f.memory, err = cnn.New(c); err != nil {
			return learn.Report{}, err
		}
	}
	f.memory.Fit(ctx, in, uint64(learn.RandFor(f.network.Seed, train).Uint32()>>1)+c.Seed<<32)
	return learn.Report{}, ctx.Err()
}

// Predict implements learn.Fitter.
func (f *fitter) Predict(rows []int32, out []float64) {
	in := cnn.Images{Pixels: make([][]float32, len(rows))}
	for k, i := range rows {
		in.Pixels[k] = f.pixels[i]
	}
	for k, c := range f.memory.Predict(in) {
		out[k] = float64(f.classes[c])
	}
}
