//go:build unix

package main

import (
	"context"
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"time"

	"github.com/block-regularized/bcv/pkg/dataset"
	"github.com/block-regularized/bcv/pkg/learn"
	"github.com/block-regularized/bcv/pkg/learn/neighbour"
	"github.com/block-regularized/bcv/pkg/learn/svm"
	"github.com/block-regularized/bcv/research/simdata"
)

// largeWork trains one learner on half of n made records and predicts the others.
type largeWork struct {
	Kind  string `json:"kind"`
	N     int    `json:"n"`
	P     int    `json:"p"`
	Cores int    `json:"cores"`
	Data  string `json:"data"`
	Out   string `json:"out"`
}

// largeResult is what one tool took for it.
type largeResult struct {
	Clock, CPU float64 // seconds, for fit and prediction
	Version    string
	predicted  []float64
	scores     []float64 // decision values of an SVM
}

// runLarge compares fits of many records, on one core and on all. LIBSVM uses one.
func runLarge(ctx context.Context, python, script, only string) error {
	dir, err := os.MkdirTemp("", "peerbench")
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir)
	peers, stop, err := startPeers(ctx, python, script, dir)
	if err != nil {
		return err
	}
	defer stop()
	fmt.Println("work\tcores\tours, s\tprocessor s\tscikit-learn, s\tprocessor s\tratio\tprocessor " +
		"ratio\terror\tscikit-learn\tsame predictions\tdecision values")
	for _, n := range []int{20_000, 40_000} {
		for _, p := range []int{20, 50} {
			d := simdata.Draw(simdata.SCLA(p), n, rand.New(rand.NewPCG(14, uint64(p))))
			data := fmt.Sprintf("%d-%d", n, p)
			if err := writeBinary(filepath.Join(dir, data), d); err != nil {
				return err
			}
			for _, kind := range []string{"knn", "svm"} {
				if !strings.Contains(fmt.Sprintf("%s n=%d p=%d", kind, n, p), only) {
					continue
				}
				if err := compareLarge(dir, d, largeWork{Kind: kind, N: n, P: p, Data: data, Out: data + kind}, peers); err != nil {
					return fmt.Errorf("%s, %d records of %d features: %w", kind, n, p, err)
				}
			}
		}
	}
	return nil
}

// compareLarge prints a line for one core and one for all.
func compareLarge(dir string, d *dataset.Data, w largeWork, peers *peers) error {
	var peer largeResult
	for _, w.Cores = range []int{1, runtime.NumCPU()} {
		if w.Kind == "knn" || w.Cores == 1 {
			var err error
			if peer, err = peers.large(dir, w); err != nil {
				return err
			}
		}
		ours, err := w.ours(d)
		if err != nil {
			return err
		}
		same, wrong, peerWrong, apart := 0, 0, 0, 0.0
		for k, v := range ours.predicted {
			truth := d.Target(int32(w.N/2 + k))
			same += count(v == peer.predicted[k])
			wrong += count(v != truth)
			peerWrong += count(peer.predicted[k] != truth)
		}
		for k, v := range ours.scores {
			apart = max(apart, math.Abs(v+peer.scores[k])) // LIBSVM's are positive for the other class
		}
		h := float64(w.N - w.N/2)
		fmt.Printf("%s n=%d p=%d\t%d\t%.2f\t%.2f\t%.2f\t%.2f\t%.1f\t%.1f\t%.4f\t%.4f\t%.5f\t%.2g\n",
			w.Kind, w.N, w.P, w.Cores,
			ours.Clock, ours.CPU, peer.Clock, peer.CPU, peer.Clock/ours.Clock, peer.CPU/ours.CPU, float64(wrong)/h,
			float64(peerWrong)/h, float64(same)/h, apart)
		if float64(same) < 0.999*h {
			return errors.New("predictions differ from the predictions of scikit-learn")
		}
	}
	return nil
}

func count(yes bool) int {
	if yes {
		return 1
	}
	return 0
}

// ours does the work with this module.
func (w largeWork) ours(d *dataset.Data) (largeResult, error) {
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(w.Cores))
	var l learn.Learner = neighbour.KNN{}
	if w.Kind == "svm" {
		l = svm.SVM{Scale: learn.Unscaled}
	}
	train, rest := make([]int32, w.N/2), make([]int32, w.N-w.N/2)
	for k := range train {
		train[k] = int32(k)
	}
	for k := range rest {
		rest[k] = int32(len(train) + k)
	}
	r := largeResult{predicted: make([]float64, len(rest))}
	clock, cpu := time.Now(), cpuSeconds()
	p, err := l.Prepare(context.Background(), d)
	if err != nil {
		return r, err
	}
	pool := learn.NewPool(w.Cores)
	pool.Free(w.Cores - 1)
	f := p.NewFitter(pool)
	if _, err := f.Fit(context.Background(), train); err != nil {
		return r, err
	}
	f.Predict(rest, r.predicted)
	r.Clock, r.CPU = time.Since(clock).Seconds(), cpuSeconds()-cpu
	if w.Kind == "svm" {
		r.scores = make([]float64, len(rest))
		f.(interface {
			Score(rows []int32, out []float64)
		}).Score(rest, r.scores)
	}
	return r, nil
}

// large has scikit-learn do a work.
func (p *peers) large(dir string, w largeWork) (r largeResult, err error) {
	if err := json.NewEncoder(p.in).Encode(w); err != nil {
		return r, err
	}
	if err := p.out.Decode(&r); err != nil {
		return r, err
	}
	text, err := os.ReadFile(filepath.Join(dir, w.Out))
	if err != nil {
		return r, err
	}
	values := make([]float64, len(text)/8)
	if _, err := binary.Decode(text, binary.NativeEndian, values); err != nil {
		return r, err
	}
	r.predicted, r.scores = values[:w.N-w.N/2], values[w.N-w.N/2:]
	return r, nil
}

// writeBinary writes the features and the classes of d.
func writeBinary(path string, d *dataset.Data) error {
	return writeNumbers(path, flat(d))
}

func flat(d *dataset.Data) []float64 {
	x := slices.Clone(d.X.RawMatrix().Data)
	for _, c := range d.Class {
		x = append(x, float64(c))
	}
	return x
}

func writeNumbers(path string, x []float64) error {
	text, err := binary.Append(nil, binary.NativeEndian, x)
	if err != nil {
		return err
	}
	return os.WriteFile(path, text, 0o600)
}
