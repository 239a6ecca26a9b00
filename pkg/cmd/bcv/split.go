package main

import (
	"bufio"
	"context"
	"flag"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strconv"

	"github.com/block-regularized/bcv/pkg/cv"
)

func runSplit(_ context.Context, env *environment, fs *flag.FlagSet, args []string) error {
	var n, m int
	var seed uint64
	var out string
	fs.IntVar(&n, "n", 0, "number of records, at least 4")
	fs.IntVar(&m, "m", 3, "replications of two-fold CV, from 1 to n-1")
	fs.Uint64Var(&seed, "seed", 1, "seed of the partition set")
	fs.StringVar(&out, "out", "", "CSV `file` to write (default: standard output)")
	if err := parse(fs, args); err != nil {
		return err
	}
	if !given(fs, "n") {
		return usagef("the number of records is missing; give --n N")
	}
	set, err := cv.NewBCV(n, m, seed)
	if err != nil {
		return usageError{err}
	}
	if out == "" {
		return writeSplit(env.stdout, set)
	}
	if info, err := os.Stat(out); err == nil && info.IsDir() {
		return usagef("--out %s is a directory; name a file", out)
	}
	return replaceFile(out, func(w io.Writer) error { return writeSplit(w, set) })
}

// writeSplit writes one line a record and fold: replication and fold from 1,
// record from 0, role train or valid.
func writeSplit(w io.Writer, set cv.Set) error {
	b := bufio.NewWriterSize(w, 1<<16)
	b.WriteString("replication,fold,record,role\n")
	var line []byte
	for _, f := range set.Folds() {
		prefix := strconv.Itoa(f.Replication) + "," + strconv.Itoa(f.Fold) + ","
		for _, part := range [...]struct {
			records []int32
			role    string
		}{{f.Train, ",train\n"}, {f.Valid, ",valid\n"}} {
			for _, i := range part.records {
				line = append(line[:0], prefix...)
				line = strconv.AppendInt(line, int64(i), 10)
				line = append(line, part.role...)
				b.Write(line)
			}
		}
	}
	return b.Flush() // a write error stays with the buffer until here
}

// replaceFile writes a file beside path and renames it, so that an old file is
// lost only when the new one is complete.
func replaceFile(path string, write func(io.Writer) error) (err error) {
	tmp, err := os.CreateTemp(filepath.Dir(path), ".bcv-*")
	if err != nil {
		return usagef("cannot write %s: %w", path, err)
	}
	defer os.Remove(tmp.Name())
	if err := write(tmp); err != nil {
		tmp.Close()
		return fmt.Errorf("writing %s: %w", path, err)
	}
	if err := tmp.Close(); err != nil {
		return fmt.Errorf("writing %s: %w", path, err)
	}
	if err := os.Chmod(tmp.Name(), 0o644); err != nil {
		return err
	}
	return os.Rename(tmp.Name(), path)
}
