//go:build unix

package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"runtime"
	"strconv"
	"strings"
	"syscall"

	"github.com/block-regularized/bcv/pkg/learn/crf"
	"github.com/block-regularized/bcv/research/fakecorpus"
)

// crfSentences is the size of the corpus, crfTarget how many fits of ours one of CRF++
// shall cost.
const (
	crfSentences = 2000
	crfTarget    = 2
)

// cost is of one process.
type cost struct {
	seconds   float64 // of processor time
	megabytes float64 // at most at a time
	objective float64
}

// compareCRF times fits of a conditional random field beside CRF++ in the folder
// programs, each in a process of its own that reads the corpus, fits on one thread and
// writes the model. Of three runs the least counts.
func compareCRF(ctx context.Context, programs string) error {
	dir, err := os.MkdirTemp("", "peerbench")
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir)
	if err := writeCorpus(dir); err != nil {
		return err
	}
	self, err := os.Executable()
	if err != nil {
		return err
	}
	var ours, theirs cost
	for k := range 3 {
		peer, err := measureCRF(ctx, filepath.Join(programs, "crf_learn"), "-p", "1", filepath.Join(dir, "templates"),
			filepath.Join(dir, "train"), filepath.Join(dir, "model"))
		if err != nil {
			return err
		}
		own, err := measureCRF(ctx, self, "-crf", dir)
		if err != nil {
			return err
		}
		if k == 0 || peer.seconds < theirs.seconds {
			theirs = peer
		}
		if k == 0 || own.seconds < ours.seconds {
			ours = own
		}
	}
	if ours.objective > theirs.objective*1.0001 {
		return fmt.Errorf("crf: our objective is %v, the one of CRF++ %v", ours.objective, theirs.objective)
	}
	fmt.Printf("crf, fits per CPU second, CRF++\t%.3f\t%.3f\t%.1f\t%d\n",
		1/ours.seconds, 1/theirs.seconds, theirs.seconds/ours.seconds, crfTarget)
	fmt.Printf("crf, memory in MB, CRF++\t%.0f\t%.0f\t%.1f\t1\n",
		ours.megabytes, theirs.megabytes, theirs.megabytes/ours.megabytes)
	return nil
}

// writeCorpus writes templates and training sentences.
func writeCorpus(dir string) error {
	tokens, tags := fakecorpus.Sentences(1, crfSentences)
	var b strings.Builder
	for s, sentence := range tokens {
		for i, fields := range sentence {
			fmt.Fprintf(&b, "%s %s\n", strings.Join(fields, " "), tags[s][i])
		}
		b.WriteByte('\n')
	}
	err := os.WriteFile(filepath.Join(dir, "train"), []byte(b.String()), 0o600)
	if err == nil {
		err = os.WriteFile(filepath.Join(dir, "templates"), []byte(fakecorpus.Templates), 0o600)
	}
	return err
}

// measureCRF runs a program whose last printed obj= is its objective.
func measureCRF(ctx context.Context, program string, args ...string) (c cost, err error) {
	cmd := exec.CommandContext(ctx, program, args...)
	cmd.Stderr = os.Stderr
	out, err := cmd.Output()
	if err != nil {
		return c, fmt.Errorf("%s: %w", program, err)
	}
	objectives := regexp.MustCompile(`obj=([0-9.]+)`).FindAllSubmatch(out, -1)
	if len(objectives) == 0 {
		return c, fmt.Errorf("%s says no objective", program)
	}
	if c.objective, err = strconv.ParseFloat(string(objectives[len(objectives)-1][1]), 64); err != nil {
		return c, err
	}
	c.seconds = cmd.ProcessState.UserTime().Seconds()
	c.megabytes, err = megabytes(cmd.ProcessState)
	return c, err
}

// megabytes returns the largest memory of a process that has ended.
func megabytes(p *os.ProcessState) (float64, error) {
	usage, ok := p.SysUsage().(*syscall.Rusage)
	if !ok {
		return 0, errors.New("this system does not report the memory of processes")
	}
	if runtime.GOOS == "darwin" {
		return float64(usage.Maxrss) / (1 << 20), nil
	}
	return float64(usage.Maxrss) / 1024, nil
}

// fitCRF is what the measured process of ours does.
func fitCRF(ctx context.Context, dir string) error {
	runtime.GOMAXPROCS(1)
	text, err := os.ReadFile(filepath.Join(dir, "templates"))
	if err != nil {
		return err
	}
	templates, err := crf.ParseTemplates(string(text))
	if err != nil {
		return err
	}
	corpus, err := readCorpus(filepath.Join(dir, "train"), templates)
	if err != nil {
		return err
	}
	train := make([]int32, corpus.Len())
	for i := range train {
		train[i] = int32(i)
	}
	model, err := crf.Settings{Workers: 1}.Fit(ctx, corpus, train)
	if err != nil {
		return err
	}
	fmt.Printf("obj=%f\n", model.Report.Objective)
	return nil
}

// readCorpus reads what writeCorpus wrote.
func readCorpus(path string, templates *crf.Templates) (*crf.Corpus, error) {
	text, err := os.ReadFile(path)
	if err != nil {
		return nil, err
	}
	var tokens [][][]string
	var tags [][]string
	for block := range strings.SplitSeq(strings.TrimSpace(string(text)), "\n\n") {
		var sentence [][]string
		var own []string
		for line := range strings.SplitSeq(block, "\n") {
			fields := strings.Fields(line)
			last := len(fields) - 1
			sentence, own = append(sentence, fields[:last]), append(own, fields[last])
		}
		tokens, tags = append(tokens, sentence), append(tags, own)
	}
	return crf.NewCorpus(tokens, tags, templates)
}
