package pipeline

import "github.com/block-regularized/bcv/pkg/dataset"

// OneHot is a step: a nominal feature becomes an indicator of each level that occurs in the
// training records, called colour=red and so on. A level that does not occur there is 0 in
// all of them. Other features stay as they are. dataset.Data.OneHot, in contrast, has
// columns for the levels of all records but the first, whatever trains.
type OneHot struct{}

// String names the step.
func (OneHot) String() string { return "onehot" }

// Check refuses nothing.
func (OneHot) Check(*dataset.Data) error { return nil }

// Fit looks which levels occur.
func (OneHot) Fit(train *dataset.Data, _ []int32) (Fitted, error) {
	n, p := train.X.Dims()
	places := make([][]int, p) // columns of each level, -1 for those that do not occur; of a number one
	var features []dataset.Feature
	for j := range p {
		f := train.Feature(j)
		if !f.Nominal() {
			places[j] = []int{len(features)}
			features = append(features, f)
			continue
		}
		occurs := make([]bool, len(f.Levels))
		for i := range n {
			occurs[int(train.X.At(i, j))] = true
		}
		for level, name := range f.Levels {
			at := -1
			if occurs[level] {
				at = len(features)
				features = append(features, dataset.Feature{Name: f.Name + "=" + name, Indicator: true})
			}
			places[j] = append(places[j], at)
		}
	}
	nominal := make([]bool, p)
	for j := range nominal {
		nominal[j] = train.Feature(j).Nominal()
	}
	return Fitted{Features: features, Map: func(dst, src []float64) {
		clear(dst)
		for j, v := range src {
			if !nominal[j] {
				dst[places[j][0]] = v
			} else if at := places[j][int(v)]; at >= 0 {
				dst[at] = 1
			}
		}
	}}, nil
}
