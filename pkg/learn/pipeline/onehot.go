package pipeline

import "github.com/block-regularized/bcv/pkg/dataset"

// OneHot is a step that replaces a nominal feature by an indicator of each level that occurs in the training
// records, called colour=red and so on. All of them are 0 for a level that does not occur there. Other features
// stay as they are. In contrast, dataset.Data.OneHot has columns for all levels of the data set except the first.
type OneHot struct{}

// String names the step.
func (OneHot) String() string { return "onehot" }

// Check refuses nothing.
func (OneHot) Check(*dataset.Data) error { return nil }

// Fit finds the levels that occur.
func (OneHot) Fit(train *dataset.Data, _ []int32) (Fitted, error) {
	n, p := train.X.Dims()
	places := make([][]int, p) // column of each level, -1 if it does not occur; one column for a number
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
