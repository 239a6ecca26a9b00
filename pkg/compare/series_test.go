package compare

import (
	"errors"
	"fmt"
	"math"
	"strings"
	"testing"

	"github.com/block-regularized/bcv/pkg/infer"
	"github.com/block-regularized/bcv/pkg/infer/series"
	"github.com/block-regularized/bcv/pkg/results"
	"github.com/block-regularized/bcv/pkg/verdict"
)

// forecasts writes a file of a series, from the last point to the first or not, and returns the losses.
func forecasts(n int, dataset string, backwards bool) (rows string, s series.Sample) {
	for t := range n {
		a, b := math.Abs(math.Sin(float64(t*t))), math.Abs(math.Sin(float64(t*t)))+0.3*math.Sin(float64(t)/7)+0.1
		s.A, s.B = append(s.A, a), append(s.B, b)
	}
	for k := range n {
		t := k
		if backwards {
			t = n - 1 - (k+n/2)%n
		}
		rows += fmt.Sprintf("%s%d,a,%v\n%s%d,b,%v\n", dataset, t+1, s.A[t], dataset, t+1, s.B[t])
	}
	return rows, s
}

func readSeries(t *testing.T, text string) []results.Results {
	t.Helper()
	rs, err := results.Parse("series.csv", strings.NewReader(text), results.ReadOptions{})
	if err != nil {
		t.Fatal(err)
	}
	return rs
}

// Verdicts on points in time are those of package series on the losses in the order of time, and no test of independent
// items takes them.
func TestSeries(t *testing.T) {
	for _, backwards := range []bool{false, true} {
		rows, s := forecasts(60, "", backwards)
		rep, err := Run(readSeries(t, "point,model,score\n"+rows), Options{All: true, Horizon: 2})
		if err != nil {
			t.Fatal(err)
		}
		if len(rep.Verdicts) != 3 || rep.Verdicts[0].Method != "dm-ewc" || !rep.Verdicts[0].Recommended {
			t.Fatalf("verdicts %+v, want those of three tests, dm-ewc first", rep.Verdicts)
		}
		s.Horizon = 2
		for _, test := range series.Tests() {
			want, err := test.Run(s, infer.Options{})
			if err != nil {
				t.Fatal(err)
			}
			for _, v := range rep.Verdicts {
				if v.Method == test.Name && (math.Abs(v.PValue-want.PValue) > 1e-12 || math.Abs(v.Estimate-want.Estimate) > 1e-12 ||
					v.Target != verdict.OtherStretches || v.Design.Horizon != 2) {
					t.Errorf("%s: p %v, estimate %v about %s; want %v and %v", v.Method, v.PValue, v.Estimate, v.Target,
						want.PValue, want.Estimate)
				}
			}
		}
		misfit := (*infer.MisfitError)(nil)
		for _, method := range []string{"item-t", "mcnemar-midp", "bca"} {
			if _, err := Run(readSeries(t, "point,model,score\n"+rows), Options{Methods: []string{method}}); !errors.As(err, &misfit) {
				t.Errorf("%s on points in time: %v, want a misfit", method, err)
			}
		}
	}
	items := "item,model,score\n1,a,1\n1,b,2\n2,a,3\n2,b,2\n3,a,4\n3,b,1\n"
	if _, err := Run(readSeries(t, items), Options{Horizon: 2}); err == nil {
		t.Error("a horizon of items: no error")
	}
}

// An error is said from 40 points on, of one step ahead, and takes the study series.
func TestSeriesError(t *testing.T) {
	for _, c := range []struct {
		points, horizon int
		known           bool
	}{{40, 0, true}, {39, 0, false}, {80, 1, true}, {80, 3, false}} {
		rows, _ := forecasts(c.points, "", false)
		rep, err := Run(readSeries(t, "point,model,score\n"+rows), Options{Horizon: c.horizon})
		if err != nil {
			t.Fatal(err)
		}
		v := rep.Verdicts[0]
		if isKnown(v.ErrorRate.Rate) != c.known || c.known && (v.ErrorRate.Rate > 0.08 || v.ErrorRate.Where == "") {
			t.Errorf("%d points, %d ahead: error %+v, known: want %v", c.points, c.horizon, v.ErrorRate, c.known)
		}
	}
}

// Several series are compared each by itself, and together as a sample of series.
func TestSeveralSeries(t *testing.T) {
	text := "dataset,point,model,score\n"
	for k := range 7 {
		rows, _ := forecasts(40+k, fmt.Sprintf("s%d,", k), false)
		text += rows
	}
	rep, err := Run(readSeries(t, text), Options{})
	if err != nil {
		t.Fatal(err)
	}
	last := rep.Verdicts[len(rep.Verdicts)-1]
	if len(rep.Verdicts) != 8 || last.Method != wilcoxonMethod || !strings.Contains(last.Scope(), "on other series") {
		t.Errorf("%d verdicts, the last %s: %s; want 8, the last by wilcoxon on other series", len(rep.Verdicts), last.Method,
			last.Scope())
	}
}
