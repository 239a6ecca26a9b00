package cv

import (
	"fmt"
	"math"
	"slices"
	"strings"
)

// Condition is a property of the records whose distribution should be the same
// in training and validation sets (Wang 2019 thesis, ch. 4): a class, a target
// word, or the multiset of entity types inside a sentence. Of[i] lists the
// categories of record i, numbered from 0 to Categories-1, with repetition.
type Condition struct {
	Name       string    // for messages
	Categories int       // number of categories
	Of         [][]int32 // of each record
	Labels     []string  // names of the categories, for messages; may be nil
	// Distance, if not nil, replaces X²: the distance of a training set
	// from all records, given how often each category occurs in both. It must
	// not keep or change its arguments.
	Distance func(train, all []int) float64
}

// distance applies the condition's own distance, or X².
func (c Condition) distance(train, all []int) float64 {
	if c.Distance != nil {
		return c.Distance(train, all)
	}
	return chiSquared(train, all)
}

// LabelCondition returns the condition of one label per record.
func LabelCondition(name string, labels []string) Condition {
	lists := make([][]string, len(labels))
	for i := range labels {
		lists[i] = labels[i : i+1]
	}
	return MultisetCondition(name, lists)
}

// MultisetCondition returns the condition of one list of labels per record, which
// may be empty: the entity types or semantic roles inside a sentence.
func MultisetCondition(name string, labels [][]string) Condition {
	number := map[string]int32{}
	c := Condition{Name: name, Of: make([][]int32, len(labels))}
	for i, list := range labels {
		for _, l := range list {
			k, ok := number[l]
			if !ok {
				k = int32(len(number))
				number[l] = k
			}
			c.Of[i] = append(c.Of[i], k)
		}
	}
	c.Categories = len(number)
	c.Labels = make([]string, len(number))
	for l, k := range number {
		c.Labels[k] = l
	}
	return c
}

// Merged returns the condition with all categories that occur less than least
// times merged into one, named "other". Long tails, such as the frequencies of words, need
// it: a category of one record cannot be in both halves, and X² assumes counts of 5 or
// more.
func (c Condition) Merged(least int) Condition {
	total := make([]int, c.Categories)
	for _, list := range c.Of {
		for _, k := range list {
			total[k]++
		}
	}
	labels := make([][]string, len(c.Of))
	for i, list := range c.Of {
		for _, k := range list {
			name := "other"
			if total[k] >= least {
				name = c.label(int(k))
			}
			labels[i] = append(labels[i], name)
		}
	}
	out := MultisetCondition(c.Name, labels)
	out.Distance = c.Distance
	return out
}

func (c Condition) label(k int) string {
	if k < len(c.Labels) {
		return c.Labels[k]
	}
	return fmt.Sprint(k)
}

// ResponseCondition returns the condition of a count or a continuous response:
// membership in one of at most ten groups of neighbouring values, each of at least 4
// records. Records with the same response are in the same group.
func ResponseCondition(name string, response []float64) (Condition, error) {
	for i, v := range response {
		if math.IsNaN(v) || math.IsInf(v, 0) {
			return Condition{}, fmt.Errorf("cv: response %s of record %d is %v; give a finite number for every record",
				name, i, v)
		}
	}
	n := len(response)
	sorted := slices.Clone(response)
	slices.Sort(sorted)
	size := max(4, (n+9)/10)
	var starts []float64 // the least value of each group
	for from := 0; from < n; {
		starts = append(starts, sorted[from])
		to := from + size
		for to < n && sorted[to] == sorted[to-1] {
			to++
		}
		if n-to < size {
			break // the rest is too small and joins this group
		}
		from = to
	}
	labels := make([]string, n)
	for i, v := range response {
		group, exact := slices.BinarySearch(starts, v)
		if !exact {
			group--
		}
		labels[i] = fmt.Sprintf("from %g", starts[group])
	}
	return LabelCondition(name, labels), nil
}

// Columns names the columns of a table of records that conditions are about.
type Columns struct {
	Labels   []string // of a label each
	Lists    []string // of several labels, separated by blanks
	Response string   // of counts or measurements; empty for none
	Merge    int      // labels that occur less often are one; 0 for none
}

// Conditions returns the conditions of the columns, of which texts and numbers return the values. Errors are those of
// texts and numbers, and of ResponseCondition.
func (c Columns) Conditions(texts func(name string) ([]string, error),
	numbers func(name string) ([]float64, error)) (out []Condition, err error) {
	for k, name := range slices.Concat(c.Labels, c.Lists) {
		values, err := texts(name)
		if err != nil {
			return nil, err
		}
		lists := make([][]string, len(values))
		for i, v := range values {
			if lists[i] = []string{v}; k >= len(c.Labels) {
				lists[i] = strings.Fields(v)
			}
		}
		one := MultisetCondition(name, lists)
		if c.Merge > 0 {
			one = one.Merged(c.Merge)
		}
		out = append(out, one)
	}
	if c.Response == "" {
		return out, nil
	}
	values, err := numbers(c.Response)
	if err != nil {
		return nil, err
	}
	response, err := ResponseCondition(c.Response, values)
	return append(out, response), err
}

// check returns an error unless the condition fits n records and can be satisfied.
func (c Condition) check(n int) error {
	if len(c.Of) != n {
		return fmt.Errorf("cv: condition %s has labels for %d records of %d; give one entry per record",
			c.Name, len(c.Of), n)
	}
	total := make([]int, c.Categories)
	for i, list := range c.Of {
		for _, k := range list {
			if k < 0 || int(k) >= c.Categories {
				return fmt.Errorf("cv: condition %s, record %d: category %d; categories go from 0 to %d",
					c.Name, i, k, c.Categories-1)
			}
			total[k]++
		}
	}
	for k, t := range total {
		if t < 2 {
			return fmt.Errorf("cv: condition %s: label %q occurs %d times and cannot be in both halves; merge rare "+
				"labels", c.Name, c.label(k), t)
		}
	}
	return nil
}

// totals returns how often each category occurs in the records.
func (c Condition) totals(records []int32) []int {
	t := make([]int, c.Categories)
	for _, i := range records {
		for _, k := range c.Of[i] {
			t[k]++
		}
	}
	return t
}

// chiSquared returns the chi-squared distance of training and validation
// counts (Wang 2019 thesis, §4.2),
//
//	X² = Σ_k [n_t (r_k^t - r_k)² + n_v (r_k^v - r_k)²] / r_k,
//
// with r the shares of the categories and n_t, n_v the numbers of labels. It is
// 0 if one of the sets has no label at all.
func chiSquared(train, all []int) float64 {
	nt, n := 0, 0
	for k := range all {
		nt, n = nt+train[k], n+all[k]
	}
	nv := n - nt
	if nt == 0 || nv == 0 {
		return 0
	}
	// Both terms are multiples of (r_t - r)²: n_t (r_t - r) = -n_v (r_v - r).
	x := 0.0
	for k, total := range all {
		r := float64(total) / float64(n)
		d := float64(train[k])/float64(nt) - r
		x += float64(nt) * d * d / r * (1 + float64(nt)/float64(nv))
	}
	return x
}

// Distance is the distance between training and validation sets under one
// condition in one split.
type Distance struct {
	Split     int     `dataframe:"split" json:"split"` // from 1
	Condition string  `dataframe:"condition" json:"condition"`
	Chi2      float64 `dataframe:"chi2" json:"chi2"` // X²
	// Categories is J, the number of categories.
	Categories int     `dataframe:"categories" json:"categories"`
	Ratio      float64 `dataframe:"chi2_over_j" json:"chi2_over_j"` // X²/J; the thesis asks for at most 1
}

// Distances reports every condition in every split of a set.
func (s Set) Distances(conditions []Condition) ([]Distance, error) {
	var out []Distance
	everyone := identity(s.N)
	for _, c := range conditions {
		if len(c.Of) != s.N {
			return nil, fmt.Errorf("cv: condition %s has labels for %d records of %d; give one entry per record",
				c.Name, len(c.Of), s.N)
		}
		all := c.totals(everyone)
		for j, p := range s.Splits {
			x := c.distance(c.totals(p.Train), all)
			out = append(out, Distance{Split: j + 1, Condition: c.Name, Chi2: x, Categories: c.Categories,
				Ratio: x / float64(max(c.Categories, 1))})
		}
	}
	return out, nil
}
