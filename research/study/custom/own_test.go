package custom

import (
	"slices"
	"strings"
	"testing"

	"github.com/block-regularized/bcv/research/study"
)

// Every family has its defaults, and each distribution that is read names its settings.
func TestParseDistribution(t *testing.T) {
	for _, f := range families {
		if _, err := parseDistribution(f.name, 10); err != nil {
			t.Errorf("%s: %v", f.name, err)
		}
	}
	for text, want := range map[string]string{
		"SREG(p=7)": "SREG(p=7)", "SCLA( p = 30 )": "gaussians(p=30, shifted=3, shift=0.5)",
		"gaussians(shift=-2)": "gaussians(p=20, shifted=2, shift=-2)",
		"FanLv(p=4, phi=0.1)": "FanLv(p=4, phi=0.1, beta=5)",
	} {
		if got, err := parseDistribution(text, 10); err != nil || got.String() != want {
			t.Errorf("%s: %v, %v", text, got, err)
		}
	}
	for text, want := range map[string]string{
		"": "another: use SREG", "normal": "another: use SREG", "SREG(p=0)": "SREG(p=20)", "SREG(p=1.5)": "SREG(p=20)",
		"SREG(p=NaN)": "SREG(p=20)", "SREG(p=1e9)": "SREG(p=20)", "SREG(p": "closing bracket",
		"FanLv(p=3)": "p from 4", "FanLv(phi=1)": "between 0 and 1", "gaussians(shifted=21)": "from 0 to p",
		"gaussians(shift=Inf)": "gaussians(p=20", "twonorm(p=3)": "it as twonorm",
		"population()": "a CSV file", "population(./none.csv)": "none.csv", "sample(nosuchset)": "nosuchset",
	} {
		if got, err := parseDistribution(text, 10); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v, %v", text, got, err)
		}
	}
}

func TestList(t *testing.T) {
	settings := []study.Setting{{Name: "learners"}}
	for text, want := range map[string][]string{
		"ols": {"ols"}, "ols, lasso(lambda=0.1, standardize),knn": {"ols", "lasso(lambda=0.1, standardize)", "knn"},
		"none": nil, "scale | pca(4) | logistic": {"scale | pca(4) | logistic"},
	} {
		r := NewReader(settings, map[string]string{"learners": text})
		if got := r.List("learners"); !slices.Equal(got, want) || r.Err() != nil {
			t.Errorf("%s: %q, %v", text, got, r.Err())
		}
	}
	for _, text := range []string{"ols,", ",ols", "ols(", "ols)", "", "a,,b"} {
		r := NewReader(settings, map[string]string{"learners": text})
		if r.List("learners"); r.Err() == nil {
			t.Errorf("%q is a list", text)
		}
	}
}

// The first error stays.
func TestReaderErrors(t *testing.T) {
	settings := []study.Setting{{Name: "n"}, {Name: "sets"}, {Name: "shards"}}
	for text, want := range map[string]string{"n=1": `"1"; give a whole number from 2`, "n=x": `"x"`,
		"n=2e3": "whole number", "sets=5": "multiple of the 2 shards", "shards=1": "from 2", "sets=1": "from 2"} {
		key, value, _ := strings.Cut(text, "=")
		values := map[string]string{"n": "2", "sets": "4", "shards": "2"}
		values[key] = value
		r := NewReader(settings, values)
		r.Count("n", 2)
		r.Effort()
		r.Fail("n", "what comes later")
		if r.Err() == nil || !strings.Contains(r.Err().Error(), want) {
			t.Errorf("%s: %v", text, r.Err())
		}
	}
}
