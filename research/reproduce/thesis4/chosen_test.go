package thesis4

import (
	"github.com/block-regularized/bcv/research/internal/check"
	"math"
	"strings"
	"testing"

	"gonum.org/v1/gonum/stat/distuv"

	"github.com/block-regularized/bcv/research/study/roles"
)

// The F test of the spreads: which way it decides, and its p value, by the quantiles of F.
func TestLessSpread(t *testing.T) {
	row := func(sd float64) roles.Row { return roles.Row{Count: 60, SD: sd} }
	border := math.Sqrt(distuv.F{D1: 59, D2: 59}.Quantile(0.975))
	for _, c := range []struct {
		bad, good float64
		want      string
	}{
		{border * 1.01, 1, "c: holds (F = "}, {border * 0.99, 1, "c: not decided"},
		{1, border * 0.99, "c: not decided"},
		{1, border * 1.01, "c: the opposite holds"},
		{1, 1, "c: not decided (F = 1.00 on 59 and 59 degrees of freedom, p = 1)"},
	} {
		if got := lessSpread("c", row(c.bad), row(c.good)); !strings.HasPrefix(got, c.want) {
			t.Errorf("%v against %v: %q, want %q", c.bad, c.good, got, c.want)
		}
	}
}

func TestAlike(t *testing.T) {
	for z, want := range map[float64]string{0: "the means are alike: holds", -1.9: "the means are alike: holds (1.9",
		2.1: "the means are alike: the opposite holds",
		-3:  "the means are alike: the opposite holds, the regularized sets' less the others' is -3.0"} {
		if got := alike(z); !strings.HasPrefix(got, want) {
			t.Errorf("%v: %q", z, got)
		}
	}
}

// Each number of table 4.7 has its own row, with the kind of set that its key names.
func TestChoices(t *testing.T) {
	var rows []roles.Row
	for k, choice := range roles.Choices {
		for i, metric := range metrics {
			base := float64(100*k + 10*i)
			rows = append(rows, roles.Row{Partition: choice.Name + roles.Singles, Count: 360, Quantity: "A",
				Metric: metric, Mean: -1, SD: 99, SNR: -1},
				roles.Row{Partition: choice.Name, Count: 60, Quantity: "A", Metric: metric, Mean: base + 1,
					SD: base + 2, SNR: base + 3})
		}
	}
	got := map[string]float64{}
	for _, r := range choices(rows) {
		got[r.Key] = r.Value
		if kind := map[bool]string{true: roles.Choices[1].Name, false: roles.Choices[0].Name}[strings.HasPrefix(r.Key,
			"3x2BCV")]; !strings.HasSuffix(r.Note, kind) || r.OtherData == "" {
			t.Errorf("%+v", r)
		}
	}
	check.MustEqual(t, "len(got)", len(got), 18)
	check.Equal(t, "got[\"3x2CV/P/mean\"]", got["3x2CV/P/mean"], 1)
	check.Equal(t, "got[\"3x2CV/R/stdev\"]", got["3x2CV/R/stdev"], 12)
	check.Equal(t, "got[\"3x2BCV/F1/snr\"]", got["3x2BCV/F1/snr"], 123)
	check.Equal(t, "got[\"3x2BCV/P/stdev\"]", got["3x2BCV/P/stdev"], 102)
}
