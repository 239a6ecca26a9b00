package results

import (
	"encoding/binary"
	"errors"
	"fmt"
	"iter"
	"maps"
	"math/bits"
	"slices"
	"strings"
	"sync"

	"github.com/block-regularized/bcv/pkg/infer"
	"github.com/block-regularized/bcv/pkg/internal/table"
	"github.com/block-regularized/bcv/pkg/metric"
	"github.com/block-regularized/bcv/pkg/posterior"
)

// Items are the predictions of all models for each validation record, in compact form: a number
// takes 1, 2 or 4 bytes. Models have the order of Results.Models.
type Items struct {
	Classes []string // true classes and predicted ones, in order of appearance

	placeOf map[string]uint32   // in Classes, from 1
	truths  packed              // by record: place of the true class
	records int                 // with a truth
	isTruth []bool              // by class: a record has it
	said    [][]bool            // by model and class: predicted for a record
	more    uint32              // place of the class that stands for further labels; 0 if there are none
	reps    []*itemsReplication // in order
	scored  sync.Once
}

// maxStrange is how many predicted labels are kept that are the truth of no record: texts of
// another kind, such as a sentence for each record, would fill the memory.
const maxStrange = 1 << 16

// itemsReplication holds the predictions of one replication.
type itemsReplication struct {
	folds  packed   // by record: number of the fold that validates it
	sizes  []int    // by fold: records
	labels []packed // by model, by record: place of the predicted class
	known  []int    // by model: records with a prediction
	testSet
	scores []foldScores
}

// foldScores has a bit for each record of a fold, which is 1 where a model is right.
type foldScores struct {
	right [][]uint64 // by model
	hits  []int      // by model: number of bits that are 1
}

// place returns the place of a class among all classes, from 1. Of labels that no record has,
// up to maxStrange have a place of their own.
func (x *Items) place(class string, truth bool) uint32 {
	at, ok := x.placeOf[class]
	if !ok {
		if !truth && len(x.Classes) >= maxStrange {
			return x.further()
		}
		if x.placeOf == nil {
			x.placeOf = map[string]uint32{}
		}
		class = strings.Clone(class)
		at = x.newPlace(class)
		x.placeOf[class] = at
	}
	if truth {
		x.isTruth[at-1] = true
	}
	return at
}

func (x *Items) newPlace(class string) uint32 {
	x.Classes, x.isTruth = append(x.Classes, class), append(x.isTruth, false)
	return uint32(len(x.Classes))
}

// further returns the place of the class that stands for all labels without a place.
func (x *Items) further() uint32 {
	if x.more == 0 {
		x.more = x.newPlace("(other)")
	}
	return x.more
}

// Item is what one model predicted for one validation record.
type Item struct {
	Replication, Fold int // from 1
	Record            int // from 0
	Model             int // place in Results.Models
	Truth, Predicted  string
}

// All returns all predictions: fold by fold, record by record, model by model.
func (x *Items) All() iter.Seq[Item] {
	return func(yield func(Item) bool) {
		for j, rep := range x.reps {
			for k, records := range rep.byFold() {
				for _, record := range records {
					for m := range rep.labels {
						item := Item{Replication: j + 1, Fold: k + 1, Record: record, Model: m,
							Truth:     x.Classes[x.truths.get(record)-1],
							Predicted: x.Classes[rep.labels[m].get(record)-1]}
						if !yield(item) {
							return
						}
					}
				}
			}
		}
	}
}

// byFold returns the records of each fold, in ascending order.
func (r *itemsReplication) byFold() [][]int {
	out := make([][]int, len(r.sizes))
	for k, n := range r.sizes {
		out[k] = make([]int, 0, n)
	}
	for record, fold := range r.folds.all() {
		out[fold-1] = append(out[fold-1], record)
	}
	return out
}

// missing returns the first fold, from 0, of the first replication where a model has no prediction for a record
// that another one has; -1 if there is none.
func (x *Items) missing(model int) int {
	for j, rep := range x.reps {
		if model >= len(rep.known) || rep.known[model] < rep.records {
			return j * len(rep.sizes)
		}
	}
	return -1
}

// score fills the bits of all replications.
func (x *Items) score() {
	for _, rep := range x.reps {
		rep.scores = make([]foldScores, len(rep.sizes))
		for k, n := range rep.sizes {
			s := foldScores{hits: make([]int, len(rep.labels))}
			for range rep.labels {
				s.right = append(s.right, make([]uint64, (n+63)/64))
			}
			rep.scores[k] = s
		}
		next := make([]int, len(rep.sizes)) // bit of the next record of a fold
		for record, fold := range rep.folds.all() {
			s, bit, truth := rep.scores[fold-1], next[fold-1], x.truths.get(record)
			next[fold-1]++
			for m := range rep.labels {
				if rep.labels[m].get(record) == truth {
					s.right[m][bit/64] |= 1 << (bit % 64)
					s.hits[m]++
				}
			}
		}
	}
}

// Tables returns the contingency tables of models a and b, which count from 0, on the folds,
// indexed [replication][fold]. It panics if the predictions are unknown (Items is nil).
func (r Results) Tables(a, b int) [][]infer.Contingency {
	r.Items.scored.Do(r.Items.score)
	out := make([][]infer.Contingency, len(r.Items.reps))
	for j, rep := range r.Items.reps {
		for k, s := range rep.scores {
			both := 0
			for w, bitsOfA := range s.right[a] {
				both += bits.OnesCount64(bitsOfA & s.right[b][w])
			}
			onlyA, onlyB := s.hits[a]-both, s.hits[b]-both
			out[j] = append(out[j], infer.Contingency{N00: float64(rep.sizes[k] - both - onlyA - onlyB),
				N01: float64(onlyB), N10: float64(onlyA), N11: float64(both)})
		}
	}
	return out
}

// gaps returns for each record how much more often model b is wrong than model a, averaged over replications
// and runs: a number from -1 to 1. It is nil for other metrics than the error rate, and where replications
// validate different records.
func (r Results) gaps(a, b, i int) []float64 {
	if r.Items == nil && r.Runs == nil || r.Design.Records == 0 || r.Metrics[i].Name != metric.ErrorRate.Name {
		return nil
	}
	wrongA, ofA := r.wrong(a)
	wrongB, ofB := r.wrong(b)
	out := make([]float64, len(wrongA))
	for k := range out {
		out[k] = float64(wrongB[k]*ofA-wrongA[k]*ofB) / float64(ofA*ofB)
	}
	return out
}

// errorRates returns the share of wrong predictions of each model on each fold.
func (r Results) errorRates() Grid[float64] {
	r.Items.scored.Do(r.Items.score)
	g := NewGrid[float64](len(r.Models), r.Design.Replications, r.Design.Folds)
	for j, rep := range r.Items.reps {
		for k, n := range rep.sizes {
			for m := range r.Models {
				*g.At(m, j, k) = float64(n-rep.scores[k].hits[m]) / float64(n)
			}
		}
	}
	return g
}

// strange returns the labels that a model predicted and no record has as its truth, sorted.
func (x *Items) strange(model int) []string {
	var out []string
	for c, said := range x.said[model] {
		if said && !x.isTruth[c] && uint32(c+1) != x.more {
			out = append(out, x.Classes[c])
		}
	}
	slices.Sort(out)
	return out
}

// maxCounted is how many classes ByClass counts: with more of them the texts are hardly classes.
const maxCounted = 1 << 12

// ByClass returns, for each of the given classes, the true and false positives and negatives of that class
// on each fold. Without classes these are all that a record has, in alphabetical order. The task of the
// results is the class.
func (r Results) ByClass(classes ...string) ([]Results, error) {
	if r.Runs != nil {
		return r.Runs.byClass(classes, r.Models)
	}
	if r.Items == nil {
		return nil, errors.New("results: counts by class need predictions, and these are other results")
	}
	if len(classes) == 0 {
		classes = r.Items.trueClasses(-1)
		slices.Sort(classes)
	}
	if len(classes) > maxCounted {
		return nil, fmt.Errorf("results: there are more than %d classes; name the one to count (bcv: --positive)",
			maxCounted)
	}
	return r.counted(classes), nil
}

// counted returns the counts of some classes.
func (r Results) counted(classes []string) []Results {
	x := r.Items
	grids := make([]Grid[posterior.Counts], len(classes))
	gridOf := make([]*Grid[posterior.Counts], len(x.Classes)+1) // by place of the class
	for i, class := range classes {
		grids[i] = NewGrid[posterior.Counts](len(r.Models), r.Design.Replications, r.Design.Folds)
		gridOf[x.placeOf[class]] = &grids[i]
	}
	for j, rep := range x.reps {
		for record, fold := range rep.folds.all() {
			truth := x.truths.get(record)
			for m := range r.Models {
				said := rep.labels[m].get(record)
				of, as := gridOf[truth], gridOf[said]
				switch {
				case of != nil && said == truth:
					of.At(m, j, int(fold)-1).TP++
				case of != nil:
					of.At(m, j, int(fold)-1).FN++
				}
				if as != nil && said != truth {
					as.At(m, j, int(fold)-1).FP++
				}
			}
		}
	}
	out := make([]Results, len(classes))
	for i, class := range classes {
		out[i] = Results{Key: Key{r.Dataset, class}, Design: r.Design, Models: r.Models, Train: r.Train, Valid: r.Valid}
		out[i].setCounts(grids[i])
	}
	if in := r.Inner; in != nil && in.folds.Items != nil {
		for i, inner := range in.folds.counted(classes) {
			_ = out[i].nest(inner, in.Splits, in.Replications) // the same models and metrics
			out[i].Inner.Fingerprint = in.Fingerprint
		}
	}
	return out
}

// positives puts the counts of one class in place of the results.
func positives(all []Results, class string, file spot) error {
	for i, r := range all {
		if at := r.Items.placeOf[class]; !r.Items.isTruth[at-1] {
			classes := r.Items.trueClasses(-1)
			slices.Sort(classes)
			return file.Errorf("truth", "no record is of the class %s; the classes are %s",
				table.Quoted([]string{class}), table.Quoted(classes))
		}
		one := r.counted([]string{class})[0]
		one.Notes = append(slices.Clone(r.Notes), one.Notes...)
		all[i] = one
	}
	return nil
}

// pageSize is how many numbers a page of a packed array holds. Records are usually numbered
// without gaps; where they are not, each record takes a page.
const pageSize = 256

// packed is an array of numbers by record, most of them small: the numbers of a page take one byte
// each, or two or four if one of them needs that. Missing numbers are 0.
type packed struct {
	pages   map[int]*page
	last    int // number of the page that was used last
	current *page
}

type page struct {
	width int // bytes per number
	bytes []byte
}

func (a *packed) page(record int) *page {
	if k := record / pageSize; a.current == nil || a.last != k {
		a.last, a.current = k, a.pages[k]
	}
	return a.current
}

// get returns the number of a record.
func (a *packed) get(record int) uint32 {
	p := a.page(record)
	if p == nil {
		return 0
	}
	return p.get(record % pageSize)
}

// set sets the number of a record.
func (a *packed) set(record int, v uint32) {
	p := a.page(record)
	if p == nil {
		p = &page{1, make([]byte, pageSize)}
		if a.pages == nil {
			a.pages = map[int]*page{}
		}
		a.pages[record/pageSize], a.current = p, p
	}
	p.set(record%pageSize, v)
}

// all returns the records whose number is not 0, in ascending order, and their numbers.
func (a *packed) all() iter.Seq2[int, uint32] {
	return func(yield func(int, uint32) bool) {
		for _, k := range slices.Sorted(maps.Keys(a.pages)) {
			for i := range pageSize {
				if v := a.pages[k].get(i); v != 0 && !yield(k*pageSize+i, v) {
					return
				}
			}
		}
	}
}

func (p *page) get(i int) uint32 {
	switch p.width {
	case 1:
		return uint32(p.bytes[i])
	case 2:
		return uint32(binary.NativeEndian.Uint16(p.bytes[2*i:]))
	}
	return binary.NativeEndian.Uint32(p.bytes[4*i:])
}

func (p *page) set(i int, v uint32) {
	for p.width < 4 && v >= 1<<(8*p.width) {
		wide := page{2 * p.width, make([]byte, 2*len(p.bytes))}
		for k := range pageSize {
			wide.set(k, p.get(k))
		}
		*p = wide
	}
	switch p.width {
	case 1:
		p.bytes[i] = byte(v)
	case 2:
		binary.NativeEndian.PutUint16(p.bytes[2*i:], uint16(v))
	default:
		binary.NativeEndian.PutUint32(p.bytes[4*i:], v)
	}
}
