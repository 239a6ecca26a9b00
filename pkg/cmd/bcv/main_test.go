package main

import (
	"context"
	"encoding/json"
	"math"
	"os"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"
)

func TestMain(m *testing.M) {
	testscript.Main(m, map[string]func(){"bcv": main})
}

// The sessions in testdata/script say what a user sees for good and bad input.
func TestScripts(t *testing.T) {
	testscript.Run(t, testscript.Params{Dir: "testdata/script"})
}

// capture runs one command line and returns its status and outputs.
func capture(args ...string) (code int, stdout, stderr string) {
	var out, errs strings.Builder
	code = run(context.Background(), &environment{&out, &errs}, args)
	return code, out.String(), errs.String()
}

// Full precision survives the way through the executable: values of an
// independent quadrature with scipy, good to 10 digits.
func TestBayesJSON(t *testing.T) {
	code, stdout, stderr := capture("bayes", "--counts", "../../../data/counts/acl2019.csv", "--weight", "0.3688", "--metric", "P", "--json")
	if code != 0 || stderr != "" {
		t.Fatalf("status %d, %s", code, stderr)
	}
	var rows []comparisonJSON
	if err := json.Unmarshal([]byte(stdout), &rows); err != nil {
		t.Fatal(err)
	}
	if len(rows) != 3 {
		t.Fatalf("%d rows, want 3", len(rows))
	}
	for _, c := range []struct{ got, want float64 }{
		{rows[0].CIA[0], 0.955486149196}, {rows[0].CIB[1], 0.956730347055}, {rows[0].PH0, 0.024092056152781},
		{rows[1].CIA[1], 0.912970909850}, {rows[1].CIB[0], 0.907095591147}, {rows[1].PH0, 0.32007063860455},
	} {
		if math.Abs(c.got-c.want) > 1e-11 {
			t.Errorf("%.15g, want %.15g", c.got, c.want)
		}
	}
	if rows[0].Decision != "accept H1" || rows[0].Task != "CWS" || rows[0].Metric != "P" {
		t.Errorf("row %+v", rows[0])
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
	if code != exitUsage || !strings.Contains(stderr, "huge.csv") || strings.Count(stderr, "\n") != 1 {
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
