package outside

import (
	"bufio"
	"math"
	"strings"
	"testing"
)

// Whatever a program answers and writes, its predictions are one a wanted record and none
// for others, or there is an error in one line.
func FuzzProtocol(f *testing.F) {
	f.Add("ok\n", "record,prediction\n1,a\n3,b\n", true)
	f.Add("error no\x1b[2J room\r\n", "prediction,record\n0.5,3\n1e300,1\n", false)
	f.Add("fine", "record,prediction\n1,NaN\n3,\n", false)
	f.Add("ok\n", "record,prediction,p_b,p_a\n1,a,0.25,0.75\n3,b,1,0\n", true)
	wanted := []bool{false, true, false, true}
	classes := target{classes: []string{"a", "b"}, number: map[string]int32{"a": 0, "b": 1}}
	f.Fuzz(func(t *testing.T, line, text string, names bool) {
		answer, err := readAnswer(bufio.NewReaderSize(strings.NewReader(line), 64))
		if err == nil && answer != "ok" && !strings.HasPrefix(answer, "error ") || err != nil &&
			strings.ContainsAny(err.Error(), "\n\x1b") {
			t.Fatalf("answer %q, error %q", answer, err)
		}
		if message, ok := strings.CutPrefix(answer, "error "); ok && strings.ContainsAny(oneLine(message), "\n\x1b") {
			t.Fatalf("message %q", oneLine(message))
		}
		what := target{}
		if names {
			what = classes
		}
		out := make([]float64, len(wanted))
		p, err := what.parse(strings.NewReader(text), wanted, out, nil)
		if err != nil {
			if strings.ContainsAny(err.Error(), "\n\x1b") {
				t.Fatalf("error %q", err)
			}
			return
		}
		for i, v := range out {
			if math.IsInf(v, 0) || math.IsNaN(v) == wanted[i] || names && wanted[i] && v != 0 && v != 1 {
				t.Fatalf("predictions %v", out)
			}
			if len(p) == 0 || !wanted[i] {
				continue
			}
			if least, sum := min(p[2*i], p[2*i+1]), p[2*i]+p[2*i+1]; !(least >= 0 && math.Abs(sum-1) < 1e-12) {
				t.Fatalf("probabilities %v", p)
			}
		}
	})
}
