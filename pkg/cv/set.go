// Package cv makes partition sets for cross-validation: which records train
// and which validate in each fold. A partition set is a value; it knows its
// method, size and seed, and carries a fingerprint, so that results of two
// models can be shown to come from the same folds.
package cv

import (
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"fmt"
)

// Method names how a partition set was made.
type Method string

// The methods.
const (
	Mx2 Method = "mx2" // m random two-fold CVs
	BCV Method = "bcv" // block-regularized m x 2 CV
)

// Split divides the records 0..n-1 into a training and a validation set. Both
// lists ascend. Indices are int32: half the memory of int.
type Split struct {
	Train, Valid []int32
}

// Set is a partition set for m x 2 CV. Splits holds one split a replication;
// each replication has two folds, the second with train and valid swapped.
// The validation set of a split is the larger half if N is odd.
type Set struct {
	Method Method
	N      int    // records
	Seed   uint64 // of all random choices
	Splits []Split
}

// M returns the number of replications.
func (s Set) M() int { return len(s.Splits) }

// Fold is one training and validation of a partition set.
type Fold struct {
	Replication int // from 1
	Fold        int // 1 or 2; fold 2 is fold 1 with train and valid swapped
	Split
}

// Folds returns the 2m folds in order. They share the index lists of s.
func (s Set) Folds() []Fold {
	out := make([]Fold, 0, 2*len(s.Splits))
	for j, p := range s.Splits {
		out = append(out, Fold{j + 1, 1, p}, Fold{j + 1, 2, Split{p.Valid, p.Train}})
	}
	return out
}

// Row says what one record does in one fold.
type Row struct {
	Replication int    `dataframe:"replication"` // from 1
	Fold        int    `dataframe:"fold"`        // 1 or 2
	Record      int    `dataframe:"record"`      // from 0
	Role        string `dataframe:"role"`        // train or valid
}

// Rows returns 2mN rows: fold by fold the training records, then the
// validation records.
func (s Set) Rows() []Row {
	out := make([]Row, 0, 2*len(s.Splits)*s.N)
	for _, f := range s.Folds() {
		for _, i := range f.Train {
			out = append(out, Row{f.Replication, f.Fold, int(i), "train"})
		}
		for _, i := range f.Valid {
			out = append(out, Row{f.Replication, f.Fold, int(i), "valid"})
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
		h.Write(buf)
		buf = buf[:0]
	}
	return hex.EncodeToString(h.Sum(buf)[:8])
}

// Overlaps returns the m x m matrix Phi of the numbers of records that the
// training sets of two replications share (Wang 2019 thesis, §2.2); the
// diagonal holds the sizes of the training sets.
func (s Set) Overlaps() [][]int {
	member := make([][]bool, len(s.Splits))
	for j, p := range s.Splits {
		member[j] = make([]bool, s.N)
		for _, i := range p.Train {
			member[j][i] = true
		}
	}
	phi := make([][]int, len(s.Splits))
	for j := range phi {
		phi[j] = make([]int, len(s.Splits))
		for k, p := range s.Splits {
			for _, i := range p.Train {
				if member[j][i] {
					phi[j][k]++
				}
			}
		}
	}
	return phi
}

// Regularization returns k, the largest distance of an overlap from its ideal
// n/4 (Wang 2019 thesis, theorem 3.2), and 0 if there are fewer than two
// replications.
func (s Set) Regularization() float64 {
	k := 0.0
	for j, row := range s.Overlaps() {
		for _, phi := range row[:j] {
			k = max(k, float64(phi)-float64(s.N)/4, float64(s.N)/4-float64(phi))
		}
	}
	return k
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
		return fmt.Errorf("cv: %d replications of %d records; at most %d can overlap evenly, use a smaller m", m, n, most)
	}
	return nil
}
