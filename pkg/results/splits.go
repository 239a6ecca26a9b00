package results

import (
	"fmt"
	"io"
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/block-regularized/bcv/internal/table"
	"github.com/block-regularized/bcv/pkg/cv"
)

// Splits is a partition set that was read from a file.
type Splits struct {
	File  string
	Set   cv.Set // Method and Seed are read from the column set
	Named bool   // the file has a column set; without it Set.Method is cv.Own and Set.Seed 0
	// Nested is the nested set around Set; nil where the file has no inner folds.
	Nested *cv.Nested
}

// ReadSplits reads a CSV file of a partition set as bcv split writes it, the rows in
// any order: replication and fold from 1, record from 0, role train, valid or none, and set
// (see cv.ID), the same in all rows. Folds without the column set are of method cv.Own.
// Other columns do not matter. Every record stands once in every
// fold, or at most once in sets of cv.Rolling and cv.Own; every replication has the same number of folds, and in
// m x 2 CV its second fold is the first with train and valid exchanged. The fingerprint in column set must be
// the fingerprint of the folds. Rows with the columns half and inner are about folds inside halves
// (cv.Nested): replication is their half-split there, and set the ID of the nested set. Errors are of
// type *table.Error.
func ReadSplits(path string) (Splits, error) { return ReadSplitsAs(path, cv.Own) }

// ReadSplitsAs is ReadSplits of folds that were drawn by the given method if the file has no column set, as those of
// older releases. It is an error if they do not look like it, see cv.Set.Check.
func ReadSplitsAs(path string, drawn cv.Method) (Splits, error) {
	f, err := table.Open(path)
	if err != nil {
		return Splits{}, err
	}
	defer f.Close()
	return parseSplits(path, f, drawn)
}

// parseSplits is ReadSplitsAs on text that is already open; name stands for the file in
// errors.
func parseSplits(name string, text io.Reader, drawn cv.Method) (Splits, error) {
	r := splitReader{file: name, drawn: drawn, folds: map[foldKey]*roles{}}
	if err := r.read(text); err != nil {
		return Splits{}, err
	}
	return r.splits()
}

// splitReader gathers the folds of a file.
type splitReader struct {
	file                 string
	drawn                cv.Method  // of a file without the column set
	place                [7]int     // of splitColumns in a line; -1 for none
	sets                 [2]*string // of outer rows and of inner ones; nil for none
	folds                map[foldKey]*roles
	largest              int // record of outer folds
	outer                int // number of outer folds
	replications, inEach int
	halves, within       int // largest half-split and inner replication
}

var splitColumns = [...]string{"replication", "fold", "record", "role", "set", "half", "inner"}

// foldKey is the place of a fold.
type foldKey struct {
	innerPlace
	fold int
}

// roles are the records of a fold.
type roles struct {
	cv.Split
	none []int32
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
			err = r.row(line, fields)
		}
		if err != nil {
			return err
		}
	}
}

func (r *splitReader) header(fields []string, line int) error {
	for k, name := range splitColumns {
		r.place[k] = slices.Index(fields, name)
		if r.place[k] < 0 && k < 4 {
			return r.errorf(line, name, "does not exist; give a file that bcv split wrote")
		}
	}
	return nil
}

// row takes a line.
func (r *splitReader) row(line int, fields []string) error {
	var number [3]int
	for k, name := range splitColumns[:3] {
		v, err := strconv.Atoi(fields[r.place[k]])
		if least := [...]int{1, 1, 0}[k]; err != nil || v < least || v > math.MaxInt32-1 {
			return r.errorf(line, name, "%.40q is not a whole number from %d", fields[r.place[k]], least)
		}
		number[k] = v
	}
	key := foldKey{innerPlace: innerPlace{split: number[0]}, fold: number[1]}
	var err error
	if key.Within, err = r.inside(line, fields); err != nil {
		return err
	}
	if err := r.see(line, fields, key.outer()); err != nil {
		return err
	}
	fold := r.folds[key]
	if fold == nil {
		fold = new(roles)
		r.folds[key] = fold
		if key.outer() {
			r.outer++
			r.replications, r.inEach = max(r.replications, key.split), max(r.inEach, key.fold)
		} else {
			r.halves, r.within = max(r.halves, key.split), max(r.within, key.Inner)
		}
	}
	if key.outer() {
		r.largest = max(r.largest, number[2])
	}
	switch role := fields[r.place[3]]; role {
	case "train":
		fold.Train = append(fold.Train, int32(number[2]))
	case "valid":
		fold.Valid = append(fold.Valid, int32(number[2]))
	case "none":
		fold.none = append(fold.none, int32(number[2]))
	default:
		return r.errorf(line, "role", "%.40q; a record is train or valid, or none of them", role)
	}
	return nil
}

// inside reads half and inner replication of a line.
func (r *splitReader) inside(line int, fields []string) (w Within, err error) {
	for k, to := range [...]*int{&w.Half, &w.Inner} {
		if at := r.place[5+k]; at >= 0 && fields[at] != "" {
			if *to, err = strconv.Atoi(fields[at]); err != nil || *to < 1 || *to > math.MaxInt32-1 || k == 0 && *to > 2 {
				return w, r.errorf(line, splitColumns[5+k], "%.40q is not a half (1 or 2) or an inner replication "+
					"(from 1); outer folds leave half and inner empty", fields[at])
			}
		}
	}
	if (w.Half == 0) != (w.Inner == 0) {
		return w, r.errorf(line, "inner", "stands without half, or half without inner; give both or none")
	}
	return w, nil
}

// see checks that all outer lines name one set, and all inner ones.
func (r *splitReader) see(line int, fields []string, outer bool) error {
	if r.place[4] < 0 {
		return nil
	}
	before := &r.sets[0]
	if !outer {
		before = &r.sets[1]
	}
	set := fields[r.place[4]]
	if *before == nil {
		set = strings.Clone(set)
		*before = &set
	}
	if **before != set {
		return r.errorf(line, "set", "%.80q, but %.80q above; give one partition set a file", set, **before)
	}
	return nil
}

// splits makes the set of the folds.
func (r *splitReader) splits() (Splits, error) {
	out := Splits{File: r.file, Set: cv.Set{Method: r.drawn, N: r.largest + 1, K: 1}, Named: r.place[4] >= 0}
	if r.outer == 0 {
		return out, r.errorf(0, "half", "stands in all rows; give the folds around the inner ones too, which leave half and "+
			"inner empty")
	}
	var id cv.ID
	if out.Named {
		var err error
		if id, err = cv.ParseID(*r.sets[0]); err != nil {
			return out, r.errorf(2, "set", "%v", err)
		}
		out.Set.Method, out.Set.Seed = id.Method, id.Seed
	}
	if r.outer != r.replications*r.inEach {
		return out, r.errorf(0, "fold", "%d replications of up to %d folds, but %d folds in all; give every "+
			"replication the same folds, numbered from 1", r.replications, r.inEach, r.outer)
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
			p := r.folds[foldKey{innerPlace{split: j}, k}]
			if problem := complete(p, out.Set.N, out.Set.Method.Exchangeable()); problem != "" {
				return out, r.errorf(0, "record", "replication %d fold %d %s; a fold has each record once", j, k,
					problem)
			}
			if twins && k == 2 {
				if first := r.fold(j, Within{}, 1); !slices.Equal(first.Train, p.Valid) {
					return out, r.errorf(0, "role", "replication %d: fold 2 is not fold 1 with train and valid "+
						"exchanged, as in %s", j, out.Set.Method)
				}
				continue
			}
			out.Set.Splits = append(out.Set.Splits, p.Split)
		}
	}
	if got := out.Set.Fingerprint(); out.Named && got != id.Fingerprint {
		return out, r.errorf(0, "set", "says fingerprint %s, but the folds have %s; the file was changed, write it "+
			"again with bcv split", id.Fingerprint, got)
	}
	if err := out.Set.Check(); !out.Named && err != nil {
		return out, r.errorf(0, "role", "%s; name the method that drew these folds, or none",
			strings.TrimPrefix(err.Error(), "cv: "))
	}
	return out, r.nest(&out)
}

func (r *splitReader) fold(j int, w Within, k int) *cv.Split {
	if p := r.folds[foldKey{innerPlace{j, w}, k}]; p != nil {
		return &p.Split
	}
	return nil
}

// nest makes the nested set of the inner folds, if there are any.
func (r *splitReader) nest(out *Splits) error {
	if r.halves == 0 {
		return nil
	}
	if !out.Set.Method.TwoFold() {
		return r.errorf(0, "half", "stands beside folds of method %s; inner folds belong to an m x 2 CV: name it in the "+
			"column set (bcv holdout: or with setting `method`)", out.Set.Method)
	}
	s := cv.Nested{Outer: out.Set, Halves: r.halves, Replications: r.within,
		Inner: cv.Set{Method: cv.BCV, N: out.Set.N, Seed: out.Set.Seed}}
	if out.Set.Method == cv.Grouped {
		s.Inner.Method = cv.Grouped
	}
	for j := range r.halves {
		halves, err := r.halvesOf(j, out.Set)
		for h := 0; err == nil && h < 2; h++ {
			for i := 0; err == nil && i < r.within; i++ {
				err = r.inner(&s, j+1, Within{Half: h + 1, Inner: i + 1}, halves[h])
			}
		}
		if err != nil {
			return err
		}
	}
	if rest := len(r.folds) - r.outer - s.FoldCount(); rest > 0 {
		return r.errorf(0, "fold", "%d inner folds have another number than 1 and 2", rest)
	}
	if r.sets[1] != nil && *r.sets[1] != s.ID().String() {
		return r.errorf(0, "set", "of inner folds is %.80q, but the folds have %s; the file was changed, write it "+
			"again with bcv split", *r.sets[1], s.ID())
	}
	out.Nested = &s
	return nil
}

// halvesOf returns the halves of a half-split, which counts from 0: the sets of a replication, or else what the first
// inner replications divide.
func (r *splitReader) halvesOf(j int, outer cv.Set) (halves [2][]int32, err error) {
	if j < outer.M() {
		return [2][]int32{outer.Splits[j].Valid, outer.Splits[j].Train}, nil
	}
	for h := range halves {
		first := Within{Half: h + 1, Inner: 1}
		p := r.fold(j+1, first, 1)
		if p == nil {
			return halves, r.lacks(j+1, first, 1)
		}
		halves[h] = slices.Sorted(slices.Values(slices.Concat(p.Train, p.Valid)))
	}
	all := roles{Split: cv.Split{Train: slices.Clone(halves[0]), Valid: slices.Clone(halves[1])}}
	if problem := complete(&all, outer.N, true); problem != "" {
		return halves, r.errorf(0, "record", "half-split %d %s; its halves have each record once", j+1, problem)
	}
	return halves, nil
}

// lacks says that there is no inner fold with some numbers.
func (r *splitReader) lacks(j int, w Within, k int) error {
	return r.errorf(0, "inner", "%s has no fold %d; give both halves of all half-splits the same inner replications, of "+
		"two folds each", w.name(j), k)
}

// inner adds an inner replication to a nested set, after checking that its folds divide the half.
func (r *splitReader) inner(s *cv.Nested, j int, w Within, half []int32) error {
	var folds [2]*cv.Split
	for k := range folds {
		p := r.fold(j, w, k+1)
		if p == nil {
			return r.lacks(j, w, k+1)
		}
		slices.Sort(p.Train)
		slices.Sort(p.Valid)
		if !slices.Equal(slices.Sorted(slices.Values(slices.Concat(p.Train, p.Valid))), half) {
			return r.errorf(0, "record", "%s fold %d does not have each record of the half once", w.name(j), k+1)
		}
		folds[k] = p
	}
	if !slices.Equal(folds[0].Train, folds[1].Valid) {
		return r.errorf(0, "role", "%s: fold 2 is not fold 1 with train and valid exchanged", w.name(j))
	}
	s.Inner.Splits = append(s.Inner.Splits, *folds[0])
	return nil
}

// complete sorts a fold and says what keeps it from having the records 0 to n-1 once, or at most once if it need not
// divide them all.
func complete(p *roles, n int, all bool) string {
	if have := len(p.Train) + len(p.Valid); all && have != n {
		return fmt.Sprintf("has %d rows for the records 0 to %d", have, n-1)
	}
	slices.Sort(p.Train)
	slices.Sort(p.Valid)
	seen := make([]bool, n)
	for _, list := range [...][]int32{p.Train, p.Valid, p.none} {
		for _, i := range list {
			if int(i) >= n {
				return fmt.Sprintf("has record %d, but records go from 0 to %d", i, n-1)
			}
			if seen[i] {
				return fmt.Sprintf("has record %d twice", i)
			}
			seen[i] = true
		}
	}
	return ""
}
