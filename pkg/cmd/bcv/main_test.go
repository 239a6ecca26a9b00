package main

import (
	"bytes"
	"compress/gzip"
	"encoding/csv"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"

	"github.com/block-regularized/bcv/internal/command"
	"github.com/block-regularized/bcv/internal/command/commandtest"
	research "github.com/block-regularized/bcv/research/cmd"
)

func TestMain(m *testing.M) {
	testscript.Main(m, map[string]func(){"bcv": main, "bcv-research": research.Program.Main})
}

// The sessions in testdata/script say what a user sees for good and bad input.
func TestScripts(t *testing.T) {
	samples, err := filepath.Abs("../../../data/samples")
	if err != nil {
		t.Fatal(err)
	}
	setup := func(e *testscript.Env) error {
		e.Setenv("SAMPLES", samples)
		e.Setenv("GORACE", "atexit_sleep_ms=10") // not the second that every command would wait at its end
		return nil
	}
	testscript.Run(t, testscript.Params{Dir: "testdata/script", Setup: setup,
		Cmds: map[string]func(*testscript.TestScript, bool, []string){
			"coins": coins, "meanloss": meanLoss, "pack": pack,
		}})
}

// coins writes a CSV file with the given numbers of records and cities: a number, a city
// and the toss of a coin: coins FILE RECORDS CITIES SEED.
func coins(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) != 4 {
		ts.Fatalf("usage: coins FILE RECORDS CITIES SEED")
	}
	var n [3]int
	for k, a := range args[1:] {
		v, err := strconv.Atoi(a)
		ts.Check(err)
		n[k] = v
	}
	rng := rand.New(rand.NewPCG(uint64(n[2]), 1))
	var b strings.Builder
	b.WriteString("number,city,coin\n")
	for range n[0] {
		fmt.Fprintf(&b, "%.6f,c%d,%s\n", rng.NormFloat64(), rng.IntN(n[1]), []string{"heads", "tails"}[rng.IntN(2)])
	}
	ts.Check(os.WriteFile(ts.MkAbs(args[0]), []byte(b.String()), 0o600))
}

// meanLoss fails unless the mean loss of a model in a losses file is at least a
// number: meanloss FILE MODEL LEAST. Negated, unless it is less.
func meanLoss(ts *testscript.TestScript, neg bool, args []string) {
	if len(args) != 3 {
		ts.Fatalf("usage: meanloss FILE MODEL LEAST")
	}
	least, err := strconv.ParseFloat(args[2], 64)
	ts.Check(err)
	rows, err := csv.NewReader(strings.NewReader(ts.ReadFile(args[0]))).ReadAll()
	ts.Check(err)
	var sum, folds float64
	for _, row := range rows[1:] {
		if row[0] == args[1] {
			v, err := strconv.ParseFloat(row[3], 64)
			ts.Check(err)
			sum += v
			folds++
		}
	}
	if mean := sum / folds; mean >= least == neg || math.IsNaN(mean) {
		ts.Fatalf("mean loss of %s over %v folds: %v; at least %v: %v wanted", args[1], folds, mean, least, !neg)
	}
}

// pack packs a file with gzip, whole or torn: pack [-torn] FROM TO.
func pack(ts *testscript.TestScript, neg bool, args []string) {
	torn := len(args) > 0 && args[0] == "-torn"
	if torn {
		args = args[1:]
	}
	if neg || len(args) != 2 {
		ts.Fatalf("usage: pack [-torn] FROM TO")
	}
	var b bytes.Buffer
	z := gzip.NewWriter(&b)
	_, err := io.WriteString(z, ts.ReadFile(args[0]))
	ts.Check(errors.Join(err, z.Close()))
	if torn {
		b.Truncate(b.Len() - 10)
	}
	ts.Check(os.WriteFile(ts.MkAbs(args[1]), b.Bytes(), 0o600))
}

// capture runs one command line in this process and returns its status and outputs. What bcv
// leaves to bcv-research is run by that program, which would take the place of this process.
func capture(args ...string) (code int, stdout, stderr string) {
	if args[0] == "study" || args[0] == "reproduce" {
		return commandtest.Capture(research.Program, args...)
	}
	return commandtest.Capture(program, args...)
}

// Full precision survives the way through the executable: values of an
// independent quadrature with scipy, good to 10 digits.
func TestBayesJSON(t *testing.T) {
	code, stdout, stderr := capture("bayes", "--counts", "../../../data/counts/acl2019.csv",
		"--weight", "0.3688", "--metric", "P", "--json")
	if code != 0 || strings.Count(stderr, "\n") != 1 ||
		!strings.Contains(stderr, "note: the results name no partition set") {
		t.Fatalf("status %d, %s", code, stderr)
	}
	var r struct {
		Verdicts []struct {
			Task, Metric string
			Bayes        struct {
				Weight, Lambda float64
				PH0            float64 `json:"p_h0"`
				Decision       string
			} `json:"bayes_test"`
		}
		Models []struct{ Interval [2]float64 }
	}
	if err := json.Unmarshal([]byte(stdout), &r); err != nil {
		t.Fatal(err)
	}
	if len(r.Verdicts) != 3 || len(r.Models) != 6 {
		t.Fatalf("%d verdicts and %d models, want 3 and 6", len(r.Verdicts), len(r.Models))
	}
	first := r.Verdicts[0]
	for _, c := range []struct{ got, want float64 }{
		{r.Models[0].Interval[0], 0.955486149196}, {r.Models[1].Interval[1], 0.956730347055},
		{first.Bayes.PH0, 0.024092056152781}, {r.Models[2].Interval[1], 0.912970909850},
		{r.Models[3].Interval[0], 0.907095591147}, {r.Verdicts[1].Bayes.PH0, 0.32007063860455},
		{first.Bayes.Weight, 0.3688}, {first.Bayes.Lambda, 1},
	} {
		if math.Abs(c.got-c.want) > 1e-11 {
			t.Errorf("%.15g, want %.15g", c.got, c.want)
		}
	}
	if first.Bayes.Decision != "accept H1" || first.Task != "CWS" || first.Metric != "P" {
		t.Errorf("verdict %+v, want accept H1 of P on CWS", first)
	}
}

func TestBayesOfAHugeFile(t *testing.T) {
	path := t.TempDir() + "/huge.csv"
	if err := os.WriteFile(path, nil, 0o644); err != nil {
		t.Fatal(err)
	}
	if err := os.Truncate(path, 1<<40); err != nil { // sparse: no disk is used
		t.Fatal(err)
	}
	code, _, stderr := capture("bayes", "--counts", path)
	if code != command.ExitUsage || !strings.Contains(stderr, "huge.csv") || strings.Count(stderr, "\n") != 1 {
		t.Errorf("status %d, %q", code, stderr)
	}
}

func BenchmarkBayesCommand(b *testing.B) {
	for b.Loop() {
		if code, _, stderr := capture("bayes", "--counts", "../../../data/counts/acl2019.csv", "--json"); code != 0 {
			b.Fatal(stderr)
		}
	}
}
