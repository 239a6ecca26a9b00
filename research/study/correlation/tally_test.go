package correlation

import (
	"context"
	"github.com/block-regularized/bcv/research/internal/check"
	"math"
	"reflect"
	"testing"

	"github.com/block-regularized/bcv/research/study"
)

// TestExactCases: the simulated correlations lie within four standard errors of the
// exact ones, and the errors are small enough for that to say something.
func TestExactCases(t *testing.T) {
	rows, err := ExactCases(context.Background(), study.Config{Seed: 5}, 4)
	if err != nil {
		t.Fatal(err)
	}
	if len(rows) != 7 {
		t.Fatalf("%d rows", len(rows))
	}
	for _, r := range rows {
		if math.Abs(r.Rho1-r.Rho1Exact) > 4*r.Rho1SE || math.Abs(r.Rho2-r.Rho2Exact) > 4*r.Rho2SE {
			t.Errorf("%+v", r)
		}
		if r.Rho1SE > 0.05 || r.Rho2SE > 0.08 {
			t.Errorf("too noisy: %+v", r)
		}
	}
}

func pairRow(a, b string, rho1, rho2 float64) Row {
	return Row{Data: "d", A: a, B: b, N: 300, Sets: 1000, Mean: 0.3, Sigma2: 0.0014, Sigma2SE: 1e-5, Rho1: rho1,
		Rho1SE: 0.01, Rho2: rho2, Rho2SE: 0.02}
}

func storedRows(rows ...Row) (out []StoredRow) {
	for _, r := range rows {
		out = append(out, StoredRow{Row: r, Effort: study.Effort{Seed: 7, CPUSeconds: 90, Date: "2026-11-21"}})
	}
	return out
}

func TestTallies(t *testing.T) {
	nan := math.NaN()
	rows := storedRows(
		pairRow("majority", "", 0.6, 0.3), pairRow("svm", "", 0.2, 0.4), pairRow("svm", "", 0.2, 0.01),
		pairRow("majority", "svm", 0.1, 0.2), pairRow("majority", "knn", 0.6, 0.3), pairRow("svm", "knn", 0.4, -0.1),
		pairRow("knn", "mean", nan, nan))
	if got, want := CountBeyond(rows), []BeyondRow{{"majority", 1, 0, 1, 1},
		{"svm", 0, 1, 0, 2}}; !reflect.DeepEqual(got, want) {
		t.Errorf("%v\nwant %v", got, want)
	}
	limits := RhoLimits(rows)
	check.MustEqual(t, "len(limits)", len(limits), 3)
	check.Equal(t, "limits[0].Group", limits[0].Group, "majority")
	check.Equal(t, "limits[1].Group", limits[1].Group, "other algorithms")
	check.Equal(t, "limits[1].Rho1", limits[1].Rho1, 0.2)
	check.That(t, limits[0].Limit > 0.45 && limits[0].Limit < 0.55,
		"want limits[0].Limit > 0.45 && limits[0].Limit < 0.55")
	var counts []int
	for _, p := range TallyPairs(rows) {
		counts = append(counts, p.Pairs)
		if math.Abs(p.Percent-100*float64(p.Pairs)/3) > 1e-9 {
			t.Errorf("%+v", p)
		}
	}
	if want := []int{2, 1, 1, 1, 0, 3, 1}; !reflect.DeepEqual(counts, want) {
		t.Errorf("%v, want %v", counts, want)
	}
	o := PairOverview(rows)
	if want := (Overview{Pairs: 3, DataSets: 1, Samples: 1000, N: 300, Rho1SE: 0.01, Rho2SE: 0.02,
		Seed: 7}); o != want {
		t.Errorf("%+v", o)
	}
}

func TestAgainstLemma(t *testing.T) {
	learners := []Row{pairRow("a", "", 0.3, 0.4), pairRow("b", "", 0.2, 0.1), pairRow("c", "", 0.1, 0.45)}
	pairs := []Row{pairRow("a", "b", 0.25, 0.41), pairRow("b", "c", 0.25, 0.3), pairRow("a", "c", 0.55, 0.3),
		pairRow("a", "c", math.NaN(), math.NaN())}
	got, defined := againstLemma("normal", learners, pairs)
	if want := (DistributionTally{Distribution: "normal", Pairs: 4, Admissible: 2, Rho1Above: 2,
		Rho2Above: 1}); got != want {
		t.Errorf("%+v", got)
	}
	if len(defined) != 3 || defined[0].Data != "normal" {
		t.Errorf("%v", defined)
	}
}
