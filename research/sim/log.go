package sim

import (
	"bufio"
	"bytes"
	"context"
	"crypto/rand"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/block-regularized/bcv/internal/cleanup"
	"github.com/block-regularized/bcv/internal/sealed"
)

// A log is text (see record.go): the first line of a plan, the records of single shards of
// it, perhaps the first line of another plan, and so on; a record may also name a shard
// that failed. Nothing in it is ever changed, and one process writes it, so that it needs
// no lock, and any number of processes may read it meanwhile.

const (
	failedMark = "failed "         // begins the record of a shard that failed
	markOfAll  = "bcv simulation " // begins mark in all versions
	logEnd     = ".log"
	syncEvery  = 5 * time.Second
)

// Log keeps what one process computes of the shards of some plans. The file is made when
// there is something to compute. Close it at the end.
type Log struct {
	path   string
	file   *os.File
	head   []byte // of the plan to which the last lines belong
	synced time.Time
}

// NewLog returns a log in a new file whose name is begin, ten random characters and ".log".
func NewLog(begin string) *Log {
	return &Log{path: begin + "." + strings.ToLower(rand.Text()[:10]) + logEnd}
}

// logsOf returns the logs that NewLog(begin) has made, and the checkpoint of an earlier
// version.
func logsOf(begin string) (paths []string, err error) {
	folder, name := filepath.Split(begin)
	there, err := os.ReadDir(filepath.Clean(folder))
	if err != nil {
		return nil, &LogError{Path: begin, Problem: err.Error(), Err: err}
	}
	for _, f := range there {
		rest, ok := strings.CutPrefix(f.Name(), name+".")
		random, log := strings.CutSuffix(rest, logEnd)
		if ok && (rest == "ckpt" || log && !strings.Contains(random, ".")) {
			paths = append(paths, filepath.Join(folder, f.Name()))
		}
	}
	return paths, nil
}

// name returns the file of the log, "" for no log.
func (l *Log) name() string {
	if l == nil {
		return ""
	}
	return l.path
}

// write appends a record of the plan with a first line. What was written survives the
// death of the process; a signal that ends it waits for the end of the line.
func (l *Log) write(head, line []byte) error {
	err := cleanup.Whole(func() error {
		if err := l.open(); err != nil {
			return err
		}
		if !bytes.Equal(l.head, head) {
			l.head = head
			line = append(bytes.Clone(head), line...)
		}
		_, err := l.file.Write(line)
		return err
	})
	if err == nil && time.Since(l.synced) >= syncEvery {
		err = l.file.Sync() // for the death of the machine
		l.synced = time.Now()
	}
	return l.problem(err)
}

// open makes the file, once.
func (l *Log) open() error {
	if l.file != nil {
		return nil
	}
	file, err := os.OpenFile(l.path, os.O_WRONLY|os.O_APPEND|os.O_CREATE|os.O_EXCL, 0o666)
	if err != nil {
		return err
	}
	l.file, l.synced = file, time.Now()
	return nil
}

func (l *Log) problem(err error) error {
	if err == nil {
		return nil
	}
	return &LogError{Path: l.path, Problem: err.Error(), Err: err}
}

// Close ends the use of the log, and has it on the disk.
func (l *Log) Close() error {
	if l == nil || l.file == nil {
		return nil
	}
	return l.problem(errors.Join(l.file.Sync(), l.file.Close()))
}

// Shards is what logs hold of the shards of a plan. Fill it with ReadLogs.
type Shards[S any] struct {
	plan   Plan
	head   []byte
	tree   *tree[S]
	failed map[int]string
}

// Gather returns the shards of the experiment, of which there are none yet.
func (e Experiment[S, W]) Gather() (*Shards[S], error) {
	if err := e.Plan.check(); err != nil {
		return nil, err
	}
	head, err := header[S](e.Plan)
	return &Shards[S]{plan: e.Plan, head: head, tree: newTree(e.Plan.Shards, e.Merge), failed: map[int]string{}}, err
}

// Holds reports whether a shard is there.
func (s *Shards[S]) Holds(shard int) bool { return s.tree.holds(shard, 1) }

// Failed returns why shards failed, except for shards that are there after all.
func (s *Shards[S]) Failed() map[int]string {
	out := map[int]string{}
	for k, why := range s.failed {
		if !s.Holds(k) {
			out[k] = why
		}
	}
	return out
}

// Each calls f with the results that are there, merged as far as they are neighbours.
func (s *Shards[S]) Each(f func(S)) {
	for _, from := range s.tree.sorted() {
		f(*s.tree.nodes[from].state)
	}
}

// Result returns what Run would, to the last bit. All shards must be there. It uses the
// shards up.
func (s *Shards[S]) Result() (S, error) {
	if k := s.tree.missing(); k >= 0 {
		var zero S
		return zero, fmt.Errorf("sim: %d of %d shards of %s are missing, shard %d first; run the part that holds it",
			s.tree.shards-s.tree.done, s.tree.shards, s.plan.Name, k)
	}
	return s.tree.result()
}

// Fill computes the given shards, in ascending order, except for those that are there
// already, and adds them to there and to the log, nil for none. Errors are as of Run; a
// shard that failed is noted in the log. Options.Log is not used.
func (e Experiment[S, W]) Fill(ctx context.Context, shards []int, there *Shards[S], log *Log, opt Options) error {
	for i, k := range shards {
		if k < 0 || k >= e.Plan.Shards || i > 0 && k <= shards[i-1] {
			return fmt.Errorf("sim: shard %d of %d; give ascending numbers within them", k, e.Plan.Shards)
		}
	}
	if log != nil && slices.ContainsFunc(shards, func(k int) bool { return !there.Holds(k) }) {
		if err := log.problem(log.open()); err != nil { // before anything is computed
			return err
		}
	}
	c := &collector[S]{tree: there.tree, log: log, head: there.head, progress: opt.Progress, failed: map[int]error{}}
	err := e.rest(ctx, shards, c, opt)
	var failed *ShardError
	if log != nil && errors.As(err, &failed) {
		why, _, _ := strings.Cut(failed.Err.Error(), "\n")
		there.failed[failed.Shard] = why
		return errors.Join(err, log.write(there.head, sealed.Line("", fmt.Appendf(nil, "%s%d %s", failedMark,
			failed.Shard, why))))
	}
	return err
}

// Section is *Shards, whatever the type of their results.
type Section interface {
	about() (p Plan, head []byte)
	take(line []byte) (ok bool, err error)
}

func (s *Shards[S]) about() (p Plan, head []byte) { return s.plan, s.head }

// take adds a record; ok is false if it is damaged.
func (s *Shards[S]) take(line []byte) (ok bool, err error) {
	if text, sound := sealed.Text(line); sound && bytes.HasPrefix(text, []byte(failedMark)) {
		shard, why, _ := strings.Cut(string(text[len(failedMark):]), " ")
		k, err := strconv.Atoi(shard)
		if err != nil || k < 0 || k >= s.plan.Shards {
			return false, nil
		}
		s.failed[k] = why
		return true, nil
	}
	from, size, state, sound := decode[S](line, s.tree.shards)
	if !sound {
		return false, nil
	}
	return true, s.tree.add(from, size, state)
}

// ReadLogs adds what logs hold to the shards of some plans. A shard in two logs counts
// once. What is damaged counts as absent; damaged are the files where something is,
// except for an end that is torn or still being written. It is an error if a log has
// shards of another plan: then it is of other settings, of another version or of another
// kind of machine. Those of another kind of machine are taken where mixed allows it; others
// are the kinds that were found, without the kind of this process.
func ReadLogs(paths []string, mixed bool, into ...Section) (damaged, others []string, err error) {
	r := logReader{mixed: mixed, kinds: map[string]bool{}, byHead: map[string]Section{}, byName: map[string]Section{}}
	for _, s := range into {
		p, head := s.about()
		r.byHead[string(head)], r.byName[p.Name] = s, s
	}
	for _, path := range paths {
		sound, err := r.read(path)
		if err != nil {
			return damaged, nil, err
		}
		if !sound {
			damaged = append(damaged, path)
		}
	}
	return damaged, slices.Sorted(maps.Keys(r.kinds)), nil
}

type logReader struct {
	mixed          bool
	kinds          map[string]bool // other kinds of machines that were found
	byHead, byName map[string]Section
}

// read reads a log. A damaged line makes all lines up to the next first line absent: it
// may have been the first line of another plan.
func (r logReader) read(path string) (sound bool, err error) {
	file, err := os.Open(path)
	if errors.Is(err, fs.ErrNotExist) {
		return true, nil // removed meanwhile
	}
	if err != nil {
		return false, &LogError{Path: path, Problem: err.Error(), Err: err}
	}
	defer file.Close()
	lines, sound := bufio.NewReaderSize(file, 1<<16), true
	var current Section
	for first := true; ; first = false {
		line, err := lines.ReadBytes('\n')
		if err == io.EOF {
			return sound && !lacksEnd(line), nil
		}
		if err != nil {
			return false, &LogError{Path: path, Problem: err.Error(), Err: err}
		}
		switch {
		case bytes.HasPrefix(line, []byte(mark)):
			ok := false
			if current, ok, err = r.section(path, line); err != nil {
				return false, err
			}
			sound = sound && ok
		case first && !bytes.HasPrefix(line, []byte(markOfAll)):
			sound = false
		case first:
			return false, &LogError{Path: path, Problem: difference(line, nil)}
		case current != nil:
			ok, err := current.take(line[:len(line)-1])
			if err != nil {
				return false, err
			}
			if !ok {
				current, sound = nil, false
			}
		}
	}
}

// lacksEnd reports whether the last line of a log is whole except for its line feed, in whose
// place something else stands: then it is damaged, and not torn.
func lacksEnd(line []byte) bool {
	if len(line) == 0 {
		return false
	}
	_, whole := sealed.Text(bytes.TrimPrefix(line[:len(line)-1], []byte(mark)))
	return whole
}

// onlyKindDiffers returns the arithmetic of a first line if nothing else differs from
// another one, else "".
func onlyKindDiffers(first, want []byte) string {
	a, b := members(first), members(want)
	var kind string
	if json.Unmarshal(a["arithmetic"], &kind) != nil {
		return ""
	}
	delete(a, "arithmetic")
	delete(b, "arithmetic")
	if maps.EqualFunc(a, b, func(x, y json.RawMessage) bool { return bytes.Equal(x, y) }) {
		return kind
	}
	return ""
}

// section returns whose records follow a first line, nil if it is damaged.
func (r logReader) section(path string, head []byte) (s Section, sound bool, err error) {
	if s := r.byHead[string(head)]; s != nil {
		return s, true, nil
	}
	var other Plan
	if text := headText(head); text == nil || json.Unmarshal(text, &other) != nil {
		return nil, false, nil
	}
	if s := r.byName[other.Name]; s != nil {
		_, want := s.about()
		if kind := onlyKindDiffers(headText(head), headText(want)); kind != "" && r.mixed {
			r.kinds[kind] = true
			return s, true, nil
		}
		return nil, false, &LogError{Path: path, Problem: difference(head, want)}
	}
	return nil, false, &LogError{Path: path, Problem: fmt.Sprintf("it holds shards of %q, which is not a simulation "+
		"of the study with these settings; name another directory, or repeat the settings", other.Name)}
}
