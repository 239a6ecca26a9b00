package nb

import (
	"context"
	"math"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"github.com/go-gota/gota/dataframe"

	"github.com/block-regularized/bcv/internal/kept/kepttest"
	"github.com/block-regularized/bcv/pkg/compare"
	"github.com/block-regularized/bcv/pkg/cv"
	"github.com/block-regularized/bcv/pkg/dataset"
	"github.com/block-regularized/bcv/pkg/holdout"
	"github.com/block-regularized/bcv/pkg/learn"
	"github.com/block-regularized/bcv/pkg/learn/catalogue"
	"github.com/block-regularized/bcv/pkg/learn/impute"
	"github.com/block-regularized/bcv/pkg/learn/simple"
	"github.com/block-regularized/bcv/pkg/results"
)

func TestMain(m *testing.M) { kepttest.Main(m) }

const loans = "id,region,score,bad\n1,north,1,1\n2,south,2,1\n3,north,3,0\n4,south,2.5,1\n5,north,4,0\n6,south,,0\n7,north,1.5,1\n" +
	"8,south,6,0\n9,north,2,1\n10,south,3,0\n11,north,2.2,1\n12,south,4.5,0\n"

func frameOf(text string) dataframe.DataFrame { return dataframe.ReadCSV(strings.NewReader(text)) }

// counted counts how often a learner is trained.
func counted(n *int) learn.Learner {
	return counting{learn.Named{Learner: simple.Majority{}, Name: "most"}, n}
}

type counting struct {
	learn.Learner
	n *int
}

func (c counting) Prepare(ctx context.Context, d *dataset.Data) (learn.Prepared, error) {
	p, err := c.Learner.Prepare(ctx, d)
	return countingPrepared{p, c.n}, err
}

type countingPrepared struct {
	learn.Prepared
	n *int
}

func (c countingPrepared) NewFitter(p *learn.Pool) learn.Fitter {
	return countingFitter{c.Prepared.NewFitter(p), c.n}
}

var oneAtATime sync.Mutex

type countingFitter struct {
	learn.Fitter
	n *int
}

func (c countingFitter) Fit(ctx context.Context, train []int32) (learn.Report, error) {
	oneAtATime.Lock() // folds train at the same time
	*c.n++
	oneAtATime.Unlock()
	return c.Fitter.Fit(ctx, train)
}

// above predicts class 1 of scores below a number: functions of one code that differ.
func above(at float64) learn.Learner {
	return learn.Func("cut", func(learn.Rows) func(learn.Row) float64 {
		return func(r learn.Row) float64 { return map[bool]float64{true: 1}[r.At("score") < at] }
	})
}

// Functions of one code that another argument makes differ share nothing that is kept.
func TestArguments(t *testing.T) {
	t.Setenv("BCV_CELLS", t.TempDir())
	d := Frame(frameOf(loans), Target("bad"), Drop("id"), DropMissing())
	losses := map[float64]bool{}
	for _, at := range []float64{0, 2.7, 9} {
		losses[Compare(d, above(at), "majority", BCV(3)).Results[0].Mean(0, 0)] = true
	}
	if len(losses) != 3 {
		t.Errorf("losses %v of three functions", losses)
	}
}

// Compare trains as holdout.Run does, with the options of files, and nothing twice.
func TestCompareTrains(t *testing.T) {
	t.Setenv("BCV_CELLS", t.TempDir())
	d := Frame(frameOf(loans), Target("bad"), Drop("id"), ImputeMissing())
	n := 0
	cut := counted(&n)
	c := Compare(d, cut, "majority", BCV(3), Seed(7))
	if n != 6 || len(c.Verdicts) != 1 || c.Verdicts[0].Design.Replications != 3 {
		t.Errorf("%d fits, %+v", n, c.Verdicts)
	}
	set, err := cv.New(cv.BCV, d.N(), cv.Options{M: 3, Seed: 7})
	if err != nil {
		t.Fatal(err)
	}
	majority, err := catalogue.Parse("majority")
	if err != nil {
		t.Fatal(err)
	}
	learners, _ := impute.Suit{Fill: true}.Learners([]learn.Learner{cut, majority}, d.Data)
	want, err := holdout.Run(context.Background(), holdout.Plan{Data: d.Data, Set: set, Learners: learners})
	if err != nil {
		t.Fatal(err)
	}
	for a := range 2 {
		if got, want := c.Results[0].Values[0].Of(a), want.Values[0].Of(a); !equal(got, want) {
			t.Errorf("model %d: %v, want %v", a, got, want)
		}
	}
	n = 0
	again := Compare(d, cut, "majority", "knn", BCV(3), Seed(7), Metrics("f1_macro"))
	if n != 0 || again.Verdicts[0].Metric.Name != "f1_macro" || len(again.Verdicts) != 3 {
		t.Errorf("trained %d times again, %d verdicts", n, len(again.Verdicts))
	}
	Compare(d, cut, "majority", BCV(3), Seed(8))
	if n != 6 {
		t.Errorf("other folds: trained %d times, want 6", n)
	}
	t.Setenv("BCV_CELLS", "off")
	Compare(d, cut, "majority", BCV(3), Seed(7))
	if n != 12 {
		t.Errorf("nothing kept: trained %d times, want 6 more", n)
	}
}

func equal(a, b []float64) bool {
	for k := range a {
		if math.Abs(a[k]-b[k]) > 0 {
			return false
		}
	}
	return len(a) == len(b)
}

// A file that an interrupted cell has begun is read as far as it goes, and a fold that fails keeps the others.
func TestGoesOn(t *testing.T) {
	dir := t.TempDir()
	t.Setenv("BCV_CELLS", dir)
	d := Frame(frameOf(loans), Target("bad"), Drop("id"), DropMissing())
	n := 0
	Compare(d, counted(&n), "majority", BCV(3))
	files, err := filepath.Glob(filepath.Join(dir, "*", "*.jsonl"))
	if err != nil || len(files) != 2 {
		t.Fatal(files, err)
	}
	for _, f := range files {
		text, err := os.ReadFile(f)
		if err != nil {
			t.Fatal(err)
		}
		lines := strings.SplitAfter(string(text), "\n")
		if err := os.WriteFile(f, []byte(lines[0]+lines[1][:10]), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	n = 0
	Compare(d, counted(&n), "majority", BCV(3))
	if n != 4 { // two of three splits
		t.Errorf("trained %d times, want 4", n)
	}
	n = 0
	Compare(d, counted(&n), "majority", BCV(3))
	if n != 0 {
		t.Errorf("trained %d times after that", n)
	}
}

// Results of any form are read, and a wide frame says its columns.
func TestCompareResults(t *testing.T) {
	wide := "rep,part,lasso,xgb\n1,1,.80,.84\n1,2,.81,.86\n2,1,.79,.85\n2,2,.82,.84\n3,1,.80,.85\n3,2,.78,.83\n"
	c := Compare(Wide(frameOf(wide), "rep", "part"), Score("accuracy"))
	if v := c.Verdicts[0]; v.Better() != "xgb" || v.Design.Replications != 3 || !v.Metric.HigherIsBetter {
		t.Errorf("%s", v)
	}
	if rows := c.Folds(); rows.Nrow() != 12 {
		t.Errorf("%d rows", rows.Nrow())
	}
	if rows := c.Frame(); rows.Nrow() != 1 {
		t.Errorf("%d rows", rows.Nrow())
	}
	c = Compare(Wide(frameOf(wide), "rep", "part"), Loss("cost"), With(func(o *compare.Options, _ *results.ReadOptions) {
		o.Methods = []string{"paired"}
	}))
	if v := c.Verdicts[0]; v.Better() != "lasso" || v.Method != "paired" {
		t.Errorf("%s", v)
	}
	r := Rank(Of(c.Results...))
	if best := r.Tables[0].Rows[0].Model; best != "lasso" {
		t.Errorf("best is %s", best)
	}
	g := Gate(Of(c.Results...), "lasso", "xgb", 0.01)
	if g.Outcome == "better" {
		t.Error(g.Text())
	}
	set, err := cv.New(cv.BCV, 40, cv.Options{M: 4})
	if err != nil {
		t.Fatal(err)
	}
	for _, of := range []any{c, r, r.Tables[0], g, c.Verdicts[0], set} {
		if f := Figure(of); f == nil || f.Alt == "" {
			t.Errorf("no figure of a %T", of)
		}
	}
}

// Nested folds, several runs and folds of groups are asked for by options.
func TestOptions(t *testing.T) {
	t.Setenv("BCV_CELLS", "off")
	var rows strings.Builder
	rows.WriteString("patient,x,y\n")
	for i := range 48 {
		rows.WriteString(strings.Join([]string{string(rune('a' + i/2)), []string{"1.5", "2.5", "4"}[i%3],
			[]string{"yes", "no"}[i%2]}, ",") + "\n")
	}
	c := Compare(Frame(frameOf(rows.String())), "majority", "knn", BCV(2), Nested(2, 1))
	if c.Results[0].Inner == nil {
		t.Error("no inner folds")
	}
	c = Compare(Frame(frameOf(rows.String()), Groups("patient")), "majority", "forest(trees=3)", BCV(2), Runs(2))
	if id := c.Results[0].Design.ID; id.Method != cv.Grouped || c.Results[0].Runs == nil {
		t.Errorf("%v, runs %v", id, c.Results[0].Runs)
	}
}
