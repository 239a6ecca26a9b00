package catalogue

import (
	"bytes"
	"crypto/sha256"
	"fmt"
	"math"
	"os"
	"os/exec"
	"runtime"
	"strings"
	"testing"

	"golang.org/x/sys/cpu"

	"github.com/block-regularized/bcv/pkg/dataset"
	"github.com/block-regularized/bcv/pkg/learn"
)

// switchedOff is set for the test process that has no AVX2.
const switchedOff = "BCV_TEST_WITHOUT_AVX2"

// Every prediction is the same bit by bit with the instructions of AVX2 and without.
func TestWithoutAVX2(t *testing.T) {
	got := predictionsOfAll(t)
	if os.Getenv(switchedOff) != "" {
		if cpu.X86.HasAVX2 {
			t.Fatal("AVX2 is not switched off")
		}
		fmt.Print(got)
		return
	}
	if !cpu.X86.HasAVX2 || runtime.GOOS == "js" {
		t.Skip("a machine without AVX2")
	}
	c := exec.Command(os.Args[0], "-test.run=^TestWithoutAVX2$")
	c.Env = append(os.Environ(), switchedOff+"=1", "GODEBUG=cpu.avx2=off")
	out, err := c.CombinedOutput()
	if err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	without := string(bytes.TrimSuffix(out, []byte("PASS\n")))
	a, b := strings.Split(got, "\n"), strings.Split(without, "\n")
	if len(a) < 30 || len(a) != len(b) {
		t.Fatalf("%d lines with AVX2, %d without", len(a), len(b))
	}
	for i := range a {
		if a[i] != b[i] {
			t.Errorf("%s; without AVX2: %s", a[i], b[i])
		}
	}
}

// predictionsOfAll returns a line for each learner and data set that it takes: a checksum of
// its predictions, and of its probabilities where it has any.
func predictionsOfAll(t *testing.T) string {
	t.Helper()
	var b strings.Builder
	for _, e := range entries {
		for _, settings := range append([]string{""}, settingsOf[e.name]...) {
			text := e.name
			if settings != "" {
				text += "(" + settings + ")"
			}
			l, err := Parse(text)
			if err != nil {
				t.Fatal(err)
			}
			for _, target := range []target{response, counts, classes} {
				for _, numbers := range []int{6, 37, 130} {
					d := draw(147, numbers, 0, target)
					p, err := l.Prepare(t.Context(), d)
					if err != nil {
						continue
					}
					fmt.Fprintf(&b, "%s of %d features: %x\n", text, numbers, fits(t, p.NewFitter(nil), d))
				}
			}
		}
	}
	return b.String()
}

// fits returns a checksum of the predictions from training sets of some sizes.
func fits(t *testing.T, f learn.Fitter, d *dataset.Data) []byte {
	t.Helper()
	n := d.N()
	sum := sha256.New()
	note := func(values []float64) {
		for _, v := range values {
			fmt.Fprintf(sum, "%x ", math.Float64bits(v))
		}
	}
	rows := make([]int32, n)
	for i := range rows {
		rows[i] = int32(i)
	}
	for _, size := range []int{40, 73, 99} {
		if _, err := f.Fit(t.Context(), rows[:size]); err != nil {
			fmt.Fprint(sum, err)
			continue
		}
		out := make([]float64, n)
		f.Predict(rows, out)
		note(out)
		if p, ok := f.(learn.Prober); ok {
			out = make([]float64, n*d.K())
			if err := p.Probabilities(rows, out); err != nil {
				fmt.Fprint(sum, err)
			}
			note(out)
		}
	}
	return sum.Sum(nil)[:8]
}
