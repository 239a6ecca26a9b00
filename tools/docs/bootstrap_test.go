package docs

import (
	"bytes"
	"fmt"
	"math"
	"os"
	"slices"
	"strings"
	"testing"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/stat"

	"github.com/block-regularized/bcv/data"
	plots "github.com/block-regularized/bcv/pkg/figure"
	"github.com/block-regularized/bcv/research/study"
	"github.com/block-regularized/bcv/research/study/bootstrap"
)

const bootstrapPage = "docs/research/bootstrap.md"

func bootstrapRows(t *testing.T) []bootstrap.Row {
	t.Helper()
	rows, err := study.Stored[bootstrap.Row](data.FS, "bootstrap")
	if err != nil {
		t.Fatal(err)
	}
	return rows
}

// meanOf returns the mean of values of independent rows with its standard error.
func meanOf(rows []bootstrap.Row, value func(bootstrap.Row) (x, se float64)) (mean, se float64) {
	var x, ses []float64
	for _, r := range rows {
		a, b := value(r)
		x, ses = append(x, a), append(ses, b)
	}
	return stat.Mean(x, nil), floats.Norm(ses, 2) / float64(len(ses))
}

func saved(r bootstrap.Row) (x, se float64) { return r.Saved, r.SavedSE }

func shareOf(r bootstrap.Row) (x, se float64) { return r.Share, r.ShareSE }

// The page about the bootstrap has the numbers of the stored study.
func TestBootstrapPage(t *testing.T) {
	rows := bootstrapRows(t)
	page := words(t, bootstrapPage)
	configs := study.Group(rows, func(r bootstrap.Row) string { return r.Config })
	wanted := []string{fmt.Sprintf("%d configurations of data and learners", len(configs))}
	var most [2]float64 // of the differences of means, and of the variances of folds
	var less []int
	for _, r := range rows {
		random := rows[slices.IndexFunc(rows, func(o bootstrap.Row) bool {
			return o.Config == r.Config && o.B == r.B && o.Kind == bootstrap.Random
		})]
		if r.Kind == bootstrap.Halves {
			most[1] = math.Max(most[1], -r.Whole)
		} else if r.Estimate == random.Estimate {
			most[0] = math.Max(most[0], 100*math.Abs(r.Mean/random.Mean-1))
		}
	}
	var gains [2][4]float64
	for size, b := range []int{16, 48} {
		better := study.Where(rows, func(r bootstrap.Row) bool {
			return r.B == b && r.Kind == bootstrap.Halves && r.Whole > 0
		})
		less = append(less, len(better))
		for _, estimate := range []string{"leave-one-out", ".632+"} {
			of := func(kind string) []bootstrap.Row {
				return study.Where(rows, func(r bootstrap.Row) bool {
					return r.B == b && r.Kind == kind && (r.Estimate == estimate || kind == bootstrap.Halves)
				})
			}
			share, _ := meanOf(of(bootstrap.Random), shareOf)
			var shares []float64
			for _, r := range of(bootstrap.Random) {
				shares = append(shares, r.Share)
			}
			line := fmt.Sprintf("| %s | %d | %.1f%% | %.1f%% to %.1f%% |", estimate, b, share, floats.Min(shares),
				floats.Max(shares))
			for _, kind := range []string{bootstrap.Balanced, bootstrap.Frequencies, bootstrap.Regularized} {
				x, se := meanOf(of(kind), saved)
				if kind == bootstrap.Regularized && estimate == "leave-one-out" {
					gains[size] = [4]float64{x, 100 * (1 - math.Sqrt(1-x/100)), share, float64(b) * share / (share - x)}
				}
				line += fmt.Sprintf(" %.2f ± %.2f |", x, se)
			}
			wanted = append(wanted, line)
		}
	}
	a, b := gains[0], gains[1]
	wanted = append(wanted, fmt.Sprintf("it takes %.1f%% off the variance of the leave-one-out bootstrap with 16 "+
		"training sets, and %.1f%% with 48: standard errors are %.1f%% and %.1f%% smaller", a[0], b[0], a[1], b[1]),
		fmt.Sprintf("only %.1f%% and %.1f%% of the variance", a[2], b[2]),
		fmt.Sprintf("16 regularized training sets are worth %.0f random ones, and 48 are worth %.0f", a[3], b[3]),
		fmt.Sprintf("in %d of %d configurations with 16 trainings and in %d with 48, and up to %.0f%% more", less[0],
			len(configs), less[1], most[1]),
		fmt.Sprintf("differ by %.1f%% at most", most[0]))
	for _, want := range wanted {
		if !strings.Contains(page, want) {
			t.Errorf("%s lacks what the stored study says:\n%s", bootstrapPage, want)
		}
	}
}

// The figure of that page shows the stored study: go -C tools test ./docs -run Bootstrap -update draws it.
func TestBootstrapFigure(t *testing.T) {
	var points []plots.Point
	most := 0.0
	rows := study.Where(bootstrapRows(t), func(r bootstrap.Row) bool { return r.Estimate == "leave-one-out" })
	for _, r := range rows {
		k := slices.IndexFunc(rows, func(o bootstrap.Row) bool {
			return o.Config == r.Config && o.B == r.B && o.Kind == bootstrap.Random
		})
		most = math.Max(most, rows[k].Share)
		if r.Kind != bootstrap.Random {
			points = append(points, plots.Point{Panel: fmt.Sprintf("%d training sets", r.B), Series: r.Kind,
				X: rows[k].Share, Y: r.Share, SE: r.ShareSE, Mark: plots.Cloud})
		}
	}
	for _, b := range []string{"16", "48"} {
		for _, p := range plots.Through("as random", plots.Dash, 0, 0, most, most) {
			p.Panel = b + " training sets"
			points = append(points, p)
		}
	}
	f, err := plots.Curves(points, plots.Labels{X: "random replicates: % of variance given data",
		Y: "other replicates: the same", SameY: true})
	if err != nil {
		t.Fatal(err)
	}
	want := picture(t, f)
	path := root + "/docs/why/figures/bootstrap.svg"
	if *update {
		if err := os.WriteFile(path, want, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	if got, err := os.ReadFile(path); err != nil || !bytes.Equal(got, want) {
		t.Errorf("%s does not show the stored study (%v); run go -C tools test ./docs -run Bootstrap -update", path, err)
	}
}
