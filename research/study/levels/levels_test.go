package levels

import (
	"bytes"
	"context"
	"encoding/csv"
	"errors"
	"fmt"
	"hash/fnv"
	"math"
	"os"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"gonum.org/v1/gonum/stat/distuv"

	"github.com/block-regularized/bcv/data"
	"github.com/block-regularized/bcv/pkg/infer"
	"github.com/block-regularized/bcv/research/internal/check"
)

// A test that answers the p-values of a known one, from the lines that a command reads, has the row of that one.
func TestOracle(t *testing.T) {
	if os.Getenv("ORACLE") != "" {
		oracle(t)
		os.Exit(0)
	}
	t.Setenv("ORACLE", "1")
	r := judge(t, Options{Folds: "5x2", Sets: 2, Seed: 3}, Command("'"+os.Args[0]+"' -test.run=^TestOracle$"))
	want := rowOf(t, r, "5x2-t")
	got := rowOf(t, r, "yours")
	if got.Coverage == got.Coverage || !(want.Coverage > 0.5) {
		t.Errorf("coverage %v without intervals, and %v", got.Coverage, want.Coverage)
	}
	got.Test, got.Coverage, got.Least, got.Seconds = want.Test, want.Coverage, want.Least, want.Seconds
	if got != want {
		t.Errorf("the oracle has\n%+v, want\n%+v", got, want)
	}
}

// oracle is the 5 x 2 cv t-test of Dietterich (1998) by its formula.
func oracle(t *testing.T) {
	lines, err := csv.NewReader(os.Stdin).ReadAll()
	if err != nil || !slices.Equal(lines[0], strings.Split("cell,set,replication,fold,a,b,n_train,n_valid", ",")) {
		t.Fatal(err, lines[0])
	}
	fmt.Println("p,set")
	for ten := range slices.Chunk(lines[1:], 10) {
		var d [10]float64
		for i, l := range ten {
			a, _ := strconv.ParseFloat(l[4], 64)
			b, _ := strconv.ParseFloat(l[5], 64)
			if l[1] != ten[0][1] || l[2] != fmt.Sprint(i/2+1) || l[3] != fmt.Sprint(i%2+1) {
				t.Fatal(l)
			}
			d[i] = b - a
		}
		s := 0.0
		for j := range 5 {
			mean := (d[2*j] + d[2*j+1]) / 2
			s += (d[2*j]-mean)*(d[2*j]-mean) + (d[2*j+1]-mean)*(d[2*j+1]-mean)
		}
		fmt.Printf("%v,%s\n", 2*distuv.StudentsT{Sigma: 1, Nu: 5}.Survival(math.Abs(d[0])/math.Sqrt(s/5)), ten[0][1])
	}
}

func judge(t *testing.T, opt Options, test Test) Report {
	t.Helper()
	opt.Data = data.FS
	r, err := Judge(context.Background(), opt, "yours", test)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

func rowOf(t *testing.T, r Report, name string) Row {
	t.Helper()
	i := slices.IndexFunc(r.Tests, func(row Row) bool { return row.Test == name })
	if i < 0 {
		t.Fatalf("no row of %s in %+v", name, r.Tests)
	}
	return r.Tests[i]
}

// Each test of the project judged as that of a user has its own row, on all folds.
func TestOwnAsTest(t *testing.T) {
	for _, folds := range []string{"5x2-bcv", "5-fold", "hold-outs", Items} {
		opt := Options{Folds: folds, Sets: 1, Seed: 2}
		r := judge(t, opt, nil)
		if len(r.Tests) < 2 || len(r.InCells) <= len(r.Cells) {
			t.Errorf("%s: %d tests, %d rows of %d cells", folds, len(r.Tests), len(r.InCells), len(r.Cells))
		}
		want := r.Tests[0]
		got := judge(t, opt, func(ctx context.Context, sets []Set) ([]Answer, error) {
			all, err := own(folds, sets)
			if err != nil {
				return nil, err
			}
			return all[0].test(ctx, sets)
		}).Tests[0]
		got.Test, got.Seconds, want.Seconds = want.Test, 0, 0
		if got != want {
			t.Errorf("%s: %+v, want %+v", folds, got, want)
		}
	}
}

// The benchmark is frozen: a paper that cites levels-1 compares with what others have measured under this name. Cells
// that change need another name. The sums are over two data sets of each cell, of equal and of different learners, in
// six digits, so that the kind of machine does not matter.
func TestFrozen(t *testing.T) {
	want := map[string]string{"5x2": "11f9d8d913e9862d", "5-fold": "e1bc9be6100be357", Items: "1731a8b615d8a2b1"}
	for folds, sum := range want {
		cells, err := Cells(folds, data.FS)
		if err != nil {
			t.Fatal(err)
		}
		sets, err := draw(context.Background(), cells, Options{Folds: folds, Sets: 1, Seed: 1})
		if err != nil {
			t.Fatal(err)
		}
		h := fnv.New64a()
		for _, s := range sets {
			fmt.Fprintf(h, "%d %d %.6g %.6g %v %v %v\n", s.Cell, s.Number, s.A, s.B, s.Train, s.Valid, s.different)
		}
		if got := fmt.Sprintf("%016x", h.Sum64()); got != sum {
			t.Errorf("%s on %s has the sum %s, want %s: give what changed another name", Name, folds, got, sum)
		}
	}
}

// The kinds of sets are in random order and as many, half of all are exchanged, and the mean difference is what it is
// expected to be; the data of a set do not depend on how many there are.
func TestBlind(t *testing.T) {
	cells, _ := Cells(Items, nil)
	for _, c := range cells {
		const n = 200
		sets, err := c.draw(context.Background(), Options{Sets: n, Seed: 5}, nil)
		if err != nil {
			t.Fatal(err)
		}
		different, early, exchanged := 0, 0, 0
		sum, squares := 0.0, 0.0
		for i, s := range sets {
			if s.Number != (c.Number-1)*2*n+i+1 {
				t.Fatalf("set %d has number %d", i, s.Number)
			}
			if !s.different {
				continue
			}
			different++
			count(&early, i < n)
			count(&exchanged, s.truth < 0)
			x := s.mean() * math.Copysign(1, s.truth)
			sum, squares = sum+x, squares+x*x
		}
		mean := sum / n
		se := math.Sqrt((squares/n - mean*mean) / n)
		check.Equal(t, "different", different, n)
		check.Near(t, "early", float64(early), n/2, 30)
		check.Near(t, "exchanged", float64(exchanged), n/2, 30)
		if math.Abs(mean-c.Difference) > 4*se {
			t.Errorf("%s: difference %v, want %v ± %v", c.Name, mean, c.Difference, se)
		}
		one, err := c.draw(context.Background(), Options{Sets: 1, Seed: 5, Workers: 1}, nil)
		if err != nil {
			t.Fatal(err)
		}
		same := func(s Set) bool { return slices.Equal(s.A[0], one[0].A[0]) && slices.Equal(s.B[0], one[0].B[0]) }
		if !slices.ContainsFunc(sets, same) {
			t.Errorf("%s: the first of 1 set is none of %d", c.Name, n)
		}
	}
}

// three are sets of two cells: equal ones, and different ones of which B is better by 1 and A by 2.
func three() []Set {
	x := func(v ...float64) [][]float64 { return [][]float64{v} }
	return []Set{{Cell: 1, Number: 7, A: x(0, 1), B: x(1, 0)},
		{Cell: 1, Number: 8, A: x(0, 1), B: x(1, 2), different: true, truth: 1},
		{Cell: 2, Number: 9, A: x(0, 3), B: x(0, 1), different: true, truth: -2}, {Cell: 2, Number: 10, A: x(1), B: x(1)}}
}

// Shares by hand: of one false claim in two cells, a true claim, one on the wrong side, an interval that holds and one
// that does not, and no answer.
func TestShares(t *testing.T) {
	of := func(p float64) Answer { return Answer{P: p, HasP: true} }
	in := func(low, high float64) Answer {
		return Answer{Interval: infer.Interval{Low: low, High: high}, HasInterval: true}
	}
	both := in(-1, 1)
	both.P, both.HasP = 0.05, true // p decides
	for _, c := range []struct {
		answers []Answer
		want    Row
	}{
		{[]Answer{of(0.05), of(0.051), of(0.01), {}}, Row{Cells: 2, False: 0.5, Largest: 1, LargestIn: 1, Power: 0.5,
			NoAnswer: 0.25}},
		{[]Answer{both, in(0.5, 1), in(-3, 0), in(-0.2, 0.1)}, Row{Cells: 2, False: 0.5, Largest: 1, LargestIn: 1,
			Power: 0.5, Coverage: 1, Least: 1}},
		{[]Answer{in(-1, 1), in(-1, 0.9), in(-3, -2.5), of(1)}, Row{Cells: 2, LargestIn: 1, Power: 0.5, Coverage: 0.25}},
	} {
		test := contender{name: "x", test: func(context.Context, []Set) ([]Answer, error) { return c.answers, nil }}
		got, _, err := test.judge(context.Background(), three(), 2)
		if err != nil {
			t.Fatal(err)
		}
		if got.Coverage != got.Coverage {
			got.Coverage, got.Least = 0, 0
		}
		got.Test, got.Seconds = "", 0
		if got != c.want {
			t.Errorf("%+v, want %+v", got, c.want)
		}
	}
}

// A claim about different learners counts on the side of the better one alone.
func TestWrongSide(t *testing.T) {
	s := three()[1]
	s.truth = -1
	var k tally
	k.add(s, Answer{HasP: true})
	if k.found != 0 || k.different != 1 {
		t.Errorf("%+v", k)
	}
}

// What is no answer is refused in one line, which says where.
func TestBadAnswers(t *testing.T) {
	for text, want := range map[string]string{
		"":                       "there are none",
		"set\n":                  "line 1: the header is",
		"set,p\n7,0.1\n":         "set 8: it has no line",
		"set,p\n7,0.1\n7,0.2\n":  "line 3, set 7: line 2 has answered it",
		"set,p\n7,1.5\n":         "line 2, set 7: p is 1.5",
		"set,p\n7,-0.1\n":        "p is -0.1",
		"set,p\n7,Inf\n":         "p is +Inf",
		"set,p\n7,small\n":       `p is "small"`,
		"set,p\n11,0.1\n":        `line 2: there is no set "11"`,
		"set,p\nx,0.1\n":         `there is no set "x"`,
		"set,p\n7\n":             "line 2",
		"set,low\n7,1\n":         "the header is",
		"set,q\n7,1\n":           `column "q"`,
		"set,p,p\n7,1,1\n":       `column "p"`,
		"set,low,high\n7,1,0\n":  "the interval is from 1 to 0",
		"set,low,high\n7,NA,0\n": "one end of the interval is missing",
		"set,p,low,high\n7,0.2,0,1\n8,0.2,NaN,1\n": "line 3, set 8: one end",
	} {
		_, err := read(strings.NewReader(text), three())
		if bad := (*AnswerError)(nil); !errors.As(err, &bad) {
			t.Errorf("%q: %v, want an *AnswerError", text, err)
		} else if !strings.Contains(err.Error(), want) || strings.Contains(err.Error(), "\n") {
			t.Errorf("%q: %v, want %q", text, err, want)
		}
	}
	answers, err := read(strings.NewReader("high, set,low ,p\n1,8,-1,NA\nNaN,7,NA,0.5\n,9,,\nInf,10,-Inf,nan\n"), three())
	want := []Answer{{P: 0.5, HasP: true}, {Interval: infer.Interval{Low: -1, High: 1}, HasInterval: true}, {},
		{Interval: infer.Interval{Low: math.Inf(-1), High: math.Inf(1)}, HasInterval: true}}
	if err != nil || !slices.Equal(answers, want) {
		t.Errorf("%+v (%v), want %+v", answers, err, want)
	}
	for _, bad := range [][]Answer{{{}}, {{P: math.NaN(), HasP: true}, {}, {}, {}}} {
		c := contender{test: func(context.Context, []Set) ([]Answer, error) { return bad, nil }}
		if _, _, err := c.judge(context.Background(), three(), 2); err == nil {
			t.Errorf("%+v are answers", bad)
		}
	}
}

// A command that fails is an error with its last words, also if it reads nothing of what is long.
func TestCommandFails(t *testing.T) {
	sets := slices.Repeat(three(), 20000)
	before := runtime.NumGoroutine()
	_, err := Command("echo one >&2; echo two >&2; exit 3")(context.Background(), sets)
	if err == nil || err.Error() != "the test failed (exit status 3): two" {
		t.Errorf("%v", err)
	}
	for range 100 { // what wrote to it ends
		if runtime.NumGoroutine() <= before {
			break
		}
		time.Sleep(10 * time.Millisecond)
	}
	check.That(t, runtime.NumGoroutine() <= before, "%d goroutines, want %d", runtime.NumGoroutine(), before)
	var of bytes.Buffer
	err = write(&of, three())
	if want := "cell,set,item,a,b\n1,7,1,0,1\n1,7,2,1,0\n"; err != nil || !strings.HasPrefix(of.String(), want) {
		t.Errorf("%v: %s", err, of.String())
	}
}

// Bad options are errors.
func TestOptions(t *testing.T) {
	for _, opt := range []Options{{Folds: "3x2"}, {Folds: Items, Sets: -1}} {
		if _, err := Judge(context.Background(), opt, "", nil); err == nil {
			t.Errorf("%+v is judged", opt)
		}
	}
}
