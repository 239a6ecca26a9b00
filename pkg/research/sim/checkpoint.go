package sim

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"syscall"
	"time"

	"github.com/block-regularized/bcv/pkg/internal/atomicfile"
)

const (
	defaultEvery = 5 * time.Second
	// slack is how far a file may grow beyond twice what it was when its shards
	// were last merged.
	slack = 1 << 16
)

// checkpoint is an open file at whose end records are appended (see record.go).
//
// Each finished shard is one write. What was written survives the death of the
// process at any moment; a record that was being written is torn, and cut off
// when the file is opened again. Now and then the file is synced to the disk,
// for the death of the machine, and replaced by one with merged records when it
// has become long: the new file is complete before it takes the place of the
// old.
type checkpoint[S any] struct {
	path   string
	head   []byte
	every  time.Duration
	file   *os.File
	unlock func()
	size   int64 // of the file
	merged int64 // size when it was last replaced
	synced time.Time
	torn   int64
}

// openCheckpoint opens or makes the file with the given first line, and adds
// what it holds to t.
func openCheckpoint[S any](path string, head []byte, every time.Duration, t *tree[S]) (*checkpoint[S], error) {
	if every <= 0 {
		every = defaultEvery
	}
	unlock, err := lock(path + ".lock")
	if errors.Is(err, errLocked) {
		return nil, &CheckpointError{Path: path, Problem: "another process is using it; wait for its end, or give each its own file"}
	}
	if _, missing := os.Stat(filepath.Dir(path)); errors.Is(missing, fs.ErrNotExist) {
		return nil, &CheckpointError{Path: path, Problem: "there is no directory " + filepath.Dir(path) + "; make it first", Err: err}
	}
	if err != nil {
		return nil, &CheckpointError{Path: path, Problem: err.Error(), Err: err}
	}
	c := &checkpoint[S]{path: path, head: head, every: every, unlock: unlock, synced: time.Now()}
	if err := c.open(t); err != nil {
		if c.file != nil {
			c.file.Close()
		}
		unlock()
		return nil, err
	}
	return c, nil
}

func (c *checkpoint[S]) open(t *tree[S]) error {
	if _, err := os.Stat(c.path); errors.Is(err, os.ErrNotExist) {
		if err := c.replace(t); err != nil {
			return err
		}
	}
	if err := c.reopen(); err != nil {
		return err
	}
	read, err := readRecords(c.file, c.path, c.head, t)
	if err != nil {
		return err
	}
	c.size, c.torn = read.whole, read.torn
	if read.records == len(t.nodes) {
		c.merged = c.size // there is nothing to merge
	}
	if read.torn > 0 {
		if err := c.file.Truncate(read.whole); err != nil {
			return c.problem(err)
		}
	}
	return nil
}

func (c *checkpoint[S]) problem(err error) error {
	return &CheckpointError{Path: c.path, Problem: err.Error(), Err: err}
}

func (c *checkpoint[S]) reopen() (err error) {
	if c.file, err = os.OpenFile(c.path, os.O_RDWR|os.O_APPEND, 0); err != nil {
		c.file = nil
		return c.problem(err)
	}
	return nil
}

// append writes a record.
func (c *checkpoint[S]) append(line []byte) error {
	n, err := c.file.Write(line)
	c.size += int64(n)
	if err != nil {
		return c.problem(err)
	}
	return nil
}

// settle syncs or replaces the file if it is time.
func (c *checkpoint[S]) settle(t *tree[S]) error {
	if time.Since(c.synced) < c.every {
		return nil
	}
	defer func() { c.synced = time.Now() }()
	if c.size > 2*c.merged+slack {
		return c.compact(t)
	}
	if err := c.file.Sync(); err != nil {
		return c.problem(err)
	}
	return nil
}

// compact replaces the file by one with the merged results of t.
func (c *checkpoint[S]) compact(t *tree[S]) error {
	old := c.file
	c.file = nil
	if err := old.Close(); err != nil {
		return c.problem(err)
	}
	if err := c.replace(t); err != nil {
		return err
	}
	return c.reopen()
}

// replace writes a new file and puts it in the place of the old one.
func (c *checkpoint[S]) replace(t *tree[S]) error {
	text := bytes.NewBuffer(bytes.Clone(c.head))
	for _, from := range t.sorted() {
		line, err := encodeNode(from, t.nodes[from])
		if err != nil {
			return c.problem(fmt.Errorf("the merged results cannot be kept: %w", err))
		}
		text.Write(line)
	}
	c.size, c.merged = int64(text.Len()), int64(text.Len())
	err := atomicfile.Replace(c.path, func(w io.Writer) error {
		if _, err := w.Write(text.Bytes()); err != nil {
			return err
		}
		if f, ok := w.(*os.File); ok {
			return f.Sync() // before the old file goes
		}
		return nil
	})
	if err != nil {
		return c.problem(err)
	}
	return nil
}

// close ends the use of the file. If all went well it is left merged.
func (c *checkpoint[S]) close(t *tree[S], well bool) error {
	defer c.unlock()
	var err error
	if well && c.size != c.merged {
		err = c.compact(t)
	}
	if c.file == nil {
		return err
	}
	if closed := c.file.Close(); err == nil && closed != nil {
		err = c.problem(closed)
	}
	return err
}

// openOrRead opens the file. One that cannot be written will do if it holds the shards
// in the range: then there is nothing to write, and it is read; the checkpoint is nil.
func openOrRead[S any](path string, head []byte, every time.Duration, t *tree[S], from, to int) (*checkpoint[S], error) {
	c, err := openCheckpoint(path, head, every, t)
	if !errors.Is(err, fs.ErrPermission) && !errors.Is(err, syscall.EROFS) {
		return c, err
	}
	if err := readCheckpoint(path, head, t); err != nil {
		return nil, err
	}
	for k := from; k < to; k++ {
		if !t.holds(k, 1) {
			return nil, &CheckpointError{Path: path, Problem: fmt.Sprintf("it lacks shard %d and cannot be written; copy it to where it can", k), Err: err}
		}
	}
	return nil, nil
}

// readCheckpoint adds what a file holds to t, without changing the file.
func readCheckpoint[S any](path string, head []byte, t *tree[S]) error {
	file, err := os.Open(path)
	if err != nil {
		return &CheckpointError{Path: path, Problem: err.Error(), Err: err}
	}
	defer file.Close()
	_, err = readRecords(file, path, head, t)
	return err
}
