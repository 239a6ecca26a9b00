package outside

import (
	"strings"
	"testing"
)

// A program gets groups, times and weights of its training records, and of no others, beside the training file.
func TestRoles(t *testing.T) {
	t.Parallel()
	d := mixed(6, false)
	groups, times, weights := []string{"g0", "g,1", `g"2`, "g3", "NA", "g5"}, []float64{5, 4.5, 3, 2, 1, 0},
		[]float64{0.1, 1, 2, 1e-7, 3, 4}
	for _, c := range []struct {
		name string
		set  func()
		want string
	}{
		{"none", func() {}, `: "", files [.lock test.csv train.csv]`},
		{"weights", func() { d.Weights = weights }, `weight: "weight\n0.1\n1e-07\n3\n", files [.lock roles.csv`},
		{"groups", func() { d.Weights, d.Groups = nil, groups }, `group: "group\ng0\ng3\nNA\n", files`},
		{"all", func() { d.Times, d.Weights = times, weights },
			`group,time,weight: "group,time,weight\ng0,5,0.1\ng3,2,1e-07\nNA,1,3\n", files [.lock roles.csv test.csv train.csv]`},
	} {
		c.set()
		f := mustFitter(t, part("roles"), d)
		report, err := f.Fit(t.Context(), []int32{0, 3, 4})
		if err == nil || !strings.Contains(err.Error(), "it said: "+c.want) {
			t.Errorf("%s: error %v, want %s", c.name, err, c.want)
		}
		if got := strings.Contains(report.Note, "gets weights in roles.csv"); got != (d.Weights != nil) {
			t.Errorf("%s: note %q", c.name, report.Note)
		}
	}
	_, err := mustFitter(t, part("roles"), d).Fit(t.Context(), []int32{1, 2})
	if want := `group,time,weight\n\"g,1\",4.5,1\n\"g\"\"2\",3,2\n`; err == nil || !strings.Contains(err.Error(), want) {
		t.Errorf("error %v, want %s", err, want)
	}
}

// A program that serves is not kept for records with other roles.
func TestRolesRebind(t *testing.T) {
	t.Parallel()
	d := mixed(40, false)
	f := mustFitter(t, part("nearest"), d)
	other := *d
	other.Weights = make([]float64, 40)
	for i := range other.Weights {
		other.Weights[i] = 2
	}
	p, err := part("nearest").Prepare(t.Context(), &other)
	if err != nil {
		t.Fatal(err)
	}
	if f.Rebind(p) {
		t.Error("a fitter continues with records that have weights")
	}
}
