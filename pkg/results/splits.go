package results

import (
	"fmt"
	"io"
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/block-regularized/bcv/pkg/cv"
	"github.com/block-regularized/bcv/pkg/internal/table"
)

// Splits is a partition set that was read from a file.
type Splits struct {
	File  string
	Set   cv.Set // Method and Seed are read from the column set
	Named bool   // the file has a column set; without it Set.Method is cv.BCV and Set.Seed 0
}

// ReadSplits reads a CSV file of a partition set as bcv split writes it, the rows in
// any order: replication and fold from 1, record from 0, role train or valid, and set
// (see cv.ID), the same in all rows. Files of older releases lack the column set and
// are taken for m x 2 CV. Other columns do not matter. Every record stands once in every
// fold, every replication has the same number of folds, and in m x 2 CV its second fold
// is the first with train and valid exchanged. The fingerprint in column set must be
// the fingerprint of the folds. Errors are of type *table.Error.
func ReadSplits(path string) (Splits, error) {
	f, err := table.Open(path)
	if err != nil {
		return Splits{}, err
	}
	defer f.Close()
	return parseSplits(path, f)
}

// parseSplits is ReadSplits on text that is already open; name stands for the file in
// errors.
func parseSplits(name string, text io.Reader) (Splits, error) {
	r := splitReader{file: name, folds: map[[2]int]*cv.Split{}}
	if err := r.read(text); err != nil {
		return Splits{}, err
	}
	return r.splits()
}

// splitReader gathers the folds of a file.
type splitReader struct {
	file                 string
	place                [5]int // of replication, fold, record, role and set in a line; -1 for none
	set                  string
	folds                map[[2]int]*cv.Split
	largest              int // record
	replications, inEach int
}

func (r *splitReader) errorf(line int, column, format string, args ...any) error {
	return &table.Error{File: r.file, Row: line, Column: column, Problem: fmt.Sprintf(format, args...)}
}

func (r *splitReader) read(f io.Reader) error {
	lines := table.NewRecords(r.file, f, 0)
	columns, rows := 0, 0
	for {
		fields, line, err := lines.Next()
		switch {
		case err == io.EOF && rows == 0:
			return r.errorf(0, "", "has no records; give a file that bcv split wrote")
		case err == io.EOF:
			return nil
		case err != nil:
			return err
		case len(fields) == 1 && fields[0] == "":
			continue // a line of blanks
		case columns == 0:
			columns = len(fields)
			err = r.header(fields, line)
		case len(fields) != columns:
			err = r.errorf(line, "", "has %d fields, the header %d; give one value per column", len(fields), columns)
		default:
			rows++
			err = r.row(line, fields, rows == 1)
		}
		if err != nil {
			return err
		}
	}
}

func (r *splitReader) header(fields []string, line int) error {
	for k, name := range [...]string{"replication", "fold", "record", "role", "set"} {
		r.place[k] = slices.Index(fields, name)
		if r.place[k] < 0 && name != "set" {
			return r.errorf(line, name, "does not exist; give a file that bcv split wrote")
		}
	}
	return nil
}

// row takes a line; the first names the set.
func (r *splitReader) row(line int, fields []string, first bool) error {
	var number [3]int
	for k, name := range [...]string{"replication", "fold", "record"} {
		v, err := strconv.Atoi(fields[r.place[k]])
		if least := [...]int{1, 1, 0}[k]; err != nil || v < least || v > math.MaxInt32-1 {
			return r.errorf(line, name, "%.40q is not a whole number from %d", fields[r.place[k]], least)
		}
		number[k] = v
	}
	if r.place[4] >= 0 {
		set := fields[r.place[4]]
		if first {
			r.set = strings.Clone(set)
		}
		if set != r.set {
			return r.errorf(line, "set", "%.80q, but %.80q above; give one partition set a file", set, r.set)
		}
	}
	key := [2]int(number[:2])
	fold := r.folds[key]
	if fold == nil {
		fold = new(cv.Split)
		r.folds[key] = fold
		r.replications, r.inEach = max(r.replications, key[0]), max(r.inEach, key[1])
	}
	r.largest = max(r.largest, number[2])
	switch role := fields[r.place[3]]; role {
	case "train":
		fold.Train = append(fold.Train, int32(number[2]))
	case "valid":
		fold.Valid = append(fold.Valid, int32(number[2]))
	default:
		return r.errorf(line, "role", "%.40q; a record is train or valid", role)
	}
	return nil
}

// splits makes the set of the folds.
func (r *splitReader) splits() (Splits, error) {
	out := Splits{File: r.file, Set: cv.Set{Method: cv.BCV, N: r.largest + 1, K: 1}, Named: r.place[4] >= 0}
	var id cv.ID
	if out.Named {
		var err error
		if id, err = cv.ParseID(r.set); err != nil {
			return out, r.errorf(2, "set", "%v", err)
		}
		out.Set.Method, out.Set.Seed = id.Method, id.Seed
	}
	if len(r.folds) != r.replications*r.inEach {
		return out, r.errorf(0, "fold", "%d replications of up to %d folds, but %d folds in all; give every "+
			"replication the same folds, numbered from 1", r.replications, r.inEach, len(r.folds))
	}
	twins := out.Set.Method.TwoFold()
	if twins && r.inEach != 2 {
		return out, r.errorf(0, "fold", "%d folds per replication; %s has 2", r.inEach, out.Set.Method)
	}
	if !twins {
		out.Set.K = r.inEach
	}
	for j := 1; j <= r.replications; j++ {
		for k := 1; k <= r.inEach; k++ {
			p := r.folds[[2]int{j, k}]
			if problem := complete(p, out.Set.N); problem != "" {
				return out, r.errorf(0, "record", "replication %d fold %d %s; a fold has each record once", j, k,
					problem)
			}
			if twins && k == 2 {
				if first := r.folds[[2]int{j, 1}]; !slices.Equal(first.Train, p.Valid) {
					return out, r.errorf(0, "role", "replication %d: fold 2 is not fold 1 with train and valid "+
						"exchanged, as in %s", j, out.Set.Method)
				}
				continue
			}
			out.Set.Splits = append(out.Set.Splits, *p)
		}
	}
	if got := out.Set.Fingerprint(); out.Named && got != id.Fingerprint {
		return out, r.errorf(0, "set", "says fingerprint %s, but the folds have %s; the file was changed, write it "+
			"again with bcv split", id.Fingerprint, got)
	}
	return out, nil
}

// complete sorts a fold and says what keeps it from having the records 0 to n-1 once.
func complete(p *cv.Split, n int) string {
	if have := len(p.Train) + len(p.Valid); have != n {
		return fmt.Sprintf("has %d rows for the records 0 to %d", have, n-1)
	}
	slices.Sort(p.Train)
	slices.Sort(p.Valid)
	seen := make([]bool, n)
	for _, list := range [...][]int32{p.Train, p.Valid} {
		for _, i := range list {
			if seen[i] {
				return fmt.Sprintf("has record %d twice", i)
			}
			seen[i] = true
		}
	}
	return ""
}
