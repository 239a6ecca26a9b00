package cnn

import (
	"flag"
	"fmt"
)

// Config is a network and how it is trained. Published has the values of the paper.
type Config struct {
	Side         int     // of the square images, in pixels
	Kernel       int     // side of the square kernels of both convolutions, without padding
	Filters      [2]int  // of the two convolutions
	Dense        int     // units of the hidden layer
	Classes      int     // units of the softmax layer
	Dropout      float64 // share of the inputs of the hidden layer that is left out of a training step, in [0, 1)
	Batch        int     // images of a training step
	Epochs       int
	LearningRate float64 // of Adam
	Seed         uint64  // of weights, batches and dropout
}

// Published is the network of the McNemar paper, §5.2. It names neither the optimizer nor
// its rate: Adam's usual rate is taken.
func Published() Config {
	return Config{Side: 28, Kernel: 5, Filters: [2]int{32, 64}, Dense: 500, Classes: 10, Batch: 128, Epochs: 250,
		LearningRate: 0.001}
}

// Flags makes flags of the sizes and of the training, with the values of c as defaults.
func (c *Config) Flags(flags *flag.FlagSet) {
	flags.IntVar(&c.Side, "side", c.Side, "side of the images, after averaging squares of pixels")
	flags.IntVar(&c.Kernel, "kernel", c.Kernel, "side of the kernels of both convolutions")
	flags.IntVar(&c.Filters[0], "filters1", c.Filters[0], "filters of the first convolution")
	flags.IntVar(&c.Filters[1], "filters2", c.Filters[1], "filters of the second convolution")
	flags.IntVar(&c.Dense, "dense", c.Dense, "units of the hidden layer")
	flags.IntVar(&c.Batch, "batch", c.Batch, "images of a training step")
	flags.IntVar(&c.Epochs, "epochs", c.Epochs, "epochs")
	flags.Float64Var(&c.LearningRate, "rate", c.LearningRate, "learning rate of Adam")
}

// Check returns an error that says which value is impossible.
func (c Config) Check() error {
	for _, v := range []struct {
		name  string
		value int
	}{{"side", c.Side}, {"kernel", c.Kernel}, {"first filters", c.Filters[0]}, {"second filters", c.Filters[1]},
		{"dense units", c.Dense},
		{"classes", c.Classes}, {"batch", c.Batch}, {"epochs", c.Epochs}} {
		if v.value < 1 {
			return fmt.Errorf("cnn: %s %d; give a whole number from 1", v.name, v.value)
		}
	}
	if !(c.Dropout >= 0 && c.Dropout < 1) {
		return fmt.Errorf("cnn: dropout %v; give a rate from 0 to below 1", c.Dropout)
	}
	if !(c.LearningRate > 0) {
		return fmt.Errorf("cnn: learning rate %v; give a positive number", c.LearningRate)
	}
	if _, second := c.sides(); second < 1 {
		return fmt.Errorf("cnn: images of side %d are too small for two convolutions of side %d with pooling; give larger "+
			"images or a smaller kernel", c.Side, c.Kernel)
	}
	return nil
}

// sides returns the sides of the images after the two poolings.
func (c Config) sides() (first, second int) {
	first = (c.Side - c.Kernel + 1) / 2
	if first < c.Kernel {
		return first, 0
	}
	return first, (first - c.Kernel + 1) / 2
}
