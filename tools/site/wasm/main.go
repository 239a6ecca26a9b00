// Command wasm is bcv for the worker of a web page: it compares results that a visitor pastes and draws
// posteriors for sliders, in the browser, from which nothing goes out.
package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"regexp"

	"github.com/block-regularized/bcv/pkg/compare"
	"github.com/block-regularized/bcv/pkg/metric"
	"github.com/block-regularized/bcv/pkg/posterior"
	"github.com/block-regularized/bcv/pkg/report"
	"github.com/block-regularized/bcv/pkg/results"
	"github.com/block-regularized/bcv/pkg/results/sheet"
)

// main answers one task. The page, where main is not run, calls answer again and again.
func main() { answer() }

// answer reads a task, as a line of JSON before the results, from the standard input. It writes the answer as JSON to
// the standard output, where an error is {"error": "..."}, and how far the work has come to the standard error.
//
//go:wasmexport answer
func answer() {
	var task struct {
		Task    string          `json:"task"`
		Options json.RawMessage `json:"options"`
	}
	tasks := map[string]func(options []byte) string{
		"compare":   func(options []byte) string { return reply(compareInput, options) },
		"posterior": func(options []byte) string { return reply(posteriors, options) },
	}
	if err := json.Unmarshal(line(), &task); err != nil {
		panic(err) // of the page
	}
	fmt.Print(tasks[task.Task](task.Options))
}

// line reads the standard input to the end of the line and no further.
func line() (text []byte) {
	var b [1]byte
	for {
		if _, err := os.Stdin.Read(b[:]); err != nil || b[0] == '\n' {
			return text
		}
		text = append(text, b[0])
	}
}

func reply[O, A any](f func(O) (A, error), options []byte) string {
	var o O
	err := json.Unmarshal(options, &o)
	var out any
	if err == nil {
		out, err = f(o)
	}
	if err == nil {
		var text []byte
		if text, err = json.Marshal(out); err == nil {
			return string(text)
		}
	}
	// a map of texts has no error
	text, _ := json.Marshal(map[string]string{"error": packages.ReplaceAllString(err.Error(), "")})
	return string(text)
}

// packages are the names of packages before a message, which mean nothing to a visitor.
var packages = regexp.MustCompile(`^(?:(?:compare|fold|infer|posterior|report|results|variance): )+`)

// comparison says what to do with the results.
type comparison struct {
	Method   string  `json:"method"` // empty for the recommended one
	Rope     float64 `json:"rope"`
	Positive string  `json:"positive"`
	Score    string  `json:"score"` // column of losses that is a score
	Rows     string  `json:"rows"`  // what rows are, where no column says it; empty to ask
}

type verdicts struct {
	Read      []string        `json:"read"` // what tables in no canonical form were taken for, as lines and as data
	Reading   []sheet.Reading `json:"reading"`
	Sentences string          `json:"sentences"`
	Notes     []string        `json:"notes"`
	HTML      string          `json:"html"`
}

func compareInput(o comparison) (verdicts, error) {
	read := results.ReadOptions{Positive: o.Positive}
	read.Told.Rows = sheet.Unit(o.Rows)
	if o.Score != "" {
		read.Metric = metric.Metric{Name: o.Score, HigherIsBetter: true}
	}
	rs, err := results.Parse("the file", os.Stdin, read)
	if err != nil {
		return verdicts{}, err
	}
	reached := func(done, total int) { fmt.Fprintln(os.Stderr, done, total) }
	r, err := compare.Run(rs, compare.Options{Methods: []string{o.Method}, Rope: o.Rope, Progress: reached})
	if err != nil {
		return verdicts{}, err
	}
	var page bytes.Buffer
	if err := (report.Report{Result: r}).HTML(&page); err != nil {
		return verdicts{}, err
	}
	return verdicts{sheet.Lines(r.Reading), r.Reading, r.Text(), r.Notes, page.String()}, nil
}

// sliders are the positions of the sliders, with the counts of one fold of each model.
type sliders struct {
	M     int              `json:"m"`
	Rho1  float64          `json:"rho1"`
	Rho2  float64          `json:"rho2"`
	Rope  float64          `json:"rope"`
	Folds [2]posteriorFold `json:"folds"` // of A and of B, the same in all folds
}

type posteriorFold struct{ TP, FP, FN float64 }

// curves are the posteriors of F1 at the sliders.
type curves struct {
	Weight float64      `json:"weight"`
	X      [2][]float64 `json:"x"`
	Y      [2][]float64 `json:"y"`
	PB     float64      `json:"p_b"`    // that B has the higher F1
	PRope  float64      `json:"p_rope"` // that they differ by at most the rope
}

func posteriors(s sliders) (curves, error) {
	models := [2]posterior.Model{{Name: "A"}, {Name: "B"}}
	for k, f := range s.Folds {
		for range 2 * s.M {
			models[k].Folds = append(models[k].Folds, posterior.Counts{TP: f.TP, FP: f.FP, FN: f.FN})
		}
	}
	task := posterior.Task{M: s.M, A: models[0], B: models[1]}
	weight := posterior.RhoWeight{Rho1: s.Rho1, Rho2: s.Rho2}
	options := posterior.Options{Metrics: []posterior.Metric{posterior.F1}, Weighting: weight, Rope: s.Rope}
	c, err := posterior.Compare([]posterior.Task{task}, options)
	if err != nil {
		return curves{}, err
	}
	a, b, err := task.Distributions(posterior.F1, options)
	if err != nil {
		return curves{}, err
	}
	out := curves{Weight: c[0].Weight, PB: c[0].PH1, PRope: c[0].PRope}
	out.X[0], out.Y[0] = a.Curve(120)
	out.X[1], out.Y[1] = b.Curve(120)
	return out, nil
}
