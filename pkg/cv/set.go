package cv

import (
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"fmt"
	"slices"
	"strconv"
	"strings"
)

// Split divides the records 0..n-1 into a training and a validation set. Both
// lists ascend. Indices are int32: half the memory of int.
type Split struct {
	Train, Valid []int32
}

// Neither returns the records of n that are on neither side, in ascending order.
func (p Split) Neither(n int) (out []int32) {
	train, valid := p.Train, p.Valid
	for i := range int32(n) {
		switch {
		case len(train) > 0 && train[0] == i:
			train = train[1:]
		case len(valid) > 0 && valid[0] == i:
			valid = valid[1:]
		default:
			out = append(out, i)
		}
	}
	return out
}

// Set is a partition set: an ordered list of splits, each of which divides the records; in Rolling and Own, and in
// the inner set of Nested, some may be on neither side. In m x 2 CV it holds one
// split per replication, whose second fold has train and valid swapped; the validation
// set of the first fold is the larger half if N is odd. In K-fold CV and Rolling a
// replication has K splits, in the other methods one.
type Set struct {
	Method Method
	N      int    // records
	K      int    // splits per replication, for K-fold CV, Rolling and Own; 0 means 1
	Seed   uint64 // of all random choices
	Splits []Split
}

// M returns the number of replications.
func (s Set) M() int { return len(s.Splits) / max(s.K, 1) }

// Fold is one training and validation of a partition set.
type Fold struct {
	Replication int // from 1
	Fold        int // from 1; in m x 2 CV fold 2 is fold 1 with train and valid swapped
	Split
}

// FoldCount returns the number of folds, 2m in m x 2 CV.
func (s Set) FoldCount() int {
	if s.Method.TwoFold() {
		return 2 * len(s.Splits)
	}
	return len(s.Splits)
}

// Fold returns fold f, from 0 in the order of Folds. It shares the index lists
// of s. In m x 2 CV, folds 2j and 2j+1 are the two folds of split j.
func (s Set) Fold(f int) Fold {
	if s.Method.TwoFold() {
		p := s.Splits[f/2]
		if f%2 == 1 {
			p = Split{p.Valid, p.Train}
		}
		return Fold{f/2 + 1, f%2 + 1, p}
	}
	k := max(s.K, 1)
	return Fold{f/k + 1, f%k + 1, s.Splits[f]}
}

// Folds returns all folds in order.
func (s Set) Folds() []Fold {
	out := make([]Fold, s.FoldCount())
	for f := range out {
		out[f] = s.Fold(f)
	}
	return out
}

// Unfolded returns all folds of s as separate splits, for measures over all training sets (Wang 2019 thesis, fig. 2.2).
func (s Set) Unfolded() Set {
	out := Set{Method: RLT, N: s.N, Seed: s.Seed}
	for _, f := range s.Folds() {
		out.Splits = append(out.Splits, f.Split)
	}
	return out
}

// Dividing returns s if its splits divide all records, and otherwise, as in the inner set of a nested set, its folds as
// separate splits with all records that do not train in their validation sets.
func (s Set) Dividing() Set {
	if !slices.ContainsFunc(s.Splits, func(p Split) bool { return len(p.Train)+len(p.Valid) < s.N }) {
		return s
	}
	out := s.Unfolded()
	for f, p := range out.Splits {
		out.Splits[f].Valid = Split{Train: p.Train}.Neither(s.N)
	}
	return out
}

// Row is the role of one record in one fold.
type Row struct {
	Replication int    `dataframe:"replication"` // from 1
	Fold        int    `dataframe:"fold"`        // from 1
	Record      int    `dataframe:"record"`      // from 0
	Role        string `dataframe:"role"`        // train, valid or none
}

// Rows returns N rows per fold: the training records, then the validation
// records, then those on neither side.
func (s Set) Rows() []Row {
	folds := s.Folds()
	out := make([]Row, 0, len(folds)*s.N)
	for _, f := range folds {
		for _, i := range f.Train {
			out = append(out, Row{Replication: f.Replication, Fold: f.Fold, Record: int(i), Role: "train"})
		}
		for _, i := range f.Valid {
			out = append(out, Row{Replication: f.Replication, Fold: f.Fold, Record: int(i), Role: "valid"})
		}
		for _, i := range f.Neither(s.N) {
			out = append(out, Row{Replication: f.Replication, Fold: f.Fold, Record: int(i), Role: "none"})
		}
	}
	return out
}

// Fingerprint returns 16 hexadecimal digits that depend on N and all index
// lists, and on nothing else. It stays the same between releases.
func (s Set) Fingerprint() string {
	h := sha256.New()
	buf := make([]byte, 0, 4*s.N+8)
	buf = binary.LittleEndian.AppendUint64(buf, uint64(s.N))
	for _, p := range s.Splits {
		buf = binary.LittleEndian.AppendUint32(buf, uint32(len(p.Train)))
		for _, i := range p.Train {
			buf = binary.LittleEndian.AppendUint32(buf, uint32(i))
		}
		if len(p.Train)+len(p.Valid) < s.N { // else the training sets say all
			for _, i := range p.Valid {
				buf = binary.LittleEndian.AppendUint32(buf, uint32(i))
			}
		}
		h.Write(buf)
		buf = buf[:0]
	}
	return hex.EncodeToString(h.Sum(buf)[:8])
}

const maxRecords = 1<<31 - 1

// checkSize checks n and m, m being limited to most.
func checkSize(n, m, most int) error {
	if n < 4 {
		return fmt.Errorf("cv: %d records; two-fold CV needs at least 4", n)
	}
	if n > maxRecords {
		return fmt.Errorf("cv: %d records; at most %d can be split", n, maxRecords)
	}
	if m < 1 {
		return fmt.Errorf("cv: %d replications; use at least 1 (3 is usual)", m)
	}
	if m > most {
		return fmt.Errorf("cv: %d replications of %d records; at most %d can overlap evenly, use a smaller m",
			m, n, most)
	}
	return checkMemory(n, m, 1)
}

// largestSet bounds the memory of the index lists of a set, in bytes: 32 GiB.
const largestSet = 1 << 35

// checkMemory returns an error if a set with the given numbers of replications and of
// splits per replication is too large.
func checkMemory(n, replications, splits int) error {
	const header = 48 // bytes of a Split in addition to its indices
	if size := float64(replications) * float64(splits) * (header + 4*float64(n)); size > largestSet {
		return fmt.Errorf("cv: %.0f splits of %d records take %.1e bytes of memory, of which a set may have %.1e; "+
			"use fewer splits", float64(replications)*float64(splits), n, size, float64(largestSet))
	}
	return nil
}

// ID identifies a partition set in files. Method and seed, with the other settings of the
// method (m, labels, groups), reproduce the set, and the fingerprint verifies it.
type ID struct {
	Method      Method
	Seed        uint64
	Fingerprint string // 16 hexadecimal digits, see Set.Fingerprint
	Inner       string // the same of a nested set around it, see Nested.Fingerprint; else empty
}

// ID returns the ID of a set.
func (s Set) ID() ID { return ID{Method: s.Method, Seed: s.Seed, Fingerprint: s.Fingerprint()} }

// String returns method, seed and fingerprint, separated by colons, such as
// bcv:1:3b4fe958a5e9fe59, and for a nested set its own fingerprint after these.
func (id ID) String() string {
	s := string(id.Method) + ":" + strconv.FormatUint(id.Seed, 10) + ":" + id.Fingerprint
	if id.Inner != "" {
		s += ":" + id.Inner
	}
	return s
}

// Outer returns the ID without Inner, which names the set that a nested set is built on.
func (id ID) Outer() ID {
	id.Inner = ""
	return id
}

// ParseID reads what ID.String writes.
func ParseID(text string) (ID, error) {
	bad := func(what string) (ID, error) {
		return ID{}, fmt.Errorf("cv: %q does not name a partition set, %s; it is method:seed:fingerprint, such as "+
			"bcv:1:3b4fe958a5e9fe59", text, what)
	}
	parts := strings.Split(text, ":")
	if len(parts) != 3 && len(parts) != 4 {
		return bad("it has " + strconv.Itoa(len(parts)) + " parts and not 3")
	}
	id := ID{Method: Method(parts[0]), Fingerprint: parts[2]}
	if !slices.Contains(methods, id.Method) && id.Method != Own {
		return bad("the method is unknown")
	}
	var err error
	if id.Seed, err = strconv.ParseUint(parts[1], 10, 64); err != nil {
		return bad("the seed is not a number from 0 to 2^64-1")
	}
	for _, f := range parts[2:] {
		if len(f) != 16 || strings.Trim(f, "0123456789abcdef") != "" {
			return bad("the fingerprint does not have 16 hexadecimal digits")
		}
		id.Inner = f
	}
	if len(parts) == 3 {
		id.Inner = ""
	}
	return id, nil
}
