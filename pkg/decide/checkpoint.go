package decide

import (
	"bytes"
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"math"
	"os"

	"github.com/block-regularized/bcv/pkg/dataset"
	"github.com/block-regularized/bcv/pkg/fold"
	"github.com/block-regularized/bcv/pkg/internal/atomicfile"
	"github.com/block-regularized/bcv/pkg/learn"
)

// format names the checkpoint files of this version.
const format = "bcv run 1"

// replication is what is kept of one replication.
type replication struct {
	Losses    []fold.LossRow      `json:"losses"`              // two folds of A, then of B
	Confusion []fold.ConfusionRow `json:"confusion,omitempty"` // by class: two folds of A, then of B
}

// checkpoint is a file with all replications so far. It is written anew after each, beside
// its place: it is small, and a run that is killed leaves it whole.
type checkpoint struct {
	Format       string        `json:"format"`
	Data         string        `json:"data"` // digest
	Records      int           `json:"records"`
	A            string        `json:"model_a"` // identity of the learner
	B            string        `json:"model_b"`
	Seed         uint64        `json:"seed"`
	Replications []replication `json:"replications"`

	path string
}

// CheckpointError says why a checkpoint file cannot be used.
type CheckpointError struct {
	Path    string
	Problem string
	Err     error // of the file system, if it has one
}

// Error names the file.
func (e *CheckpointError) Error() string {
	return "decide: checkpoint " + e.Path + ": " + e.Problem
}

// Unwrap returns the error of the file system.
func (e *CheckpointError) Unwrap() error { return e.Err }

// mostCheckpoint bounds the size of a file, in bytes: a thousand replications of many classes.
const mostCheckpoint = 1 << 30

// open reads the checkpoint of a plan, or begins one.
func open(p *Plan) (*checkpoint, error) {
	want := &checkpoint{Format: format, Data: digest(p.Data), Records: p.Data.N(), A: learn.Identity(p.A), B: learn.Identity(p.B), Seed: p.Seed, path: p.Checkpoint}
	if p.Checkpoint == "" {
		return want, nil
	}
	bad := func(problem string, err error) (*checkpoint, error) {
		return nil, &CheckpointError{p.Checkpoint, problem, err}
	}
	f, err := os.Open(p.Checkpoint)
	if errors.Is(err, fs.ErrNotExist) {
		return want, want.write() // what cannot be written is known before training
	}
	if err != nil {
		return bad(err.Error(), err)
	}
	defer f.Close()
	text, err := io.ReadAll(io.LimitReader(f, mostCheckpoint))
	if err != nil {
		return bad(err.Error(), err)
	}
	var have checkpoint
	decoder := json.NewDecoder(bytes.NewReader(text))
	decoder.DisallowUnknownFields()
	if err := decoder.Decode(&have); err != nil || have.Format != format {
		return bad("it is no checkpoint of this version of bcv run; name another file", err)
	}
	switch {
	case have.A != want.A || have.B != want.B:
		return bad(fmt.Sprintf("it is of %q and %q, and not of %q and %q; name another file", have.A, have.B, want.A, want.B), nil)
	case have.Seed != want.Seed:
		return bad(fmt.Sprintf("it has the seed %d, and not %d; give that seed, or name another file", have.Seed, want.Seed), nil)
	case have.Records != want.Records || have.Data != want.Data:
		return bad("it is of other data; name another file", nil)
	}
	want.Replications = have.Replications
	if err := want.check(len(p.Data.Classes), [2]string{p.A.String(), p.B.String()}); err != nil {
		return bad(err.Error()+"; it is damaged, remove it", nil)
	}
	return want, nil
}

// check returns what is wrong with the replications of a file.
func (c *checkpoint) check(classes int, models [2]string) error {
	for j, r := range c.Replications {
		if len(r.Losses) != 4 || len(r.Confusion) != 4*classes {
			return fmt.Errorf("replication %d has %d losses and %d counts", j+1, len(r.Losses), len(r.Confusion))
		}
		for i, l := range r.Losses {
			if l.Model != models[i/2] || l.Replication != j+1 || l.Fold != i%2+1 {
				return fmt.Errorf("loss %d of replication %d is of model %q, replication %d, fold %d", i+1, j+1, l.Model, l.Replication, l.Fold)
			}
		}
		for i, n := range r.Confusion {
			if n.Model != models[i/2%2] || n.Replication != j+1 || n.Fold != i%2+1 {
				return fmt.Errorf("counts %d of replication %d are of model %q, replication %d, fold %d", i+1, j+1, n.Model, n.Replication, n.Fold)
			}
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
	err := atomicfile.Replace(c.path, func(w io.Writer) error {
		encoder := json.NewEncoder(w)
		encoder.SetIndent("", " ")
		return encoder.Encode(c)
	})
	if err != nil {
		return &CheckpointError{c.path, err.Error(), err}
	}
	return nil
}

// digest depends on all features and targets of a data set.
func digest(d *dataset.Data) string {
	h := sha256.New()
	number := func(x float64) {
		var b [8]byte
		binary.LittleEndian.PutUint64(b[:], math.Float64bits(x))
		h.Write(b[:])
	}
	for i := range d.N() {
		for _, x := range d.X.RawRowView(i) {
			number(x)
		}
		number(d.Target(int32(i)))
	}
	for j := range d.P() {
		fmt.Fprintf(h, "%q%q", d.Feature(j).Name, d.Feature(j).Levels)
	}
	fmt.Fprintf(h, "%q", d.Classes)
	return hex.EncodeToString(h.Sum(nil)[:16])
}
