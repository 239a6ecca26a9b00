package neighbour

import (
	"context"
	"math"
	"math/bits"
	"slices"

	"github.com/block-regularized/bcv/pkg/cv"
	"github.com/block-regularized/bcv/pkg/learn"
)

// knn is a KNN prepared for a data set.
type knn struct {
	settings   KNN
	neighbours *neighbours
	class      []int32
	classes    int
}

// With shares the lists of neighbours.
func (p *knn) With(_ context.Context, l learn.Learner) (learn.Prepared, error) {
	return &knn{l.(KNN).withDefaults(), p.neighbours, p.class, p.classes}, nil
}

// NewFitter returns a fitter.
func (p *knn) NewFitter(pool *learn.Pool) learn.Fitter {
	f := &knnFitter{knn: p, search: newSearch(p.neighbours, p.settings.want(), pool)}
	for range pool.Size() {
		f.voters = append(f.voters, f.newVoter())
	}
	f.toClass, f.toShares = f.classOf, f.sharesOf
	return f
}

type knnFitter struct {
	*knn
	*search
	k      int     // neighbours that vote
	voters []voter // one per worker

	out               []float64 // of the open prediction
	toClass, toShares func(worker, k int, near *ranking)
}

// Fit sets the training records. It returns an error if there are none, or if a scaled feature makes distances
// overflow.
func (f *knnFitter) Fit(ctx context.Context, train []int32) (learn.Report, error) {
	if err := f.fit(ctx, train, f.settings.want()); err != nil {
		return learn.Report{}, err
	}
	return learn.Report{}, f.settle(train)
}

// Open sets the partition set of the prepared data.
func (f *knnFitter) Open(ctx context.Context, set cv.Set) error {
	return f.open(ctx, set, f.settings.want())
}

// FitFold trains on fold f of the open set. It returns the errors of Fit.
func (f *knnFitter) FitFold(ctx context.Context, fold int) (learn.Report, error) {
	if err := f.fitFold(ctx, fold, f.settings.want()); err != nil {
		return learn.Report{}, err
	}
	return learn.Report{}, f.settle(f.train)
}

// settle sets the fields that depend on the size of the training set and on its scales.
func (f *knnFitter) settle(train []int32) error {
	f.k = f.settings.voters(f.want)
	if f.settings.Scale == learn.PerFold {
		f.space.scale(train, f.search.weight)
		return f.finite(f.search.weight)
	}
	return nil
}

// Predict writes the class with the most votes of each row.
func (f *knnFitter) Predict(rows []int32, out []float64) {
	if f.lists == nil {
		f.out = out
		f.scan(rows, f.toClass)
		return
	}
	bounds := 2 * least * float64(f.k)
	v := &f.voters[0]
	for k, i := range rows {
		if f.pair != nil {
			m := f.mask(int(i))
			if margin := f.pair.margin(int(i), m, f.k, bounds); margin != 0 {
				out[k] = float64(int64(math.Float64bits(margin) >> 63))
				continue
			}
		}
		f.near(int(i))
		out[k] = v.elect(f.found[:f.k], f.far[:f.want])
	}
}

// FitPredict finds the neighbours of each row once, for the largest K of a family.
func (f *knnFitter) FitPredict(ctx context.Context, family []learn.Learner, train, rows []int32,
	out, each [][]float64) error {
	if _, err := f.Fit(ctx, train); err != nil {
		return err
	}
	vote := func(v *voter, row int, found []uint32, far []float64) {
		for k, l := range family {
			one := l.(KNN).withDefaults()
			want := min(one.want(), len(found))
			voters := found[:one.voters(want)]
			out[k][row] = v.elect(voters, far[:want])
			if each[k] != nil {
				v.share(voters, far[:want], each[k][row*f.classes:][:f.classes])
			}
		}
	}
	if f.lists == nil {
		f.scan(rows, func(worker, k int, near *ranking) {
			v := &f.voters[worker]
			vote(v, k, near.record, v.distances(near))
		})
		return nil
	}
	for k, i := range rows {
		f.near(int(i))
		vote(&f.voters[0], k, f.found[:f.want], f.far[:f.want])
	}
	return nil
}

// classOf writes the class of the k-th row of the open prediction.
func (f *knnFitter) classOf(worker, k int, near *ranking) {
	v := &f.voters[worker]
	f.out[k] = v.elect(near.record[:f.k], v.distances(near))
}

// Probabilities writes the shares of the classes in the votes, row by row.
func (f *knnFitter) Probabilities(rows []int32, out []float64) error {
	if f.lists == nil {
		f.out = out
		f.scan(rows, f.toShares)
		return nil
	}
	v := &f.voters[0]
	for k, i := range rows {
		f.near(int(i))
		v.share(f.found[:f.k], f.far[:f.want], out[k*f.classes:][:f.classes])
	}
	return nil
}

// sharesOf writes the shares of the k-th row of the open prediction.
func (f *knnFitter) sharesOf(worker, k int, near *ranking) {
	v := &f.voters[worker]
	v.share(near.record[:f.k], v.distances(near), f.out[k*f.classes:][:f.classes])
}

// voter counts the votes of neighbours. It belongs to one goroutine.
type voter struct {
	class  []int32
	far    []float64 // distances of neighbours
	weight []float64 // of their votes
	votes  []float64 // of each class, 0 between two records
}

func (p *knn) newVoter() voter {
	want := p.settings.want()
	return voter{class: p.class, far: make([]float64, want), weight: make([]float64, want),
		votes: make([]float64, p.classes)}
}

// distances returns the distances of the records of a ranking.
func (v *voter) distances(near *ranking) []float64 {
	for k, s := range near.square {
		v.far[k] = math.Sqrt(s)
	}
	return v.far[:len(near.square)]
}

// least is kknn's lower bound of a distance and of a weight.
const least = 1e-6

// elect returns the class with the highest sum of votes; the lowest number wins ties. far holds the distances of
// the voters and, if votes are weighted by distance, of one more neighbour.
func (v *voter) elect(voters []uint32, far []float64) float64 {
	v.weigh(len(voters), far)
	for j, r := range voters {
		v.votes[v.class[r]] += v.weight[j]
	}
	var most float64
	for _, r := range voters {
		most = max(most, v.votes[v.class[r]])
	}
	best := int32(math.MaxInt32)
	for _, r := range voters {
		c := v.class[r]
		if v.votes[c] != most {
			c = math.MaxInt32
		}
		best = min(best, c)
	}
	for _, r := range voters {
		v.votes[v.class[r]] = 0
	}
	return float64(best)
}

// weigh sets v.weight to the weights of k voters, up to a factor.
func (v *voter) weigh(k int, far []float64) {
	if len(far) == k {
		for j := range k {
			v.weight[j] = 1
		}
		return
	}
	top := max(far[k], least)
	for j, d := range far[:k] {
		v.weight[j] = top - min(max(d, least*top), (1-least)*top)
	}
}

// share writes the shares of the classes in the votes to out.
func (v *voter) share(voters []uint32, far, out []float64) {
	v.weigh(len(voters), far)
	clear(out)
	var sum float64
	for j, r := range voters {
		out[v.class[r]] += v.weight[j]
		sum += v.weight[j]
	}
	for c := range out {
		out[c] /= sum
	}
}

// pair counts votes with the triangular kernel between two classes.
type pair struct {
	length int
	signed []float64 // the distances of the lists, negative for class 1
	second []uint64  // for each record, a bit for each of the first 64 elements of its list: 1 for class 1
}

func newPair(l *lists, class []int32) *pair {
	p := &pair{length: l.length, signed: slices.Clone(l.distance), second: make([]uint64, l.n)}
	for i := range l.n {
		for t, r := range l.record[i*l.length:][:l.length] {
			if class[r] == 1 {
				p.signed[i*l.length+t] *= -1
				p.second[i] |= 1 << t
			}
		}
	}
	return p
}

// margin returns the votes for class 0 minus the votes for class 1, in units of distance, for record i whose list
// has its training records at the bits of m; the first k of them vote. It returns 0 if the general method has to
// decide: if m has too few neighbours, or if the votes are so nearly equal that the bounds of kknn, which change
// each by no more than least, could matter.
func (p *pair) margin(i int, m uint64, k int, bounds float64) float64 {
	signed := (*[64]float64)(p.signed[i*p.length:])
	rest := m
	var sum float64
	for range k {
		sum += signed[bits.TrailingZeros64(rest)&63]
		rest &= rest - 1
	}
	top := math.Abs(signed[bits.TrailingZeros64(rest)&63])
	count := k - 2*bits.OnesCount64((m^rest)&p.second[i])
	margin := float64(count)*top - sum
	if rest == 0 || top < least || math.Abs(margin) <= bounds*top {
		return 0
	}
	return margin
}
