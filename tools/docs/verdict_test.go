package docs

import (
	"bytes"
	"fmt"
	"html/template"
	"os"
	"strings"
	"testing"

	"github.com/block-regularized/bcv/pkg/compare"
	"github.com/block-regularized/bcv/pkg/cv"
	"github.com/block-regularized/bcv/pkg/dataset"
	"github.com/block-regularized/bcv/pkg/holdout"
	"github.com/block-regularized/bcv/pkg/learn"
	"github.com/block-regularized/bcv/pkg/learn/neighbour"
	"github.com/block-regularized/bcv/pkg/learn/svm"
	"github.com/block-regularized/bcv/pkg/results"
	"github.com/block-regularized/bcv/pkg/verdict"
)

// The picture of the README shows the verdict in the lines above it: the estimate and the interval that decides, and
// behind them the posterior.
func TestFiguresShowTheVerdictOfTheREADME(t *testing.T) {
	v := plantsVerdict(t)
	p, ok := v.Posterior()
	if !ok {
		t.Fatal("the verdict has no posterior")
	}
	low, high := p.Quantile(0.025), p.Quantile(0.975)
	for _, said := range []string{
		fmt.Sprintf("%.3f lower (95%% interval %.3f to %.3f)", v.Estimate, v.Low, v.High),
		fmt.Sprintf("posterior 95%% interval %.3f to %.3f, P(svm better) = %.3f", low, high, p.Survival(0)),
	} {
		if !strings.Contains(words(t, "README.md"), said) {
			t.Errorf("README.md lacks what its picture shows: %s", said)
		}
	}
	var want bytes.Buffer
	picture := verdictPicture{Width: 560, Low: v.Low, Estimate: v.Estimate, High: v.High, Better: p.Survival(0)}
	picture.curve(p.Prob)
	if err := template.Must(template.New("").Parse(verdictDrawn)).Execute(&want, picture); err != nil {
		t.Fatal(err)
	}
	path := root + "/docs/why/figures/verdict.svg"
	if *update {
		if err := os.WriteFile(path, want.Bytes(), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	if got, err := os.ReadFile(path); err != nil || !bytes.Equal(got, want.Bytes()) {
		t.Errorf("%s is not the verdict's (%v); run go -C tools test ./docs -run Figures -update", path, err)
	}
}

// plantsVerdict is the verdict of the README's first commands.
func plantsVerdict(t *testing.T) verdict.Verdict {
	t.Helper()
	return plantsReport(t).Verdicts[0]
}

// plantsReport is what those commands report.
func plantsReport(t *testing.T) compare.Report {
	t.Helper()
	data, err := dataset.Read(root+"/data/samples/plants.csv", dataset.Options{})
	if err != nil {
		t.Fatal(err)
	}
	set, err := cv.New(cv.BCV, data.N(), cv.Options{M: 5, Seed: 1})
	if err != nil {
		t.Fatal(err)
	}
	r, err := holdout.Run(t.Context(), holdout.Plan{
		Data: data.OneHot(), Set: set, Learners: []learn.Learner{svm.SVM{}, neighbour.KNN{K: 1}}})
	if err != nil {
		t.Fatal(err)
	}
	report, err := compare.Run([]results.Results{r}, compare.Options{})
	if err != nil {
		t.Fatal(err)
	}
	return report
}

// verdictPicture is a verdict on an axis from -0.1 to 0.25.
type verdictPicture struct {
	Width               int
	Low, Estimate, High float64
	Better              float64
	Area                string // the path of the posterior density
}

const (
	axisFrom, axisTo   = -0.1, 0.25
	axisLeft, axisEnds = 30.0, 530.0
	axisY, peak        = 240.0, 120.0 // the axis, and the height of the density above it
)

// X returns the place of a difference, in pixels.
func (p verdictPicture) X(difference float64) string {
	return fmt.Sprintf("%.1f", axisLeft+(axisEnds-axisLeft)*(difference-axisFrom)/(axisTo-axisFrom))
}

// Ticks are the differences that the axis names.
func (p verdictPicture) Ticks() []float64 {
	return []float64{-0.1, -0.05, 0, 0.05, 0.1, 0.15, 0.2, 0.25}
}

// curve draws a density with its largest value at the height peak.
func (p *verdictPicture) curve(density func(float64) float64) {
	const points = 120
	most := density(p.Estimate)
	path := fmt.Sprintf("M%s %.1f", p.X(axisFrom), axisY)
	for i := range points + 1 {
		x := axisFrom + (axisTo-axisFrom)*float64(i)/points
		path += fmt.Sprintf("L%s %.1f", p.X(x), axisY-peak*density(x)/most)
	}
	p.Area = path + fmt.Sprintf("L%s %.1fZ", p.X(axisTo), axisY)
}

const verdictDrawn = `<svg xmlns="http://www.w3.org/2000/svg" width="{{.Width}}" height="300" ` +
	`viewBox="0 0 {{.Width}} 300" role="img">
<title>The difference in loss, its 95% interval by bcv-t, and its posterior</title>
<style>
text { font: 16px "DejaVu Sans", "Liberation Sans", Arial, sans-serif; fill: #1c1c1c; text-anchor: middle }
.ground { fill: #fff }
.light { fill: #d8e9f7 }
.axis { stroke: #777 }
.zero { stroke: #1c1c1c; stroke-width: 1.5; stroke-dasharray: 5 4 }
.bar { stroke: #0b4a75; stroke-width: 6; stroke-linecap: round }
.dot { fill: #0b4a75; stroke: #fff; stroke-width: 2 }
.start { text-anchor: start }
.end { text-anchor: end }
.strong { font-weight: bold }
@media (prefers-color-scheme: dark) {
text { fill: #e8e8e8 }
.ground { fill: #15191e }
.light { fill: #23435c }
.axis { stroke: #99a }
.zero { stroke: #e8e8e8 }
.bar { stroke: #93c8f2 }
.dot { fill: #93c8f2; stroke: #15191e }
}
</style>
<rect class="ground" width="{{.Width}}" height="300" rx="8"/>
<path class="bar" d="M30 20h34"/><circle class="dot" cx="47" cy="20" r="7"/>
<text class="start" x="78" y="26">bcv-t, which decides: 95% interval of the difference</text>
<rect class="light" x="28" y="38" width="38" height="16"/>
<text class="start" x="78" y="52">posterior, which describes: P(svm better) = {{printf "%.3f" .Better}}</text>
<path class="light" d="{{.Area}}"/>
<path class="axis" d="M{{.X -0.1}} 240H{{.X 0.25}}"/>
<path class="zero" d="M{{.X 0}} 72V240"/>
{{range .Ticks}}<path class="axis" d="M{{$.X .}} 240v5"/><text x="{{$.X .}}" y="262">{{.}}</text>
{{end}}<text class="end" x="{{.X -0.005}}" y="88">← knn(k=1) better</text>
<text class="start" x="{{.X 0.005}}" y="88">svm better →</text>
<path class="bar" d="M{{.X .Low}} 200H{{.X .High}}"/>
<circle class="dot" cx="{{.X .Estimate}}" cy="200" r="9"/>
<text class="strong" x="{{.X .Estimate}}" y="182">{{printf "%.3f" .Estimate}}</text>
<text class="strong start" x="{{.X 0.006}}" y="225">{{printf "%.3f" .Low}}</text>
<text class="strong" x="{{.X .High}}" y="225">{{printf "%.3f" .High}}</text>
<text x="{{.X 0.075}}" y="288">loss of knn(k=1) minus loss of svm</text>
</svg>
`
