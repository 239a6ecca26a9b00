package fold

import (
	"slices"
	"strings"
)

// Place is the data set and the task that results belong to; either may be empty.
type Place struct{ Dataset, Task string }

// String names the place: "iris", "NER", or "iris: NER" where it has both names.
func (p Place) String() string {
	if p.Dataset == "" || p.Task == "" {
		return p.Dataset + p.Task
	}
	return p.Dataset + ": " + p.Task
}

func (p Place) clone() Place {
	return Place{Dataset: strings.Clone(p.Dataset), Task: strings.Clone(p.Task)}
}

// datasetNames are the names of the data sets in order of appearance: of all rows or of
// none.
type datasetNames struct {
	names []string
	last  int // where the name before stands
	first spot
}

// see notes the data set of a row.
func (d *datasetNames) see(at spot, name string) error {
	if len(d.names) > 0 && d.names[d.last] == name {
		return nil
	}
	if i := slices.Index(d.names, name); i >= 0 {
		d.last = i
		return nil
	}
	if len(d.names) == 0 {
		d.first = at
	} else if name == "" || d.names[0] == "" {
		return at.Errorf("dataset", "%s, %s; name the data set in every row or in none", named(name), "but "+named(d.names[0])+" ("+d.first.String()+")")
	}
	d.last = len(d.names)
	d.names = append(d.names, strings.Clone(name))
	return nil
}

func named(dataset string) string {
	return pick(dataset == "", "no data set is named", "the data set is "+quoted([]string{dataset}))
}
