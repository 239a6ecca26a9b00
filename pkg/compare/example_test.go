package compare_test

import (
	"fmt"
	"log"
	"strings"

	"github.com/block-regularized/bcv/pkg/compare"
	"github.com/block-regularized/bcv/pkg/cv"
	"github.com/block-regularized/bcv/pkg/metric"
	"github.com/block-regularized/bcv/pkg/results"
)

// Two models of a loop of one's own: what share of the validation records each got wrong.
func ExampleRun() {
	set, err := cv.New(cv.BCV, 100, cv.Options{M: 5, Seed: 1})
	if err != nil {
		log.Fatal(err)
	}
	r := results.New(set, metric.ErrorRate)
	for i, f := range set.Folds() {
		wrong := map[string]float64{"knn": 21 + float64(i*i%4), "svm": 12 + float64(i%3)}
		for _, model := range []string{"knn", "svm"} {
			if err := r.Add(f, model, wrong[model]/float64(len(f.Valid))); err != nil {
				log.Fatal(err)
			}
		}
	}
	report, err := compare.Run([]results.Results{*r}, compare.Options{})
	if err != nil {
		log.Fatal(err)
	}
	v := report.Verdicts[0]
	fmt.Println(v.Headline())
	fmt.Println(v.Evidence())
	fmt.Println(v.Scope())
	// Output:
	// svm is better than knn: error 25.8% against 43.0%, 17.2 points lower (95% interval 12.1 to 22.3).
	// By bcv-t at 5%: p < 0.001; posterior: 95% interval 13.5 to 20.9, P(svm better) > 0.999.
	// About the algorithms, trained on other samples of 50 records; measured on 5 x 2 BCV of 100 records.
}

// A metric of one's own is a Definition, which Measured computes from predictions.
func ExampleRun_metric() {
	rs, err := results.Parse("items.csv", strings.NewReader(`item,model,truth,label,p_no,p_yes
1,old,yes,yes,0.4,0.6
2,old,no,yes,0.3,0.7
3,old,no,no,0.7,0.3
4,old,yes,no,0.6,0.4
1,new,yes,yes,0.1,0.9
2,new,no,no,0.8,0.2
3,new,no,no,0.9,0.1
4,new,yes,yes,0.3,0.7
`), results.ReadOptions{})
	if err != nil {
		log.Fatal(err)
	}
	sureness := func(p *metric.Predictions, out []float64) (mean float64, err error) {
		for i, truth := range p.Truth {
			out[i] = p.Probabilities[i*len(p.Classes)+int(truth)]
			mean += out[i] / float64(len(out))
		}
		return mean, nil
	}
	own := metric.Definition{Metric: metric.Metric{Name: "sureness", HigherIsBetter: true, Max: 1},
		Needs: metric.Probabilities, Mean: true, Parts: sureness,
		Of: func(p *metric.Predictions) (float64, error) { return sureness(p, make([]float64, len(p.Truth))) }}
	measured, err := rs[0].Measured(own)
	if err != nil {
		log.Fatal(err)
	}
	report, err := compare.Run([]results.Results{measured}, compare.Options{})
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(report.Verdicts[0].Headline())
	// Output:
	// new is better than old: sureness 0.82 against 0.50, 0.33 higher (95% interval 0.12 to 0.53).
}
