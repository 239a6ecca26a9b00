package results

import (
	"errors"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/block-regularized/bcv/internal/table"
	"github.com/block-regularized/bcv/pkg/infer"
	"github.com/block-regularized/bcv/pkg/metric"
)

// summary is what a paper says of one model in several runs, or of two on the items of one test set.
type summary struct {
	names   []string
	moments infer.Moments
	counts  *[4]int // of items that both have right, the first or the second model alone, and neither; nil for moments
}

// The words of a summary.
var (
	summaryWords = []string{"mean", "sd", "se", "n", "name", "both", "first", "second", "neither"}
	countWords   = summaryWords[5:]
)

const (
	meanExample  = "mean=0.82 sd=0.03 n=5"
	countExample = "both=70 first=12 second=5 neither=13"
	mostCounted  = 10_000_000 // items of four counts
)

// parseSummary reads one, such as those of the examples.
func parseSummary(text string) (s summary, err error) {
	said := map[string]string{}
	last := ""
	for _, word := range strings.Fields(text) {
		key, value, ok := strings.Cut(strings.TrimRight(word, ",;"), "=")
		switch _, twice := said[key]; {
		case !ok && last != "":
			said[last] += " " + word
			continue
		case !ok || !slices.Contains(summaryWords, key):
			return s, s.ask(text, fmt.Sprintf("%q is none of %s; write %s, or %s", word,
				strings.Join(summaryWords, ", "), meanExample, countExample))
		case twice:
			return s, s.ask(text, key+" stands twice; give it once")
		}
		last, said[key] = key, value
	}
	if name, ok := said["name"]; ok {
		s.names = strings.Split(name, ",")
	}
	if slices.ContainsFunc(countWords, func(word string) bool { return said[word] != "" }) {
		return s, s.readCounts(text, said)
	}
	return s, s.readMoments(text, said)
}

// ask is the error of a summary.
func (summary) ask(text, problem string) error {
	if strings.ContainsAny(text, "±") || strings.Contains(text, "+-") || strings.Contains(text, "+/-") {
		problem = "is the number behind ± a standard deviation over runs or a standard error? Name it as sd= or se=, with " +
			"the number of runs, as in " + meanExample
	}
	return fmt.Errorf("results: summary %q: %s", text, problem)
}

// readMoments takes mean, sd or se, and n.
func (s *summary) readMoments(text string, said map[string]string) error {
	sd, isSD := said["sd"]
	se, isSE := said["se"]
	mean, err := parsed(said["mean"])
	spread, other := parsed(sd + se)
	n, none := strconv.Atoi(said["n"])
	switch {
	case len(s.names) > 1:
		return s.ask(text, "two names of one model; name one")
	case said["mean"] == "" || isSD == isSE || said["n"] == "":
		return s.ask(text, "needs the mean, the standard deviation over runs as sd= or the standard error as se= (which of "+
			"both must be said), and the number of runs n, as in "+meanExample)
	case err != nil || other != nil || none != nil:
		return s.ask(text, "mean, sd or se, and n are numbers, as in "+meanExample)
	case spread < 0 || n < 2 || n > largestNumber:
		return s.ask(text, "a spread is 0 or more, and it takes 2 runs or more to have one")
	}
	if isSE {
		spread *= math.Sqrt(float64(n))
	}
	s.moments = infer.Moments{Mean: mean, Variance: spread * spread, N: n}
	return nil
}

// parsed reads a finite number, which may be in percent.
func parsed(text string) (float64, error) {
	plain, percent := strings.CutSuffix(text, "%")
	v, err := strconv.ParseFloat(plain, 64)
	if percent {
		v /= 100
	}
	if err == nil && (math.IsNaN(v) || math.Abs(v) > 1e150) {
		err = errors.New("is not finite")
	}
	return v, err
}

// readCounts takes the four counts.
func (s *summary) readCounts(text string, said map[string]string) error {
	s.counts = new([4]int)
	sum := 0
	for i, word := range countWords {
		n, err := strconv.Atoi(said[word])
		if err != nil || n < 0 || n > mostCounted {
			return s.ask(text, "needs four numbers of items: that both models have right, the first or the second alone, and "+
				"neither, as in "+countExample)
		}
		s.counts[i] = n
		sum += n
	}
	if names := len(s.names); names == 0 {
		s.names = []string{"first", "second"}
	} else if names != 2 || s.names[0] == s.names[1] {
		return s.ask(text, "names of two models are divided by a comma, as in name=old,new")
	}
	if len(said) > 5 || len(said) > 4 && said["name"] == "" {
		return s.ask(text, "has four counts and a mean; give one or the other")
	}
	if sum == 0 || sum > mostCounted {
		return s.ask(text, fmt.Sprintf("counts %d items; give between 1 and %d", sum, mostCounted))
	}
	return nil
}

// readSummaries reads the summaries of the options, beside the results of files if there are some.
func readSummaries(paths []string, opt ReadOptions) ([]Results, error) {
	var all []summary
	for _, text := range opt.Summaries {
		s, err := parseSummary(text)
		if err != nil {
			return nil, err
		}
		if s.counts != nil {
			if len(opt.Summaries) > 1 || len(paths) > 0 {
				return nil, s.ask(text, "four counts have both models in them; leave other summaries and files out")
			}
			for _, name := range append([]string{opt.Metric.Name}, opt.Metrics...) {
				if m := metric.Canonical(name); name == "" || m == "accuracy" || m == "correct" {
					continue
				}
				return nil, s.ask(text, "four counts are of right answers, and compared by accuracy; leave "+name+" out")
			}
			return s.items()
		}
		all = append(all, s)
	}
	if len(paths) == 0 {
		return besideRuns(Results{Metrics: []metric.Metric{opt.summaryMetric()}}, all)
	}
	alone := opt
	alone.Summaries, alone.beside, alone.Models = nil, true, nil
	rs, err := Read(paths, alone)
	if err != nil {
		return nil, err
	}
	if len(rs) > 1 {
		return nil, fmt.Errorf("results: the files have %d data sets or tasks, and a summary is of one; give the file of one",
			len(rs))
	}
	r := rs[0]
	if len(opt.Metrics) > 0 && opt.Metric.Name == "" {
		if r, err = r.Computed(opt.Metrics...); err != nil {
			return nil, fmt.Errorf("results: %w", err)
		}
	}
	if len(r.Metrics) > 1 {
		var names []string
		for _, m := range r.Metrics {
			names = append(names, m.Name)
		}
		return nil, fmt.Errorf("results: a summary is of one metric, and the files have %s; name one (setting `metric`)",
			strings.Join(names, ", "))
	}
	return besideRuns(r, all)
}

// summaryMetric is the metric of summaries alone: one without a direction unless a name says it.
func (o ReadOptions) summaryMetric() metric.Metric {
	switch {
	case o.Metric.Name != "":
		return o.Metric
	case len(o.Metrics) > 0:
		m, _ := metric.Named(o.Metrics[0])
		return m
	}
	return metric.Metric{Name: "value", Directionless: true}
}

// errSummarized refuses what takes values of runs where only their summary is known.
var errSummarized = errors.New("results: of a summary no values of runs are known; take what is known of them " +
	"(RunMoments)")

// items returns the results on the items that four counts are of.
func (s summary) items() ([]Results, error) {
	var names []string
	var a, b []float64
	right := [][2]float64{{1, 1}, {1, 0}, {0, 1}, {0, 0}}
	for i, n := range s.counts {
		for range n {
			names = append(names, strconv.Itoa(len(names)+1))
			a, b = append(a, right[i][0]), append(b, right[i][1])
		}
	}
	r, err := NewScores(names, nil)
	if err != nil {
		return nil, err
	}
	for i, scores := range [][]float64{a, b} {
		if err := r.AddScores(s.names[i], "", scores); err != nil {
			return nil, err
		}
	}
	return []Results{*r}, nil
}

// besideRuns returns summaries and, behind them, the models of results in their runs, of their first metric.
func besideRuns(r Results, all []summary) ([]Results, error) {
	out := Results{Key: r.Key, Design: Design{Replications: 1, Folds: 1}, Readings: r.Readings, Runs: &Runs{}}
	for i, s := range all {
		name := "summary"
		switch {
		case s.names != nil:
			name = s.names[0]
		case len(all) > 1:
			name += " " + strconv.Itoa(i+1)
		}
		out.Models, out.Runs.moments = append(out.Models, name), append(out.Runs.moments, s.moments)
	}
	summaries := out.Models
	for m, name := range r.Models {
		moments, err := r.momentsOfRuns(m)
		if err != nil {
			return nil, err
		}
		out.Models, out.Runs.moments = append(out.Models, name), append(out.Runs.moments, moments)
	}
	values := NewGrid[float64](len(out.Models), 1, 1)
	for m, name := range out.Models {
		if err := CheckModel(name); err != nil {
			return nil, fmt.Errorf("results: %w", err)
		}
		if slices.Contains(out.Models[:m], name) {
			return nil, fmt.Errorf("results: two models are called %q; name a summary otherwise, as in name=paper", name)
		}
		values.Cells[m] = out.Runs.moments[m].Mean
	}
	fit, err := r.Metrics[0].Fit(func(yield func(string, float64) bool) {
		for m, name := range out.Models {
			if !yield(name, values.Cells[m]) {
				return
			}
		}
	})
	if err != nil {
		return nil, fmt.Errorf("results: %w", err)
	}
	out.Metrics, out.Values = []metric.Metric{fit}, []Grid[float64]{values}
	out.Notes = []string{fmt.Sprintf("of %s only mean, spread and number of runs are known: not whether the data are the "+
		"same, whether its runs vary what the others vary (seeds alone, or also what was trained on), nor which runs belong "+
		"together", table.And(summaries))}
	return []Results{out}, nil
}

// momentsOfRuns returns those of a model in its runs by the first metric, on one test set whose items may be known.
func (r Results) momentsOfRuns(model int) (infer.Moments, error) {
	name, runs := r.Models[model], 1
	if r.OnOneSet() {
		if m := r.RunMoments(0, model); m.N > 1 {
			return m, nil
		}
	} else if r.OnTestSet() && r.MeanOfItems(0) {
		s, err := r.SampleOf(0, model, model, false)
		if err != nil {
			return infer.Moments{}, err
		}
		var means []float64
		for _, run := range s.B {
			means = append(means, momentsOf(run).Mean)
		}
		if runs = len(means); runs > 1 {
			return momentsOf(means), nil
		}
	} else if r.OnTestSet() || r.Design.Replications*r.Design.Folds > 1 {
		return infer.Moments{}, fmt.Errorf("results: a summary of runs is compared with other runs on one test set, and %s "+
			"has %s on %s; give its value in each run", name, r.Metrics[0].Label(), r.Design)
	}
	return infer.Moments{}, fmt.Errorf("results: a summary of runs is compared with other runs, and %s has one; give its "+
		"value in 2 runs or more (a column run)", name)
}
