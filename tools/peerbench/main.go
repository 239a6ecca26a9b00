//go:build unix

// Command peerbench times hold-out evaluations of this module's learners beside
// the same work in scikit-learn, in one run: the same data sets, one thread
// each, CPU time. It prints one tab-separated line a work:
//
//	work, ours per CPU second, scikit-learn, ratio, target
//
// An evaluation trains on half the records, predicts the other half and takes
// the mean loss, over 3 x 2 BCV partition sets drawn anew; what a learner
// prepares for a data set is spread over 1,000 partition sets. Before a ratio is
// printed the losses must agree: split by split where the algorithm has one
// answer, else in their mean.
//
// Tuned learners choose among settings by five inner folds, as GridSearchCV does; on the fixed splits both have the
// same inner folds. Further lines have the largest memory of two processes that do such a work alone.
//
// The works on metrics count passes over predictions, each of which computes all metrics of all folds; the values must
// agree to 1e-12.
//
// With -large it times single fits and predictions of kNN and SVM on 20,000 and 40,000
// records, on one core and on all, and compares the predictions.
//
// Two more lines are of the conditional random field beside CRF++, where -crfpp says
// where it is: speed and memory of processes that fit on one made corpus.
package main

import (
	"context"
	"encoding/json"
	"flag"
	"fmt"
	"io"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"strconv"
	"strings"

	"github.com/block-regularized/bcv/pkg/dataset"
)

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	python := flag.String("python", "/usr/bin/python3", "interpreter with scikit-learn")
	script := flag.String("script", "peerbench/peers.py", "the work in scikit-learn")
	seconds := flag.Float64("seconds", 1, "CPU seconds of each of three repeats of each work and tool")
	only := flag.String("only", "", "run the works whose name contains this")
	large := flag.Bool("large", false, "compare single fits of 20,000 and 40,000 records instead (large.py beside "+
		"the script)")
	crfpp := flag.String("crfpp", "", "folder with crf_learn of CRF++ 0.59: time the random field beside it")
	child := flag.String("crf", "", "fit on the corpus in this folder, as the process that is timed")
	alone := flag.String("alone", "", "do the tuned work of this name, as the process whose memory is measured")
	flag.Parse()
	var err error
	switch {
	case *child != "":
		err = fitCRF(ctx, *child)
	case *alone != "":
		err = runAlone(*alone)
	case *large:
		err = runLarge(ctx, *python, filepath.Join(filepath.Dir(*script), "large.py"), *only)
	default:
		fmt.Println("work\tours\tscikit-learn\tratio\ttarget")
		if err = compareMemory(ctx, *python, *script, *only); err == nil {
			err = run(ctx, *python, *script, *seconds, *only)
		}
		if err == nil && strings.Contains("crf", *only) {
			err = runCRF(ctx, *crfpp)
		}
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, "peerbench:", err)
		os.Exit(1)
	}
}

// runCRF times the random field where there is CRF++.
func runCRF(ctx context.Context, programs string) error {
	if programs == "" {
		fmt.Fprintln(os.Stderr, "peerbench: crf is skipped: no CRF++; build it (https://github.com/taku910/crfpp) and "+
			"name its folder by -crfpp, or make bench-peers CRFPP=DIR")
		return nil
	}
	return compareCRF(ctx, programs)
}

func run(ctx context.Context, python, script string, seconds float64, only string) error {
	works, err := works()
	if err != nil {
		return err
	}
	dir, err := os.MkdirTemp("", "peerbench")
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir)
	var chosen []work
	for _, w := range works {
		if strings.Contains(w.name, only) {
			chosen = append(chosen, w)
		}
	}
	if err := writeInputs(dir, chosen, seconds); err != nil {
		return err
	}
	peers, stop, err := startPeers(ctx, python, script, dir)
	if err != nil {
		return err
	}
	defer stop()
	return compare(chosen, seconds, peers)
}

// compare measures each work after its peer, one at a time, so that both see
// the machine in the same state.
func compare(works []work, seconds float64, peers *peers) error {
	missed := 0
	for _, w := range works {
		peer, err := peers.next()
		if err != nil {
			return fmt.Errorf("%s in scikit-learn: %w", w.name, err)
		}
		ours, err := w.measure(seconds)
		if err == nil {
			err = w.agree(ours, peer)
		}
		if err != nil {
			return fmt.Errorf("%s: %w", w.name, err)
		}
		ratio, target := ours.Rate/peer.Rate, "-"
		if w.target > 0 {
			target = fmt.Sprint(w.target)
		}
		fmt.Printf("%s\t%.1f\t%.1f\t%.1f\t%s\n", w.name, ours.Rate, peer.Rate, ratio, target)
		if ratio < w.target {
			missed++
		}
	}
	if missed > 0 {
		fmt.Fprintf(os.Stderr, "peerbench: %d of %d works are below their target\n", missed, len(works))
	}
	return nil
}

// result is what a tool reports of a work.
type result struct {
	Rate    float64   // evaluations per CPU second
	Loss    float64   // mean loss over partition sets
	Error   float64   // standard error of Loss
	Splits  []float64 // mean losses of the fixed splits, or values of metrics
	Version string    // of scikit-learn
}

// writeInputs writes the data sets, fixed splits of each, and the list of works.
func writeInputs(dir string, works []work, seconds float64) error {
	type entry struct {
		Data       string  `json:"data"`
		Kind       string  `json:"kind"`
		Seconds    float64 `json:"seconds"`
		Experiment bool    `json:"experiment"`
	}
	var list []entry
	for k, w := range works {
		name := fmt.Sprint("data", k)
		list = append(list, entry{name, w.kind, seconds, w.experiment()})
		if w.experiment() {
			continue
		}
		if w.predictions != nil {
			x := append([]float64{float64(w.predictions.n)}, w.predictions.columns...)
			if err := writeNumbers(filepath.Join(dir, name+".predictions"), x); err != nil {
				return err
			}
			continue
		}
		if err := writeData(filepath.Join(dir, name+".csv"), w.peerData); err != nil {
			return err
		}
		if err := writeJSON(filepath.Join(dir, name+".splits.json"), w.splits); err != nil {
			return err
		}
		if err := writeJSON(filepath.Join(dir, name+".inner.json"), w.inner); err != nil {
			return err
		}
	}
	return writeJSON(filepath.Join(dir, "works.json"), list)
}

func writeJSON(path string, v any) error {
	text, err := json.Marshal(v)
	if err != nil {
		return err
	}
	return os.WriteFile(path, text, 0o600)
}

// writeData writes the target, then the features, of each record.
func writeData(path string, d *dataset.Data) error {
	var text []byte
	for i := range d.N() {
		text = strconv.AppendFloat(text, d.Target(int32(i)), 'g', -1, 64)
		for _, v := range d.X.RawRowView(i) {
			text = append(text, ',')
			text = strconv.AppendFloat(text, v, 'g', -1, 64)
		}
		text = append(text, '\n')
	}
	return os.WriteFile(path, text, 0o600)
}

// peers is the process of scikit-learn.
type peers struct {
	in  io.Writer
	out *json.Decoder
	cmd *exec.Cmd
}

// startPeers starts scikit-learn, which then waits for its first work.
func startPeers(ctx context.Context, python, script, dir string) (*peers, func(), error) {
	ctx, cancel := context.WithCancel(ctx)
	cmd := exec.CommandContext(ctx, python, script, dir)
	// A malloc that keeps freed memory: array libraries lose up to half their
	// time to page faults without.
	cmd.Env = append(os.Environ(), "MALLOC_MMAP_THRESHOLD_=1073741824", "MALLOC_TRIM_THRESHOLD_=1073741824",
		"MALLOC_TOP_PAD_=67108864")
	cmd.Stderr = os.Stderr
	in, err := cmd.StdinPipe()
	if err != nil {
		cancel()
		return nil, nil, err
	}
	out, err := cmd.StdoutPipe()
	if err == nil {
		err = cmd.Start()
	}
	if err != nil {
		cancel()
		return nil, nil, fmt.Errorf("%w; scikit-learn is in the Debian package python3-sklearn", err)
	}
	stop := func() {
		in.Close()
		cancel()
		_ = cmd.Wait() // killed, or failed and said so
	}
	return &peers{in, json.NewDecoder(out), cmd}, stop, nil
}

// next has scikit-learn do its next work.
func (p *peers) next() (r result, err error) {
	if _, err = io.WriteString(p.in, "next\n"); err == nil {
		err = p.out.Decode(&r)
	}
	return r, err
}
