package sequential

import (
	"bytes"
	"compress/gzip"
	"flag"
	"fmt"
	"math"
	"os"
	"strings"
	"sync"
	"testing"

	"github.com/block-regularized/bcv/internal/numtest"
	"github.com/block-regularized/bcv/pkg/infer"
)

var updateCurves = flag.Bool("update-curves", false, "simulate the error curves of the sequential test anew (4 "+
	"minutes of one processor)")

// The table was made by
//
//	go test ./pkg/infer/sequential -run TestTableOfCurves -update-curves -timeout 1h
//
// with the numbers below.
const (
	tableDraws = 4_000_000
	tableSeed  = 20190601
	tableMax   = 20
)

// The first batch of draws, which is the same in each table, agrees with the
// whole table up to its noise.
func TestTableOfCurves(t *testing.T) {
	numtest.NotRaced(t)
	if *updateCurves {
		writeCurves(t)
		tabulated = sync.OnceValue(readCurves)
	}
	for _, shape := range []Shape{Equal, Late} {
		d := tableDesign(shape)
		d.draws = batchDraws
		curves := d.simulate()
		for i, r := range tableRegions {
			for k, c := range curves {
				table := tabulated()[tableKey{r, shape, FirstLook + k}]
				if len(table.level) != len(c.level) {
					t.Fatalf("%v, %v, Max %d: %d levels in the table, %d designed",
						r, shape, FirstLook+k, len(table.level), len(c.level))
				}
				for l := range c.level {
					for p := range 2 {
						e, se := c.error[2*i+p][l], c.se[2*i+p][l]
						if want := table.error[p][l]; c.level[l] > 1e-3 && math.Abs(e-want) > 5*se+1e-6 {
							t.Errorf("%v, %v, Max %d, level %v: error %v ± %v, in the table %v",
								r, shape, FirstLook+k, c.level[l], e, se, want)
						}
					}
				}
			}
		}
	}
}

var tableRegions = []Region{WholeRegion, MilderRegion}

// tableDesign has the points of all tabulated regions.
func tableDesign(shape Shape) curveDesign {
	d := curveDesign{shape: shape, start: FirstLook, max: tableMax, draws: tableDraws, seed: tableSeed}
	for _, r := range tableRegions {
		d.points = append(d.points, r.worst()...)
	}
	return d
}

// curveColumns are the columns of the table. low and high are the ends of the
// upper edge of the region.
var curveColumns = []string{"rho1_low", "rho1_high", "rho2_high", "shape", "max", "level", "error_low", "se_low",
	"error_high", "se_high"}

// writeCurves makes the table.
func writeCurves(t *testing.T) {
	t.Helper()
	var file bytes.Buffer
	b := gzip.NewWriter(&file)
	fmt.Fprintln(b, strings.Join(curveColumns, ","))
	for _, shape := range []Shape{Equal, Late} {
		curves := tableDesign(shape).simulate()
		for i, r := range tableRegions {
			for k, c := range curves {
				for l, level := range c.level {
					fmt.Fprintf(b, "%g,%g,%g,%v,%d,%.10g",
						r.Rho1.Low, r.Rho1.High, r.Rho2.High, shape, FirstLook+k, level)
					for p := 2 * i; p < 2*i+2; p++ {
						fmt.Fprintf(b, ",%.7g,%.2g", c.error[p][l], c.se[p][l])
					}
					fmt.Fprintln(b)
				}
			}
		}
	}
	if err := b.Close(); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile("curves.csv.gz", file.Bytes(), 0o644); err != nil {
		t.Fatal(err)
	}
}

var alphas = []float64{0.1, 0.05, 0.01, 0.005, 0.001}

// Every tabulated constant has a standard error of at most 1% of alpha, and
// grows with alpha.
func TestConstantsArePrecise(t *testing.T) {
	for _, region := range tableRegions {
		for _, shape := range []Shape{Equal, Late} {
			for _, alternative := range []infer.Alternative{infer.Greater, infer.TwoSided} {
				for m := FirstLook; m <= tableMax; m++ {
					before := math.Inf(1)
					for _, alpha := range alphas {
						k, err := Calibrated{Region: region, Shape: shape}.Constant(FirstLook, m, alternative, alpha)
						if err != nil {
							t.Fatal(err)
						}
						if !(k.Level > 0 && k.Level < before && k.SE <= 0.01*alpha && k.SE > 0) {
							t.Errorf("%v, %v, %v, Max %d, alpha %v: level %v, standard error %v",
								region, shape, alternative, m, alpha, k.Level, k.SE)
						}
						before = k.Level
					}
				}
			}
		}
	}
}
