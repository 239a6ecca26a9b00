package decide

import (
	"bufio"
	"bytes"
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"math"
	"os"
	"slices"

	"github.com/block-regularized/bcv/internal/atomicfile"
	"github.com/block-regularized/bcv/internal/sealed"
	"github.com/block-regularized/bcv/pkg/learn"
	"github.com/block-regularized/bcv/pkg/metric"
	"github.com/block-regularized/bcv/pkg/results"
)

// mark begins the checkpoint files of this version, and markOfAll those of all. The first
// line has a checksum and, as JSON, what the replications are of; each further line has a
// checksum and a replication.
const (
	markOfAll = "bcv run "
	mark      = markOfAll + "3 "
)

// replication is what is kept of one replication.
type replication struct {
	// two folds of each learner that is left, then of their further runs
	Losses    []lossRow      `json:"losses"`
	Confusion []confusionRow `json:"confusion,omitempty"` // by class: two folds of each learner that is left
}

// place says what a row is of.
type place struct {
	Model             string
	Replication, Fold int // from 1
	Run               int `json:",omitempty"` // from 0
}

// lossRow is the mean loss of a model on a fold.
type lossRow struct {
	place
	Loss   float64
	Value  float64        `json:",omitempty"` // of the metric of the rule
	Chosen results.Choice `json:",omitzero"`  // no setting for a learner that is not tuned
}

// confusionRow counts what a model did with a class, the task, on a fold.
type confusionRow struct {
	Task string
	place
	TP, FP, FN int
}

// replicationOf takes replication m from its results.
func replicationOf(r results.Results, classes []string, m int) (replication, error) {
	var out replication
	if r.Runs == nil {
		out.add(r, r.Values, m, 0)
	} else {
		for s := range r.Runs.Values[0] {
			var values []results.Grid[float64]
			for _, runs := range r.Runs.Values {
				values = append(values, runs[s])
			}
			out.add(r, values, m, s)
		}
	}
	if !r.Classified() {
		return out, nil
	}
	counts, err := r.ByClass(classes...)
	for _, class := range counts {
		for a, model := range r.Models {
			for k, n := range class.Counts.Of(a) {
				out.Confusion = append(out.Confusion, confusionRow{Task: class.Key.Task, place: place{model, m, k + 1, 0},
					TP: int(n.TP), FP: int(n.FP), FN: int(n.FN)})
			}
		}
	}
	return out, err
}

// add adds the losses of a run, which counts from 0, and the values of a metric if there are any.
func (p *replication) add(r results.Results, values []results.Grid[float64], m, run int) {
	for a, model := range r.Models {
		for k, loss := range values[0].Of(a) {
			if math.IsNaN(loss) {
				continue // the model has one run
			}
			row := lossRow{place: place{model, m, k + 1, run}, Loss: loss, Chosen: r.Choice(a, run, k)}
			if len(values) > 1 {
				row.Value = values[1].Of(a)[k]
			}
			p.Losses = append(p.Losses, row)
		}
	}
}

// checkpoint is a file with all replications so far. It is written anew after each, beside
// its place: it is small, and a run that is killed leaves it whole.
type checkpoint struct {
	Data         string        `json:"data"` // digest
	Records      int           `json:"records"`
	Models       []string      `json:"models"` // identities of the learners
	Seed         uint64        `json:"seed"`
	Runs         int           `json:"runs,omitempty"`   // if there are several
	Metric       string        `json:"metric,omitempty"` // beside the losses
	Conditions   string        `json:"conditions,omitempty"`
	Race         string        `json:"race,omitempty"` // settings, which determine what each replication trains
	Replications []replication `json:"-"`

	path string
}

// CheckpointError reports why a checkpoint file cannot be used.
type CheckpointError struct {
	Path    string
	Problem string
	Err     error // why the file cannot be written; nil if it can
}

// Error names the file.
func (e *CheckpointError) Error() string {
	return "decide: checkpoint " + e.Path + ": " + e.Problem
}

// Unwrap returns why the file cannot be written.
func (e *CheckpointError) Unwrap() error { return e.Err }

// longestLine bounds a line of a file, in bytes: a replication of 100,000 classes.
const longestLine = 64 << 20

// open reads the checkpoint of a plan, or begins one.
func open(p *Plan, rule judge) (*checkpoint, error) {
	want := &checkpoint{Data: p.Data.Digest(), Records: p.Data.N(), Seed: p.Seed, path: p.Checkpoint,
		Metric: rule.identity, Conditions: p.conditions(), Race: rule.race}
	for _, l := range p.Learners {
		want.Models = append(want.Models, learn.Identity(l))
	}
	if p.Runs > 1 {
		want.Runs = p.Runs
	}
	if p.Checkpoint == "" {
		return want, nil
	}
	stat, err := os.Stat(p.Checkpoint)
	if errors.Is(err, fs.ErrNotExist) {
		return want, want.write() // what cannot be written is known before training
	}
	if err == nil && !stat.Mode().IsRegular() {
		return nil, &CheckpointError{p.Checkpoint, "it is not a regular file; name another file", nil}
	}
	f, err := os.Open(p.Checkpoint)
	if err != nil {
		return nil, &CheckpointError{p.Checkpoint, err.Error(), nil}
	}
	defer f.Close()
	if err := want.read(f); err != nil {
		return nil, &CheckpointError{p.Checkpoint, err.Error(), nil}
	}
	return want, nil
}

// places returns what the losses of replication m are of, in their order, with the learners that are left.
func (p *Plan) places(m int, left []string) (out []place) {
	for run := range max(p.Runs, 1) {
		for _, l := range p.Learners {
			_, draws := learn.ForRun(l, run+1)
			if (run == 0 || draws) && slices.Contains(left, l.String()) {
				out = append(out, place{l.String(), m, 1, run}, place{l.String(), m, 2, run})
			}
		}
	}
	return out
}

// means returns the means of the losses of a model over its runs, or of the values of the metric, on both folds.
func (p *replication) means(model string, loss bool) (out [2]float64) {
	n := 0.0
	for _, l := range p.Losses {
		if l.Model == model {
			v := l.Value
			if loss {
				v = l.Loss
			}
			out[l.Fold-1] += v
			n += 0.5
		}
	}
	return [2]float64{out[0] / n, out[1] / n}
}

// read adds the replications of a file, which must be of what c is of.
func (c *checkpoint) read(r io.Reader) error {
	file := bufio.NewReader(r)
	switch start, _ := file.Peek(len(mark)); {
	case string(start) == mark:
	case bytes.HasPrefix(start, []byte(markOfAll)), bytes.HasPrefix(start, []byte("{")): // version 1 was JSON
		return errors.New("it is a checkpoint of another version; name another file: the replications are computed again")
	default:
		return errors.New("it is not a checkpoint; name another file")
	}
	lines := bufio.NewScanner(file)
	lines.Buffer(nil, longestLine)
	var have checkpoint
	for number := 1; lines.Scan(); number++ {
		var err error
		if number == 1 {
			if err = parse(lines.Bytes()[len(mark):], &have); err == nil {
				err = have.differs(c)
			}
		} else {
			c.Replications = append(c.Replications, replication{})
			err = parse(lines.Bytes(), &c.Replications[number-2])
		}
		if err != nil {
			return fmt.Errorf("line %d: %w", number, err)
		}
	}
	return lines.Err()
}

// parse reads the JSON of a line.
func parse(line []byte, into any) error {
	text, ok := sealed.Text(line)
	if !ok {
		return errors.New("its checksum is wrong; the file is damaged, remove it")
	}
	return json.Unmarshal(text, into)
}

// differs returns an error unless the replications of c and want have the same learners,
// seed, strata, race and data.
func (c *checkpoint) differs(want *checkpoint) error {
	for i, name := range want.Models[:min(len(c.Models), len(want.Models))] {
		if c.Models[i] != name {
			return fmt.Errorf("learner %d is %q, and not %q; name another file", i+1, c.Models[i], name)
		}
	}
	switch {
	case len(c.Models) != len(want.Models):
		return fmt.Errorf("it is of %d learners, and not of %d; name another file", len(c.Models), len(want.Models))
	case c.Race != want.Race:
		return fmt.Errorf("it is of %s, and not of %s, which may train others; name another file",
			cmp.Or(c.Race, "a test of two"), cmp.Or(want.Race, "a test of two"))
	case c.Seed != want.Seed:
		return fmt.Errorf("it has the seed %d, and not %d; give that seed, or name another file", c.Seed, want.Seed)
	case c.Runs != want.Runs:
		return fmt.Errorf("it is of %d runs, and not of %d; give that number, or name another file", max(c.Runs, 1),
			max(want.Runs, 1))
	case c.Metric != want.Metric:
		return fmt.Errorf("it is of the metric %q, and not of %q; name another file", cmp.Or(c.Metric, metric.Loss.Name),
			cmp.Or(want.Metric, metric.Loss.Name))
	case c.Conditions != want.Conditions:
		return errors.New("its folds spread other strata alike; give those, or name another file")
	case c.Records != want.Records || c.Data != want.Data:
		return errors.New("it is of other data; name another file")
	}
	return nil
}

// replication returns replication m of a file, which must be of the learners that are left.
func (c *checkpoint) replication(m int, p *Plan, left []string) (replication, error) {
	classes := p.Data.Classes
	if c.Runs > 1 || p.Data.Weights != nil {
		classes = nil
	}
	r := c.Replications[m-1]
	if err := r.check(m, classes, p.places(m, left), left); err != nil {
		return r, &CheckpointError{c.path, err.Error() + "; it is damaged, remove it", nil}
	}
	return r, nil
}

// check returns what is wrong with replication m of a file.
func (p *replication) check(m int, classes []string, places []place, models []string) error {
	if len(p.Losses) != len(places) || len(p.Confusion) != 2*len(models)*len(classes) {
		return fmt.Errorf("replication %d has %d losses and %d counts", m, len(p.Losses), len(p.Confusion))
	}
	for i, l := range p.Losses {
		if l.place != places[i] {
			return fmt.Errorf("loss %d of replication %d is of model %q, replication %d, fold %d", i+1, m,
				l.Model, l.Replication, l.Fold)
		}
	}
	for i, n := range p.Confusion {
		class, at := classes[i/(2*len(models))], place{models[i/2%len(models)], m, i%2 + 1, 0}
		if n.Task != class || n.place != at {
			return fmt.Errorf("counts %d of replication %d are of class %q, model %q, replication %d, fold %d", i+1, m,
				n.Task, n.Model, n.Replication, n.Fold)
		}
	}
	return nil
}

// add keeps one more replication.
func (c *checkpoint) add(r replication) error {
	c.Replications = append(c.Replications, r)
	if c.path == "" {
		return nil
	}
	return c.write()
}

func (c *checkpoint) write() error {
	head, err := json.Marshal(c)
	text := sealed.Line(mark, head)
	for _, r := range c.Replications {
		line, wrong := json.Marshal(r)
		text, err = append(text, sealed.Line("", line)...), errors.Join(err, wrong)
	}
	if err == nil {
		err = atomicfile.Replace(c.path, func(w io.Writer) error {
			_, err := w.Write(text)
			return err
		})
	}
	if err != nil {
		return &CheckpointError{c.path, err.Error(), err}
	}
	return nil
}
