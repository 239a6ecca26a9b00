package cnn

import (
	"context"
	"math"
	"math/rand/v2"
)

// Images are square images as rows of grey values from 0 to 1, with the classes of those
// that are known.
type Images struct {
	Pixels [][]float32
	Labels []int // from 0; empty for images to predict
}

// Network is a network with its memory, for one fit after the other.
type Network struct {
	config        Config
	first, second *convolution
	hidden, last  *dense
	parameters    []*parameter
	x, flat, kept []float32 // a batch, the inputs of the hidden layer, their dropout
	unflat        []float32 // gradients of the second convolution
	gradients     []float32 // of the outputs
	rng           *rand.Rand
}

// New returns an untrained network, or an error of Config.Check.
func New(c Config) (*Network, error) {
	if err := c.Check(); err != nil {
		return nil, err
	}
	side, small := c.sides()
	n := &Network{config: c, first: newConvolution(c.Side, 1, c.Filters[0], c.Kernel),
		second: newConvolution(side, c.Filters[0], c.Filters[1], c.Kernel),
		hidden: newDense(small*small*c.Filters[1], c.Dense, true), last: newDense(c.Dense, c.Classes, false)}
	n.parameters = []*parameter{n.first.weights, n.first.bias, n.second.weights, n.second.bias, n.hidden.weights,
		n.hidden.bias, n.last.weights, n.last.bias}
	n.reset(c.Seed)
	return n, nil
}

// Classes returns the number of classes.
func (n *Network) Classes() int { return n.config.Classes }

// reset forgets all training.
func (n *Network) reset(seed uint64) {
	n.rng = rand.New(rand.NewPCG(seed, 0x6d6e697374))
	for _, p := range n.parameters {
		p.reset(n.rng)
	}
}

// Fit trains anew, with random numbers from seed, and returns the mean cross-entropy of
// the last epoch, with dropout. What it learned before is forgotten. It ends after the epoch
// in which ctx does, without a result.
func (n *Network) Fit(ctx context.Context, train Images, seed uint64) float64 {
	n.reset(seed)
	order := make([]int, len(train.Pixels))
	for i := range order {
		order[i] = i
	}
	loss, steps := 0.0, 0
	for range n.config.Epochs {
		if ctx.Err() != nil {
			break
		}
		n.rng.Shuffle(len(order), func(i, j int) { order[i], order[j] = order[j], order[i] })
		loss = 0
		for from := 0; from < len(order); from += n.config.Batch {
			batch := order[from:min(from+n.config.Batch, len(order))]
			loss += n.gradient(train, batch, true) * float64(len(batch))
			steps++
			for _, p := range n.parameters {
				p.step(n.config.LearningRate, steps)
			}
		}
	}
	return loss / float64(len(order))
}

// Predict returns the most probable class of each image.
func (n *Network) Predict(images Images) []int {
	out := make([]int, 0, len(images.Pixels))
	for from := 0; from < len(images.Pixels); from += n.config.Batch {
		batch := make([]int, 0, n.config.Batch)
		for i := from; i < min(from+n.config.Batch, len(images.Pixels)); i++ {
			batch = append(batch, i)
		}
		scores := n.forward(images, batch, false)
		for i := range batch {
			best := 0
			for c := range n.config.Classes {
				if scores[c*len(batch)+i] > scores[best*len(batch)+i] {
					best = c
				}
			}
			out = append(out, best)
		}
	}
	return out
}

// forward returns the inputs of the softmax for a batch, as [class][image].
func (n *Network) forward(images Images, batch []int, training bool) []float32 {
	size, count := n.config.Side*n.config.Side, len(batch)
	n.x = resize(n.x, count*size)
	for i, record := range batch {
		copy(n.x[i*size:], images.Pixels[record])
	}
	pooled := n.second.forward(n.first.forward(n.x, count), count)
	n.flat = resize(n.flat, len(pooled))
	channels := n.config.Filters[1]
	transpose(pooled, n.flat, channels, count, len(pooled)/(count*channels)) // to [channel][pixel][image]
	n.drop(training)
	return n.last.forward(n.hidden.forward(n.flat, count), count)
}

// transpose turns the matrix of rows x columns of each channel, one behind the other.
func transpose(from, to []float32, channels, rows, columns int) {
	for channel := range channels {
		a, b := from[channel*rows*columns:], to[channel*rows*columns:]
		for i := range rows {
			for j := range columns {
				b[j*rows+i] = a[i*columns+j]
			}
		}
	}
}

// drop leaves inputs of the hidden layer out while training, and enlarges the others.
func (n *Network) drop(training bool) {
	rate := n.config.Dropout
	if !training || rate == 0 {
		n.kept = n.kept[:0]
		return
	}
	n.kept = resize(n.kept, len(n.flat))
	for i := range n.kept {
		n.kept[i] = 0
		if n.rng.Float64() >= rate {
			n.kept[i] = float32(1 / (1 - rate))
		}
		n.flat[i] *= n.kept[i]
	}
}

// gradient sets the gradients of the mean cross-entropy of a batch, which it returns.
func (n *Network) gradient(images Images, batch []int, training bool) float64 {
	count, classes := len(batch), n.config.Classes
	scores := n.forward(images, batch, training)
	n.gradients = resize(n.gradients, len(scores))
	loss := 0.0
	for i, record := range batch {
		top := float32(math.Inf(-1))
		for c := range classes {
			top = max(top, scores[c*count+i])
		}
		sum := 0.0
		for c := range classes {
			sum += math.Exp(float64(scores[c*count+i] - top))
		}
		for c := range classes {
			p := math.Exp(float64(scores[c*count+i]-top)) / sum
			if c == images.Labels[record] {
				loss += math.Log(sum) - float64(scores[c*count+i]-top)
				p--
			}
			n.gradients[c*count+i] = float32(p / float64(count))
		}
	}
	flat := n.hidden.backward(n.last.backward(n.gradients))
	for i, k := range n.kept {
		flat[i] *= k
	}
	n.unflat = resize(n.unflat, len(flat))
	channels := n.config.Filters[1]
	transpose(flat, n.unflat, channels, len(flat)/(count*channels), count)
	n.first.backward(n.second.backward(n.unflat, count, true), count, false)
	return loss / float64(count)
}
