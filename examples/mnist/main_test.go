package main

import (
	"fmt"
	"math/rand/v2"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/block-regularized/bcv/examples/mnist/cnn"
	inside "github.com/block-regularized/bcv/examples/mnist/learner"
	"github.com/block-regularized/bcv/pkg/dataset"
	"github.com/block-regularized/bcv/pkg/learn"
	"github.com/block-regularized/bcv/pkg/learn/outside"
	"gonum.org/v1/gonum/mat"
)

// The test binary is the program as well.
func TestMain(m *testing.M) {
	if os.Getenv("MNIST_PROGRAM") != "" {
		main()
		return
	}
	os.Exit(m.Run())
}

// bars are images of a bright line across or down in noise, with classes "1" and "NA".
func bars(n, side int) *dataset.Data {
	rng := rand.New(rand.NewPCG(3, 3))
	d := &dataset.Data{Name: "bars", X: mat.NewDense(n, side*side, nil), Class: make([]int32, n),
		Classes: []string{"1", "NA"}}
	for i := range n {
		d.Class[i] = int32(rng.IntN(2))
		row := d.X.RawRowView(i)
		for j := range row {
			row[j] = float64(rng.IntN(150))
		}
		at := rng.IntN(side)
		for j := range side {
			if d.Class[i] == 0 {
				row[at*side+j] = 255
			} else {
				row[j*side+at] = 255
			}
		}
	}
	return d
}

// predict returns the predictions of all records outside the first half, and of all
// records where the learner gives them.
func predict(t *testing.T, l learn.Learner, d *dataset.Data) []float64 {
	t.Helper()
	p, err := l.Prepare(t.Context(), d)
	if err != nil {
		t.Fatal(err)
	}
	var train, valid []int32
	for i := range d.N() {
		if i%2 == 0 {
			train = append(train, int32(i))
		} else {
			valid = append(valid, int32(i))
		}
	}
	f := p.NewFitter(nil)
	var out []float64
	for range 2 { // the second fit forgets the first
		if _, err := f.Fit(t.Context(), train); err != nil {
			t.Fatal(err)
		}
		predicted := make([]float64, len(valid))
		f.Predict(valid, predicted)
		out = append(out, predicted...)
	}
	if !slices.Equal(out[:len(valid)], out[len(valid):]) {
		t.Error("the second fit on the same records predicts otherwise")
	}
	if c, ok := f.(interface{ Close() error }); ok {
		if err := c.Close(); err != nil {
			t.Error(err)
		}
	}
	return out[:len(valid)]
}

// weak is a network that still errs, so that predictions differ between seeds.
var weak = cnn.Config{Side: 14, Kernel: 3, Filters: [2]int{3, 4}, Dense: 12, Classes: 10, Batch: 8, Epochs: 20,
	LearningRate: 0.003, Dropout: 0.2}

func program(seed uint64, serve bool) outside.Command {
	args := strings.Fields(fmt.Sprintf("--side %d --kernel %d --filters1 %d --filters2 %d --dense %d --batch %d "+
		"--epochs %d --rate %g --dropout %g",
		weak.Side, weak.Kernel, weak.Filters[0], weak.Filters[1], weak.Dense, weak.Batch, weak.Epochs, weak.LearningRate,
		weak.Dropout))
	if serve {
		args = append(args, "--serve")
	}
	return outside.Command{Name: os.Args[0], Args: args, Env: []string{"MNIST_PROGRAM=1"}, Label: "mnist", Serve: serve,
		Seed: seed}
}

// The program, started once or for each fit, predicts what the learner within the process
// predicts, with the averaging of pixels; another seed predicts otherwise.
func TestProgram(t *testing.T) {
	d := bars(60, 28)
	within := predict(t, inside.Network{Label: "mnist", Config: weak, Seed: 7}, d)
	if slices.Min(within) == slices.Max(within) {
		t.Fatal("one class for all: the comparison says nothing")
	}
	for _, serve := range []bool{false, true} {
		if got := predict(t, program(7, serve), d); !slices.Equal(got, within) {
			t.Errorf("serve %t: %v, within the process %v", serve, got, within)
		}
	}
	if slices.Equal(predict(t, inside.Network{Label: "mnist", Config: weak, Seed: 8}, d), within) {
		t.Error("another seed predicts the same: the comparison says nothing")
	}
}

// Nothing sees the validation records: other labels of theirs change no prediction, and
// other images of some change none of the others. Labels of training records do.
func TestContract(t *testing.T) {
	l := inside.Network{Label: "mnist", Config: weak, Seed: 7}
	want := predict(t, l, bars(60, 28))
	for _, change := range []func(class int32) int32{
		func(class int32) int32 { return 1 - class }, func(int32) int32 { return 0 }, func(int32) int32 { return 1 },
	} {
		labels := bars(60, 28)
		for i := 1; i < 60; i += 2 {
			labels.Class[i] = change(labels.Class[i])
		}
		if got := predict(t, l, labels); !slices.Equal(got, want) {
			t.Error("labels of validation records change predictions")
		}
	}
	other := bars(60, 28)
	for i := 31; i < 60; i += 2 {
		for j := range other.P() {
			other.X.Set(i, j, 255)
		}
	}
	if got := predict(t, l, other); !slices.Equal(got[:15], want[:15]) {
		t.Error("images of validation records change predictions of others")
	}
	trained := bars(60, 28)
	for i := 0; i < 60; i += 2 {
		trained.Class[i] = 1 - trained.Class[i]
	}
	if got := predict(t, l, trained); slices.Equal(got, want) {
		t.Error("labels of training records change nothing: the test says nothing")
	}
}

func TestUsage(t *testing.T) {
	for _, c := range []struct {
		args, want string
	}{
		{"--epochs 0 a b c", "epochs 0; give a whole number from 1"},
		{"--dropout 1 a b c", "dropout 1; give a rate"},
		{"--dropout NaN a b c", "dropout NaN; give a rate"},
		{"--side 8 a b c", "too small"},
		{"--rate -1 a b c", "learning rate -1"},
		{"a b", "2 paths"},
		{"--serve a", "give none"},
	} {
		if _, _, _, err := parse(strings.Fields(c.args)); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: %v, want %q", c.args, err, c.want)
		}
	}
}

// What cannot be read is answered in one line, and the program goes on.
func TestServeAnswers(t *testing.T) {
	l := &learner{config: weak}
	var out strings.Builder
	if err := l.serve(strings.NewReader("a\tb\nnone\tnone\tnone\tx\nnone\tnone\tnone\t1\n"), &out); err != nil {
		t.Fatal(err)
	}
	lines := strings.Split(strings.TrimSpace(out.String()), "\n")
	if len(lines) != 3 {
		t.Fatalf("%q", lines)
	}
	for i, want := range []string{"2 fields", `the seed is "x"`, "no such file"} {
		if !strings.HasPrefix(lines[i], "error ") || !strings.Contains(lines[i], want) {
			t.Errorf("%q, want %q", lines[i], want)
		}
	}
}
